// SPDX-License-Identifier: Apache-2.0
#include "core/ik/task.hpp"

#include "core/kernels/set_posture.hpp"

namespace catena::detail {

// The length that weighs as much as one radian, relative to the reach of the arm: the fewest iterations over the catalogue.
constexpr double kOfReach = 0.3;

Chain<double> arm_up_to(const Chain<double>& arm, const Frame<double>& frame) {
  std::vector<ChainLink<double>> links;
  for (int i = 0; i <= frame.link; ++i) links.push_back(arm.link(i));
  return {std::move(links), arm.base(), frame.pose, arm.gravity()};
}

IkTask::IkTask(const Chain<double>& part, IkGoal goal, std::span<const double> spans)
    : part_(part), goal_(goal), kernels_(kernels()), x_(part_), now_(part_.dof()) {
  double reach = std::sqrt(dot(part_.tool().p, part_.tool().p));
  for (int i = 0; i < part_.dof(); ++i) reach += std::hypot(part_.link(i).a, part_.link(i).d) + spans[i];
  if (reach > 0) length_ = kOfReach * reach;
}

double IkTask::set(std::span<const double> q) {
  set_posture(kernels_, part_, q, x_);
  set_poses(part_, x_, now_);
  const Vec3<double> p = target_.p - now_.tool.p;
  const double pp = dot(p, p), scale = 1 / length_;
  position_error_ = std::sqrt(pp);
  e_[0] = scale * p.x, e_[1] = scale * p.y, e_[2] = scale * p.z;
  if (goal_ == IkGoal::position) return scale * scale * pp;
  Vec3<double> o{};
  if (goal_ == IkGoal::pose) {
    o = rotation_vector(target_.R * transpose(now_.tool.R));
    e_[3] = o.x, e_[4] = o.y, e_[5] = o.z;
  } else {
    o = shortest_rotation(now_.tool.R.col_z(), target_.R.col_z());
    e_[3] = dot(now_.tool.R.col_x(), o), e_[4] = dot(now_.tool.R.col_y(), o);
  }
  const double oo = dot(o, o);
  orientation_error_ = std::sqrt(oo);
  return scale * scale * pp + oo;
}

void IkTask::columns(std::span<Column> J) const {
  const double scale = 1 / length_;
  const bool axis = goal_ == IkGoal::position_and_axis;
  for (int i = 0; i < joints(); ++i) {
    const Pose<double>& X = now_.frame[static_cast<std::size_t>(i)];
    const Vec3<double> z = X.R.col_z();
    Column& c = J[static_cast<std::size_t>(i)];
    if (!revolute(i)) {
      c = {z.x, z.y, z.z, 0, 0, 0};
      continue;
    }
    const Vec3<double> v = scale * cross(z, now_.tool.p - X.p);
    c = {v.x, v.y, v.z, z.x, z.y, z.z};
    if (axis) c[3] = dot(now_.tool.R.col_x(), z), c[4] = dot(now_.tool.R.col_y(), z);
  }
}

void IkTask::own_columns(std::span<Column> J) const {
  const double scale = 1 / length_;
  const Mat3<double>& R = now_.tool.R;
  for (int i = 0; i < joints(); ++i) {
    const Pose<double>& X = now_.frame[static_cast<std::size_t>(i)];
    const Vec3<double> z = X.R.col_z(), own = transpose_times(R, z);
    const Vec3<double> v = revolute(i) ? scale * transpose_times(R, cross(z, now_.tool.p - X.p)) : own;
    J[static_cast<std::size_t>(i)] =
        revolute(i) ? Column{v.x, v.y, v.z, own.x, own.y, own.z} : Column{v.x, v.y, v.z, 0, 0, 0};
  }
}

}  // namespace catena::detail
