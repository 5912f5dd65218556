// SPDX-License-Identifier: Apache-2.0
// Postures to start from: an additive recurrence x_k = fract(1/2 + k α) in the box of the joint ranges, where α_i = φ^-i and φ is the
// positive root of φ^(n+1) = φ + 1, the golden ratio for n = 1 (M. Roberts, "The unreasonable effectiveness of quasirandom
// sequences", 2018). Its points are spread evenly for any number of them.
#pragma once

#include <cmath>
#include <span>
#include <vector>

namespace catena::detail {

class Starts {
 public:
  explicit Starts(int n) : alpha_(static_cast<std::size_t>(n)) {
    double phi = 2;
    for (int k = 0; k < 60; ++k) phi = std::pow(1 + phi, 1.0 / (n + 1));
    double power = 1;
    for (double& a : alpha_) a = power /= phi;
  }

  // Coordinate i of point k >= 1, from 0 to 1.
  double at(int k, std::size_t i) const {
    const double x = 0.5 + k * alpha_[i];
    return x - std::floor(x);
  }

 private:
  std::vector<double> alpha_;
};

}  // namespace catena::detail
