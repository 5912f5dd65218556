// SPDX-License-Identifier: Apache-2.0
// Properties of each quantity that hold for every method: the identities of mechanics, with derivatives
// by dual numbers, and results that follow from the robot's table alone.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "check/specimen.hpp"

namespace catena::check::detail {

// The minimum tolerance of a check. A residual above it passes only if rounding errors are shown to explain it
// (verify.cpp).
enum class Trust {
  rounding,  // base
  solving,   // base; there is no result where M is singular
  task,      // base; there is no result where M is singular or J is rank-deficient
  root,      // square root of the base: a square root was taken near zero
  step,      // a finite difference: 10 (h² + n eps / h) with step h
  table,     // base, but at least 1e-4 if nearly parallel axes were treated as parallel
};

// x - y, and the size it is relative to.
struct Gap {
  std::vector<double> difference;
  double size;
  double relative() const;  // the largest; NaN if one is not a number
};
Gap gap(std::span<const double> x, std::span<const double> y, double scale);
Gap gap_of(const Eigen::MatrixXd& x, const Eigen::MatrixXd& y, double scale);

struct Identity {
  Quantity quantity;  // every method of this quantity is checked
  std::string_view check, against;
  Trust trust;
  // `out` is the method's result for the specimen's state.
  Gap (*run)(const Specimen& s, const Method<double>& method, std::span<const double> out);
};

std::span<const Identity> identities();

// The scale and the trust for comparing two methods of a quantity.
double scale_of(Quantity quantity, const Specimen& s);
Trust trust_of(Quantity quantity);

constexpr double kDifferenceStep = 6.055454452393343e-6;  // cube root of eps

}  // namespace catena::check::detail
