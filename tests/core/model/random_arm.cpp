// SPDX-License-Identifier: Apache-2.0
#include "core/model/random_arm.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace catena::test {

RobotLink random_link(Dice& dice, JointKind kind) {
  const auto angle = [&] { return dice.below(2) ? dice(-3, 3) : (dice.below(4) - 1) * kPi / 2; };
  const auto length = [&] { return dice.below(2) ? dice(-0.6, 0.6) : 0.0; };
  RobotLink link;
  link.joint = kind;
  link.dh = {length(), angle(), length(), angle()};
  link.mass = dice(0.1, 5);
  link.com = {dice(-0.3, 0.3), dice(-0.3, 0.3), dice(-0.3, 0.3)};
  const double x = dice(0.01, 0.1), y = dice(0.01, 0.1), z = dice(0.01, 0.1);
  link.inertia = {y + z, x + z, x + y, dice(-0.01, 0.01), dice(-0.01, 0.01), dice(-0.01, 0.01)};
  return link;
}

Robot random_robot(unsigned seed, bool fixed_rows) {
  Dice dice(seed);
  Robot robot;
  robot.convention = dice.below(2) ? Convention::standard : Convention::modified;
  robot.gravity = {dice(-9, 9), dice(-9, 9), dice(-9, 9)};
  const int n = 1 + dice.below(8);
  for (int i = 0; i < n; ++i) {
    while (fixed_rows && dice.below(3) == 0) robot.links.push_back(random_link(dice, JointKind::fixed));
    robot.links.push_back(random_link(dice, dice.below(3) ? JointKind::revolute : JointKind::prismatic));
  }
  while (fixed_rows && dice.below(3) != 0) robot.links.push_back(random_link(dice, JointKind::fixed));
  if (dice.below(2)) robot.payload = {dice(0.1, 3), {dice(-0.1, 0.1), dice(-0.1, 0.1), dice(-0.1, 0.1)}};
  return robot;
}

std::vector<double> random_q(Dice& dice, int n) {
  std::vector<double> q;
  for (int i = 0; i < n; ++i) q.push_back(dice(-3, 3));
  return q;
}

double worst_difference(const Robot& robot, const Canonical& chain, unsigned seed) {
  Dice dice(seed);
  double worst = 0;
  for (int k = 0; k < 5; ++k) {
    const auto q =
        k ? random_q(dice, robot.dof()) : std::vector<double>(static_cast<std::size_t>(robot.dof()), 0.0);
    worst = std::max(worst, difference(direct(robot, q), direct(chain, robot.gravity, q)));
  }
  return worst;
}

double worst_difference(const Robot& a, const Robot& b, unsigned seed) {
  Dice dice(seed);
  double worst = 0;
  for (int k = 0; k < 5; ++k) {
    const auto q = k ? random_q(dice, a.dof()) : std::vector<double>(static_cast<std::size_t>(a.dof()), 0.0);
    worst = std::max(worst, difference(direct(a, q), direct(b, q)));
  }
  return worst;
}

void expect_same(const Dh& a, const Dh& b) {
  EXPECT_EQ(a.a, b.a);
  EXPECT_EQ(a.alpha, b.alpha);
  EXPECT_EQ(a.d, b.d);
  EXPECT_EQ(a.theta, b.theta);
}

Robot puma_like(Convention convention) {
  Robot robot;
  robot.convention = convention;
  const double alpha[] = {-kPi / 2, 0, kPi / 2, -kPi / 2, kPi / 2, 0};
  Dice dice(7);
  for (int i = 0; i < 6; ++i) {
    RobotLink link = random_link(dice, JointKind::revolute);
    link.dh = {i == 1 ? -0.43 : 0.0, alpha[i], i == 3 ? 0.43 : 0.0, i == 2 ? kPi / 2 : 0.0};
    robot.links.push_back(link);
  }
  return robot;
}

RobotLink fixed_row(const Dh& dh) {
  RobotLink link;
  link.joint = JointKind::fixed;
  link.dh = dh;
  return link;
}

}  // namespace catena::test
