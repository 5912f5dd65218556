// SPDX-License-Identifier: Apache-2.0
// How many digits of a result can be trusted: an estimate by two experiments. The method runs again on data that are changed in
// their last place, which shows the effect of errors in the data, and in extended precision (long double, where it is
// longer than double), which shows the rounding errors of the method itself. The digits in which all results agree are
// taken to be correct.
//
// It takes about ten times as long as the result itself, and costs nothing if it is not requested. `catena eval
// --explain` prints it, Arm::eval_with_digits returns it.
#pragma once

#include <memory>
#include <span>

#include "catena/core/method.hpp"

namespace catena {

inline constexpr double kMostDigits = 15.95;  // of a double: 53 bits
inline constexpr double kFewDigits = 6;       // fewer than these deserve a note

// For one arm, one method and one thread.
class DigitsLeft {
 public:
  static constexpr int kRepeats = 8;

  DigitsLeft(const Chain<double>& arm, const Method<double>& method);
  ~DigitsLeft();
  DigitsLeft(DigitsLeft&&) noexcept;

  // Decimal digits of the worst element of `result`, which the method computed at `state`: from 0 to kMostDigits. An element
  // is judged by its own size, or by 1e-4 of the largest number in its row (of a matrix) or in the result (of a vector), so that
  // zeros up to rounding do not count as wrong. An element that is not finite has no digits.
  double at(const State<double>& state, std::span<const double> result);

 private:
  struct Repeat;
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace catena
