// SPDX-License-Identifier: Apache-2.0
// The operation counts that the headers of algo/ state.
#include <gtest/gtest.h>

#include "support/cost.hpp"

namespace catena::test {
namespace {

void expect_cost(Quantity quantity, std::string_view method, auto&& mul, auto&& add) {
  for (long n : {2, 3, 6, 7, 13, 30})
    EXPECT_EQ(cost_of(quantity, method, int(n)), (OpCount{.mul = mul(n), .add = add(n)}))
        << method << " n = " << n;
}

TEST(Cost, CrbaIsWhatItsHeaderSays) {
  expect_cost(
      Quantity::inertia, "crba", [](long n) { return 10 * n * n + 20 * n - 30; },
      [](long n) { return 6 * n * n + 34 * n - 40; });
}

TEST(Cost, RneaIsWhatItsHeaderSays) {
  expect_cost(
      Quantity::id, "rnea", [](long n) { return 91 * n - 96; }, [](long n) { return 79 * n - 92; });
}

TEST(Cost, AbaIsWhatItsHeaderSays) {
  expect_cost(
      Quantity::fd, "aba", [](long n) { return 219 * n - 234; }, [](long n) { return 199 * n - 234; });
}

TEST(Cost, GravityIsWhatItsHeaderSays) {
  expect_cost(
      Quantity::gravity, "gravity", [](long n) { return 20 * n - 10; }, [](long n) { return 15 * n - 10; });
}

TEST(Cost, PoseIsWhatItsHeaderSays) {
  expect_cost(
      Quantity::pose, "kinematics", [](long n) { return 30 * n - 26; }, [](long n) { return 18 * n - 20; });
}

TEST(Cost, CoriolisIsWhatItsHeaderSays) {
  expect_cost(
      Quantity::coriolis, "coriolis", [](long n) { return 26 * n * n + 110 * n - 136; },
      [](long n) { return 16 * n * n + 122 * n - 146; });
}

TEST(Cost, WrenchTorquesAreWhatTheirHeaderSays) {
  expect_cost(
      Quantity::wrench_torques, "wrench_torques", [](long n) { return 20 * n - 20; },
      [](long n) { return 18 * n - 18; });
}

TEST(Cost, MomentumIsWhatItsHeaderSays) {
  expect_cost(
      Quantity::momentum, "momentum", [](long n) { return 64 * n - 47; }, [](long n) { return 49 * n - 48; });
}

TEST(Cost, WhatControllersAskForIsWhatItsHeadersSay) {
  expect_cost(
      Quantity::joint_momentum, "momentum", [](long n) { return 64 * n - 67; },
      [](long n) { return 49 * n - 60; });
  expect_cost(
      Quantity::slotine_li, "slotine_li", [](long n) { return 162 * n - 149; },
      [](long n) { return 123 * n - 131; });
  expect_cost(
      Quantity::terms, "terms", [](long n) { return 26 * n * n + 120 * n - 136; },
      [](long n) { return 16 * n * n + 127 * n - 146; });
  expect_cost(
      Quantity::frame_velocity, "frame_motion", [](long n) { return 50 * n - 30; },
      [](long n) { return 31 * n - 28; });
  expect_cost(
      Quantity::frame_acceleration, "frame_motion", [](long n) { return 74 * n - 44; },
      [](long n) { return 48 * n - 40; });
}

TEST(Cost, SecondDerivativesAreWhatTheirHeaderSays) {
  for (const long n : {3, 6, 7, 13, 30})
    EXPECT_EQ(cost_of(Quantity::id_second_derivatives, "id_second_derivatives", int(n)),
              (OpCount{.mul = 16 * n * n * n + (129 * n * n + 703 * n) / 2 - 541,
                       .add = (40 * n * n * n + 977 * n) / 3 + 49 * n * n - 504}))
        << "n = " << n;
}

TEST(Cost, SinesAndCosinesAreTwoForARevoluteJoint) {
  const Case c("mixed:9:2");
  long revolute = 0;
  for (int i = 0; i < c.arm.dof(); ++i) revolute += c.arm.link(i).revolute();
  const Chain<Counted> arm = counted(c.arm, Constants::general);
  const auto q = general(c.q);
  const CountScope scope;
  posture<Counted>(arm, q);
  EXPECT_EQ(scope.count(), (OpCount{.add = c.arm.dof(), .trig = 2 * revolute}));
}

}  // namespace
}  // namespace catena::test
