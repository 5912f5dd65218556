// SPDX-License-Identifier: Apache-2.0
// The members of Arm for named frames.
#include <fmt/format.h>

#include "catena/core/algo/frame_kinematics.hpp"
#include "catena/core/arm.hpp"
#include "core/kernels/kernels.hpp"
#include "core/kernels/set_posture.hpp"
#include "core/util/finite.hpp"

namespace catena {

std::vector<NamedFrame> Arm::frames() const { return named_frames(robot()); }

Frame<double> Arm::frame(const std::string& name, Axes axes) const {
  Frame<double> found = find_frame(frames(), name, this->name()).frame;
  found.axes = axes;
  return found;
}

std::vector<std::string> Arm::joint_names() const { return catena::joint_names(robot()); }

void Arm::jacobian(VecIn q, const Frame<double>& frame, Workspace& work, MatOut J) const {
  eval(Quantity::jacobian, {.q = q, .frame = frame}, work,
       MatView<double>{J.data(), static_cast<int>(J.rows()), static_cast<int>(J.cols()),
                       static_cast<int>(J.outerStride())});
}
void Arm::jacobian_rate(VecIn q, VecIn qd, const Frame<double>& frame, Workspace& work, MatOut Jd) const {
  eval(Quantity::jacobian_rate, {.q = q, .qd = qd, .frame = frame}, work,
       MatView<double>{Jd.data(), static_cast<int>(Jd.rows()), static_cast<int>(Jd.cols()),
                       static_cast<int>(Jd.outerStride())});
}
void Arm::pose(VecIn q, const Frame<double>& frame, Workspace& work, Eigen::Ref<Eigen::Matrix4d> X) const {
  eval(Quantity::pose, {.q = q, .frame = frame}, work,
       MatView<double>{X.data(), 4, 4, static_cast<int>(X.outerStride())});
}

void Arm::set_frame_poses(std::span<const double> q, std::span<const NamedFrame> frames,
                          Posture<double>& posture, Kinematics<double>& kinematics, double* X) const {
  const QuantityInfo& quantity = info(Quantity::pose);
  if (static_cast<int>(q.size()) != dof() || !detail::all_finite(q.data(), q.size()))
    refuse_vector(quantity, "q", q);
  for (const NamedFrame& named : frames) require_frame(quantity, named.frame);
  detail::set_posture(detail::kernels(), chain_, q, posture);
  set_poses(chain_, posture, kinematics);
  for (const NamedFrame& named : frames) {
    const Pose<double> at = frame_pose(kinematics, named.frame);
    const Vec3<double> columns[] = {at.R.col_x(), at.R.col_y(), at.R.col_z(), at.p};
    for (int j = 0; j < 4; ++j) {
      *X++ = columns[j].x, *X++ = columns[j].y, *X++ = columns[j].z;
      *X++ = j == 3 ? 1 : 0;
    }
  }
}

void Arm::frame_poses(VecIn q, std::span<const NamedFrame> frames, double* X) const {
  Posture<double> posture(chain_);
  Kinematics<double> kinematics(dof());
  set_frame_poses(in(q), frames, posture, kinematics, X);
}

void Arm::poses(VecIn q, std::span<const NamedFrame> frames, Workspace& work,
                std::span<Eigen::Matrix4d> X) const {
  if (!fits(work)) refuse(info(Quantity::pose), {}, MatView<double>{}, &work, {StatusCode::wrong_workspace});
  if (X.size() != frames.size())
    throw Error(ErrorKind::usage, "poses", "the result has the wrong size")
        .given(fmt::format("room for {} poses", X.size()))
        .need(fmt::format("{}, one for each frame", frames.size()));
  set_frame_poses(in(q), frames, work.posture, work.kinematics, X.empty() ? nullptr : X[0].data());
}

}  // namespace catena
