// SPDX-License-Identifier: Apache-2.0
// PosePath: where the tool is, as a function of a path parameter s: lines, arcs and splines, with rounded corners.
//
//   catena::path::PosePath path(start);
//   path.line_to(corner, 0.02).arc_to(via, end);       // leaves the line 2 cm before the corner
//   catena::path::PosePoint at;
//   path.at(s, at);                                    // nothing allocates
//
// s is in metres: the length along lines and arcs, and the length of the polygon of the poses along a spline. Where the
// tool rotates by more than one radian per `metres_per_radian`, s is the angle times that number, so that a pure rotation
// has a length as well. `follow` turns it into a joint path (follow.hpp).
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "catena/core/eigen_alignment.hpp"  // IWYU pragma: keep

namespace catena::path {

// The pose at s and its derivatives with respect to s, in base axes.
struct PosePoint {
  Eigen::Vector3d p, v, a;   // origin of the tool; dp/ds, d²p/ds²
  Eigen::Matrix3d R;         // axes of the tool
  Eigen::Vector3d w, alpha;  // dR/ds = [w]× R; dw/ds

  Eigen::Matrix4d pose() const;
};

// The largest `blend` that keeps the rounded path within `tolerance` metres of the one with corners, whatever meets there.
inline double blend_within(double tolerance) { return 16 * tolerance / 3; }

namespace detail {
class PosePiece;
}

class PosePath {
 public:
  explicit PosePath(const Eigen::Matrix4d& start, double metres_per_radian = 0.1);

  // Each appends a piece; `blend` rounds the corner where this piece ends and the next one begins. The path leaves the one at
  // this distance before the corner and joins the other at the same distance after it (at half of a piece that is shorter than
  // twice the distance), with continuous second derivatives, and deviates from the path with the corner by at most 3/16 of
  // this distance. The orientation is blended over the same length.

  // A straight line; the tool rotates about a fixed axis, the shorter way round.
  PosePath& line_to(const Eigen::Matrix4d& pose, double blend = 0);
  // An arc through the present position, `via` and the new one, less than a full turn; orientation as in `line_to`.
  PosePath& arc_to(const Eigen::Vector3d& via, const Eigen::Matrix4d& pose, double blend = 0);
  // An arc about an axis through `centre`, of any angle, positive by the right-hand rule; the tool rotates with it.
  PosePath& arc_about(const Eigen::Vector3d& centre, const Eigen::Vector3d& axis, double angle,
                      double blend = 0);
  // A smooth curve through poses: a natural cubic spline of the position, and of the quaternion, normalised; both
  // have continuous second derivatives. The tool must turn by less than 120 degrees from pose to pose.
  PosePath& spline_through(std::span<const Eigen::Matrix4d> poses, double blend = 0);

  double length() const { return ends_.empty() ? 0 : ends_.back(); }
  std::size_t pieces() const { return pieces_.size(); }
  double end_of(std::size_t piece) const { return ends_[piece]; }  // s
  double blend_of(std::size_t piece) const {
    return blends_[piece];
  }  // the distance used at the end of this piece
  std::size_t piece_at(double s) const;

  // s is clamped to 0..length(). Where a derivative jumps, the one after the jump, or before it.
  enum class Side { after, before };
  void at(double s, PosePoint& out, Side side = Side::after) const;

  // Where w or v jump (the tool must stop there), and where alpha or a do (which includes the former), ascending. A jump is a
  // difference of more than 1e-6 of the larger derivative.
  std::vector<double> corners() const;
  std::vector<double> bends() const;

 private:
  using Piece = std::shared_ptr<const detail::PosePiece>;
  PosePath& append(Piece piece, double blend, const char* where);
  void at_corner(std::size_t piece, double offset, PosePoint& out) const;
  PosePoint end() const;

  PosePoint start_;
  double radius_;  // metres per radian
  std::vector<Piece> pieces_;
  std::vector<double> ends_;    // s at the end of each piece
  std::vector<double> wanted_;  // blends as given
  std::vector<double> blends_;  // and as they fit; 0: a corner
};

}  // namespace catena::path
