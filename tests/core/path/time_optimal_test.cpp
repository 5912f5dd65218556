// SPDX-License-Identifier: Apache-2.0
// Time-optimal motions: within all limits by inverse dynamics, and as quick as closed forms and dynamic programming.
#include "catena/core/path/time_optimal.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <numbers>
#include <random>

#include "core/path/dynamic_programming.hpp"

namespace catena::test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using path::JointLimits;
using path::JointPath;
using path::LimitKind;
using path::TimeOptimal;

MatrixXd row(std::initializer_list<double> points) {
  MatrixXd out(1, static_cast<Eigen::Index>(points.size()));
  Eigen::Index k = 0;
  for (const double q : points) out(0, k++) = q;
  return out;
}
VectorXd one(double x) { return VectorXd::Constant(1, x); }

// A link with a point mass: revolute about a horizontal axis at a distance, or prismatic along an axis.
Arm single(JointKind kind, double mass, double distance, const Vec3<double>& gravity) {
  Robot robot;
  robot.name = "single";
  robot.gravity = gravity;
  RobotLink link;
  link.joint = kind;
  link.mass = mass;
  link.com = {distance, 0, 0};
  link.inertia = Sym3<double>::zero();
  robot.links = {link};
  return Arm(std::move(robot));
}

// The largest share of any limit, at `count` times, by inverse dynamics of the motion.
double largest_share(const Arm& arm, const TimeOptimal& best, const JointLimits& limits, int count,
                     bool motors = false) {
  const int n = arm.dof();
  VectorXd q(n), qd(n), qdd(n);
  double most = 0;
  const auto consider = [&](const VectorXd& x, const VectorXd& limit) {
    if (limit.size() > 0) most = std::max(most, x.cwiseAbs().cwiseQuotient(limit).maxCoeff());
  };
  for (int i = 0; i <= count; ++i) {
    best.motion.sample(best.motion.duration() * i / count, q, qd, qdd);
    VectorXd tau = arm.id(q, qd, qdd);
    if (motors) {
      // At the ends the arm rests, and Coulomb friction jumps: it counts as just before or after.
      const double v = best.motion.law().at(best.motion.duration() * i / count).v;
      VectorXd dq(n), ddq(n);
      best.motion.path().at(best.motion.law().at(best.motion.duration() * i / count).s, q, dq, ddq);
      tau += arm.rotor_inertia().cwiseProduct(qdd) + arm.friction(v == 0 ? VectorXd(1e-12 * dq) : qd);
    }
    consider(qd, limits.velocity), consider(qdd, limits.acceleration), consider(tau, limits.torque);
  }
  return most;
}

// With the limits less by the tolerance e, torques shrink by e and times grow by e / 2.
TEST(TimeOptimal, IsTheBangBangMotionOfAPointMass) {
  const double m = 2, F = 6, d = 3;
  const Arm arm = single(JointKind::prismatic, m, 0, {0, 0, 0});
  for (const double e : {1e-2, 1e-4}) {
    const TimeOptimal best =
        path::time_optimal(arm, JointPath::lines(row({0, d})), {.torque = one(F)}, {.tolerance = e});
    const double want = 2 * std::sqrt(d * m / (F * (1 - e)));
    EXPECT_NEAR(best.motion.duration(), want, 1e-9 * want);
    ASSERT_EQ(best.active.size(), 1u);
    EXPECT_EQ(best.active[0].kind, LimitKind::torque);
  }
}

TEST(TimeOptimal, CruisesAtTheLimitOfTheVelocityLikeATrapezoid) {
  const Arm arm = single(JointKind::prismatic, 2, 0, {0, 0, 0});
  const double e = 1e-4, F = 6 * (1 - e), V = 1 * (1 - e), d = 3, a = F / 2;
  const TimeOptimal best =
      path::time_optimal(arm, JointPath::lines(row({0, d})), {.velocity = one(1), .torque = one(6)},
                         {.tolerance = e, .grid = 1000});
  const double want = path::TimeLaw::trapezoid(d, {V, a}).duration();
  EXPECT_GE(best.motion.duration(), want * (1 - 1e-12));
  EXPECT_NEAR(best.motion.duration(), want, 1e-4 * want);  // the switching point is not on the grid
  EXPECT_EQ(best.active.size(), 3u);
}

// Against gravity, force up and down differ: up with F/m - g, braking with F/m + g.
TEST(TimeOptimal, LiftsAMassWithTheForceThatGravityLeaves) {
  const double m = 1, g = 9.81, F = 15, d = 1, e = 1e-4;
  const Arm arm = single(JointKind::prismatic, m, 0, {0, 0, -g});
  const double up = F * (1 - e) / m - g, down = F * (1 - e) / m + g;
  const TimeOptimal best = path::time_optimal(arm, JointPath::lines(row({0, d})), {.torque = one(F)},
                                              {.tolerance = e, .grid = 2000});
  const double peak = std::sqrt(2 * d * up * down / (up + down)), want = peak / up + peak / down;
  EXPECT_GE(best.motion.duration(), want * (1 - 1e-12));
  EXPECT_NEAR(best.motion.duration(), want, 1e-5 * want);
}

// A pendulum from hanging to level. The torque is constant in both phases, so that energy gives the speed: with it the
// switching angle and, by quadrature, the duration.
TEST(TimeOptimal, RaisesAPendulumAsEnergySays) {
  const double m = 1, l = 1, g = 9.81, e = 1e-4, T = 20, tau = T * (1 - e), I = m * l * l;
  const Arm arm =
      single(JointKind::revolute, m, l, {g, 0, 0});  // hangs at q = 0: the torque of gravity is m g l sin q
  ASSERT_NEAR(arm.gravity(one(0.5))[0], m * g * l * std::sin(0.5), 1e-12);
  const double end = std::numbers::pi / 2;
  // ½ I w² = tau q - m g l (1 - cos q), and from the end ½ I w² = tau (end - q) + m g l cos q.
  const double half = (tau * end + m * g * l) / (2 * tau);  // where both are equal
  const auto speed = [&](double q) {
    const double energy =
        q < half ? tau * q - m * g * l * (1 - std::cos(q)) : tau * (end - q) + m * g * l * std::cos(q);
    return std::sqrt(2 * energy / I);
  };
  // ∫ dq / w, with q = r² (and r² from the end), which removes the singularity.
  const auto quadrature = [&](double from, double sign, double way) {
    const int count = 20000;
    double sum = 0;
    for (int i = 0; i < count; ++i) {
      const double r = std::sqrt(way) * (i + 0.5) / count;
      sum += 2 * r / speed(from + sign * r * r) * std::sqrt(way) / count;
    }
    return sum;
  };
  const double want = quadrature(0, 1, half) + quadrature(end, -1, end - half);
  const TimeOptimal best = path::time_optimal(arm, JointPath::lines(row({0, end})), {.torque = one(T)},
                                              {.tolerance = e, .grid = 2000});
  EXPECT_GE(best.motion.duration(), want * (1 - 1e-6));
  EXPECT_NEAR(best.motion.duration(), want, 1e-4 * want);
}

class RandomArms : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    std::mt19937 random(11);
    std::uniform_real_distribution<double> unit(-1, 1);
    points_ = MatrixXd::NullaryExpr(arm_.dof(), 5, [&] { return unit(random); });
    // Twice what holds the arm at any of many places near the path, and a little for joints without load.
    limits_.torque = VectorXd::Constant(arm_.dof(), 1);
    for (int i = 0; i < 200; ++i) {
      const VectorXd q = VectorXd::NullaryExpr(arm_.dof(), [&] { return 1.5 * unit(random); });
      limits_.torque = limits_.torque.cwiseMax(2 * arm_.gravity(q).cwiseAbs());
    }
    limits_.velocity = VectorXd::NullaryExpr(arm_.dof(), [&] { return 2 + unit(random); });
    limits_.acceleration = VectorXd::NullaryExpr(arm_.dof(), [&] { return 30 + 10 * unit(random); });
  }
  Arm arm_ = Arm::load(GetParam());
  MatrixXd points_;
  JointLimits limits_;
};

TEST_P(RandomArms, KeepAllLimitsEverywhereAndUseOneAlways) {
  for (const JointPath& path :
       {JointPath::lines(points_), JointPath::lines(points_, 0.3), JointPath::spline(points_)}) {
    const TimeOptimal best = path::time_optimal(arm_, path, limits_);
    EXPECT_LE(best.largest_share, 1);
    EXPECT_LE(largest_share(arm_, best, limits_, 5000), 1);
    // Bang-bang: a limit is active nearly all the time; where the motion switches from one to another, there is a short gap.
    double idle = 0;
    for (const path::ActiveLimit& active : best.active)
      if (active.share < 0.998)
        idle += best.motion.law().time_at(active.end) - best.motion.law().time_at(active.begin);
    EXPECT_LT(idle, 0.005 * best.motion.duration());
    EXPECT_EQ(best.active.front().begin, 0);
    EXPECT_EQ(best.active.back().end, path.length());
    VectorXd q(arm_.dof()), qd(q), qdd(q);
    best.motion.sample(0, q, qd, qdd);
    EXPECT_LT((q - points_.col(0)).norm() + qd.norm(), 1e-13);
    best.motion.sample(best.motion.duration(), q, qd, qdd);
    EXPECT_LT((q - points_.col(4)).norm(), 1e-12);
    EXPECT_LT(qd.norm(), 1e-9);
  }
}

// Velocity, acceleration and torque are those of one motion.
TEST_P(RandomArms, MoveWithTheDerivativesOfTheirPositions) {
  const TimeOptimal best = path::time_optimal(arm_, JointPath::spline(points_), limits_);
  const int n = arm_.dof();
  VectorXd q(n), qd(n), qdd(n), q0(n), q1(n), v0(n), v1(n), unused(n);
  const auto phases = best.motion.law().phases();
  for (std::size_t k = 0; k + 1 < phases.size(); k += 7) {
    const double h = 0.1 * (phases[k + 1].begin - phases[k].begin), t = phases[k].begin + 5 * h;
    best.motion.sample(t, q, qd, qdd);
    best.motion.sample(t - h, q0, v0, unused), best.motion.sample(t + h, q1, v1, unused);
    EXPECT_LT(((q1 - q0) / (2 * h) - qd).norm(), 1e-3 * (1 + qd.norm()));
    EXPECT_LT(((v1 - v0) / (2 * h) - qdd).norm(), 1e-2 * (1 + qdd.norm()));
  }
}

// Twice the velocities, four times the accelerations and torques, without gravity: the same motion at twice the speed.
TEST_P(RandomArms, ScaleWithTheirLimits) {
  const Arm arm = arm_.with_gravity({0, 0, 0});
  const JointPath path = JointPath::lines(points_, 0.2);
  JointLimits faster = limits_;
  faster.velocity *= 2, faster.acceleration *= 4, faster.torque *= 4;
  EXPECT_NEAR(path::time_optimal(arm, path, limits_).motion.duration(),
              2 * path::time_optimal(arm, path, faster).motion.duration(), 1e-9);
}

// The time law with the largest constant limits along the path that the joints allow is a motion along the path, too.
TEST_P(RandomArms, AreNeverSlowerThanATrapezoidOrADoubleS) {
  const double e = 1e-4;
  MatrixXd ends(arm_.dof(), 2);
  ends << points_.col(0), points_.col(1);
  JointLimits limits = limits_;
  limits.torque = {};
  const double best =
      path::time_optimal(arm_, JointPath::lines(ends), limits, {.tolerance = e}).motion.duration();
  const double trapezoid = path::point_to_point(ends.col(0), ends.col(1), limits).duration();
  limits.jerk = 20 * limits.acceleration;
  EXPECT_LT(trapezoid, path::point_to_point(ends.col(0), ends.col(1), limits).duration());
  EXPECT_LT(best, trapezoid * (1 + 2e-3));  // the tolerance, and switching points beside the grid
  EXPECT_GT(best, trapezoid * (1 - 1e-9));
}

class SmallArms : public RandomArms {};

TEST_P(SmallArms, AreAsQuickAsDynamicProgramming) {
  const JointPath path = JointPath::lines(points_, 0.4);
  const TimeOptimal best = path::time_optimal(arm_, path, limits_, {.tolerance = 1e-4, .grid = 400});
  const double brute = dynamic_programming(arm_, path, limits_, 50, 1000);
  EXPECT_LT(best.motion.duration(),
            1.005 * brute);  // brute force has limits at the middles of 50 intervals only
  EXPECT_GT(best.motion.duration(), 0.96 * brute);  // and rounds speeds down
}

// Zero-inertia points would make the result depend on the grid, by 4 % on stanford_004 with 50 intervals.
TEST_P(SmallArms, NeedNoFineGridToBeginWith) {
  const JointPath path = JointPath::lines(points_, 0.4);
  const double coarse = path::time_optimal(arm_, path, limits_, {.grid = 50}).motion.duration();
  const double fine = path::time_optimal(arm_, path, limits_, {.grid = 2000}).motion.duration();
  EXPECT_NEAR(coarse, fine, 0.005 * fine);
}

INSTANTIATE_TEST_SUITE_P(TimeOptimal, SmallArms,
                         testing::Values("chain:1", "planar:2", "mixed:2:3", "mixed:3:1", "stanford_004"));
INSTANTIATE_TEST_SUITE_P(TimeOptimal, RandomArms,
                         testing::Values("chain:1", "planar:2", "mixed:2:3", "mixed:3:1", "chain:4",
                                         "mixed:5:2", "puma560", "stanford_004", "panda", "mixed:9:4",
                                         "mixed:12:7"));

TEST(TimeOptimal, CountsRotorsAndFrictionOfMotors) {
  const Arm arm = Arm::load("puma560");
  std::mt19937 random(5);
  std::uniform_real_distribution<double> unit(-0.7, 0.7);
  const MatrixXd points = MatrixXd::NullaryExpr(6, 4, [&] { return unit(random); });
  JointLimits limits = {.torque = (VectorXd(6) << 97.6, 186.4, 89.4, 24.2, 20.1, 21.3).finished()};
  limits.velocity = VectorXd::Constant(6, 8);
  const JointPath path = JointPath::spline(points);
  const TimeOptimal plain = path::time_optimal(arm, path, limits);
  const TimeOptimal real = path::time_optimal(arm, path, limits, {.motors = true});
  EXPECT_GT(real.motion.duration(), 1.1 * plain.motion.duration());
  EXPECT_LE(real.largest_share, 1);
  EXPECT_GT(largest_share(arm, plain, limits, 2000, true), 1.1);  // without them, the motors are overloaded
  EXPECT_LE(largest_share(arm, real, limits, 5000, true), 1);
  EXPECT_LE(largest_share(arm, real, limits, 200000, true),
            1);  // also just before and after joints turn back
}

// With limits k² times as large, the same motion takes a k-th of the time: no unit of time is special.
TEST(TimeOptimal, DoesNotDependOnTheUnitOfTime) {
  const Arm arm = Arm::load("planar2");
  const JointPath path = JointPath::lines((MatrixXd(2, 3) << 0, 1, 0.5, 0, 0.5, 1).finished(), 0.2);
  const auto duration = [&](double k) {
    const JointLimits limits = {.velocity = VectorXd::Constant(2, 2 * k),
                                .acceleration = VectorXd::Constant(2, 10 * k * k)};
    return path::time_optimal(arm, path, limits).motion.duration();
  };
  const double usual = duration(1);
  for (const double k : {1e-40, 1e-9, 1e-3, 1e3, 1e9, 1e40})
    EXPECT_NEAR(k * duration(k), usual, 1e-6 * usual) << k;
}

TEST(TimeOptimal, TakesHugeLimitsForNone) {
  const Arm arm = Arm::load("planar2");
  const JointPath path = JointPath::lines((MatrixXd(2, 2) << 0, 1, 0, 1).finished());
  const VectorXd two = VectorXd::Constant(2, 2), huge = VectorXd::Constant(2, 1e300);
  EXPECT_EQ(path::time_optimal(arm, path, {.velocity = two, .acceleration = huge, .torque = huge})
                .motion.duration(),
            path::time_optimal(arm, path, {.velocity = two}).motion.duration());
}

TEST(TimeOptimal, KeepsALimitOfTheSpeedAlongThePath) {
  const Arm arm = Arm::load("planar2");
  const MatrixXd points = (MatrixXd(2, 2) << 0, 1, 0, 1).finished();
  const JointPath path = JointPath::lines(points);
  JointLimits limits = {.acceleration = VectorXd::Constant(2, 50)};
  const TimeOptimal best =
      path::time_optimal(arm, path, limits, {.speed = [](double s) { return s < 0.7 ? 0.5 : 1.0; }});
  double fastest = 0;
  for (int i = 0; i <= 1000; ++i) {
    const auto at = best.motion.law().at(best.motion.duration() * i / 1000);
    EXPECT_LE(at.v, at.s < 0.7 ? 0.5 : 1.0);
    fastest = std::max(fastest, at.v);
  }
  EXPECT_GT(fastest, 0.99);
}

class BadInput : public testing::Test {
 protected:
  static std::string text(const JointPath& path, const JointLimits& limits,
                          const path::TimeOptimalOptions& options = {}, ErrorKind kind = ErrorKind::usage) {
    try {
      path::time_optimal(Arm::load("planar2"), path, limits, options);
    } catch (const Error& e) {
      EXPECT_EQ(e.kind(), kind);
      return e.what();
    }
    return "";
  }
  const MatrixXd points_ = (MatrixXd(2, 2) << 0, 1, 0, 1).finished();
  const JointPath path_ = JointPath::lines(points_);
};
using TimeOptimalBadInput = BadInput;

TEST_F(TimeOptimalBadInput, IsDescribed) {
  const VectorXd two = VectorXd::Constant(2, 2);
  EXPECT_EQ(text(path_, {}),
            "time-optimal motion, s = 1.40714 of 1.41421: nothing limits the speed there\n"
            "  given   no limit of a joint that moves (numbers above 1e100 are regarded as none)\n"
            "  need    limits of velocity, acceleration or torque\n"
            "  hint    the robot's file may have none: give them with the path");
  EXPECT_EQ(
      text(path_, {.velocity = VectorXd::Zero(2)}),
      "time-optimal motion: the limit 'velocity' must be above 0\n  given   0 for joint 1 (counted from 1)\n"
      "  need    a number above 0, or infinity");
  EXPECT_EQ(text(path_, {.velocity = two, .acceleration = VectorXd::Constant(2, 1e-300)}),
            "time-optimal motion: the limit 'acceleration' is too small to compute with\n"
            "  given   1e-300 for joint 1 (counted from 1)\n  need    1e-100 or more");
  EXPECT_EQ(text(path_, {.torque = VectorXd::Ones(3)}),
            "time-optimal motion: 'torque' has the wrong length\n  given   3 numbers\n  need    2, one for "
            "each joint");
  EXPECT_EQ(text(JointPath::lines(row({0, 1})), {.velocity = two}),
            "time-optimal motion: the path is not one of this arm\n  given   a path of 1 joint\n  need    2, "
            "the joints of 'Planar 2R'");
  EXPECT_EQ(text(path_, {.velocity = two}, {.tolerance = 0}),
            "time-optimal motion: 'tolerance' must be between 0 and 1\n  given   0\n  need    a small share, "
            "such as 1e-3");
  EXPECT_THAT(text(path_, {.torque = two}, {}, ErrorKind::numerical),
              testing::StartsWith("time-optimal motion, s = 1.40714 of 1.41421: joint 1 (counted from 1) is "
                                  "too weak to hold the arm there\n"));
}

}  // namespace
}  // namespace catena::test
