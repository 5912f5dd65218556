// SPDX-License-Identifier: Apache-2.0
// Random and PUMA-like tables for tests, and how far two arms differ over some postures.
#pragma once

#include <numbers>
#include <random>
#include <vector>

#include "support/direct_arm.hpp"

namespace catena::test {

inline constexpr double kPi = std::numbers::pi;

struct Dice {
  explicit Dice(unsigned seed) : engine(seed) {}
  double operator()(double low, double high) { return std::uniform_real_distribution(low, high)(engine); }
  int below(int n) { return std::uniform_int_distribution(0, n - 1)(engine); }
  std::mt19937 engine;
};

// Half of the numbers are the ones that tables are full of: 0 and quarter turns.
RobotLink random_link(Dice& dice, JointKind kind);

Robot random_robot(unsigned seed, bool fixed_rows);

std::vector<double> random_q(Dice& dice, int n);

double worst_difference(const Robot& robot, const Canonical& chain, unsigned seed);

double worst_difference(const Robot& a, const Robot& b, unsigned seed);

void expect_same(const Dh& a, const Dh& b);

Robot puma_like(Convention convention);

RobotLink fixed_row(const Dh& dh);

}  // namespace catena::test
