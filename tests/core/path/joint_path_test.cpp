// SPDX-License-Identifier: Apache-2.0
// Joint paths: through the waypoints, with exact derivatives, near the corners that they round.
#include "catena/core/path/joint_path.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <random>

#include "core/path/differences.hpp"
#include "support/error_text.hpp"

namespace catena::test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using path::JointPath;

MatrixXd random_points(int n, int count, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> unit(-2, 2);
  return MatrixXd::NullaryExpr(n, count, [&] { return unit(random); });
}

VectorXd position(const JointPath& path, double s) {
  VectorXd q(path.dof());
  path.at(s, q);
  return q;
}
VectorXd derivative(const JointPath& path, int order, double s) {
  VectorXd x[4] = {VectorXd(path.dof()), VectorXd(path.dof()), VectorXd(path.dof()), VectorXd(path.dof())};
  path.at(s, x[0], x[1], x[2], x[3]);
  return x[order];
}

// Of q by s at the middle of every piece, with differences that stay within the piece.
void expect_exact_derivatives(const JointPath& path) {
  for (std::size_t k = 0; k < path.pieces(); ++k) {
    const double length = path.knots()[k + 1] - path.knots()[k], s = path.knots()[k] + 0.5 * length,
                 h = length / 16;
    for (int order = 1; order <= 3; ++order) {
      const VectorXd want =
          difference<VectorXd>([&](double x) { return derivative(path, order - 1, x); }, s, h);
      const double size = derivative(path, order - 1, s).norm() + h * want.norm() + 1;
      EXPECT_LT((derivative(path, order, s) - want).norm(), 1e-12 * size / h)
          << "piece " << k << ", order " << order;
    }
  }
}

void expect_continuous(const JointPath& path, int order) {
  for (std::size_t k = 1; k < path.pieces(); ++k) {
    VectorXd a[3] = {VectorXd(path.dof()), VectorXd(path.dof()), VectorXd(path.dof())};
    VectorXd b[3] = {a[0], a[1], a[2]};
    path.at_piece(k - 1, path.knots()[k], a[0], a[1], a[2]);
    path.at_piece(k, path.knots()[k], b[0], b[1], b[2]);
    for (int i = 0; i <= order; ++i)
      EXPECT_LT((a[i] - b[i]).norm(), 1e-10 * (1 + a[i].norm())) << "knot " << k << ", order " << i;
  }
}

class JointPaths : public testing::TestWithParam<int> {};

TEST_P(JointPaths, OfLinesPassThroughTheWaypointsAndStopThere) {
  const MatrixXd points = random_points(GetParam(), 5, 1);
  const JointPath path = JointPath::lines(points);
  EXPECT_EQ(path.pieces(), 4u);
  if (GetParam() > 1) {
    EXPECT_EQ(path.corners().size(), 3u);
  }
  for (int k = 0; k < 5; ++k) EXPECT_LT((position(path, path.knots()[k]) - points.col(k)).norm(), 1e-14);
  expect_exact_derivatives(path);
}

TEST_P(JointPaths, OfSplinesPassThroughTheWaypointsWithContinuousSecondDerivatives) {
  const MatrixXd points = random_points(GetParam(), 7, 2);
  const JointPath path = JointPath::spline(points);
  for (int k = 0; k < 7; ++k) EXPECT_LT((position(path, path.knots()[k]) - points.col(k)).norm(), 1e-13);
  EXPECT_TRUE(path.bends().empty());
  expect_continuous(path, 2);
  expect_exact_derivatives(path);
  EXPECT_LT(derivative(path, 2, 0).norm(), 1e-12);
}

TEST_P(JointPaths, OfBlendedLinesStayWithinThreeSixteenthsOfTheBlend) {
  const int n = GetParam();
  const MatrixXd points = random_points(n, 6, 3);
  const double blend = 0.3;
  const JointPath sharp = JointPath::lines(points), path = JointPath::lines(points, blend);
  EXPECT_TRUE(path.bends().empty());
  EXPECT_NEAR(path.length(), sharp.length(), 1e-12);
  expect_continuous(path, 2);
  expect_exact_derivatives(path);
  double farthest = 0;
  for (int i = 0; i <= 2000; ++i) {
    const VectorXd q = position(path, path.length() * i / 2000);
    double nearest = 1e300;  // to any of the lines
    for (int k = 0; k + 1 < points.cols(); ++k) {
      const VectorXd way = points.col(k + 1) - points.col(k);
      const double u = std::clamp(way.dot(q - points.col(k)) / way.squaredNorm(), 0.0, 1.0);
      nearest = std::min(nearest, (q - points.col(k) - u * way).norm());
    }
    farthest = std::max(farthest, nearest);
  }
  EXPECT_LT(farthest, 3.0 / 16 * blend + 1e-12);
  EXPECT_GT(farthest, n > 1 ? 0.02 * blend : -1);  // it does leave the lines
}

INSTANTIATE_TEST_SUITE_P(AnyNumberOfJoints, JointPaths, testing::Values(1, 2, 3, 6, 12));

TEST(JointPath, CutsARightAngledCornerByThreeSixteenthsOfTheBlendTimesTheRootOfTwo) {
  MatrixXd points(2, 3);
  points << 0, 1, 1, 0, 0, 1;
  const JointPath path = JointPath::lines(points, 0.4);
  const VectorXd before = position(path, 0.6), at = position(path, 1), behind = position(path, 1.4);
  EXPECT_NEAR((at - points.col(1)).norm(), 3.0 / 16 * 0.4 * std::sqrt(2.0), 1e-14);
  EXPECT_NEAR(before[0], 0.6, 1e-15);
  EXPECT_NEAR(before[1], 0, 1e-15);
  EXPECT_NEAR(behind[0], 1, 1e-15);
  EXPECT_NEAR(behind[1], 0.4, 1e-15);
}

TEST(JointPath, FromEndsOfPiecesReproducesPolynomialsOfDegreeFive) {
  const auto f = [](double s) {
    return 1 - s + 2 * s * s - 0.5 * s * s * s + 0.25 * std::pow(s, 4) - 0.1 * std::pow(s, 5);
  };
  const auto df = [](double s) { return -1 + 4 * s - 1.5 * s * s + std::pow(s, 3) - 0.5 * std::pow(s, 4); };
  const auto ddf = [](double s) { return 4 - 3 * s + 3 * s * s - 2 * std::pow(s, 3); };
  const auto one = [](double x) { return VectorXd::Constant(1, x).eval(); };
  JointPath path(one(f(0)));
  const double knots[] = {0, 0.3, 1.1, 1.2};
  for (int k = 1; k < 4; ++k)
    path.append(knots[k] - knots[k - 1], one(df(knots[k - 1])), one(ddf(knots[k - 1])), one(f(knots[k])),
                one(df(knots[k])), one(ddf(knots[k])));
  EXPECT_TRUE(path.bends().empty());
  for (int i = 0; i <= 60; ++i) {
    const double s = 1.2 * i / 60;
    EXPECT_NEAR(position(path, s)[0], f(s), 1e-13);
    EXPECT_NEAR(derivative(path, 1, s)[0], df(s), 1e-12);
    EXPECT_NEAR(derivative(path, 2, s)[0], ddf(s), 1e-10);
  }
}

TEST(JointPath, SaysWhatIsWrongWithItsInput) {
  const auto text = [](const auto& build) { return error_text(ErrorKind::usage, build); };
  EXPECT_EQ(text([] { JointPath::lines(MatrixXd::Zero(2, 1)); }),
            "joint path: too few waypoints\n  given   2 x 1\n  need    a row for each joint and two columns "
            "or more");
  EXPECT_EQ(text([] { JointPath::spline(MatrixXd::Zero(2, 3)); }),
            "joint path: two neighbouring waypoints are equal\n  given   waypoints 1 and 2 (counted from 1), "
            "0 rad or m apart\n  need    waypoints that differ by 1e-12 rad or m at least\n  hint    remove "
            "one of them");
  EXPECT_EQ(text([] { JointPath::lines(random_points(2, 3, 1), -1); }),
            "joint path: 'blend' must not be negative\n  given   -1\n  need    a finite number, 0 or more");
  MatrixXd bad = random_points(2, 3, 1);
  bad(1, 2) = NAN;
  EXPECT_EQ(text([&] { JointPath::lines(bad); }),
            "joint path: 'points' is not finite\n  given   nan in row 2, column 3 (counted from 1)\n  need   "
            " finite numbers");
  // A distance that is lost in the sum of those before it would divide by zero.
  const MatrixXd lost = (MatrixXd(2, 3) << 0, 1e9, 1e9, 0, 0, 1e-9).finished();
  EXPECT_EQ(text([&] { JointPath::spline(lost); }),
            "joint path: two neighbouring waypoints are equal\n  given   waypoints 2 and 3 (counted from 1), "
            "1e-09 rad or m apart\n  need    waypoints that differ by 0.001 rad or m at least\n"
            "  hint    remove one of them");
  const VectorXd one = VectorXd::Ones(1);
  EXPECT_EQ(text([&] { JointPath(one).append(1e-100, one, one, one, one, one); }),
            "joint path: 'length' is out of range\n  given   1e-100\n  need    1e-30 to 1e+30");
}

}  // namespace
}  // namespace catena::test
