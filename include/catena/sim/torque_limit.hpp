// SPDX-License-Identifier: Apache-2.0
// TorqueLimit: a drive whose motors saturate: |τ_i| <= most_i. RateLimit: a drive whose torques change at a limited rate.
// Both take any drive, with whatever state it has, and may be combined.
#pragma once

#include <memory>

#include "catena/sim/drive.hpp"

namespace catena::sim {

// Passes everything on to another drive.
class DriveWrapper : public Drive {
 public:
  explicit DriveWrapper(std::shared_ptr<Drive> drive) : drive_(std::move(drive)) {}

  int dof() const override { return drive_->dof(); }
  void torque(double t, VecIn q, VecIn qd, VecOut tau) override { drive_->torque(t, q, qd, tau); }
  std::vector<double> kinks() const override { return drive_->kinks(); }
  void begin() override { drive_->begin(); }
  double next_update() const override { return drive_->next_update(); }
  void update(double t, VecIn q, VecIn qd) override { drive_->update(t, q, qd); }
  int states() const override { return drive_->states(); }
  void first_states(VecOut z) const override { drive_->first_states(z); }
  void set_states(VecIn z) override { drive_->set_states(z); }
  void rates(double t, VecIn q, VecIn qd, VecOut zd) override { drive_->rates(t, q, qd, zd); }

  Drive& inner() { return *drive_; }

 private:
  std::shared_ptr<Drive> drive_;
};

class TorqueLimit : public DriveWrapper {
 public:
  // `most` is (n), positive; infinity leaves a joint alone. Throws Error(usage).
  TorqueLimit(std::shared_ptr<Drive> drive, Eigen::VectorXd most);

  void torque(double t, VecIn q, VecIn qd, VecOut tau) override;

 private:
  Eigen::VectorXd most_;  // (n)
};

// The torque u of each motor follows the demanded torque τ: u̇ = (τ - u) / lag, but at most `most` in absolute value.
// Without the lag, u would chatter around a demand that it has reached. u = 0 at time 0. u is continuous state.
class RateLimit : public DriveWrapper {
 public:
  // `most` is (n), positive [N m/s, N/s]; `lag` is positive [s]. Throws Error(usage).
  RateLimit(std::shared_ptr<Drive> drive, Eigen::VectorXd most, double lag = 1e-3);

  void torque(double t, VecIn q, VecIn qd, VecOut tau) override;
  int states() const override { return DriveWrapper::states() + dof(); }
  void first_states(VecOut z) const override;
  void set_states(VecIn z) override;
  void rates(double t, VecIn q, VecIn qd, VecOut zd) override;

 private:
  Eigen::VectorXd most_;  // (n)
  double lag_;            // [s]
  Eigen::VectorXd u_;     // (n) the torques of the motors
};

}  // namespace catena::sim
