// SPDX-License-Identifier: Apache-2.0
// Criteria along a path: torques, powers, margins, Coriolis.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <numbers>

#include "catena/sim/cycloid.hpp"
#include "choose/arms.hpp"

namespace catena::test {
namespace {

constexpr double kPi = std::numbers::pi;

// All of them by Arm's plain calls.
struct Along {
  double torque = 0, force = 0, power = 0, energy = 0, coriolis = 0, inertia = 0;
  std::vector<double> squares;
};

Along along(const Arm& arm, const sim::Trajectory& path, int steps) {
  const int n = arm.dof();
  Along out;
  out.squares.assign(n, 0);
  sim::JointMotion m(n);
  const double step = path.duration() / steps;
  for (int k = 0; k <= steps; ++k) {
    path.at(k * step, m);
    const double weight = (k == 0 || k == steps ? 0.5 : 1) / steps;
    const Eigen::VectorXd tau = arm.id(m.q, m.qd, m.qdd), c = arm.bias(m.q, m.qd);
    double power = 0;
    for (int i = 0; i < n; ++i) {
      double& most = arm.chain().link(i).revolute() ? out.torque : out.force;
      most = std::max(most, std::abs(tau[i]));
      power += std::max(0.0, tau[i] * m.qd[i]);
      out.squares[i] += weight * tau[i] * tau[i];
    }
    out.power = std::max(out.power, power);
    out.energy += weight * path.duration() * power;
    const Eigen::MatrixXd M = arm.inertia(m.q);
    out.coriolis += weight * c.dot(M.inverse() * c);
    out.inertia += weight * m.qdd.dot(M * m.qdd);
  }
  return out;
}

TEST(PathCriteria, AreThoseOfPlainCallsOnRandomArms) {
  for (int n = 1; n <= 8; ++n)
    for (const char* kind : {"chain", "mixed"}) {
      const Arm arm = Arm::load(std::string(kind) + ":" + std::to_string(n) + ":6");
      const auto path = std::make_shared<sim::Cycloid>(Eigen::VectorXd::Constant(n, -0.4),
                                                       Eigen::VectorXd::LinSpaced(n, 0.3, 1.2), 2.0);
      const Along want = along(arm, *path, 1000);
      choose::Task task;
      task.trajectory = path;
      const auto expect = [&](const char* stem, double value) {
        EXPECT_NEAR(score(arm, stem, task).value, value, 1e-10 * (1 + value)) << stem << ' ' << kind << n;
      };
      double torque = 0, force = 0;
      for (int i = 0; i < n; ++i) {
        double& most = arm.chain().link(i).revolute() ? torque : force;
        most = std::max(most, std::sqrt(want.squares[i]));
      }
      expect("peak_torque", want.torque);
      expect("peak_force", want.force);
      expect("rms_torque", torque);
      expect("rms_force", force);
      expect("peak_power", want.power);
      expect("cycle_energy", want.energy);
      expect("coriolis_ratio", std::sqrt(want.coriolis / want.inertia));
    }
}

// 004 eq 23, T = 10 s: the force of RTX's first joint is 19 kg (g + b''), b'' at most 2π²/T².
TEST(PathCriteria, TakeEquation23WithoutATrajectory) {
  const double most = 19 * (9.81 + 2 * kPi * kPi / 100);
  EXPECT_NEAR(score(Arm::load("rtx"), "peak_force").value, most, 1e-9);
  EXPECT_NEAR(score(Arm::load("rtx"), "peak_torque").value, 0.48539, 1e-5);  // golden: fig6_004_rtx
  EXPECT_NEAR(score(Arm::load("stanford_004"), "peak_torque").value, 38.458,
              5e-4);  // fig6_004_stanford_r_printed
}

TEST(PathCriteria, OfASlideThatLiftsAreKnown) {
  // 2 kg straight up by 1 m in 1 s, a cycloid: the energy is what it climbs, the speed at most 2 m/s
  Robot robot = Arm::load("rtx").robot();
  robot.links.resize(1);
  robot.links[0].mass = 2;
  robot.links[0].limits->effort = 50;
  robot.links[0].limits->velocity = 4;
  choose::Task task;
  task.trajectory = std::make_shared<sim::Cycloid>(Eigen::VectorXd::Zero(1), Eigen::VectorXd::Ones(1), 1);
  const Arm arm(robot);
  EXPECT_NEAR(score(arm, "cycle_energy", task).value, 2 * 9.81, 1e-3);
  EXPECT_NEAR(score(arm, "effort_margin", task).value, 1 - 2 * (9.81 + 2 * kPi) / 50, 1e-5);
  EXPECT_NEAR(score(arm, "velocity_margin", task).value, 0.5, 1e-5);
  EXPECT_EQ(score(arm, "coriolis_ratio", task).value, 0);
  task.payload = 3;
  EXPECT_NEAR(score(arm, "cycle_energy", task).value, 5 * 9.81, 1e-3);
}

TEST(PathCriteria, CoriolisRatioIsThatOfASlowerRun) {
  choose::Task fast, slow;
  fast.trajectory = std::make_shared<sim::Cycloid>(Eigen::VectorXd::Zero(6), Eigen::VectorXd::Ones(6), 1);
  slow.trajectory = std::make_shared<sim::Cycloid>(Eigen::VectorXd::Zero(6), Eigen::VectorXd::Ones(6), 7);
  const Arm arm = Arm::load("puma560");
  const double ratio = score(arm, "coriolis_ratio", fast).value;
  EXPECT_NEAR(score(arm, "coriolis_ratio", slow).value, ratio, 1e-10 * ratio);
}

TEST(PathCriteria, WithoutLimitsHaveNoMargin) {
  const choose::Score effort = score(Arm::load("rtx"), "effort_margin");
  EXPECT_TRUE(std::isnan(effort.value));
  EXPECT_EQ(effort.why, "joint 1 has no effort limit; set limits.effort");
  EXPECT_EQ(score(Arm::load("rtx"), "velocity_margin").why,
            "joint 1 has no velocity limit; set limits.velocity");
}

}  // namespace
}  // namespace catena::test
