// SPDX-License-Identifier: Apache-2.0
// The motors of a robot file in the criteria of dynamics.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "catena/sim/cycloid.hpp"
#include "choose/arms.hpp"

namespace catena::test {
namespace {

const choose::Task kWithout = {.motors = false};

// By Eigen, on postures of its own within the limits of the PUMA.
struct Puma {
  double mean_condition = 0, median_condition = 0, reflected_mass = 0;

  explicit Puma(bool motors) {
    const Arm arm = Arm::load("puma560");
    Random random(7);
    constexpr int kStates = 4000;
    std::vector<double> conditions;
    for (int k = 0; k < kStates; ++k) {
      Eigen::VectorXd q(6);
      for (int i = 0; i < 6; ++i) {
        const auto [lower, upper] = *arm.robot().links[i].limits->position;
        q[i] = upper - lower < 6.28 ? random(lower, upper) : random(-3.14159, 3.14159);
      }
      Eigen::MatrixXd M = arm.inertia(q);
      if (motors) M += arm.rotor_inertia().asDiagonal();
      const Eigen::VectorXd e = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(M).eigenvalues();
      conditions.push_back(e[5] / e[0]);
      const Eigen::MatrixXd J = arm.jacobian(q).bottomRows(3);
      reflected_mass += 3 / (J * M.inverse() * J.transpose()).trace() / kStates;
    }
    for (const double c : conditions) mean_condition += c / kStates;
    std::nth_element(conditions.begin(), conditions.begin() + kStates / 2, conditions.end());
    median_condition = conditions[kStates / 2];
  }
};

TEST(Motors, CountInTheConditionAndTheReflectedMassOfThePuma) {
  const Arm arm = Arm::load("puma560");
  const Puma with(true), without(false);
  const auto near = [&](const char* stem, const choose::Task& task, double value, double tolerance) {
    EXPECT_NEAR(score(arm, stem, task).value, value, tolerance * value) << stem << task.motors;
  };
  near("gim_condition_mean", {}, with.mean_condition, 0.02);
  near("gim_condition_mean", kWithout, without.mean_condition, 0.02);
  near("gim_condition", {}, with.median_condition, 0.02);
  near("gim_condition", kWithout, without.median_condition, 0.02);
  near("reflected_mass", {}, with.reflected_mass, 0.01);
  near("reflected_mass", kWithout, without.reflected_mass, 0.01);
  // the rotors of the wrist have far more inertia than its links
  EXPECT_GT(without.mean_condition, 1000 * with.mean_condition);
  EXPECT_GT(with.reflected_mass, 2 * without.reflected_mass);
}

TEST(Motors, CountInTorquesAndEnergiesAlongThePath) {
  const Arm arm = Arm::load("puma560");
  const Eigen::VectorXd from = Eigen::VectorXd::Constant(6, 0.1), to = Eigen::VectorXd::Constant(6, 0.7);
  const sim::Cycloid path(from, to, 0.8);
  const auto expected = [&](bool motors) {
    sim::JointMotion m(6);
    double energy = 0, torque = 0;
    for (int k = 0; k <= 1000; ++k) {
      path.at(0.8 * k / 1000, m);
      Eigen::VectorXd tau = arm.id(m.q, m.qd, m.qdd);
      if (motors) tau += arm.rotor_inertia().cwiseProduct(m.qdd) + arm.friction(m.qd);
      torque = std::max(torque, tau.cwiseAbs().maxCoeff());
      energy += (k == 0 || k == 1000 ? 0.5 : 1) * 0.8e-3 * tau.cwiseProduct(m.qd).cwiseMax(0).sum();
    }
    return std::pair(torque, energy);
  };
  for (const bool motors : {true, false}) {
    const auto [torque, energy] = expected(motors);
    choose::Task task;
    task.trajectory = std::make_shared<sim::Cycloid>(path);
    task.motors = motors;
    EXPECT_NEAR(score(arm, "peak_torque", task).value, torque, 1e-10 * torque) << motors;
    EXPECT_NEAR(score(arm, "cycle_energy", task).value, energy, 1e-10 * energy) << motors;
  }
  EXPECT_GT(expected(true).second, 1.5 * expected(false).second);
}

TEST(Motors, ChangeNothingWhereAFileHasNone) {
  const Arm arm = Arm::load("panda");
  for (const char* stem : {"gim_condition", "reflected_mass", "cycle_energy", "coriolis_ratio"})
    EXPECT_EQ(score(arm, stem).value, score(arm, stem, kWithout).value) << stem;
}

// Whether a criterion depends on the motors is said in its description.
TEST(Motors, AreInTheCriteriaThatSaySo) {
  const Arm arm = Arm::load("puma560");
  for (const choose::Criterion& c : choose::criteria()) {
    if (c.timed || c.stem.ends_with("_optimised")) continue;
    const std::string stem(c.stem);
    const choose::Score with = score(arm, stem.c_str(), {.samples = 64}),
                        without = score(arm, stem.c_str(), {.samples = 64, .motors = false});
    if (std::isnan(with.value) || stem.ends_with("_force")) continue;
    EXPECT_EQ(with.value != without.value, c.motors) << stem;
  }
}

}  // namespace
}  // namespace catena::test
