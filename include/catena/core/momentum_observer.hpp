// SPDX-License-Identifier: Apache-2.0
// MomentumObserver: estimates the joint torques that the surroundings exert on an arm, from joint positions, velocities and
// motor torques alone: no accelerations, no force sensor, no inverse of M.
//
//   catena::MomentumObserver observer(arm, 50);          // bandwidth 50 rad/s
//   observer.start(q, qd);
//   every dt:  Eigen::VectorXd external = observer.step(q, qd, tau, dt);
//
// Source   De Luca, Mattone 2003. With p = M q̇, M q̈ + C q̇ + g = τ + τ_ext and Ṁ = C + Cᵀ: ṗ = τ + τ_ext + Cᵀ q̇ - g. The
//          residual r = K (p - p(0) - ∫ (τ + Cᵀ q̇ - g + r) dt) obeys ṙ = K (τ_ext - r): a first-order low-pass filter of τ_ext
//          with the bandwidth K, joint by joint and independent of the motion.
// Discrete the integral is taken by the trapezoidal rule, and r implicitly: stable for every step. The bandwidth should
//          stay well below 1/dt. Friction is not part of the model: subtract it from τ (Arm::friction).
// Not for two threads at once. Nothing allocates in `start` and `step`.
#pragma once

#include <Eigen/Core>

#include "catena/core/arm.hpp"

namespace catena {

class MomentumObserver {
 public:
  // `gain` in rad/s, the same for all joints or one for each. Throws Error(usage) unless all are positive.
  MomentumObserver(const Arm& arm, double gain);
  MomentumObserver(const Arm& arm, VecIn gain);

  // From this state on; the estimate is zero.
  void start(VecIn q, VecIn qd);

  // The state `dt` seconds after the one before, with the motor torques that acted in between. Returns the estimate, which
  // stays valid until the next step. Throws Error(usage) before `start`, and unless dt is positive.
  const Eigen::VectorXd& step(VecIn q, VecIn qd, VecIn tau, double dt);

  const Eigen::VectorXd& estimate() const { return r_; }  // (n) external torques
  const Eigen::VectorXd& gain() const { return gain_; }

 private:
  void set_rate(VecIn q, VecIn qd);  // Cᵀ q̇ - g into rate_

  Arm arm_;
  Workspace work_;
  Eigen::VectorXd gain_;
  Eigen::VectorXd r_;                  // the estimate
  Eigen::VectorXd p_;                  // momentum, of the present state
  Eigen::VectorXd integral_;           // p(0) + ∫ (τ + Cᵀ q̇ - g + r) dt
  Eigen::VectorXd rate_, before_, g_;  // Cᵀ q̇ - g now and at the last step
  bool started_ = false;
};

}  // namespace catena
