// SPDX-License-Identifier: Apache-2.0
#include "catena/core/path/pose_path.hpp"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>

#include "catena/core/error.hpp"
#include "core/path/pose_piece.hpp"
#include "core/path/require.hpp"

namespace catena::path {
namespace {

constexpr double kJump = 1e-6;

bool jumps(const Eigen::Vector3d& a, const Eigen::Vector3d& b, double scale) {
  return (a - b).norm() > kJump * std::max({a.norm(), b.norm(), scale});
}

}  // namespace

Eigen::Matrix4d PosePoint::pose() const {
  Eigen::Matrix4d X = Eigen::Matrix4d::Identity();
  X.topLeftCorner<3, 3>() = R;
  X.topRightCorner<3, 1>() = p;
  return X;
}

PosePath::PosePath(const Eigen::Matrix4d& start, double metres_per_radian)
    : start_(detail::checked_pose("pose path", start)), radius_(metres_per_radian) {
  detail::require_above_zero("pose path", "metres_per_radian", metres_per_radian);
}

PosePoint PosePath::end() const {
  if (pieces_.empty()) return start_;
  PosePoint out;
  pieces_.back()->at(pieces_.back()->length(), out);
  return out;
}

PosePath& PosePath::line_to(const Eigen::Matrix4d& pose, double blend) {
  return append(detail::line_piece(end(), detail::checked_pose("line", pose), radius_), blend, "line");
}

PosePath& PosePath::arc_to(const Eigen::Vector3d& via, const Eigen::Matrix4d& pose, double blend) {
  return append(detail::arc_through(end(), via, detail::checked_pose("arc", pose), radius_), blend, "arc");
}

PosePath& PosePath::arc_about(const Eigen::Vector3d& centre, const Eigen::Vector3d& axis, double angle,
                              double blend) {
  return append(detail::arc_about(end(), centre, axis, angle, radius_), blend, "arc");
}

PosePath& PosePath::spline_through(std::span<const Eigen::Matrix4d> poses, double blend) {
  if (poses.empty())
    throw Error(ErrorKind::usage, "spline", "a spline has no poses").given("0").need("one pose or more");
  std::vector<PosePoint> points = {end()};
  for (const Eigen::Matrix4d& pose : poses) points.push_back(detail::checked_pose("spline", pose));
  return append(detail::spline_piece(points, radius_), blend, "spline");
}

PosePath& PosePath::append(Piece piece, double blend, const char* where) {
  detail::require_not_negative(where, "blend", blend);
  if (!pieces_.empty())
    blends_.back() = std::min({wanted_.back(), pieces_.back()->length() / 2, piece->length() / 2});
  ends_.push_back(length() + piece->length());
  pieces_.push_back(std::move(piece));
  wanted_.push_back(blend);
  blends_.push_back(0);
  return *this;
}

std::size_t PosePath::piece_at(double s) const {
  if (pieces_.empty())
    throw Error(ErrorKind::usage, "pose path", "the path is empty")
        .given("no piece")
        .need("one piece or more");
  return static_cast<std::size_t>(std::upper_bound(ends_.begin(), ends_.end() - 1, s) - ends_.begin());
}

// With d the blend, h = 3 u² - 2 u³ and u from 0 to 1 between d before the corner and d after it: the first piece is
// walked to its end with speed 1 - h, the second from its beginning with speed h; the displacements from the corner
// are added, the rotations multiplied. h' vanishes at both ends, so that second derivatives are continuous.
void PosePath::at_corner(std::size_t piece, double offset, PosePoint& out) const {
  const double d = blends_[piece], u = (offset + d) / (2 * d);
  const double h = u * u * (3 - 2 * u), dh = 6 * u * (1 - u) / (2 * d);
  const double second = 2 * d * u * u * u * (1 - u / 2);  // ∫ h, which is d for u = 1
  const double first = offset - second;                   // ∫ (1 - h) - d, which is 0 for u = 1
  PosePoint corner, a, b;
  pieces_[piece]->at(pieces_[piece]->length(), corner);
  pieces_[piece]->at(pieces_[piece]->length() + first, a);
  pieces_[piece + 1]->at(second, b);
  const double da = 1 - h;
  out.p = a.p + (b.p - corner.p);
  out.v = da * a.v + h * b.v;
  out.a = da * da * a.a + h * h * b.a + dh * (b.v - a.v);
  const Eigen::Matrix3d A = a.R * corner.R.transpose();
  const Eigen::Vector3d wa = da * a.w, wb = A * (h * b.w);
  out.R = A * b.R;
  out.w = wa + wb;
  out.alpha = da * da * a.alpha - dh * a.w + A * (h * h * b.alpha + dh * b.w) + wa.cross(wb);
}

void PosePath::at(double s, PosePoint& out, Side side) const {
  std::size_t k = piece_at(s);
  if (side == Side::before && k > 0 && s <= ends_[k - 1]) --k;
  const double begin = k > 0 ? ends_[k - 1] : 0, here = std::clamp(s, begin, ends_[k]);
  if (k > 0 && here - begin < blends_[k - 1]) return at_corner(k - 1, here - begin, out);
  if (ends_[k] - here < blends_[k]) return at_corner(k, here - ends_[k], out);
  pieces_[k]->at(here - begin, out);
}

std::vector<double> PosePath::corners() const {
  std::vector<double> found;
  PosePoint a, b;
  for (std::size_t k = 0; k + 1 < pieces_.size(); ++k) {
    if (blends_[k] > 0) continue;
    at(ends_[k], a, Side::before), at(ends_[k], b);
    if (jumps(a.v, b.v, 0) || jumps(radius_ * a.w, radius_ * b.w, std::max(a.v.norm(), b.v.norm())))
      found.push_back(ends_[k]);
  }
  return found;
}

std::vector<double> PosePath::bends() const {
  std::vector<double> found = corners();
  PosePoint a, b;
  for (std::size_t k = 0; k + 1 < pieces_.size(); ++k) {
    if (blends_[k] > 0) continue;
    at(ends_[k], a, Side::before), at(ends_[k], b);
    const double scale = 1 / std::min(pieces_[k]->length(), pieces_[k + 1]->length());
    if (jumps(a.a, b.a, scale) || jumps(radius_ * a.alpha, radius_ * b.alpha, scale))
      found.push_back(ends_[k]);
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

}  // namespace catena::path
