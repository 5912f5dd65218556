// SPDX-License-Identifier: Apache-2.0
// QuasiVelocityControl: an independent, decoupled controller for each quasi-velocity.
//
// Paper    Kozłowski 1995 (paper 003): D ξ̇ + C(θ,ξ) = κ and ν̇ + C(θ,ν) = ε are n equations, one for each
//          quasi-velocity. κ_i and ε_i accelerate only ξ_i and ν_i, so that each can be chosen independently.
// Symbols  e = q_d - q | q̇_r = q̇_d + Λ e, the reference velocity | ξ_r = Uᵀ q̇_r, at the arm's posture
//          s = ξ_r - ξ = Uᵀ (ė + Λ e), the deviation
// Law      ξ̇_i = ξ̇_r,i + k_i s_i:  κ = D (ξ̇_r + K s) + C(θ,ξ),  τ = U κ.
//          With ν: ν_r = D^½ ξ_r, ε = ν̇_r + K s + C(θ,ν), τ = U D^½ ε.
// Result   ṡ_i = -k_i s_i: n decoupled deviations, which decay at the rates k_i; then ė = -Λ e. With ν, ½ Σ s² is
//          the kinetic energy of the motion ė + Λ e: each term decays on its own. Computed torque decouples the
//          joints instead. Both cancel C and gravity completely; here they come from C(θ,ξ), which costs more than the
//          inverse dynamics of computed torque.
// Cost     O(n): the factors of M, C(θ,ξ), and one sweep outward for ξ̇_r = d/dt (Uᵀ q̇_r).
#pragma once

#include <memory>

#include "catena/core/algo/quasi_velocity_bias.hpp"
#include "catena/sim/drive.hpp"
#include "catena/sim/trajectory.hpp"

namespace catena::sim {

class QuasiVelocityControl : public Drive {
 public:
  enum class Variable { xi, nu };  // nu needs D > 0, else throws Error(numerical)

  // Rates (n), 0 or more [1/s]: lambda of the joints, k of the quasi-velocities.
  QuasiVelocityControl(const Arm& arm, std::shared_ptr<const Trajectory> desired, Eigen::VectorXd lambda,
                       Eigen::VectorXd k, Variable variable = Variable::xi);

  int dof() const override { return arm_.dof(); }
  void torque(double t, VecIn q, VecIn qd, VecOut tau) override;
  std::vector<double> kinks() const override { return desired_->kinks(); }

  // s, (n): the deviation of each quasi-velocity. Does not allocate.
  void deviation(double t, VecIn q, VecIn qd, VecOut s);

 private:
  void set(double t, VecIn q, VecIn qd);  // all members below

  Arm arm_;
  std::shared_ptr<const Trajectory> desired_;
  Eigen::VectorXd lambda_, k_;  // (n)
  Variable variable_;
  Posture<double> posture_;
  QuasiWork<double> work_;
  JointMotion motion_;
  Eigen::VectorXd qd_ref_, qdd_ref_;    // (n) q̇_r, q̈_r
  Eigen::VectorXd ref_, ref_rate_, s_;  // (n) ξ_r or ν_r, its rate, the deviation
  Eigen::VectorXd force_;               // (n) κ or ε
};

}  // namespace catena::sim
