// SPDX-License-Identifier: Apache-2.0
#include "reproduce/vector_race.hpp"

namespace catena::reproduce::detail {

FromPoses::FromPoses(const Chain<double>& arm, const Posture<double>& x)
    : arm_(arm), x_(x), M_(arm.dof(), arm.dof()), work_(arm.dof()), sums_(arm), poses_(12 * sums_.stride()) {
  set_poses(arm, x, work_.kinematics);
  for (int i = 0; i < arm.dof(); ++i) {
    const auto link = static_cast<std::size_t>(i);
    const Pose<double>& X = work_.kinematics.frame[link];
    const double numbers[] = {X.R.xx, X.R.xy, X.R.xz, X.R.yx, X.R.yy, X.R.yz,
                              X.R.zx, X.R.zy, X.R.zz, X.p.x,  X.p.y,  X.p.z};
    for (std::size_t row = 0; row < 12; ++row) poses_[row * sums_.stride() + link] = numbers[row];
  }
}

void FromPoses::gdahj() {
  joint_axes(arm_, work_);
  joint_wrenches(arm_, x_, work_);
  kernels_.rank_six({arm_.dof(), work_.axes.data(), work_.wrenches.data(), work_.stride, M_.view().data,
                     static_cast<std::size_t>(arm_.dof())});
}

void FromPoses::sums() {
  kernels_.gdahj_sums_from_poses({arm_.dof(), nullptr, sums_.rows(), sums_.axes(), sums_.wrenches(),
                                  sums_.stride(), M_.view().data, static_cast<std::size_t>(arm_.dof())},
                                 poses_.data());
}

}  // namespace catena::reproduce::detail
