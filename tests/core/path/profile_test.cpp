// SPDX-License-Identifier: Apache-2.0
// Velocity profiles along joint paths: within the limits everywhere, and as short as such profiles can be.
#include "catena/core/path/profile.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/error_text.hpp"

namespace catena::test {
namespace {

using Eigen::MatrixXd;
using Eigen::Vector2d;
using Eigen::VectorXd;
using path::JointLimits;
using path::JointPath;
using path::Profile;

MatrixXd waypoints() {
  MatrixXd points(2, 4);
  points << 0, 1, 0.5, 0.7, 0, 0.5, 1, -1;
  return points;
}

const JointLimits kLimits = {Vector2d(2, 3), Vector2d(10, 20), Vector2d(100, 150)};

struct Largest {
  double velocity = 0, acceleration = 0, jerk = 0;  // as shares of the limits
};

// At times within the phases, where the jerk is that of the analytic derivatives.
Largest largest(const path::TimedPath& motion, const JointLimits& limits) {
  Largest out;
  VectorXd q(2), d1(2), d2(2), d3(2);
  for (int k = 0; k <= 20000; ++k) {
    const auto [s, v, a, j] = motion.law().at(motion.duration() * k / 20000);
    motion.path().at(s, q, d1, d2, d3);
    const VectorXd qd = v * d1, qdd = a * d1 + v * v * d2, qddd = j * d1 + 3 * v * a * d2 + v * v * v * d3;
    out.velocity = std::max(out.velocity, qd.cwiseAbs().cwiseQuotient(limits.velocity).maxCoeff());
    out.acceleration =
        std::max(out.acceleration, qdd.cwiseAbs().cwiseQuotient(limits.acceleration).maxCoeff());
    out.jerk = std::max(out.jerk, qddd.cwiseAbs().cwiseQuotient(limits.jerk).maxCoeff());
  }
  return out;
}

TEST(Profile, OfAStraightLineIsThatFromPointToPoint) {
  const MatrixXd ends = waypoints().leftCols(2);
  const JointPath line = JointPath::lines(ends);
  JointLimits limits = kLimits;
  EXPECT_NEAR(path::with_profile(line, limits, Profile::double_s).duration(),
              path::point_to_point(ends.col(0), ends.col(1), limits).duration(), 1e-12);
  limits.jerk.resize(0);
  EXPECT_NEAR(path::with_profile(line, limits, Profile::trapezoid).duration(),
              path::point_to_point(ends.col(0), ends.col(1), limits).duration(), 1e-12);
}

TEST(Profile, KeepsTheLimitsAlongCurves) {
  for (const JointPath& path : {JointPath::lines(waypoints()), JointPath::lines(waypoints(), 0.2),
                                JointPath::lines(waypoints(), 0.01), JointPath::spline(waypoints())}) {
    const Largest trapezoid = largest(path::with_profile(path, kLimits, Profile::trapezoid), kLimits);
    EXPECT_LE(trapezoid.velocity, 1 + 1e-9);
    EXPECT_LE(trapezoid.acceleration, 1 + 1e-9);
    EXPECT_GE(std::max(trapezoid.velocity, trapezoid.acceleration), 0.8);  // a limit is nearly used
    const Largest smooth = largest(path::with_profile(path, kLimits, Profile::double_s), kLimits);
    EXPECT_LE(smooth.velocity, 1 + 1e-9);
    EXPECT_LE(smooth.acceleration, 1 + 1e-9);
    EXPECT_LE(smooth.jerk, 1 + 1e-9);
  }
}

TEST(Profile, StopsWhereTheLimitedQuantityWouldJump) {
  const JointPath corners = JointPath::lines(waypoints());
  const path::TimedPath motion = path::with_profile(corners, kLimits, Profile::trapezoid);
  for (const double s : corners.corners()) EXPECT_NEAR(motion.law().at(motion.law().time_at(s)).v, 0, 1e-6);
  EXPECT_NEAR(motion.law().end(), corners.length(), 1e-12);
}

TEST(Profile, KeepsTheSpeed) {
  const JointPath line = JointPath::lines(waypoints().leftCols(2));
  const path::TimedPath motion =
      path::with_profile(line, kLimits, Profile::trapezoid, [](double) { return 0.25; });
  EXPECT_NEAR(motion.law().at(motion.duration() / 2).v, 0.25, 1e-12);
}

TEST(Profile, RefusesLimitsThatDoNotBoundTheMotion) {
  const JointPath line = JointPath::lines(waypoints().leftCols(2));
  const auto refusal = [&](const JointLimits& limits, Profile profile) {
    return error_text(ErrorKind::usage, [&] { path::with_profile(line, limits, profile); });
  };
  EXPECT_EQ(refusal({Vector2d(1, 1)}, Profile::trapezoid),
            "velocity profile: there are no acceleration limits\n  need    one for each joint");
  EXPECT_EQ(refusal({Vector2d(1, 1), Vector2d(1, 1)}, Profile::double_s),
            "velocity profile: there are no jerk limits\n  need    one for each joint");
  EXPECT_EQ(
      refusal({Vector2d(1, 1), Vector2d(1, INFINITY)}, Profile::trapezoid),
      "velocity profile: joint 2 has no acceleration limit\n  need    acceleration limits of all joints that "
      "move");
  EXPECT_EQ(refusal({Vector2d(1, 0), Vector2d(1, 1)}, Profile::trapezoid),
            "velocity profile: 'velocity' must be above 0\n  given   0 for joint 2 (counted from 1)\n  need  "
            "  a number "
            "above 0");
  EXPECT_EQ(refusal({VectorXd::Ones(3), Vector2d(1, 1)}, Profile::trapezoid),
            "velocity profile: 'velocity' has the wrong length\n  given   3 numbers\n  need    2, one for "
            "each joint");
}

}  // namespace
}  // namespace catena::test
