// SPDX-License-Identifier: Apache-2.0
#include "catena/sim/torque_limit.hpp"

#include <fmt/format.h>

#include <cmath>

#include "catena/core/text.hpp"

namespace catena::sim {
namespace {

void require_positive(const char* where, const char* what, int dof, const Eigen::VectorXd& most) {
  if (most.size() != dof)
    throw Error(ErrorKind::usage, where, fmt::format("the {} have the wrong size", what))
        .given(text::counted(most.size(), "element"))
        .need(fmt::format("{} elements, one for each joint of the drive", dof));
  for (Eigen::Index i = 0; i < most.size(); ++i)
    if (!(most[i] > 0))
      throw Error(ErrorKind::usage, where, fmt::format("the {} are not positive", what))
          .given(fmt::format("joint {} (counted from 1): {}", i + 1, most[i]))
          .need("positive numbers; infinity for a joint without one");
}

}  // namespace

TorqueLimit::TorqueLimit(std::shared_ptr<Drive> drive, Eigen::VectorXd most)
    : DriveWrapper(std::move(drive)), most_(std::move(most)) {
  require_positive("torque limit", "largest torques", dof(), most_);
}

void TorqueLimit::torque(double t, VecIn q, VecIn qd, VecOut tau) {
  DriveWrapper::torque(t, q, qd, tau);
  for (Eigen::Index i = 0; i < tau.size(); ++i)
    if (std::abs(tau[i]) > most_[i]) tau[i] = std::copysign(most_[i], tau[i]);
}

RateLimit::RateLimit(std::shared_ptr<Drive> drive, Eigen::VectorXd most, double lag)
    : DriveWrapper(std::move(drive)), most_(std::move(most)), lag_(lag), u_(Eigen::VectorXd::Zero(dof())) {
  require_positive("rate limit", "largest rates", dof(), most_);
  if (!(lag > 0) || !std::isfinite(lag))
    throw Error(ErrorKind::usage, "rate limit", "the lag is not positive")
        .given(fmt::format("{} s", lag))
        .need("a positive number of seconds");
}

void RateLimit::torque(double, VecIn, VecIn, VecOut tau) { tau = u_; }

void RateLimit::first_states(VecOut z) const {
  DriveWrapper::first_states(z.head(DriveWrapper::states()));
  z.tail(dof()).setZero();
}

void RateLimit::set_states(VecIn z) {
  DriveWrapper::set_states(z.head(DriveWrapper::states()));
  u_ = z.tail(dof());
}

void RateLimit::rates(double t, VecIn q, VecIn qd, VecOut zd) {
  const int inner = DriveWrapper::states();
  DriveWrapper::rates(t, q, qd, zd.head(inner));
  Eigen::Ref<Eigen::VectorXd> ud = zd.tail(dof());
  DriveWrapper::torque(t, q, qd, ud);  // the demand
  for (Eigen::Index i = 0; i < ud.size(); ++i) {
    ud[i] = (ud[i] - u_[i]) / lag_;
    if (std::abs(ud[i]) > most_[i]) ud[i] = std::copysign(most_[i], ud[i]);
  }
}

}  // namespace catena::sim
