// SPDX-License-Identifier: Apache-2.0
// The equation of motion as a system for the integrators: (q, v, z, work), with v = q̇, ν or ξ depending on the
// formulation, the continuous state z of the drive, and the work of drive, friction, tip wrench and elastic stops where
// there are any.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "catena/core/algo/kinematics.hpp"
#include "catena/core/arm.hpp"
#include "catena/sim/simulation.hpp"
#include "sim/energy_gradient.hpp"
#include "sim/formulation.hpp"
#include "sim/integrator.hpp"
#include "sim/joint_limits.hpp"

namespace catena::sim::detail {

class Equation final : public System {
 public:
  // The drive may be null: nothing drives the arm.
  Equation(const Arm& arm, Drive* drive, const Options& options);

  int size() const override { return feedback() + works_; }
  int positions() const override { return n_; }
  int feedback() const override { return 2 * n_ + states_; }
  Value rate(double t, std::span<const double> y, std::span<double> yd) override;
  Value probe(double t, std::span<const double> y, std::span<double> yd) override;
  Value positions_rate(std::span<const double> y, std::span<double> qd) override;
  int events() const override { return static_cast<int>(limits_.stops().size()); }
  Value watched(double t, std::span<const double> y, std::span<double> g) override;

  // The drive is evaluated only at times before `end`: at `end` itself the torque may already have jumped.
  void set_end(double end);

  std::vector<double> start(const JointState& state);  // y at time 0
  void append_sample(double t, std::span<const double> y, Run& run);

  // Makes the update of the drive that is due at time t. Throws what the drive throws.
  void update_drive(double t, std::span<const double> y);

  // T + V minus the work done on the arm: constant along every solution.
  struct Balance {
    double value;
    double
        step_error;  // how much of it a step that ends here may change within the tolerances (docs/simulate.md)
    double size;     // the largest of T, |V - V at time 0| and the works
  };
  Balance balance(std::span<const double> y);

  JointLimits& limits() { return limits_; }
  // After an event: applies the impacts at the stops that are hit, and lets joints come to rest or leave. Changes y and
  // records the events in the run.
  void strike(double t, std::span<const int> fallen, std::span<double> y, Run& run);

  long evaluations() const { return evaluations_; }

  // δ of joint i of M = U D Uᵀ, rotors included, at these positions.
  std::span<const double> pivots(std::span<const double> q);
  bool takes_roots() const { return formulation_->takes_roots(); }

  // Why the rate could not be computed, if known.
  const std::optional<Error>& trouble() const { return trouble_; }
  bool out_of_memory() const { return out_of_memory_; }
  // `rate` or `watched` has returned `never`. ARKODE does not pass this on if it happens while it locates an event.
  bool gave_up() const { return gave_up_; }

 private:
  enum Work { by_drive, by_friction, by_tip, by_limits, kWorks };

  void add_pushes(double t);  // to effort_
  bool evaluate(double t, std::span<const double> y,
                std::span<double> vd);  // rethrows exceptions of the drive
  Value rate_at(double t, std::span<const double> y, std::span<double> yd);  // the same
  Value give_up(double t);  // because of the exception that is being handled
  void settle(double t, std::span<double> y, int leaving);
  double least_rebound(double t, std::span<double> y, int stop);
  double kinetic() const;
  void set_velocities_of(std::span<double> y);  // v of y from qd_
  std::span<const double> q_of(std::span<const double> y) const { return y.subspan(0, un()); }
  std::span<const double> v_of(std::span<const double> y) const { return y.subspan(un(), un()); }
  Eigen::Map<const Eigen::VectorXd> z_of(std::span<const double> y) const {
    return {y.data() + 2 * n_, states_};
  }
  std::size_t un() const { return static_cast<std::size_t>(n_); }

  const Chain<double>& chain_;
  Drive* drive_;
  const Options& options_;
  int n_;
  int states_;  // of the drive
  std::unique_ptr<Formulation> formulation_;
  JointLimits limits_;
  int works_ = 0;                       // their number
  std::array<int, kWorks> place_ = {};  // index of each in y; -1 if it is absent
  bool has_tip_;
  Force<double> tip_;   // in the last frame
  double end_, last_;   // of this part of the run, and the time just before
  double impacts_ = 0;  // work done on the arm by impacts

  Posture<double> x_;
  Kinematics<double> kinematics_;
  Eigen::VectorXd q_, qd_, tau_;       // (n) as the drive sees and gives them
  std::vector<double> friction_;       // (n) at the joints, against the motion
  std::vector<double> springs_;        // (n) of elastic stops
  std::vector<Force<double>> pushes_;  // (n) on each link
  std::vector<double> pushed_;         // (n) their torques
  std::vector<double> effort_;         // (n) all torques together
  std::vector<double> qdd_, vd_;       // (n)
  std::vector<double> lambda_;         // (stops)
  EnergyGradientWork energy_;
  std::vector<double> by_q_, by_qd_, by_v_;  // (n) derivatives of the energy
  double start_potential_ = 0;
  MatX<double> M_;             // (n x n)
  std::vector<double> delta_;  // (n)
  long evaluations_ = 0;
  std::optional<Error> trouble_;
  bool out_of_memory_ = false, gave_up_ = false;
};

}  // namespace catena::sim::detail
