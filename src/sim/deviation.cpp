// SPDX-License-Identifier: Apache-2.0
#include "catena/sim/deviation.hpp"

namespace catena::sim {

DesiredSamples desired_samples(const Arm& arm, const Run& run, const Trajectory& desired) {
  const int n = desired.dof();
  DesiredSamples out{Samples(n), Samples(n), Samples(3)};
  JointMotion want(n);
  Workspace work(arm);
  Eigen::Matrix4d X;
  for (const double t : run.time) {
    desired.at(t, want);
    arm.pose(want.q, work, X);
    const Eigen::Vector3d tool = X.topRightCorner<3, 1>();
    out.q.push_back(want.q.data());
    out.qd.push_back(want.qd.data());
    out.tool.push_back(tool.data());
  }
  return out;
}

Samples deviations(const Run& run, const Trajectory& desired) {
  Samples out(desired.dof());
  JointMotion want(desired.dof());
  Eigen::VectorXd e(desired.dof());
  for (std::size_t k = 0; k < run.time.size(); ++k) {
    desired.at(run.time[k], want);
    e = want.q - run.q[k];
    out.push_back(e.data());
  }
  return out;
}

Deviation largest_deviation(const Run& run, const Trajectory& desired) {
  const Samples all = deviations(run, desired);
  Deviation out;
  for (std::size_t k = 0; k < all.count(); ++k) {
    Eigen::Index joint = 0;
    const double far = all[k].cwiseAbs().maxCoeff(&joint);
    if (far > out.largest) out = {far, run.time[k], static_cast<int>(joint)};
  }
  return out;
}

Samples quasi_velocity_deviations(const Run& run, QuasiVelocityControl& control) {
  Samples out(control.dof());
  Eigen::VectorXd s(control.dof());
  for (std::size_t k = 0; k < run.time.size(); ++k) {
    control.deviation(run.time[k], run.q[k], run.qd[k], s);
    out.push_back(s.data());
  }
  return out;
}

}  // namespace catena::sim
