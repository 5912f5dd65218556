// SPDX-License-Identifier: Apache-2.0
// Closed forms of seven-joint arms: each solution holds and has the value of the redundancy parameter that was asked for, the
// known posture is among them, and so is every one that the numerical solver finds.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "catena/core/ik.hpp"
#include "catena/core/ik_all.hpp"
#include "catena/io/load.hpp"
#include "support/ik.hpp"

namespace catena::test {
namespace {

using Eigen::Matrix4d;
using Eigen::Vector3d;
using Eigen::VectorXd;

double angle_between(double a, double b) { return std::abs(std::remainder(a - b, 2 * std::numbers::pi)); }

double most_apart(const VectorXd& a, const VectorXd& b) {  // all joints turn
  double most = 0;
  for (int i = 0; i < a.size(); ++i) most = std::max(most, angle_between(a[i], b[i]));
  return most;
}

bool among(const IkAll& all, const VectorXd& q, double tolerance) {
  for (int k = 0; k < all.count(); ++k)
    if (most_apart(all.q(k), q) <= tolerance) return true;
  return false;
}

// Residuals of 1e-9 over the smallest singular value of J with the parameter held, which is at least w / 10 or so.
double allowed(const Arm& arm, const VectorXd& q) {
  return 1e-7 + 1e-7 / std::max(arm.manipulability(q), 1e-6);
}

// Modified rows a, alpha, d, theta at any angles, of which those named in `meet` make three axes meet in a point.
Robot seven(const char* name, unsigned seed, bool shoulder, bool wrist) {
  Random r(seed);
  Robot robot;
  robot.name = name;
  robot.convention = Convention::modified;
  for (int i = 0; i < 7; ++i) {
    RobotLink& link = robot.links.emplace_back();
    link.name = "link" + std::to_string(i + 1);
    link.dh = {r(0.1, 0.5), r(0.4, 1.3), r(0.1, 0.5), r(-3, 3)};
    link.mass = 1;
    link.inertia = {0.01, 0.01, 0.01, 0, 0, 0};
  }
  if (shoulder) robot.links[1].dh.a = robot.links[1].dh.d = robot.links[2].dh.a = 0;
  if (wrist) robot.links[5].dh.a = robot.links[5].dh.d = robot.links[6].dh.a = 0;
  return robot;
}

struct SevenJoints {
  Robot robot;
  const char *method, *redundancy;
};

std::vector<SevenJoints> seven_joints() {
  const char* const both = "axes 1, 2 and 3 meet in a point, and axes 5, 6 and 7";
  std::vector<SevenJoints> all;
  for (const char* name : {"iiwa14", "lwr"}) all.push_back({Arm::load(name).robot(), both, "arm angle"});
  for (const char* name : {"panda", "fr3"})
    all.push_back({Arm::load(name).robot(), "axes 1, 2 and 3 meet in a point", "joint 7"});
  for (unsigned seed = 1; seed <= 4; ++seed) {
    all.push_back({seven("shoulder and wrist", seed, true, true), both, "arm angle"});
    all.push_back({seven("shoulder", seed, true, false), "axes 1, 2 and 3 meet in a point", "joint 7"});
    all.push_back({seven("wrist", seed, false, true), "axes 5, 6 and 7 meet in a point", "joint 1"});
  }
  return all;
}

TEST(IkAllOfSevenJoints, FindsTheKnownPostureAndAllHold) {
  for (const auto& [robot, method, redundancy] : seven_joints()) {
    const Arm arm(robot);
    IkAll all(arm, {.keep_limits = false});
    EXPECT_EQ(all.method(), method) << robot.name;
    EXPECT_EQ(all.redundancy(), redundancy) << robot.name;
    Random random(6);
    int solutions = 0;
    for (int k = 0; k < 100; ++k) {
      const VectorXd q = posture_within(joint_ranges(robot), random);
      const Matrix4d goal = arm.pose(q);
      const double parameter = all.parameter_of(q);
      solutions += all.solve(goal, parameter);
      EXPECT_TRUE(among(all, q, allowed(arm, q))) << robot.name << ", pose " << k << ": " << q.transpose();
      for (int j = 0; j < all.count(); ++j) {
        const Distance d = distance(arm.pose(all.q(j)), goal);
        EXPECT_LE(d.position, 1e-9 + 1e-13) << robot.name << ", pose " << k;
        EXPECT_LE(d.orientation, 1e-9 + 1e-13) << robot.name << ", pose " << k;
        EXPECT_LE(angle_between(all.parameter_of(all.q(j)), parameter), allowed(arm, q)) << robot.name;
        for (int i = 0; i < j; ++i) EXPECT_GT(most_apart(all.q(i), all.q(j)), 1e-6);
      }
    }
    EXPECT_GE(solutions, 300) << robot.name;  // more than the known one
  }
}

TEST(IkAllOfSevenJoints, HasEverySolutionThatIsFoundNumerically) {
  for (const auto& [robot, method, redundancy] : seven_joints()) {
    const Arm arm(robot);
    IkAll all(arm, {.keep_limits = false});
    Random random(7);
    Ik ik(arm, {.starts = 1, .keep_limits = false, .diagnose = false});
    int compared = 0;
    for (int k = 0; k < 60; ++k) {
      const Matrix4d goal = arm.pose(posture_within(joint_ranges(robot), random));
      const IkResult& found = ik.solve(goal, posture_within(joint_ranges(robot), random));
      if (!found.ok()) continue;
      ++compared;
      all.solve(goal, all.parameter_of(found.q));
      EXPECT_TRUE(among(all, found.q, allowed(arm, found.q)))
          << robot.name << ", pose " << k << ": " << found.q.transpose();
    }
    EXPECT_GE(compared, 20) << robot.name;
  }
}

// Shoulder, elbow and wrist of the iiwa are the origins of the frames of joints 2, 4 and 6.
TEST(IkAllOfSevenJoints, TurnsTheElbowByTheArmAngle) {
  const Arm arm = Arm::load("iiwa14");
  IkAll all(arm, {.keep_limits = false});
  Random random(3);
  const VectorXd q = posture_within(joint_ranges(arm.robot()), random);
  const Matrix4d goal = arm.pose(q);
  const auto origin = [&](const VectorXd& x, int link) {
    return Vector3d(arm.pose(x, Frame<double>::point(link, Vec3<double>::zero())).topRightCorner<3, 1>());
  };
  for (const double parameter : {-3.0, -1.2, 0.0, 0.4, 2.5}) {
    ASSERT_GE(all.solve(goal, parameter), 4);
    for (int k = 0; k < all.count(); ++k) {
      const VectorXd x = all.q(k);
      const Vector3d shoulder = origin(x, 1), line = (origin(x, 5) - shoulder).normalized();
      const Vector3d elbow = origin(x, 3) - shoulder, up = Vector3d::UnitZ();
      const Vector3d side = elbow - elbow.dot(line) * line, zero = up - up.dot(line) * line;
      EXPECT_LE(angle_between(std::atan2(line.dot(zero.cross(side)), zero.dot(side)), parameter), 1e-8);
    }
  }
}

TEST(IkAllOfSevenJoints, KeepsTheLimitsAndListsTheNearestFirst) {
  for (const char* name : {"iiwa14", "panda"}) {
    const Arm arm = Arm::load(name);
    const auto ranges = joint_ranges(arm.robot());
    Random random(11);
    int fewer = 0;
    for (int k = 0; k < 30; ++k) {
      const VectorXd q = posture_within(ranges, random);
      IkAll inside(arm, {.near = q}), everywhere(arm, {.keep_limits = false, .near = q});
      const double parameter = inside.parameter_of(q);
      inside.solve(arm.pose(q), parameter), everywhere.solve(arm.pose(q), parameter);
      ASSERT_GE(inside.count(), 1);
      EXPECT_LE((inside.q(0) - q).cwiseAbs().maxCoeff(), allowed(arm, q)) << name;
      for (int j = 0; j < inside.count(); ++j)
        for (int i = 0; i < 7; ++i) {
          EXPECT_GE(inside.q(j)[i], ranges[i][0]);
          EXPECT_LE(inside.q(j)[i], ranges[i][1]);
        }
      for (int j = 1; j < inside.count(); ++j)
        EXPECT_GE((inside.q(j) - q).norm(), (inside.q(j - 1) - q).norm());
      fewer += inside.count() < everywhere.count();
    }
    EXPECT_GT(fewer, 0) << name;  // so that limits matter
  }
}

TEST(IkAllOfSevenJoints, SamplesTheRedundancyParameter) {
  for (const char* name : {"iiwa14", "panda"}) {
    const Arm arm = Arm::load(name);
    IkAll all(arm, {.samples = 24}), one(arm);
    const VectorXd q = VectorXd::LinSpaced(7, -1.1, -0.3);
    const Matrix4d goal = arm.pose(q);
    const int count = all.solve(goal);
    EXPECT_GE(count, 10) << name;
    int separately = 0;
    const auto [lower, upper] = joint_ranges(arm.robot())[6];
    for (int k = 0; k < 24; ++k)
      separately += one.solve(goal, all.redundancy() == "joint 7" ? lower + k * (upper - lower) / 23
                                                                  : (k - 12) * std::numbers::pi / 12);
    EXPECT_EQ(count, separately) << name;
    for (int k = 0; k < count; ++k) {
      const Distance d = distance(arm.pose(all.q(k)), goal);
      EXPECT_LE(std::max(d.position, d.orientation), 1e-9 + 1e-13);
    }
  }
}

TEST(IkAllOfSevenJoints, FindsTheRangesOfTheParameterThatTheLimitsAllow) {
  int bounded = 0, across_the_end = 0;
  for (const char* name : {"iiwa14", "panda"}) {
    const Arm arm = Arm::load(name);
    IkAll all(arm), everywhere(arm, {.keep_limits = false});
    Random random(5);
    for (int k = 0; k < 10; ++k) {
      const VectorXd q = posture_within(joint_ranges(arm.robot()), random);
      const Matrix4d goal = arm.pose(q);
      const auto ranges = all.parameter_ranges(goal);
      const auto inside = [&](double x) {
        for (const auto& [lower, upper] : ranges)
          for (const double turn : {-2 * std::numbers::pi, 0.0, 2 * std::numbers::pi})
            if (x + turn >= lower && x + turn <= upper) return true;
        return false;
      };
      EXPECT_TRUE(inside(all.parameter_of(q))) << name << ", pose " << k;
      for (const auto& [lower, upper] : ranges) {
        bounded += upper - lower < 6;
        across_the_end += upper > std::numbers::pi + 1e-9;
        ASSERT_LT(lower + 2e-9, upper);
        for (const double part : {0.0, 0.3, 0.5, 0.8, 1.0})
          EXPECT_GE(all.solve(goal, lower + 1e-9 + part * (upper - lower - 2e-9)), 1)
              << name << ", pose " << k;
      }
      for (int i = 0; i < 20; ++i) {
        const double x = random(-3, 3);
        EXPECT_TRUE(inside(x) || all.solve(goal, x) == 0) << name << ", pose " << k << ": " << x;
      }
    }
    EXPECT_GE(everywhere.parameter_ranges(arm.pose(VectorXd::Constant(7, 0.5))).size(), 1u);
  }
  EXPECT_GT(bounded, 5);
  EXPECT_GT(across_the_end, 0);
  EXPECT_TRUE(IkAll(Arm::load("ur5e")).parameter_ranges(Matrix4d::Identity()).empty());
}

// Stretched at the elbow, where joints 3 and 5 turn about one axis.
TEST(IkAllOfSevenJoints, SolvesStretchedArms) {
  const Arm arm = Arm::load("iiwa14");
  VectorXd q(7);
  q << 0.3, 0.7, -0.4, 0, 0.5, 0.9, -0.2;
  IkAll all(arm, {.near = q});
  for (const double parameter : {all.parameter_of(q), 1.0}) {
    ASSERT_GE(all.solve(arm.pose(q), parameter), 1);
    const Distance d = distance(arm.pose(all.q(0)), arm.pose(q));
    EXPECT_LE(std::max(d.position, d.orientation), 1e-9 + 1e-13);
  }
}

TEST(IkAllOfSevenJoints, FindsNothingOutOfReach) {
  Matrix4d far = Matrix4d::Identity();
  far(0, 3) = 20;
  for (const char* name : {"iiwa14", "panda"}) EXPECT_EQ(IkAll(Arm::load(name)).solve(far), 0);
}

std::string message_of(const auto& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(IkAllOfSevenJoints, RefusesInWords) {
  EXPECT_EQ(message_of([] { IkAll all(Arm(generate_robot("chain:7"))); }),
            "ik_all: 'chain:7' has no closed-form solution\n"
            "  given   no three axes at one end that meet in a point, also if joint 1 or 7 is fixed, and no "
            "parallel axes next to them\n"
            "  need    an arm with one of these features\n"
            "  hint    Arm::ik, or 'catena ik' without --all, solves it numerically");
  const Arm arm = Arm::load("iiwa14");
  EXPECT_EQ(message_of([&] { IkAll all(arm, {.samples = 0}); }),
            "ik_all: 'samples' is out of range\n  given   0\n  need    1 or more");
  EXPECT_EQ(message_of([&] { IkAll(arm).solve(Matrix4d::Identity(), NAN); }),
            "ik_all: the redundancy parameter is not finite\n  given   nan");
  EXPECT_EQ(message_of([&] { IkAll(Arm::load("ur5e")).solve(Matrix4d::Identity(), 0); }),
            "ik_all: the arm has no redundancy parameter\n  given   six joints\n  need    seven joints\n"
            "  hint    call solve(pose)");
  EXPECT_EQ(message_of([&] { IkAll(arm).parameter_of(VectorXd::Zero(6)); }),
            "ik_all: 'q' has the wrong size\n  given   6 elements\n  need    7 elements");
  EXPECT_EQ(message_of([&] { IkAll all(arm, {.frame = Frame<double>::point(3, Vec3<double>::zero())}); }),
            "ik_all: 'frame' is not fixed to the last link\n  given   link 3\n"
            "  need    link 6, since all seven joints have to move it");
}

}  // namespace
}  // namespace catena::test
