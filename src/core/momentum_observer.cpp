// SPDX-License-Identifier: Apache-2.0
#include "catena/core/momentum_observer.hpp"

#include <fmt/format.h>

#include <cmath>

#include "catena/core/text.hpp"

namespace catena {

MomentumObserver::MomentumObserver(const Arm& arm, double gain)
    : MomentumObserver(arm, Eigen::VectorXd::Constant(arm.dof(), gain)) {}

MomentumObserver::MomentumObserver(const Arm& arm, VecIn gain)
    : arm_(arm),
      work_(arm_),
      gain_(gain),
      r_(Eigen::VectorXd::Zero(arm.dof())),
      p_(r_),
      integral_(r_),
      rate_(r_),
      before_(r_),
      g_(r_) {
  if (gain.size() != arm.dof())
    throw Error(ErrorKind::usage, "MomentumObserver", "'gain' has the wrong size")
        .given(text::counted(gain.size(), "element"))
        .need(fmt::format("{}, since '{}' has {}", text::counted(arm.dof(), "element"), arm.name(),
                          text::counted(arm.dof(), "joint")));
  for (Eigen::Index i = 0; i < gain.size(); ++i)
    if (!(gain[i] > 0) || !std::isfinite(gain[i]))
      throw Error(ErrorKind::usage, "MomentumObserver", "'gain' is not a positive number")
          .given(fmt::format("gain[{}] = {} (counted from 0)", i, gain[i]))
          .need("the bandwidth of the estimate in rad/s, such as 50");
}

void MomentumObserver::set_rate(VecIn q, VecIn qd) {
  arm_.coriolis_transpose(q, qd, qd, work_, rate_);
  arm_.gravity(q, work_, g_);
  rate_ -= g_;
}

void MomentumObserver::start(VecIn q, VecIn qd) {
  arm_.joint_momentum(q, qd, work_, p_);
  set_rate(q, qd);
  integral_ = p_;
  r_.setZero();
  started_ = true;
}

const Eigen::VectorXd& MomentumObserver::step(VecIn q, VecIn qd, VecIn tau, double dt) {
  if (!started_)
    throw Error(ErrorKind::usage, "MomentumObserver", "step was called before start")
        .hint("call start(q, qd) with the first state");
  if (!(dt > 0) || !std::isfinite(dt))
    throw Error(ErrorKind::usage, "MomentumObserver", "'dt' is not a positive number")
        .given(fmt::format("{}", dt));
  if (tau.size() != arm_.dof())
    throw Error(ErrorKind::usage, "MomentumObserver", "'tau' has the wrong size")
        .given(text::counted(tau.size(), "element"))
        .need(fmt::format("{}, since '{}' has {}", text::counted(arm_.dof(), "element"), arm_.name(),
                          text::counted(arm_.dof(), "joint")));
  for (Eigen::Index i = 0; i < tau.size(); ++i)
    if (!std::isfinite(tau[i]))
      throw Error(ErrorKind::usage, "MomentumObserver", "'tau' is not finite")
          .given(fmt::format("tau[{}] = {} (counted from 0)", i, tau[i]));
  before_ = rate_;
  arm_.joint_momentum(q, qd, work_, p_);
  set_rate(q, qd);
  for (Eigen::Index i = 0; i < tau.size(); ++i) {
    // r = K (p - integral - dt (τ + mean rate + (r_before + r) / 2)), solved for r
    integral_[i] += dt * (tau[i] + (before_[i] + rate_[i]) / 2 + r_[i] / 2);
    r_[i] = gain_[i] * (p_[i] - integral_[i]) / (1 + gain_[i] * dt / 2);
    integral_[i] += dt * r_[i] / 2;
  }
  return r_;
}

}  // namespace catena
