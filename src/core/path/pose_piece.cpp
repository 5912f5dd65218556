// SPDX-License-Identifier: Apache-2.0
#include "core/path/pose_piece.hpp"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "catena/core/error.hpp"
#include "core/path/cubic_spline.hpp"
#include "core/path/require.hpp"

namespace catena::path::detail {
namespace {

using Eigen::AngleAxisd;
using Eigen::Matrix3d;
using Eigen::Quaterniond;
using Eigen::Vector3d;
using Vec7 = Eigen::Matrix<double, 7, 1>;
using Vec4 = Eigen::Matrix<double, 4, 1, Eigen::DontAlign>;

// Rotation about an axis that is fixed in the base, at a constant rate per length.
class Turn {
 public:
  Turn(const Matrix3d& from, const Vector3d& way, double length) : from_(from), rate_(way.norm() / length) {
    if (rate_ > 0) axis_ = way.normalized();
  }
  void at(double u, PosePoint& out) const {
    out.R = AngleAxisd(rate_ * u, axis_).toRotationMatrix() * from_;
    out.w = rate_ * axis_;
    out.alpha.setZero();
  }

 private:
  Matrix3d from_;
  Vector3d axis_ = Vector3d::UnitZ();  // base axes
  double rate_;                        // radians per length
};

class Line : public PosePiece {
 public:
  Line(const PosePoint& from, const Vector3d& way, const Vector3d& turn, double length)
      : PosePiece(length), from_(from.p), slope_(way / length), turn_(from.R, turn, length) {}
  void at(double u, PosePoint& out) const override {
    out.p = from_ + u * slope_;
    out.v = slope_;
    out.a.setZero();
    turn_.at(u, out);
  }

 private:
  Vector3d from_, slope_;
  Turn turn_;
};

class Arc : public PosePiece {
 public:
  // x and y are the radii at angles 0 and pi / 2.
  Arc(const PosePoint& from, const Vector3d& centre, const Vector3d& axis, double angle, const Vector3d& turn,
      double length)
      : PosePiece(length),
        centre_(centre),
        x_(from.p - centre),
        y_(axis.cross(x_)),
        rate_(angle / length),
        turn_(from.R, turn, length) {}
  void at(double u, PosePoint& out) const override {
    const double c = std::cos(rate_ * u), s = std::sin(rate_ * u);
    const Vector3d radius = c * x_ + s * y_;
    out.p = centre_ + radius;
    out.v = rate_ * (c * y_ - s * x_);
    out.a = -rate_ * rate_ * radius;
    turn_.at(u, out);
  }

 private:
  Vector3d centre_, x_, y_;
  double rate_;
  Turn turn_;
};

// Row 0 to 2: position; row 3 to 6: quaternion (x, y, z, w), of any length.
class Spline : public PosePiece {
 public:
  Spline(std::vector<double> knots, Eigen::MatrixXd points)
      : PosePiece(knots.back()),
        knots_(std::move(knots)),
        points_(std::move(points)),
        bends_(spline_bends(knots_, points_)) {}

  void at(double u, PosePoint& out) const override {
    Vec4 Q, dQ, ddQ;
    values(u, out, Q, dQ, ddQ);
    // r = Q / |Q|, and w is the vector part of 2 r' r*. What r' and r'' have along r does not enter: r r* is real, as is r' r'*.
    const double size = Q.norm();
    const Vec4 r = Q / size, e = dQ / size, f = ddQ / size - (2 * r.dot(e)) * e;
    out.R = Quaterniond(r[3], r[0], r[1], r[2]).toRotationMatrix();
    out.w = 2 * vector_part(e, r);
    out.alpha = 2 * vector_part(f, r);
  }

  double smallest_quaternion() const {
    double least = 1;
    PosePoint unused;
    Vec4 Q, dQ, ddQ;
    for (std::size_t k = 0; k + 1 < knots_.size(); ++k)
      for (int i = 1; i < 16; ++i) {
        values(knots_[k] + (knots_[k + 1] - knots_[k]) * i / 16, unused, Q, dQ, ddQ);
        least = std::min(least, Q.norm());
      }
    return least;
  }

 private:
  // The vector part of a b*, with (x, y, z, w).
  static Vector3d vector_part(const Vec4& a, const Vec4& b) {
    const Vector3d av = a.head<3>(), bv = b.head<3>();
    return b[3] * av - a[3] * bv - av.cross(bv);
  }
  void values(double u, PosePoint& out, Vec4& Q, Vec4& dQ, Vec4& ddQ) const {
    const auto next = std::upper_bound(knots_.begin() + 1, knots_.end() - 1, u);
    const auto k = static_cast<Eigen::Index>(next - knots_.begin()) - 1;
    const double from = knots_[static_cast<std::size_t>(k)],
                 h = knots_[static_cast<std::size_t>(k) + 1] - from;
    const double b = (u - from) / h, a = 1 - b;
    const double ca = h * h / 6 * (a * a * a - a), cb = h * h / 6 * (b * b * b - b);
    const double da = -h / 6 * (3 * a * a - 1), db = h / 6 * (3 * b * b - 1);
    const auto from_point = points_.col(k), to_point = points_.col(k + 1), bend = bends_.col(k),
               next_bend = bends_.col(k + 1);
    const Vec7 x = a * from_point + b * to_point + ca * bend + cb * next_bend;
    const Vec7 dx = (to_point - from_point) / h + da * bend + db * next_bend;
    const Vec7 ddx = a * bend + b * next_bend;
    out.p = x.head<3>(), out.v = dx.head<3>(), out.a = ddx.head<3>();
    Q = x.tail<4>(), dQ = dx.tail<4>(), ddQ = ddx.tail<4>();
  }

  std::vector<double> knots_;
  Eigen::MatrixXd points_, bends_;  // 7 x K
};

// Rotations that are equal in exact arithmetic differ by rounding, so that a length of exactly zero is rare.
constexpr double kShortest = 1e-9;  // [m]
constexpr double kFarthest = 1e6;   // [m]: lengths of kShortest are not lost in rounding beside it

// Checks the length of a piece, or of the part of a spline between two poses.
void require_length(const char* where, double length, double way, double angle,
                    const std::string& part = "") {
  if (!(length >= kShortest))
    throw Error(ErrorKind::usage, where, "a piece of the path has no length")
        .given(fmt::format("{}a distance of {:.3g} m and a rotation of {:.3g} rad", part, way, angle))
        .need(fmt::format("a pose that differs from the one before it by {:g} m or more, or by a rotation",
                          kShortest))
        .hint("remove one of the two poses");
  if (!(length <= kFarthest))
    throw Error(ErrorKind::usage, where, "a piece of the path is too long")
        .given(fmt::format("{}{:.3g} m", part, length))
        .need(fmt::format("at most {:g} m", kFarthest));
}

void require_near(const char* where, const char* name, const Vector3d& p) {
  require_finite(where, name, p);
  if (p.cwiseAbs().maxCoeff() <= kFarthest) return;
  throw Error(ErrorKind::usage, where, fmt::format("'{}' is too far away", name))
      .given(fmt::format("({:.6g}, {:.6g}, {:.6g}) m", p[0], p[1], p[2]))
      .need(fmt::format("coordinates of at most {:g} m", kFarthest));
}

// In base axes.
Vector3d turn_between(const PosePoint& from, const PosePoint& to) {
  return rotation_vector(to.R * from.R.transpose());
}

}  // namespace

Vector3d rotation_vector(const Matrix3d& R) {
  const AngleAxisd turn{Quaterniond(R).normalized()};
  const double angle = turn.angle();
  return (angle > std::numbers::pi ? angle - 2 * std::numbers::pi : angle) * turn.axis();
}

PosePoint checked_pose(const char* where, const Eigen::Matrix4d& pose) {
  require_finite(where, "pose", pose);
  const Matrix3d R = pose.topLeftCorner<3, 3>();
  const double error = (R.transpose() * R - Matrix3d::Identity()).cwiseAbs().maxCoeff();
  if (error > 1e-6 || R.determinant() < 0)
    throw Error(ErrorKind::usage, where, "the upper left 3 x 3 block of a pose is not a rotation")
        .given(R.determinant() < 0 ? "a determinant of -1"
                                   : fmt::format("an R with |Rᵀ R - 1| = {:.3g}", error))
        .need("orthonormal columns, to 1e-6, in a right-handed order");
  if ((pose.row(3) - Eigen::RowVector4d(0, 0, 0, 1)).cwiseAbs().maxCoeff() > 1e-12)
    throw Error(ErrorKind::usage, where, "the last row of a pose is wrong")
        .given(fmt::format("{}, {}, {}, {}", pose(3, 0), pose(3, 1), pose(3, 2), pose(3, 3)))
        .need("0, 0, 0, 1");
  require_near(where, "position", pose.topRightCorner<3, 1>());
  const Vector3d zero = Vector3d::Zero();
  return {
      pose.topRightCorner<3, 1>(), zero, zero, Quaterniond(R).normalized().toRotationMatrix(), zero, zero};
}

PiecePtr line_piece(const PosePoint& from, const PosePoint& to, double radius) {
  const Vector3d way = to.p - from.p, turn = turn_between(from, to);
  const double length = std::max(way.norm(), radius * turn.norm());
  require_length("line", length, way.norm(), turn.norm());
  return std::make_shared<Line>(from, way, turn, length);
}

PiecePtr arc_through(const PosePoint& from, const Vector3d& via, const PosePoint& to, double radius) {
  require_near("arc", "via", via);
  // The circumcentre of a triangle with sides a = via - from and b = to - from.
  const Vector3d a = via - from.p, b = to.p - from.p, normal = a.cross(b);
  const double area = normal.norm();
  if (!(area > 1e-9 * a.norm() * b.norm()) || !((to.p - via).norm() > 1e-9 * b.norm()))
    throw Error(ErrorKind::usage, "arc", "the three points of an arc are on a line")
        .given(fmt::format("({:.6g}, {:.6g}, {:.6g}), ({:.6g}, {:.6g}, {:.6g}), ({:.6g}, {:.6g}, {:.6g})",
                           from.p[0], from.p[1], from.p[2], via[0], via[1], via[2], to.p[0], to.p[1],
                           to.p[2]))
        .need("three points of a circle")
        .hint("use a line, or for a full circle an arc about its centre");
  const Vector3d centre =
      from.p + (b.squaredNorm() * normal.cross(a) + a.squaredNorm() * b.cross(normal)) / (2 * area * area);
  const Vector3d axis = normal / area, x = from.p - centre, z = to.p - centre;
  double angle = std::atan2(axis.dot(x.cross(z)), x.dot(z));
  if (angle <= 0) angle += 2 * std::numbers::pi;
  const Vector3d turn = turn_between(from, to);
  const double length = std::max(x.norm() * angle, radius * turn.norm());
  require_length("arc", length, b.norm(), turn.norm());
  return std::make_shared<Arc>(from, centre, axis, angle, turn, length);
}

PiecePtr arc_about(const PosePoint& from, const Vector3d& centre, const Vector3d& axis, double angle,
                   double radius) {
  require_near("arc", "centre", centre);
  require_finite("arc", "axis", axis);
  if (!(axis.cwiseAbs().maxCoeff() > 0))
    throw Error(ErrorKind::usage, "arc", "the axis of an arc is zero")
        .given(fmt::format("({:.6g}, {:.6g}, {:.6g})", axis[0], axis[1], axis[2]))
        .need("a direction");
  if (!std::isfinite(angle) || angle == 0)
    throw Error(ErrorKind::usage, "arc", "an arc has no angle")
        .given(fmt::format("{}", angle))
        .need("an angle other than 0");
  const Vector3d z = axis.stableNormalized(), foot = centre + z.dot(from.p - centre) * z;
  const double length = std::max((from.p - foot).norm(), radius) * std::abs(angle);
  require_length("arc", length, (from.p - foot).norm() * std::abs(angle), std::abs(angle));
  return std::make_shared<Arc>(from, foot, z, angle, angle * z, length);
}

PiecePtr spline_piece(std::span<const PosePoint> points, double radius) {
  std::vector<double> knots = {0};
  Eigen::MatrixXd all(7, static_cast<Eigen::Index>(points.size()));
  for (std::size_t k = 0; k < points.size(); ++k) {
    const auto column = static_cast<Eigen::Index>(k);
    Vec4 r = Quaterniond(points[k].R).normalized().coeffs();
    if (k > 0) {
      const Vec4 before = all.col(column - 1).tail<4>();
      if (before.dot(r) < 0) r = -r;
      const double angle = turn_between(points[k - 1], points[k]).norm();
      if (angle > 2 * std::numbers::pi / 3)
        throw Error(ErrorKind::usage, "spline", "the tool turns too far between two poses of a spline")
            .given(fmt::format(
                "{:.4g} degrees from pose {} to pose {} (counted from 0, the pose before the spline)",
                angle * 180 / std::numbers::pi, k - 1, k))
            .need("at most 120 degrees")
            .hint("add a pose between them");
      const double way = (points[k].p - points[k - 1].p).norm(), length = std::max(way, radius * angle);
      require_length(
          "spline", length, way, angle,
          fmt::format("from pose {} to pose {} (counted from 0, the pose before the spline): ", k - 1, k));
      knots.push_back(knots.back() + length);
    }
    all.col(column) << points[k].p, r;
  }
  const auto spline = std::make_shared<Spline>(std::move(knots), std::move(all));
  // Far from 0, the unit quaternion is a smooth function of the spline.
  if (spline->smallest_quaternion() < 0.2)
    throw Error(ErrorKind::usage, "spline", "the rotations of a spline change too abruptly")
        .given("a quaternion spline that passes near zero")
        .need("smaller or more even turns from pose to pose")
        .hint("add poses between them");
  return spline;
}

}  // namespace catena::path::detail
