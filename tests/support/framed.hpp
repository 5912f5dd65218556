// SPDX-License-Identifier: Apache-2.0
// A matrix among other numbers: columns may lie apart, and what lies between and behind must stay as it is.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

namespace catena::test {

class Framed {
 public:
  Framed(int n, std::size_t spare)
      : n_(static_cast<std::size_t>(n)), ld_(n_ + spare), numbers_(ld_ * n_ + 8, kUntouched) {}
  double* data() { return numbers_.data(); }
  std::size_t ld() const { return ld_; }
  double operator()(std::size_t row, std::size_t column) const { return numbers_[column * ld_ + row]; }

  // The matrix, column by column; fails if anything else was written.
  std::vector<double> values() const {
    std::vector<double> inside;
    for (std::size_t k = 0; k < numbers_.size(); ++k) {
      if (k / ld_ < n_ && k % ld_ < n_)
        inside.push_back(numbers_[k]);
      else
        EXPECT_EQ(numbers_[k], kUntouched)
            << "number " << k << " of a matrix with columns " << ld_ << " apart";
    }
    return inside;
  }

 private:
  static constexpr double kUntouched = 12345;
  std::size_t n_, ld_;
  std::vector<double> numbers_;
};

}  // namespace catena::test
