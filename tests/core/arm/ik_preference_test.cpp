// SPDX-License-Identifier: Apache-2.0
// What inverse kinematics prefers among infinitely many solutions: no neighbour on the solution manifold is better.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <limits>

#include "catena/core/ik.hpp"
#include "support/ik.hpp"

namespace catena::test {
namespace {

using Eigen::Matrix4d;
using Eigen::VectorXd;

struct Example {
  const char* arm;
  IkGoal goal;
  IkPreference preference;
};
void PrintTo(const Example& x, std::ostream* out) {
  *out << x.arm << ", goal " << static_cast<int>(x.goal) << ", preference " << static_cast<int>(x.preference);
}

// The cost as the headers state it, from the Jacobian of the library.
double cost(const Arm& arm, const Example& x, const VectorXd& q, const VectorXd& near) {
  const auto ranges = joint_ranges(arm.robot());
  double sum = 0;
  for (int i = 0; i < q.size(); ++i) {
    const double half = (ranges[i][1] - ranges[i][0]) / 2, middle = (ranges[i][0] + ranges[i][1]) / 2;
    if (x.preference == IkPreference::near) sum += std::pow(q[i] - near[i], 2) / 2;
    if (x.preference == IkPreference::limits) sum += std::pow((q[i] - middle) / half, 2) / 2;
  }
  if (x.preference != IkPreference::manipulability) return sum;
  Eigen::MatrixXd J = arm.jacobian(q);
  if (x.goal == IkGoal::position) J = Eigen::MatrixXd(J.bottomRows(3));
  return -0.5 * std::log((J * J.transpose()).determinant());
}

class IkPrefers : public testing::TestWithParam<Example> {};

TEST_P(IkPrefers, WhatNoNeighbourImproves) {
  const Example& x = GetParam();
  const Arm arm = Arm::load(x.arm);
  const int n = arm.dof();
  const auto ranges = joint_ranges(arm.robot());
  Random random(4);
  Ik plain(arm, {.goal = x.goal});
  int better = 0, interior = 0;
  for (int k = 0; k < 20; ++k) {
    const Matrix4d goal = arm.pose(posture_within(ranges, random));
    const VectorXd near = posture_within(ranges, random);
    IkOptions options{.goal = x.goal, .preference = x.preference};
    if (x.preference == IkPreference::near) options.near = near;
    const IkResult found = arm.ik(goal, options);
    ASSERT_TRUE(found.ok()) << found.explanation();
    const VectorXd q = found.q;
    EXPECT_LE(distance(arm.pose(q), goal).position, 1e-9 + 1e-13);
    if (x.goal == IkGoal::pose) {
      EXPECT_LE(distance(arm.pose(q), goal).orientation, 1e-9 + 1e-13);
    }
    // from the same start
    const IkResult& first = x.preference == IkPreference::near ? plain.solve(goal, near) : plain.solve(goal);
    EXPECT_LE(cost(arm, x, q, near), cost(arm, x, first.q, near) + 1e-9);
    better += cost(arm, x, q, near) < cost(arm, x, first.q, near) - 1e-3;

    // at a minimum without limits, the gradient (by central differences) has no part in the null space of J
    if (std::any_of(found.limits.begin(), found.limits.end(), [](int side) { return side != 0; })) continue;
    ++interior;
    VectorXd slope(n);
    for (int i = 0; i < n; ++i) {
      VectorXd up = q, down = q;
      up[i] += 1e-5, down[i] -= 1e-5;
      slope[i] = (cost(arm, x, up, near) - cost(arm, x, down, near)) / 2e-5;
    }
    Eigen::MatrixXd J = arm.jacobian(q);
    if (x.goal == IkGoal::position) J = Eigen::MatrixXd(J.bottomRows(3));
    const VectorXd rest = slope - J.transpose() * (J * J.transpose()).ldlt().solve(J * slope);
    EXPECT_LE(rest.norm(), 1e-5 * (1 + slope.norm())) << "pose " << k << ", q " << q.transpose();
  }
  EXPECT_GE(better, 10);
  EXPECT_GE(interior, 3);
}

INSTANTIATE_TEST_SUITE_P(Arms, IkPrefers,
                         testing::Values(Example{"iiwa14", IkGoal::pose, IkPreference::near},
                                         Example{"iiwa14", IkGoal::pose, IkPreference::limits},
                                         Example{"iiwa14", IkGoal::pose, IkPreference::manipulability},
                                         Example{"panda", IkGoal::pose, IkPreference::limits},
                                         Example{"xarm7", IkGoal::position, IkPreference::manipulability},
                                         Example{"sawyer", IkGoal::position, IkPreference::limits}));

// Of the solutions of an arm that is not redundant, the preferred one of several is returned.
TEST(IkSolutions, ArePreferredAmongSeveral) {
  const Arm arm = Arm::load("ur5e");
  Random random(8);
  const auto ranges = joint_ranges(arm.robot());
  for (int k = 0; k < 10; ++k) {
    const VectorXd q = 0.5 * posture_within(ranges, random);
    const IkResult found = arm.ik(
        arm.pose(q),
        {.seed = VectorXd(VectorXd::Zero(6)), .preference = IkPreference::near, .near = q, .solutions = 8});
    ASSERT_TRUE(found.ok());
    EXPECT_GE(found.solutions, 2);
    EXPECT_LE((found.q - q).cwiseAbs().maxCoeff(), 1e-6);
  }
}

}  // namespace
}  // namespace catena::test
