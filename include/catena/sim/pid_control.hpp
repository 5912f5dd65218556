// SPDX-License-Identifier: Apache-2.0
// PID control with the error e = q_d - q. PidControl: τ = K_p e + K_i ∫e dt + K_d ė, with the integral as continuous
// state. DigitalPid: the same as a digital controller (for DigitalControl) that measures positions only: with its period h,
// τ_k = K_p e_k + K_i h Σ_{j<=k} e_j + K_d (e_k - e_{k-1}) / h, where the first difference is zero.
#pragma once

#include <memory>

#include "catena/sim/digital_control.hpp"
#include "catena/sim/trajectory.hpp"

namespace catena::sim {

// Gains are (n), 0 or more: [N m/rad], [N m/(rad s)] and [N m s/rad], or [N/m], [N/(m s)] and [N s/m].
struct PidGains {
  Eigen::VectorXd kp, ki, kd;
};

class PidControl : public Drive {
 public:
  PidControl(const Arm& arm, std::shared_ptr<const Trajectory> desired, PidGains gains);

  int dof() const override { return desired_->dof(); }
  void torque(double t, VecIn q, VecIn qd, VecOut tau) override;
  std::vector<double> kinks() const override { return desired_->kinks(); }
  int states() const override { return dof(); }  // ∫e dt
  void first_states(VecOut z) const override { z.setZero(); }
  void set_states(VecIn z) override { integral_ = z; }
  void rates(double t, VecIn q, VecIn qd, VecOut zd) override;

 private:
  std::shared_ptr<const Trajectory> desired_;
  PidGains gains_;
  Eigen::VectorXd integral_;  // (n)
  JointMotion motion_;
};

class DigitalPid : public DigitalController {
 public:
  // `period` as in the timing of the DigitalControl [s].
  DigitalPid(const Arm& arm, std::shared_ptr<const Trajectory> desired, PidGains gains, double period);

  int dof() const override { return desired_->dof(); }
  void begin() override;
  void control(double t, VecIn q, VecIn qd, VecOut tau) override;

 private:
  std::shared_ptr<const Trajectory> desired_;
  PidGains gains_;
  double period_;
  Eigen::VectorXd sum_, last_;  // (n) h Σ e_j; e_{k-1}
  bool first_ = true;
  JointMotion motion_;
};

}  // namespace catena::sim
