// SPDX-License-Identifier: Apache-2.0
// Wrenches that the surroundings exert on links during a part of a simulation.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "catena/core/model/generate.hpp"
#include "catena/sim/simulation.hpp"
#include "support/error_text.hpp"

namespace catena::test {
namespace {

using Eigen::VectorXd;
using testing::HasSubstr;

struct Pushes : testing::Test {
  Arm arm{generate_robot("mixed:5:3")};
  VectorXd q = VectorXd::LinSpaced(5, -0.5, 0.6), qd = VectorXd::LinSpaced(5, 0.3, -0.4);
  sim::Options options;
  Pushes() { options.duration = 0.5, options.rtol = options.atol = 1e-10; }
};

// A push on the last link is the reverse of a wrench at the tool, moved there.
TEST_F(Pushes, OnTheLastLinkMoveTheArmAsAWrenchAtTheToolDoes) {
  const Wrench tip{{1, -2, 3}, {4, 5, -6}};
  const Pose<double>& tool = arm.chain().tool();
  const Vec3<double> force = tool.R * tip.lin;
  const Force<double> moved = {tool.R * tip.ang + cross(tool.p, force), force};
  sim::Options pushed = options;
  pushed.pushes = {{4, -1.0 * moved}};
  options.tip = tip;
  const sim::Run one = sim::simulate(arm, {q, qd}, options), other = sim::simulate(arm, {q, qd}, pushed);
  ASSERT_FALSE(one.failure || other.failure);
  ASSERT_EQ(one.time, other.time);
  EXPECT_LE((one.q.matrix() - other.q.matrix()).norm(), 1e-7);
  EXPECT_NEAR(one.by_tip.back(), other.by_tip.back(), 1e-7 * (1 + std::abs(one.by_tip.back())));
}

// Before it begins nothing changes; its work keeps the energy in balance; it starts and ends between samples.
TEST_F(Pushes, ActDuringTheirTimeOnly) {
  const sim::Run free = sim::simulate(arm, {q, qd}, options);
  options.pushes = {{2, {{0, 0, 5}, {10, -4, 3}}, 0.2034, 0.3071}, {1, {{1, 1, 1}, {0, 0, 2}}, 0.25}};
  const sim::Run run = sim::simulate(arm, {q, qd}, options);
  ASSERT_FALSE(run.failure);
  double apart = 0;
  for (std::size_t k = 0; k < run.time.size(); ++k) {
    const double distance = (run.q[k] - free.q[k]).norm();
    if (run.time[k] <= 0.2034) {
      EXPECT_LE(distance, 1e-7) << run.time[k];
      EXPECT_EQ(run.by_tip[k], 0);
    }
    apart = std::max(apart, distance);
    EXPECT_NEAR(run.imbalance(k), 0, 1e-7) << run.time[k];
  }
  EXPECT_GT(apart, 1e-4);
  EXPECT_GT(std::abs(run.by_tip.back()), 1e-4);
}

// The acceleration just after the beginning is that of forward dynamics with the opposite wrench on the link.
TEST_F(Pushes, AccelerateTheArmAsForwardDynamicsSays) {
  options.pushes = {{3, {{0, 1, 2}, {3, 4, 5}}}};
  options.duration = 0.01;
  const sim::Run run = sim::simulate(arm, {q, qd}, options);
  std::vector<Wrench> wrenches(5, Wrench::zero());
  wrenches[3] = -1.0 * options.pushes[0].wrench;
  const VectorXd zero = VectorXd::Zero(5);
  const VectorXd expected = arm.eval(Quantity::fd, {.q = q, .qd = qd, .tau = zero, .wrenches = wrenches})[0];
  EXPECT_LE((run.qdd[0] - expected).norm(), 1e-10 * expected.norm());
}

// Weights, pushes in base axes at the centres of mass, move the arm as gravity does, all the way.
TEST_F(Pushes, InBaseAxesAtTheCentresOfMassReplaceGravity) {
  const sim::Run heavy = sim::simulate(arm, {q, qd}, options);
  const Vec3<double>& g = arm.chain().gravity();
  for (int i = 0; i < 5; ++i) {
    const RigidInertia<double>& body = arm.chain().link(i).body;
    sim::Push push{i, {{0, 0, 0}, body.m * g}};
    push.pose.p = (1 / body.m) * body.h;
    push.axes = Axes::base_at_frame;
    options.pushes.push_back(push);
  }
  const sim::Run pushed = sim::simulate(arm.with_gravity({0, 0, 0}), {q, qd}, options);
  ASSERT_FALSE(heavy.failure || pushed.failure);
  ASSERT_EQ(heavy.time, pushed.time);
  EXPECT_LE((heavy.q.matrix() - pushed.q.matrix()).norm(), 1e-7);
  const double lost = heavy.potential.front() - heavy.potential.back();
  EXPECT_GT(std::abs(lost), 1);
  EXPECT_NEAR(pushed.by_tip.back(), lost, 1e-7 * std::abs(lost));
}

// The same wrench in the three kinds of axes, at the first instant.
TEST_F(Pushes, AreTheSameInAllAxes) {
  const int link = 3;
  const Frame<double> frame{
      link, arm.frame("link4").pose * Pose<double>{Mat3<double>::identity(), {0.1, -0.2, 0.3}}};
  const Eigen::Matrix4d X = arm.pose(q, frame);
  const Eigen::Matrix3d R = X.topLeftCorner<3, 3>();
  const Eigen::Vector3d p = X.topRightCorner<3, 1>(), f(3, -7, 2), m(0.5, 1, -2);
  const auto accelerations = [&](Axes axes, const Eigen::Vector3d& moment,
                                 const Eigen::Vector3d& force) -> VectorXd {
    sim::Push push{link, {{moment[0], moment[1], moment[2]}, {force[0], force[1], force[2]}}};
    push.pose = frame.pose;
    push.axes = axes;
    options.pushes = {push};
    options.duration = 0.01;
    return sim::simulate(arm, {q, qd}, options).qdd[0];
  };
  const VectorXd own = accelerations(Axes::frame, R.transpose() * m, R.transpose() * f);
  const VectorXd here = accelerations(Axes::base_at_frame, m, f);
  const VectorXd base = accelerations(Axes::base, m + p.cross(f), f);
  EXPECT_LE((own - here).norm(), 1e-11 * here.norm());
  EXPECT_LE((base - here).norm(), 1e-11 * here.norm());
}

TEST_F(Pushes, ThatCannotBeAreRefused) {
  const auto refused = [&](const sim::Push& push) {
    options.pushes = {push};
    return error_text([&] { sim::simulate(arm, {q, qd}, options); });
  };
  EXPECT_EQ(refused({5, Wrench::zero()}),
            "simulate: a push acts on a link that does not exist\n  given   pushes[0].link = 5 (counted from "
            "0)\n  need    "
            "a link from 0 to 4, since 'mixed:5:3' has 5 joints");
  for (double Vec3<double>::*part : {&Vec3<double>::x, &Vec3<double>::y, &Vec3<double>::z}) {
    Wrench moment = Wrench::zero(), force = Wrench::zero();
    moment.ang.*part = force.lin.*part = NAN;
    EXPECT_THAT(refused({0, moment}), HasSubstr("simulate: a push is not finite"));
    EXPECT_THAT(refused({0, force}), HasSubstr("simulate: a push is not finite"));
  }
  EXPECT_THAT(refused({0, Wrench::zero(), 2, 1}),
              HasSubstr("a push ends before it begins\n  given   pushes[0] from 2 s until 1 s"));
}

}  // namespace
}  // namespace catena::test
