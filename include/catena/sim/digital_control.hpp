// SPDX-License-Identifier: Apache-2.0
// DigitalControl: a digital controller. It measures the arm once a period, and its torques act until the next ones do.
//
//   class MyController : public catena::sim::DigitalController { ... };      // any state between its calls
//   catena::sim::DigitalControl drive(std::make_shared<MyController>(), {.period = 1e-3, .delay = 2e-4});
//   const catena::sim::Run run = catena::sim::simulate(arm, {q, qd}, drive);
//
// Times    t_k = phase + k period, k = 0, 1, ..: `control` is called exactly once at each of them that is before the end of
//          the run, in order, whatever the integrator does. Its torques act from t_k + delay on. Before the first ones, the
//          torques are zero.
// Hold     zero: zero-order hold, the torques are constant until the next ones act, and then jump. ramp: they go linearly
//          to their new values within one period.
// Cost     the integrator ends a step at t_k and at t_k + delay, and restarts there. Multistep methods start with low order
//          and short steps: for short periods prefer a Runge-Kutta method.
#pragma once

#include <memory>

#include "catena/sim/drive.hpp"

namespace catena::sim {

class DigitalController {
 public:
  virtual ~DigitalController() = default;

  virtual int dof() const = 0;
  virtual void begin() {}  // a run begins: forgets an earlier one
  virtual void control(double t, VecIn q, VecIn qd,
                       VecOut tau) = 0;  // once a period, in order; may keep state
};

class DigitalControl : public Drive {
 public:
  enum class Hold { zero, ramp };
  struct Timing {
    double period = 1e-3;  // [s], above 0
    double phase = 0;      // [s] of the first measurement, 0 or more
    double delay = 0;      // [s] from the measurement to the torques, 0 or more
    Hold hold = Hold::zero;
  };

  // Throws Error(usage) for an invalid time.
  DigitalControl(std::shared_ptr<DigitalController> controller, const Timing& timing);

  int dof() const override { return controller_->dof(); }
  void torque(double t, VecIn q, VecIn qd, VecOut tau) override;
  void begin() override;
  double next_update() const override;
  void update(double t, VecIn q, VecIn qd) override;

  long calls() const { return measured_; }  // of `control` in this run

 private:
  double measured_at(long k) const { return timing_.phase + static_cast<double>(k) * timing_.period; }
  double acts_at(long k) const { return measured_at(k) + timing_.delay; }

  std::shared_ptr<DigitalController> controller_;
  Timing timing_;
  Eigen::MatrixXd waiting_;  // (n x most) a ring: column k % most for the torques of t_k that do not act yet
  Eigen::VectorXd before_, now_;    // (n) the torques before the last change, and those after it
  long measured_ = 0, acting_ = 0;  // how many were computed, and how many of them act or have acted
};

}  // namespace catena::sim
