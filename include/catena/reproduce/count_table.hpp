// SPDX-License-Identifier: Apache-2.0
// A table of operation counts of a paper: what is printed beside what is measured, each difference explained.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "catena/count/cost.hpp"
#include "catena/count/polynomial.hpp"

namespace catena {

struct CountLine {
  std::string what;
  std::optional<Polynomial> printed_mul, printed_add;
  CostLaw measured;
  std::string remark;  // why they differ, in one line
};

struct CountTable {
  std::string title;
  std::vector<int> at;  // numbers of joints for which values are shown as well
  std::vector<CountLine> lines;

  std::string markdown() const;
};

}  // namespace catena
