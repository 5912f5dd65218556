// SPDX-License-Identifier: Apache-2.0
// Criteria at the tool: reach, payload, reflected mass, dynamic manipulability, conditioning of the Jacobian.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <numbers>

#include "choose/arms.hpp"

namespace catena::test {
namespace {

constexpr double kPi = std::numbers::pi;

Eigen::VectorXd random_posture(const Arm& arm, Random& random) {
  Eigen::VectorXd q(arm.dof());
  for (int i = 0; i < arm.dof(); ++i)
    q[i] = arm.robot().links[i].joint == JointKind::prismatic ? random(0.1, 0.6) : random(-kPi, kPi);
  return q;
}

TEST(Reach, IsThatOfClosedForms) {
  EXPECT_NEAR(score(Arm::load("planar3"), "reach").value, 2.5, 1e-12);
  EXPECT_NEAR(score(rp_arm(0.7, 1.1), "reach").value, 1.8, 1e-12);
  EXPECT_NEAR(score(rtx_arm(0.8, 0.6, 0.4), "reach").value, std::hypot(1.0, 0.82), 1e-12);
  // b1 up, then |b2 e + b3 u|
  EXPECT_NEAR(score(stanford_arm(0.3, 0.9), "reach").value, std::hypot(0.3, 0.1 + 0.9), 1e-12);
}

// The origin of the base frame may be anywhere; the shoulder is a point of the arm.
TEST(ShoulderReach, DoesNotDependOnTheBaseFrame) {
  // an elbow arm: h up, then two links of 0.5 m and 0.4 m
  const auto elbow = [](double h) {
    Robot robot = Arm::load("planar3").robot();
    robot.links[0].dh = {.a = 0, .alpha = kPi / 2, .d = h, .theta = 0};
    robot.links[1].dh = {.a = 0.5, .alpha = 0, .d = 0, .theta = 0};
    robot.links[2].dh = {.a = 0.4, .alpha = 0, .d = 0, .theta = 0};
    return Arm(robot);
  };
  EXPECT_NEAR(score(elbow(0.3), "reach").value, 1.2, 1e-9);
  EXPECT_NEAR(score(elbow(0.3), "shoulder_reach").value, 0.9, 1e-9);
  EXPECT_NEAR(score(elbow(0.7), "shoulder_reach").value, 0.9, 1e-9);
  // the base frame of the PUMA is at its shoulder
  const Arm puma = Arm::load("puma560");
  EXPECT_EQ(score(puma, "shoulder_reach").value, score(puma, "reach").value);
  EXPECT_LT(score(Arm::load("panda"), "shoulder_reach").value,
            score(Arm::load("panda"), "reach").value - 0.3);
}

TEST(ShoulderReach, NeedsTwoRevoluteAxesThatAreNotParallel) {
  for (const char* spec : {"planar2", "rtx", "chain:1"})
    EXPECT_EQ(score(Arm(ranged(spec)), "shoulder_reach").why,
              "no shoulder: its first two axes are not revolute, or they are parallel")
        << spec;
}

TEST(Reach, IsPassedByNoRandomPostureButNearlyReached) {
  for (int n = 1; n <= 8; ++n)
    for (const char* kind : {"chain", "mixed"})
      for (int seed = 1; seed <= 3; ++seed) {
        const Arm arm(ranged(std::string(kind) + ":" + std::to_string(n) + ":" + std::to_string(seed)));
        const choose::Score found = score(arm, "reach", {.samples = 256});
        Random random(n);
        double most = 0;
        for (int k = 0; k < 5000; ++k)
          most = std::max(most, arm.pose(random_posture(arm, random)).block<3, 1>(0, 3).norm());
        EXPECT_GE(found.value * (1 + 1e-12) + found.error, most) << kind << n;
        EXPECT_LE(found.value, 1.3 * most) << kind << n;  // 5000 postures come so near
      }
}

TEST(Reach, RespectsLimits) {
  Robot robot = Arm::load("planar2").robot();
  set_range(robot, 1, kPi / 2, kPi);
  EXPECT_NEAR(score(Arm(robot), "reach").value, std::sqrt(2.0), 1e-12);
}

// Both links of 1 m and 1 kg, level: joint 1 bears 9.81 (2 + 2 m), joint 2 bears 9.81 (0.5 + m).
TEST(Payload, OfTwoLevelLinksIsKnown) {
  Robot robot = Arm::load("planar2").robot();
  const auto limits = [&](double first, double second) {
    for (int i = 0; i < 2; ++i) {
      robot.links[i].limits = Limits{};
      robot.links[i].limits->effort = i == 0 ? first : second;
    }
    return Arm(robot);
  };
  EXPECT_NEAR(score(limits(60, 100), "payload").value, (60 / 9.81 - 2) / 2, 1e-9);
  EXPECT_NEAR(score(limits(100, 15), "payload").value, 15 / 9.81 - 0.5, 1e-9);
  EXPECT_EQ(score(limits(10, 100), "payload").value, 0);  // it cannot hold itself
  // what the task has it carry is part of that mass
  EXPECT_NEAR(score(limits(60, 100), "payload", {.payload = 0.3}).value, (60 / 9.81 - 2) / 2, 1e-9);
}

// A load that the task carries and a requirement on the payload are one thing: the Panda carries 4.36 kg.
TEST(Payload, OfAnArmWithALoadIsThatOfTheArmAlone) {
  const Arm arm = Arm::load("panda");
  const choose::Score alone = score(arm, "payload");
  EXPECT_GT(alone.value, 3);
  for (const double load : {1.0, 3.0, 50.0})
    EXPECT_EQ(score(arm, "payload", {.payload = load}).value, alone.value);
}

TEST(Payload, CannotBeToldWithoutEffortLimitsOrGravity) {
  EXPECT_EQ(score(Arm::load("planar2"), "payload").why, "joint 1 has no effort limit; set limits.effort");
  const Arm ur5 = Arm::load("ur5").with_gravity(Eigen::Vector3d::Zero());
  EXPECT_EQ(score(ur5, "payload").why, "there is no gravity");
}

TEST(Payload, IsHeldAtRandomPosturesAndNotALittleMore) {
  const Arm arm = Arm::load("ur5");
  const choose::Score found = score(arm, "payload");
  const auto worst = [&](double mass) {  // the greatest |torque| / limit
    Random random(8);
    double most = 0;
    for (int k = 0; k < 20000; ++k) {
      Eigen::VectorXd q(6);
      for (int i = 0; i < 6; ++i) q[i] = random(-kPi, kPi);
      const Eigen::VectorXd tau = arm.gravity(q) + mass * 9.81 * arm.jacobian(q).row(5).transpose();
      for (int i = 0; i < 6; ++i)
        most = std::max(most, std::abs(tau[i]) / *arm.robot().links[i].limits->effort);
    }
    return most;
  };
  EXPECT_LE(worst(found.value), 1 + 1e-9);
  EXPECT_GE(worst(1.05 * found.value), 1);
}

// Means over postures, by Eigen on other postures.
TEST(ToolCriteria, AreThoseOfEigenOnRandomArms) {
  for (int n = 1; n <= 8; ++n)
    for (const char* kind : {"chain", "mixed"}) {
      const Arm arm(ranged(std::string(kind) + ":" + std::to_string(n) + ":9"));
      constexpr double kLength = 0.8;
      constexpr int kStates = 2000;
      Random random(n);
      Eigen::MatrixXd values(kStates, 3);
      for (int k = 0; k < kStates; ++k) {
        const Eigen::VectorXd q = random_posture(arm, random);
        Eigen::MatrixXd J = arm.jacobian(q);
        const Eigen::MatrixXd inverse = arm.inertia(q).inverse();
        const Eigen::MatrixXd linear = J.bottomRows(3);
        values(k, 0) = std::min(n, 3) / (linear * inverse * linear.transpose()).trace();
        Eigen::MatrixXd rows = n >= 6 ? J : linear;
        const Eigen::MatrixXd A = rows * inverse;
        values(k, 1) = std::sqrt(std::max(
            0.0, n < rows.rows() ? (A.transpose() * A).determinant() : (A * A.transpose()).determinant()));
        for (int i = 0; i < n; ++i) {
          if (arm.robot().links[i].joint == JointKind::prismatic) rows.col(i) *= kLength;
          rows.col(i).tail(3) /= kLength;
        }
        const Eigen::VectorXd s = rows.jacobiSvd().singularValues();
        values(k, 2) = s[0] > 0 ? s[std::min<Eigen::Index>(n, rows.rows()) - 1] / s[0] : 0;
      }
      const char* stems[] = {"reflected_mass", "dynamic_manipulability", "jacobian_conditioning"};
      for (int c = 0; c < 3; ++c) {
        const choose::Score found = score(arm, stems[c], {.samples = 4096, .length = kLength});
        const double mean = values.col(c).mean();
        const double spread = std::sqrt((values.col(c).array() - mean).square().mean() / kStates);
        if (found.why.empty()) {
          EXPECT_NEAR(found.value, mean, 1.5 * found.error + 3.5 * spread + 1e-7 * (1 + mean))
              << stems[c] << kind << n;
        } else {
          EXPECT_TRUE(std::isinf(mean) || mean > 1e9) << stems[c] << kind << n << found.why;
        }
      }
    }
}

// Links of no mass but a point of 1 kg at the tool of RR: reflected mass 2 / tr = 1 everywhere.
TEST(ReflectedMass, OfAPointMassIsThatMass) {
  Robot robot = Arm::load("planar2").robot();
  for (RobotLink& link : robot.links) link.mass = 1e-9, link.inertia = Sym3<double>::zero();
  EXPECT_NEAR(score(Arm(robot), "reflected_mass", {.payload = 1}).value, 1, 1e-5);
}

TEST(JacobianConditioning, OfAnArmInAPlaneLooksAtThatPlane) {
  constexpr int kSeeds = 16;
  double found = 0, bar = 0;
  for (int seed = 1; seed <= kSeeds; ++seed) {
    const choose::Score one = score(Arm::load("planar2"), "jacobian_conditioning",
                                    {.samples = 8192, .seed = static_cast<std::uint64_t>(seed)});
    found += one.value / kSeeds, bar += one.error / kSeeds;
  }
  double mean = 0;  // by quadrature over q2
  constexpr int kSteps = 20000;
  for (int k = 0; k < kSteps; ++k) {
    const double q = 2 * kPi * (k + 0.5) / kSteps;
    Eigen::Matrix2d J;
    J << -std::sin(q), -std::sin(q), 1 + std::cos(q), std::cos(q);
    const Eigen::Vector2d s = J.jacobiSvd().singularValues();
    mean += s[1] / s[0] / kSteps;
  }
  EXPECT_NEAR(found, mean, 0.5 * bar + 1e-6) << "four standard deviations of the mean of 16";
  EXPECT_GT(score(Arm::load("planar3"), "jacobian_conditioning").value, 0.1);
}

}  // namespace
}  // namespace catena::test
