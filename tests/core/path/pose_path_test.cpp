// SPDX-License-Identifier: Apache-2.0
// Pose paths: through the poses, with exact derivatives, near the corners that they round.
#include "catena/core/path/pose_path.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <numbers>
#include <random>

#include "core/path/differences.hpp"
#include "support/error_text.hpp"

namespace catena::test {
namespace {

using Eigen::Matrix3d;
using Eigen::Matrix4d;
using Eigen::Vector3d;
using path::PosePath;
using path::PosePoint;
constexpr double kPi = std::numbers::pi;

Matrix4d pose(const Vector3d& p, const Matrix3d& R = Matrix3d::Identity()) {
  Matrix4d X = Matrix4d::Identity();
  X.topLeftCorner<3, 3>() = R;
  X.topRightCorner<3, 1>() = p;
  return X;
}
Matrix3d turn(double angle, const Vector3d& axis) {
  return Eigen::AngleAxisd(angle, axis.normalized()).toRotationMatrix();
}

class Poses {
 public:
  explicit Poses(unsigned seed) : random_(seed) {}
  Vector3d point() { return {unit_(random_), unit_(random_), unit_(random_)}; }
  Matrix4d next(double most = 1.5) {  // turned by at most this from the last
    R_ = turn(most * unit_(random_), point()) * R_;
    return pose(point(), R_);
  }

 private:
  std::mt19937 random_;
  std::uniform_real_distribution<double> unit_{-1, 1};
  Matrix3d R_ = Matrix3d::Identity();
};

PosePoint at(const PosePath& path, double s, PosePath::Side side = PosePath::Side::after) {
  PosePoint out;
  path.at(s, out, side);
  return out;
}

// v, a, w and alpha at s are the derivatives of p and R.
void expect_exact_derivatives(const PosePath& path, double s, double h, double tolerance) {
  const PosePoint here = at(path, s);
  const auto error = [&](const Vector3d& given, const auto& of) {
    const Vector3d want = difference<Vector3d>(of, s, h);
    return (given - want).norm();
  };
  const double size = 1 + here.a.norm() + here.alpha.norm() + here.w.norm();
  EXPECT_LT(error(here.v, [&](double x) -> Vector3d { return at(path, x).p; }), tolerance * size)
      << "v at " << s;
  EXPECT_LT(error(here.a, [&](double x) -> Vector3d { return at(path, x).v; }), tolerance * size)
      << "a at " << s;
  EXPECT_LT(error(here.alpha, [&](double x) -> Vector3d { return at(path, x).w; }), tolerance * size)
      << "alpha at " << s;
  const Matrix3d dR = difference<Matrix3d>([&](double x) -> Matrix3d { return at(path, x).R; }, s, h);
  const Matrix3d W = dR * here.R.transpose();
  EXPECT_LT((Vector3d(W(2, 1), W(0, 2), W(1, 0)) - here.w).norm(), tolerance * size) << "w at " << s;
  EXPECT_LT((W + W.transpose()).norm(), tolerance * size);
  EXPECT_LT((here.R.transpose() * here.R - Matrix3d::Identity()).norm(), 1e-13);
}

TEST(PosePath, FollowsALineAndTurnsTheShorterWay) {
  PosePath path(pose({0, 0, 0}));
  path.line_to(pose({3, 4, 0}, turn(1.5, Vector3d::UnitX())));
  EXPECT_DOUBLE_EQ(path.length(), 5);
  const PosePoint middle = at(path, 2.5);
  EXPECT_LT((middle.p - Vector3d(1.5, 2, 0)).norm(), 1e-15);
  EXPECT_LT((middle.R - turn(0.75, Vector3d::UnitX())).norm(), 1e-15);
  EXPECT_LT((middle.v - Vector3d(0.6, 0.8, 0)).norm(), 1e-15);
  EXPECT_LT((middle.w - Vector3d(0.3, 0, 0)).norm(), 1e-15);
  // 200 degrees about x are 160 degrees the other way.
  PosePath back(pose({0, 0, 0}));
  back.line_to(pose({1, 0, 0}, turn(200 * kPi / 180, Vector3d::UnitX())));
  EXPECT_NEAR(at(back, 0.5).w[0], -160 * kPi / 180, 1e-14);
}

TEST(PosePath, GivesAPureRotationALength) {
  PosePath path(pose({1, 2, 3}), 0.25);
  path.line_to(pose({1, 2, 3}, turn(2, Vector3d::UnitY())));
  EXPECT_NEAR(path.length(), 0.5, 1e-15);
  EXPECT_NEAR(at(path, 0.1).w.norm(), 4, 1e-14);
  EXPECT_LT((at(path, 0.5).R - turn(2, Vector3d::UnitY())).norm(), 1e-15);
}

TEST(PosePath, FollowsACircleThroughThreePoints) {
  // The unit circle about (1, 1, 1) normal to (1, 1, 1), in both directions and beyond half a turn.
  const Vector3d centre(1, 1, 1), x = Vector3d(1, -1, 0).normalized(),
                                  y = Vector3d(1, 1, 1).normalized().cross(x);
  const auto point = [&](double angle) -> Vector3d {
    return centre + std::cos(angle) * x + std::sin(angle) * y;
  };
  for (const double end : {0.5, 2.0, 3.5, 6.0, -0.5, -4.0}) {
    PosePath path(pose(point(0)));
    path.arc_to(point(end / 3), pose(point(end)));
    EXPECT_NEAR(path.length(), std::abs(end), 1e-13);
    for (const double u : {0.0, 0.3, 0.7, 1.0})
      EXPECT_LT((at(path, u * path.length()).p - point(u * end)).norm(), 1e-13) << end << " " << u;
  }
}

TEST(PosePath, TurnsTheToolWithAnArcAboutAnAxis) {
  const Vector3d axis(1, 2, 2), centre(0.5, 0, 0.1);
  PosePath path(pose({1, 0, 0}));
  path.arc_about(centre, axis, -7);  // more than a turn
  const Matrix3d R = turn(-7, axis);
  const PosePoint end = at(path, path.length());
  EXPECT_LT((end.R - R).norm(), 1e-14);
  EXPECT_LT((end.p - (centre + R * (Vector3d(1, 0, 0) - centre))).norm(), 1e-14);
}

TEST(PosePath, OfASplinePassesThroughItsPosesWithContinuousSecondDerivatives) {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    Poses poses(seed);
    std::vector<Matrix4d> through;
    const Matrix4d start = poses.next();
    for (int k = 0; k < 5; ++k) through.push_back(poses.next());
    PosePath path(start);
    path.spline_through(through);
    PosePath legs(start);  // the same knots
    for (const Matrix4d& X : through) legs.line_to(X);
    ASSERT_NEAR(legs.length(), path.length(), 1e-13);
    for (std::size_t k = 0; k < 5; ++k) {
      const double s = legs.end_of(k);
      EXPECT_LT((at(path, s).pose() - through[k]).norm(), 1e-12);
      if (k == 4) break;
      const double e = 1e-9;
      const PosePoint before = at(path, s - e), behind = at(path, s + e);
      EXPECT_LT((before.v - behind.v).norm(), 1e-6);
      EXPECT_LT((before.w - behind.w).norm(), 1e-5);
      EXPECT_LT((before.a - behind.a).norm(), 1e-5);
      EXPECT_LT((before.alpha - behind.alpha).norm(), 1e-4);
    }
    double from = 0;
    for (std::size_t k = 0; k < 5; ++k) {
      const double length = legs.end_of(k) - from;
      for (const double u : {0.2, 0.5, 0.8})
        expect_exact_derivatives(path, from + u * length, length / 100, 1e-9 / std::min(1.0, length));
      from = legs.end_of(k);
    }
  }
}

TEST(PosePath, OfASplineDoesNotDependOnTheBaseFrame) {
  Poses poses(3);
  const Matrix4d start = poses.next();
  const Matrix4d moved = pose({1, -2, 3}, turn(2.2, {1, 2, -1}));
  std::vector<Matrix4d> through, elsewhere;
  for (int k = 0; k < 4; ++k) through.push_back(poses.next()), elsewhere.push_back(moved * through.back());
  PosePath path(start), other(moved * start);
  path.spline_through(through), other.spline_through(elsewhere);
  for (int i = 0; i <= 20; ++i)
    EXPECT_LT(
        (moved * at(path, path.length() * i / 20).pose() - at(other, path.length() * i / 20).pose()).norm(),
        1e-13);
}

// Lines, arcs and splines in any order, every corner blended.
TEST(PosePath, WithBlendsHasContinuousSecondDerivativesAndStaysNearThePathWithCorners) {
  for (unsigned seed = 1; seed <= 9; ++seed) {
    Poses poses(seed);
    const Matrix4d start = poses.next();
    PosePath path(start), sharp(start);
    const double blend = 0.15;
    for (int k = 0; k < 5; ++k) {
      const Matrix4d to = poses.next();
      const Vector3d via = poses.point();
      for (PosePath* each : {&path, &sharp}) {
        const double d = each == &path ? blend : 0;
        if ((seed + k) % 3 == 0) each->line_to(to, d);
        if ((seed + k) % 3 == 1) each->arc_to(via, to, d);
        if ((seed + k) % 3 == 2)
          each->spline_through(std::vector<Matrix4d>{pose(via, to.topLeftCorner<3, 3>()), to}, d);
      }
    }
    EXPECT_TRUE(path.corners().empty());
    EXPECT_TRUE(path.bends().empty());
    EXPECT_EQ(sharp.corners().size(), 4u);
    for (std::size_t k = 0; k < 4; ++k) {
      const double d = path.blend_of(k), s = path.end_of(k);
      EXPECT_EQ(sharp.blend_of(k), 0);
      for (const double u : {-0.6, 0.01, 0.6}) expect_exact_derivatives(path, s + u * d, d / 40, 2e-7 / d);
      for (const double edge : {s - d, s + d}) {  // the blend joins the pieces
        const PosePoint in = at(path, edge - 1e-9), out = at(path, edge + 1e-9);
        const double size = 1 + 1 / d;
        EXPECT_LT((in.p - out.p).norm(), 1e-7);
        EXPECT_LT((in.v - out.v).norm() + (in.w - out.w).norm() * 0.1, 1e-6 * size);
        EXPECT_LT((in.a - out.a).norm() + (in.alpha - out.alpha).norm() * 0.1, 1e-4 * size * size);
        EXPECT_LT((at(path, edge).pose() - at(sharp, edge).pose()).norm(), 1e-13);
      }
      // Along the blend: near the nearer of the two pieces, by the speed of the other one. A spline may be faster than 1.
      double speed = 1, spin = 0, away = 0, turned = 0;
      for (int i = -100; i <= 100; ++i) {
        const PosePoint other = at(sharp, s + d * i / 100.0);
        speed = std::max(speed, other.v.norm()), spin = std::max(spin, other.w.norm());
      }
      for (int i = -50; i <= 50; ++i) {
        const PosePoint here = at(path, s + d * i / 50.0);
        double nearest = 1e300, least = 1e300;
        for (int j = -400; j <= 400; ++j) {
          const PosePoint other = at(sharp, s + d * j / 400.0);
          nearest = std::min(nearest, (here.p - other.p).norm());
          least = std::min(least, Eigen::AngleAxisd(Matrix3d(other.R.transpose() * here.R)).angle());
        }
        away = std::max(away, nearest), turned = std::max(turned, least);
      }
      EXPECT_LT(away, 3.0 / 16 * d * speed + 1e-4 * d);
      EXPECT_LT(turned, 3.0 / 16 * d * spin + d / 400 * spin + 1e-9);
      EXPECT_GT(away, 1e-3 * d);
    }
  }
}

TEST(PosePath, KeepsTheToleranceOfItsBlends) {
  PosePath path(pose({0, 0, 0}));
  const double tolerance = 1e-3;
  path.line_to(pose({1, 0, 0}), path::blend_within(tolerance)).line_to(pose({1, 1, 0}));
  double away = 0;
  for (int i = 0; i <= 10000; ++i) {
    const Vector3d p = at(path, 2.0 * i / 10000).p;
    away = std::max(away, std::min(std::abs(p[1]), std::abs(1 - p[0])));
  }
  EXPECT_NEAR(away, tolerance, 1e-8);  // a right angle uses all of it
}

TEST(PosePath, FindsCornersAndBends) {
  PosePath path(pose({0, 0, 0}));
  path.line_to(pose({1, 0, 0}));
  path.arc_to({1 + std::sqrt(0.5), 1 - std::sqrt(0.5), 0}, pose({2, 1, 0}));  // tangential
  path.line_to(pose({2, 2, 0}));                                              // so is this
  path.line_to(pose({3, 2, 0}));
  ASSERT_EQ(path.corners().size(), 1u);
  EXPECT_NEAR(path.corners()[0], 2 + kPi / 2, 1e-12);
  EXPECT_EQ(path.bends().size(), 3u);
}

TEST(PosePath, SaysWhatIsWrongWithItsInput) {
  const auto text = [](const auto& build) { return error_text(ErrorKind::usage, build); };
  const Matrix4d start = pose({0, 0, 0});
  EXPECT_EQ(text([&] { PosePath(start).line_to(start); }),
            "line: a piece of the path has no length\n  given   a distance of 0 m and a rotation of 0 rad\n"
            "  need    a pose that differs from the one before it by 1e-09 m or more, or by a rotation\n"
            "  hint    remove one of the two poses");
  EXPECT_EQ(text([&] {
              PosePath(start).arc_to({1, 0, 0}, pose({2, 0, 0}));
            }),
            "arc: the three points of an arc are on a line\n  given   (0, 0, 0), (1, 0, 0), (2, 0, 0)\n"
            "  need    three points of a circle\n  hint    use a line, or for a full circle an arc about its "
            "centre");
  EXPECT_EQ(
      text([&] {
        PosePath(start).line_to(2 * pose({1, 0, 0}));
      }),
      "line: the upper left 3 x 3 block of a pose is not a rotation\n  given   an R with |Rᵀ R - 1| = 3\n"
      "  need    orthonormal columns, to 1e-6, in a right-handed order");
  EXPECT_EQ(text([&] {
              PosePath(start).spline_through(std::vector<Matrix4d>{pose({1, 0, 0}, turn(2.5, {1, 0, 0}))});
            }),
            "spline: the tool turns too far between two poses of a spline\n"
            "  given   143.2 degrees from pose 0 to pose 1 (counted from 0, the pose before the spline)\n"
            "  need    at most 120 degrees\n  hint    add a pose between them");
  EXPECT_EQ(text([&] { at(PosePath(start), 0); }),
            "pose path: the path is empty\n  given   no piece\n  need    one piece or more");
  EXPECT_EQ(text([&] {
              PosePath(start).arc_about({0, 0, 0}, {0, 0, 0}, 1);
            }),
            "arc: the axis of an arc is zero\n  given   (0, 0, 0)\n  need    a direction");
  EXPECT_EQ(text([&] {
              PosePath(start).line_to(pose({1e300, 0, 0}));
            }),
            "line: 'position' is too far away\n  given   (1e+300, 0, 0) m\n  need    coordinates of at most "
            "1e+06 m");
  EXPECT_EQ(text([&] {
              PosePath(start).arc_about({1, 0, 0}, {0, 0, 1}, 1e300);
            }),
            "arc: a piece of the path is too long\n  given   1e+300 m\n  need    at most 1e+06 m");
}

// Two poses that are equal in exact arithmetic differ by the rounding of their rotations.
TEST(PosePath, FindsEqualPosesInSpiteOfRounding) {
  const Matrix3d R = turn(0.7, {1, 2, 3}) * turn(1.1, {-2, 1, 0.5});
  const Matrix3d almost = turn(1e-13, {1, 0, 0}) * R;
  PosePath path(pose({0, 0, 0}));
  try {
    path.spline_through(
        std::vector<Matrix4d>{pose({1, 0, 0}, R), pose({1, 0, 0}, almost), pose({2, 0, 0}, R)});
    FAIL() << "a spline with two equal poses";
  } catch (const Error& e) {
    EXPECT_EQ(e.kind(), ErrorKind::usage);
    EXPECT_THAT(e.what(), testing::StartsWith(
                              "spline: a piece of the path has no length\n  given   from pose 1 to "
                              "pose 2 (counted from 0, the pose before the spline): a distance of 0 m"));
  }
  EXPECT_THROW(path.line_to(pose({0, 0, 0}, turn(1e-15, {0, 1, 0}))), Error);
}

TEST(PosePath, TakesAnAxisOfAnyLength) {
  for (const double size : {1e-300, 1.0, 1e300}) {
    PosePath path(pose({1, 0, 0}));
    path.arc_about({0, 0, 0}, {0, 0, size}, kPi);
    EXPECT_LT((at(path, path.length()).p - Vector3d(-1, 0, 0)).norm(), 1e-14) << size;
  }
}

}  // namespace
}  // namespace catena::test
