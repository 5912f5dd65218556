// SPDX-License-Identifier: Apache-2.0
// The pieces of a pose path: lines, arcs and splines, each as a function of the length u since its beginning.
#pragma once

#include <memory>
#include <span>

#include "catena/core/path/pose_path.hpp"

namespace catena::path::detail {

class PosePiece {
 public:
  explicit PosePiece(double length) : length_(length) {}
  virtual ~PosePiece() = default;
  double length() const { return length_; }
  virtual void at(double u, PosePoint& out) const = 0;

 private:
  double length_;
};

using PiecePtr = std::shared_ptr<const PosePiece>;

// `radius` is in metres per radian. All throw Error(usage) for pieces without length or with ambiguous geometry.
PiecePtr line_piece(const PosePoint& from, const PosePoint& to, double radius);
PiecePtr arc_through(const PosePoint& from, const Eigen::Vector3d& via, const PosePoint& to, double radius);
PiecePtr arc_about(const PosePoint& from, const Eigen::Vector3d& centre, const Eigen::Vector3d& axis,
                   double angle, double radius);
PiecePtr spline_piece(std::span<const PosePoint> points, double radius);

// A rotation as its axis times its angle, at most pi.
Eigen::Vector3d rotation_vector(const Eigen::Matrix3d& R);

// The pose as a point at rest. Throws Error(usage) unless its rotation is orthonormal to 1e-6; makes it so exactly.
PosePoint checked_pose(const char* where, const Eigen::Matrix4d& pose);

}  // namespace catena::path::detail
