// SPDX-License-Identifier: Apache-2.0
// Every trajectory: its closed form, its ends, and derivatives that are those of its positions.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>

#include "catena/core/error.hpp"
#include "catena/sim/cycloid.hpp"
#include "catena/sim/quintic.hpp"
#include "catena/sim/sampled.hpp"
#include "catena/sim/spline.hpp"
#include "catena/sim/trapezoid.hpp"
#include "support/arms.hpp"

namespace catena::test {
namespace {

using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;
using sim::Cycloid;
using sim::JointMotion;
using sim::Quintic;
using sim::Sampled;
using sim::Spline;
using sim::Trajectory;
using sim::Trapezoid;

constexpr double kPi = std::numbers::pi;

const VectorXd kFrom = Vector3d(0.5, -1, 0.25), kTo = Vector3d(-1.5, 2, 0.25);

JointMotion at(const Trajectory& path, double t) {
  JointMotion motion(path.dof());
  path.at(t, motion);
  return motion;
}

MatrixXd random_points(int n, int count, unsigned seed) {
  Random random(seed);
  MatrixXd points(n, count);
  for (Eigen::Index k = 0; k < points.size(); ++k) points.data()[k] = random(-2, 2);
  return points;
}

// q̇ and q̈ against central differences of q and q̇, away from the kinks and from where q̈ has a corner.
void expect_derivatives(const Trajectory& path, const std::vector<double>& corners = {}) {
  const double T = path.duration(), h = 1e-5 * T;
  std::vector<double> kinks = path.kinks();
  kinks.insert(kinks.end(), corners.begin(), corners.end());
  for (const double kink : kinks) {  // there too positions and velocities are continuous
    if (kink <= 0 || kink >= T) continue;
    const JointMotion before = at(path, kink - 1e-9 * T), after = at(path, kink + 1e-9 * T);
    EXPECT_LT((after.q - before.q).cwiseAbs().maxCoeff(), 1e-7) << "t = " << kink;
    EXPECT_LT((after.qd - before.qd).cwiseAbs().maxCoeff(), 1e-6) << "t = " << kink;
  }
  int compared = 0;
  for (int k = 1; k < 200; ++k) {
    const double t = T * k / 200.0;
    bool smooth = true;
    for (double kink : kinks) smooth &= std::abs(t - kink) > 2 * h;
    if (!smooth) continue;
    ++compared;
    const JointMotion here = at(path, t), before = at(path, t - h), after = at(path, t + h);
    const VectorXd qd = (after.q - before.q) / (2 * h), qdd = (after.qd - before.qd) / (2 * h);
    const double speed = 1 + here.qd.cwiseAbs().maxCoeff(), push = 1 + here.qdd.cwiseAbs().maxCoeff();
    EXPECT_LT((here.qd - qd).cwiseAbs().maxCoeff(), 1e-7 * (speed + push / T)) << "t = " << t;
    EXPECT_LT((here.qdd - qdd).cwiseAbs().maxCoeff(), 1e-6 * (push + speed / T)) << "t = " << t;
  }
  EXPECT_GT(compared, 150);
}

void expect_still(const Trajectory& path, double t, const VectorXd& q) {
  const JointMotion motion = at(path, t);
  EXPECT_EQ(motion.q, q) << t;
  EXPECT_TRUE(motion.qd.isZero(0)) << t;
  EXPECT_TRUE(motion.qdd.isZero(0)) << t;
}

TEST(Cycloid, IsThePapersLawFromZeroToPi) {
  const Cycloid path(VectorXd::Zero(2), VectorXd::Constant(2, kPi), 10);
  for (double t : {0.0, 0.7, 2.5, 5.0, 9.9, 10.0}) {
    const double want = kPi / 10 * (t - 10 / (2 * kPi) * std::sin(2 * kPi * t / 10));  // as printed
    EXPECT_NEAR(at(path, t).q[1], want, 1e-14);
    EXPECT_NEAR(at(path, t).qd[0], kPi / 10 * (1 - std::cos(2 * kPi * t / 10)), 1e-14);
    EXPECT_NEAR(at(path, t).qdd[0], 2 * kPi * kPi / 100 * std::sin(2 * kPi * t / 10), 1e-14);
  }
  EXPECT_NEAR(at(path, 5).q[0], kPi / 2, 1e-15);
  EXPECT_NEAR(at(path, 5).qd[0], 2 * kPi / 10, 1e-15) << "twice the mean velocity";
}

TEST(Cycloid, BeginsAndEndsAtRest) {
  const Cycloid path(kFrom, kTo, 3);
  for (double t : {-1.0, 0.0}) expect_still(path, t, kFrom);
  for (double t : {3.0, 4.0}) expect_still(path, t, kTo);
  expect_derivatives(path);
}

TEST(Quintic, IsTheMinimumJerkLaw) {
  const Quintic path(VectorXd::Zero(1), VectorXd::Ones(1), 2);
  EXPECT_DOUBLE_EQ(at(path, 1).q[0], 0.5);
  EXPECT_DOUBLE_EQ(at(path, 1).qd[0], 1.875 / 2);
  EXPECT_NEAR(at(path, 1).qdd[0], 0, 1e-15);
  EXPECT_DOUBLE_EQ(at(path, 0.5).q[0], 106.0 / 1024);  // 10/64 - 15/256 + 6/1024
}

TEST(Quintic, BeginsAndEndsAtRest) {
  const Quintic path(kFrom, kTo, 0.7);
  for (double t : {-1.0, 0.0}) expect_still(path, t, kFrom);
  for (double t : {0.7, 1.0}) expect_still(path, t, kTo);
  expect_derivatives(path);
}

TEST(Trapezoid, IsTheClosedFormOfOneJoint) {
  // 3 m at 1 m/s and 2 m/s²: 0.5 s up, 2.5 s cruise, 0.5 s down
  const Trapezoid path(VectorXd::Zero(1), VectorXd::Constant(1, 3), VectorXd::Ones(1),
                       VectorXd::Constant(1, 2));
  EXPECT_DOUBLE_EQ(path.ramp(), 0.5);
  EXPECT_DOUBLE_EQ(path.cruise(), 2.5);
  EXPECT_DOUBLE_EQ(path.duration(), 3.5);
  EXPECT_DOUBLE_EQ(at(path, 0.5).q[0], 0.25);
  EXPECT_DOUBLE_EQ(at(path, 1.5).q[0], 1.25);
  EXPECT_DOUBLE_EQ(at(path, 3.25).q[0], 3 - 0.0625);
  EXPECT_EQ(path.kinks(), (std::vector<double>{0, 0.5, 3, 3.5}));
  // a short way: a triangle
  const Trapezoid near(VectorXd::Zero(1), VectorXd::Constant(1, -0.125), VectorXd::Ones(1),
                       VectorXd::Constant(1, 2));
  EXPECT_DOUBLE_EQ(near.duration(), 0.5);
  EXPECT_EQ(near.cruise(), 0);
  EXPECT_DOUBLE_EQ(at(near, 0.25).qd[0], -0.5);
}

TEST(Trapezoid, KeepsAllLimitsAndTouchesOne) {
  Random random(7);
  for (int trial = 0; trial < 50; ++trial) {
    const int n = 4;
    const auto draw = [&](double lo, double hi) -> VectorXd {
      const std::vector<double> v = random.vector(n, lo, hi);
      return Eigen::Map<const VectorXd>(v.data(), n);
    };
    const VectorXd from = draw(-3, 3), to = draw(-3, 3), speed = draw(0.1, 2), push = draw(0.1, 5);
    const Trapezoid path(from, to, speed, push);
    double fastest = 0, hardest = 0;
    for (int k = 0; k < 400; ++k) {
      const JointMotion motion = at(path, path.duration() * k / 400);
      fastest = std::max(fastest, (motion.qd.array() / speed.array()).abs().maxCoeff());
      hardest = std::max(hardest, (motion.qdd.array() / push.array()).abs().maxCoeff());
      EXPECT_NEAR(motion.qd.normalized().dot((to - from).normalized()), motion.qd.isZero(0) ? 0 : 1, 1e-12);
    }
    EXPECT_LE(fastest, 1 + 1e-12);
    EXPECT_LE(hardest, 1 + 1e-12);
    EXPECT_NEAR(hardest, 1, 1e-12) << "some joint is at its limit";
    if (path.cruise() > 0.1 * path.duration()) {
      EXPECT_NEAR(fastest, 1, 1e-12);
    }
    EXPECT_LT((at(path, path.duration()).q - to).cwiseAbs().maxCoeff(), 1e-15);
    expect_still(path, path.duration() + 1, to);
    expect_still(path, -1e-9, from);
    expect_derivatives(path);
  }
}

TEST(Trapezoid, MayStayWhereItIs) {
  const Trapezoid path(kFrom, kFrom, VectorXd::Ones(3), VectorXd::Ones(3));
  EXPECT_EQ(path.duration(), 0);
  EXPECT_TRUE(path.kinks().empty());
  expect_still(path, 0, kFrom);
  expect_still(path, 1, kFrom);
}

const std::vector<double> kTimes = {0, 0.4, 1.5, 1.7, 3};

TEST(Spline, PassesThroughItsPointsAtRestOrNaturally) {
  const MatrixXd points = random_points(4, 5, 3);
  for (const Spline::Ends ends : {Spline::Ends::rest, Spline::Ends::natural}) {
    const Spline path(kTimes, points, ends);
    for (std::size_t k = 0; k < kTimes.size(); ++k) {
      const JointMotion here = at(path, kTimes[k]);
      EXPECT_LT((here.q - points.col(static_cast<int>(k))).cwiseAbs().maxCoeff(), 1e-14) << k;
      if (k == 0 || k + 1 == kTimes.size()) {
        const VectorXd& none = ends == Spline::Ends::rest ? here.qd : here.qdd;
        const VectorXd& some = ends == Spline::Ends::rest ? here.qdd : here.qd;
        EXPECT_LT(none.cwiseAbs().maxCoeff(), 1e-13);
        EXPECT_GT(some.cwiseAbs().maxCoeff(), 1e-3);
        continue;
      }
      const JointMotion before = at(path, kTimes[k] - 1e-9), after = at(path, kTimes[k] + 1e-9);
      EXPECT_LT((after.qd - before.qd).cwiseAbs().maxCoeff(), 1e-6) << "velocities are continuous";
      EXPECT_LT((after.qdd - before.qdd).cwiseAbs().maxCoeff(), 1e-5) << "accelerations too";
    }
    expect_derivatives(path, kTimes);
    expect_still(path, -1, points.col(0));
    expect_still(path, 4, points.col(4));
  }
}

TEST(Spline, RepeatsACubicThatIsAtRestAtBothEnds) {
  // 3 t² - 2 t³ is a clamped spline of itself
  MatrixXd points(1, 5);
  const std::vector<double> times = {0, 0.1, 0.35, 0.8, 1};
  for (int k = 0; k < 5; ++k)
    points(0, k) = times[static_cast<std::size_t>(k)] * times[static_cast<std::size_t>(k)] *
                   (3 - 2 * times[static_cast<std::size_t>(k)]);
  const Spline path(times, points);
  for (double t = 0; t <= 1; t += 0.01) {
    EXPECT_NEAR(at(path, t).q[0], t * t * (3 - 2 * t), 1e-14);
    EXPECT_NEAR(at(path, t).qdd[0], 6 - 12 * t, 1e-12);
  }
}

TEST(Spline, OfTwoPointsIsTheCubic) {
  const Spline path({0, 2}, (MatrixXd(1, 2) << 0, 8).finished());
  EXPECT_NEAR(at(path, 1).q[0], 4, 1e-14);
  EXPECT_NEAR(at(path, 1).qd[0], 6, 1e-14);
  const Spline straight({0, 2}, (MatrixXd(1, 2) << 0, 8).finished(), Spline::Ends::natural);
  EXPECT_NEAR(at(straight, 0.5).q[0], 2, 1e-14);
}

// Samples of a polynomial of degree five, which it must reproduce.
struct Polynomial {
  MatrixXd q{2, 5}, qd{2, 5}, qdd{2, 5};

  static double value(int joint, double t, int order) {
    const double c[2][6] = {{1, -2, 0.5, 0.3, -0.7, 0.2}, {0.1, 0.4, -1, 1, 0.5, -0.25}};
    double sum = 0;
    for (int k = order; k < 6; ++k) {
      double factor = 1;
      for (int j = 0; j < order; ++j) factor *= k - j;
      sum += c[joint][k] * factor * std::pow(t, k - order);
    }
    return sum;
  }
  Polynomial() {
    for (int i = 0; i < 2; ++i)
      for (int k = 0; k < 5; ++k) {
        const double t = kTimes[static_cast<std::size_t>(k)];
        q(i, k) = value(i, t, 0), qd(i, k) = value(i, t, 1), qdd(i, k) = value(i, t, 2);
      }
  }
};

TEST(Sampled, RepeatsAPolynomialOfDegreeFive) {
  const Polynomial p;
  const Sampled path(kTimes, p.q, p.qd, p.qdd);
  for (double t = 0; t <= 3; t += 0.05)
    for (int i = 0; i < 2; ++i) {
      EXPECT_NEAR(at(path, t).q[i], Polynomial::value(i, t, 0), 1e-11) << t;
      EXPECT_NEAR(at(path, t).qd[i], Polynomial::value(i, t, 1), 1e-11) << t;
      EXPECT_NEAR(at(path, t).qdd[i], Polynomial::value(i, t, 2), 1e-10) << t;
    }
  expect_derivatives(path);
}

TEST(Sampled, MeetsPositionsAndVelocitiesWithoutAccelerations) {
  const Polynomial p;
  const Sampled path(kTimes, p.q, p.qd);
  for (std::size_t k = 0; k < kTimes.size(); ++k) {
    EXPECT_LT((at(path, kTimes[k]).q - p.q.col(static_cast<int>(k))).cwiseAbs().maxCoeff(), 1e-13);
    EXPECT_LT((at(path, kTimes[k]).qd - p.qd.col(static_cast<int>(k))).cwiseAbs().maxCoeff(), 1e-13);
  }
  EXPECT_EQ(path.kinks(), kTimes);
  expect_derivatives(path);
  expect_still(path, -1, p.q.col(0));
  expect_still(path, 9, p.q.col(4));
}

std::string message(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::usage);
    return error.what();
  }
  return "no error";
}

// The acceleration jumps at the ends: there it is that of the ramp, outside none.
TEST(Trapezoid, AcceleratesFromTheFirstInstant) {
  const Trapezoid path(VectorXd::Zero(1), VectorXd::Ones(1), VectorXd::Constant(1, 1.0),
                       VectorXd::Constant(1, 2.0));
  const auto acceleration = [&](double t) {
    JointMotion motion(1);
    path.at(t, motion);
    return motion.qdd[0];
  };
  EXPECT_EQ(acceleration(0), 2);
  EXPECT_EQ(acceleration(path.duration()), -2);
  EXPECT_EQ(acceleration(-1e-12), 0);
  EXPECT_EQ(acceleration(path.duration() + 1e-12), 0);
}

TEST(Trajectories, RefuseWhatCannotBe) {
  const VectorXd one = VectorXd::Ones(3);
  EXPECT_EQ(message([&] { Cycloid(kFrom, VectorXd::Zero(2), 1); }),
            "cycloid: 'to' has the wrong length\n  given   2 numbers\n  need    3, one for each joint");
  EXPECT_EQ(message([&] { Cycloid(kFrom, kTo, -1); }),
            "cycloid: 'duration' must be above 0\n  given   -1\n  need    a finite number above 0");
  EXPECT_EQ(message([&] { Quintic(Vector3d(0, NAN, 0), kTo, 1); }),
            "quintic: 'from' is not finite\n  given   nan for joint 2 (counted from 1)\n"
            "  need    finite numbers");
  EXPECT_EQ(message([&] { Trapezoid(kFrom, kTo, Vector3d(1, 0, 1), one); }),
            "trapezoid: 'velocity' must be above 0\n  given   0 for joint 2 (counted from 1)\n"
            "  need    finite numbers above 0");
  EXPECT_EQ(message([&] {
              Spline({0, 1, 1}, MatrixXd::Zero(2, 3));
            }),
            "spline: the times do not increase\n  given   t = 1 in row 3 (counted from 1)\n"
            "  need    increasing times");
  EXPECT_EQ(message([&] {
              Spline({1, 2}, MatrixXd::Zero(2, 2));
            }),
            "spline: the times do not begin at 0\n  given   t = 1 in row 1 (counted from 1)\n"
            "  need    t = 0 in the first row");
  EXPECT_EQ(message([&] { Spline({0}, MatrixXd::Zero(2, 1)); }),
            "spline: too few times\n  given   1\n  need    two or more, the first of them 0");
  EXPECT_EQ(message([&] {
              Spline({0, 1}, MatrixXd::Zero(2, 3));
            }),
            "spline: the number of points differs from the number of times\n  given   3 points, 2 times");
  MatrixXd points = MatrixXd::Zero(2, 3);
  points(0, 1) = NAN;
  EXPECT_EQ(message([&] {
              Spline({0, 1, 2}, points);
            }),
            "spline, point 2: 'q' is not finite\n  given   nan for joint 1 (counted from 1)\n"
            "  need    finite numbers");
  EXPECT_EQ(message([&] {
              Sampled({0, 1}, MatrixXd::Zero(2, 2), MatrixXd::Zero(1, 2));
            }),
            "sampled trajectory: 'qd' has the wrong size\n  given   1 x 2\n  need    2 x 2, joints x times");
}

}  // namespace
}  // namespace catena::test
