// SPDX-License-Identifier: Apache-2.0
#include "choose/workspace/tool_point.hpp"

#include <algorithm>

namespace catena::choose::detail {
namespace {

double length(const Vec3<double>& v) { return std::sqrt(dot(v, v)); }

constexpr double kParallel = 1e-9;  // [rad], as model/planar.hpp

}  // namespace

ToolPoint::ToolPoint(const Chain<double>& arm)
    : base_(arm.base()), tip_(arm.tool().p), size_(length(arm.tool().p)), p_(Vec3<double>::zero()) {
  for (int i = 0; i < arm.dof(); ++i) {
    const ChainLink<double>& l = arm.link(i);
    links_.push_back({l.revolute(), l.ca, l.sa, l.a, l.theta, l.ct, l.st, l.d});
    size_ += std::abs(l.a) + std::abs(l.d);
  }
  const double least = 1e-12 * size_;
  while (!links_.empty() && links_.back().revolute && std::hypot(tip_.x, tip_.y) <= least) {
    const Link& l = links_.back();  // the tool is on its axis: fixed to the link before
    const double z = tip_.z + l.d;
    tip_ = {l.a, -l.sa * z, l.ca * z};
    links_.pop_back();
  }
  o_.assign(links_.size(), Vec3<double>::zero());
  z_ = o_;
  plane_ = find_plane();
}

std::optional<Vec3<double>> ToolPoint::find_plane() {
  const std::vector<double> zero(links_.size(), 0.0);
  set(zero.data());
  // along the first revolute axis; else normal to two prismatic axes; else normal to the only one
  Vec3<double> normal = base_.R.col_z();
  double best = 0;
  bool turning = false;
  for (int i = 0; i < joints() && !turning; ++i) {
    if (revolute(i)) {
      normal = axis(i), turning = true;
    } else {
      const Vec3<double> across = cross(axis(0), axis(i));
      if (length(across) > std::max(best, kParallel)) best = length(across), normal = (1 / best) * across;
    }
  }
  if (!turning && best == 0 && joints() > 0) {
    const Vec3<double> z = axis(0);
    const Vec3<double> least = std::abs(z.x) < 0.6 ? Vec3<double>{1, 0, 0} : Vec3<double>{0, 1, 0};
    const Vec3<double> across = cross(z, least);
    normal = (1 / length(across)) * across;
  }
  for (int i = 0; i < joints(); ++i) {
    const double miss = revolute(i) ? length(cross(axis(i), normal)) : std::abs(dot(axis(i), normal));
    if (miss > kParallel) return std::nullopt;
  }
  return normal;
}

}  // namespace catena::choose::detail
