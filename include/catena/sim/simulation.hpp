// SPDX-License-Identifier: Apache-2.0
// Simulation: integrates the equation of motion under given torques.
//
//   catena::sim::Options options;
//   options.duration = 10;
//   const catena::sim::Run fall = catena::sim::simulate(arm, {q, qd}, options);           // nothing drives it
//   const catena::sim::Run run = catena::sim::simulate(arm, {q, qd}, drive, options);
//
// Equation  (M + rotors) q̈ + C q̇ + g = τ - friction(q̇) - Jᵀ tip + Σ J_iᵀ push_i + torques of the joint limits
// Errors    invalid options throw Error(usage). An error during the run ends it and is stored in Run::failure; the
//           samples so far are kept. A run whose energy does not balance within what its tolerances allow has failed too,
//           although it was computed to its end (End::unbalanced).
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "catena/core/arm.hpp"
#include "catena/core/watch.hpp"
#include "catena/sim/drive.hpp"

namespace catena::sim {

// What happens when a joint reaches a position limit.
enum class AtLimit {
  ignore,  // the joint moves on
  stop,    // the run ends there
  bounce,  // an impact: the joint rebounds with `restitution` times its speed
  spring,  // an elastic stop: stiffness x depth x (1 + damping x speed inward), never pulling
};

// A wrench that the surroundings exert on a link during a part of the run.
struct Push {
  int link = 0;                    // counted from 0
  Wrench wrench = Wrench::zero();  // (moment; force)
  double from = 0;                 // [s]
  double until = std::numeric_limits<double>::infinity();
  // The wrench acts at the origin of a frame with this pose in the frame of the link: in the axes of that frame, which turn
  // with the link, or in base axes (catena/core/model/frame_wrench.hpp).
  Pose<double> pose = Pose<double>::identity();
  Axes axes = Axes::frame;
};

struct Options {
  std::string method = "aba";        // one of simulation_methods()
  std::string integrator = "auto";   // one of integrators()
  double rtol = 1e-6, atol = 1e-6;   // of each step and number of the state; not for fixed steps
  double step = 1e-3;                // [s] of rk4 and semi_implicit_euler
  double duration = 10;              // [s] from time 0
  double sample = 0.01;              // [s] between stored samples
  std::vector<double> sample_times;  // or these instead, increasing, from 0 to duration

  AtLimit at_limit = AtLimit::ignore;
  double restitution = 0.5;  // 0..1
  double stiffness = 1e4;    // [N m/rad] or [N/m]
  double damping = 1;        // [s/rad] or [s/m]

  bool friction = false;  // the robot's viscous and Coulomb friction
  double smoothing =
      1e-3;  // [rad/s] or [m/s]: Coulomb friction grows with tanh(q̇ / smoothing), docs/simulate.md
  bool rotors = false;          // the robot's motor inertias
  Wrench tip = Wrench::zero();  // exerted by the arm on its surroundings, in tool axes
  std::vector<Push> pushes;     // exerted on links of the arm by its surroundings

  long max_steps = 10'000'000;  // a run that needs more ends there

  std::function<void(const Note&)> tell;  // called with each of Run::notes as soon as it is known
};

// Joint positions and velocities, (n) each.
struct JointState {
  Eigen::VectorXd q, qd;
};

// A column of numbers for each sample.
class Samples {
 public:
  explicit Samples(int rows = 0) : rows_(rows) {}

  int rows() const { return rows_; }
  std::size_t count() const { return rows_ == 0 ? 0 : numbers_.size() / static_cast<std::size_t>(rows_); }
  Eigen::Map<const Eigen::VectorXd> operator[](std::size_t sample) const {
    return {numbers_.data() + sample * static_cast<std::size_t>(rows_), rows_};
  }
  Eigen::Map<const Eigen::MatrixXd> matrix() const {  // rows x count
    return {numbers_.data(), rows_, static_cast<Eigen::Index>(count())};
  }

  void reserve(std::size_t samples) { numbers_.reserve(samples * static_cast<std::size_t>(rows_)); }
  void push_back(const double* column) { numbers_.insert(numbers_.end(), column, column + rows_); }

 private:
  int rows_;
  std::vector<double> numbers_;
};

// A joint reached a limit.
struct Event {
  double time;
  int joint;     // counted from 0
  bool upper;    // which limit
  double speed;  // |q̇| on arrival
};

struct Statistics {
  long steps = 0;     // taken
  long implicit = 0;  // of them, by the implicit method that `auto` switches to when the motion is stiff
  long rejected = 0;  // tried again with a smaller step
  long evaluations =
      0;  // of the right-hand side: forward dynamics and the drive, once each; without the search for
          // stiffness, two in ten steps
  long restarts = 0;   // at discontinuities and updates of the drive, and at limits
  double seconds = 0;  // of computing
};

enum class End {
  complete,
  at_limit,    // a joint reached its limit
  asked,       // the watch ended it
  failed,      // it could not go on
  unbalanced,  // it ended as planned, but its energy does not balance: the numbers are wrong
};

// In the exact motion, energy and work since time 0 balance; any imbalance is a numerical error [J].
struct EnergyBalance {
  double integration = 0;    // the largest imbalance in absolute value at the ends of the steps
  double interpolation = 0;  // by how much the imbalance of samples between them is larger, at most
  double allowed = 0;        // what the tolerances allow `integration` to be (docs/simulate.md)
};

struct Run {
  explicit Run(int dof) : q(dof), qd(dof), qdd(dof), tau(dof) {}

  // samples
  std::vector<double> time;                   // [s]
  Samples q, qd, qdd;                         // n each
  Samples tau;                                // n: what the drive exerts
  Samples tool{3};                            // origin of the tool in the base frame [m]
  std::vector<double> kinetic, potential;     // energies [J]; the rotors' too
  std::vector<double> by_drive, by_friction;  // work done on the arm since time 0 [J]
  std::vector<double> by_tip, by_limits;      //   the same

  double energy(std::size_t sample) const { return kinetic[sample] + potential[sample]; }  // T + V [J]

  // T + V minus the work and minus its value at time 0: zero except for errors of integration and of interpolation
  // between steps, which `balance` gives separately [J]
  double imbalance(std::size_t sample) const;
  double largest_imbalance() const;  // in absolute value, of all samples; infinite if one is not a number

  // the whole run
  double start_energy = 0;  // T + V at time 0 [J]
  EnergyBalance balance;
  std::vector<Event> events;
  Statistics statistics;
  Notes notes;
  End end = End::complete;
  double end_time = 0;           // [s] reached
  std::optional<Error> failure;  // why, if it failed or is unbalanced
};

// `watch` is called after every step with the time reached and the duration; false ends the run there.
Run simulate(const Arm& arm, const JointState& start, Drive& drive, const Options& options = {},
             const Watch& watch = {});
Run simulate(const Arm& arm, const JointState& start, const Options& options = {}, const Watch& watch = {});

// auto, fehlberg, dormand_prince, verner, adams, bdf, rk4, semi_implicit_euler. `auto` is dormand_prince, and bdf while the
// motion is stiff.
std::span<const std::string_view> integrators();

// Every forward dynamics of the registry; every inertia matrix of the registry, which is then factorised;
// "normalized" and "unnormalized", which integrate (q, ν) and (q, ξ) instead of (q, q̇).
std::span<const std::string_view> simulation_methods();

}  // namespace catena::sim
