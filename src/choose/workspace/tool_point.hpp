// SPDX-License-Identifier: Apache-2.0
// The position of the tool, joint by joint: the basis of workspaces and reach.
//
// Trailing joints whose axes pass through the tool do not move it and are left out.
#pragma once

#include <cmath>
#include <optional>
#include <vector>

#include "catena/core/model/chain.hpp"

namespace catena::choose::detail {

class ToolPoint {
 public:
  explicit ToolPoint(const Chain<double>& arm);

  int joints() const { return static_cast<int>(links_.size()); }  // that move the tool
  bool revolute(int i) const { return links_[i].revolute; }
  double size() const {
    return size_;
  }  // [m] of the arm without prismatic travel: the scale of rounding errors

  // For the posture that was set, in the robot's base frame.
  const Vec3<double>& tool() const { return p_; }
  const Vec3<double>& origin(int i) const { return o_[i]; }
  const Vec3<double>& axis(int i) const { return z_[i]; }
  Vec3<double> column(int i) const { return links_[i].revolute ? cross(z_[i], p_ - o_[i]) : z_[i]; }

  void set(const double* q) {
    Vec3<double> x = base_.R.col_x(), y = base_.R.col_y(), z = base_.R.col_z(), o = base_.p;
    for (std::size_t i = 0; i < links_.size(); ++i) {
      const Link& l = links_[i];
      o += l.a * x;
      const Vec3<double> y1 = l.ca * y + l.sa * z;
      z = l.ca * z - l.sa * y;
      double c = l.ct, s = l.st, d = l.d;
      if (l.revolute) {
        const double theta = l.theta + q[i];
        c = std::cos(theta), s = std::sin(theta);
      } else {
        d += q[i];
      }
      y = c * y1 - s * x;
      x = c * x + s * y1;
      o += d * z;
      o_[i] = o, z_[i] = z;
    }
    p_ = o + tip_.x * x + tip_.y * y + tip_.z * z;
  }

  // The normal of the plane in which the tool moves, if there is one.
  std::optional<Vec3<double>> plane() const { return plane_; }

 private:
  struct Link {
    bool revolute;
    double ca, sa, a, theta, ct, st, d;
  };
  std::optional<Vec3<double>> find_plane();

  std::vector<Link> links_;
  Pose<double> base_;
  Vec3<double> tip_;  // the tool in the last frame
  double size_;
  std::vector<Vec3<double>> o_, z_;
  Vec3<double> p_;
  std::optional<Vec3<double>> plane_;
};

}  // namespace catena::choose::detail
