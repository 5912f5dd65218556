// SPDX-License-Identifier: Apache-2.0
// Integrators of ẏ = f(t, y) behind one interface: those of SUNDIALS, and our own with fixed steps.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "catena/sim/simulation.hpp"

namespace catena::sim::detail {

// The system to integrate. y holds n positions, then n velocities, then further variables; f depends on the first
// `feedback()` of them only.
class System {
 public:
  enum class Value {
    found,
    none,   // no value here: a smaller step may help
    never,  // a smaller step will not help
  };
  virtual ~System() = default;

  virtual int size() const = 0;
  virtual int positions() const = 0;  // n
  virtual int feedback() const = 0;
  virtual Value rate(double t, std::span<const double> y, std::span<double> yd) = 0;
  virtual Value probe(double t, std::span<const double> y,
                      std::span<double> yd) = 0;                                      // the same, not counted
  virtual Value positions_rate(std::span<const double> y, std::span<double> qd) = 0;  // the first n of it

  // Event functions of t and y; an event is a crossing of zero from above.
  virtual int events() const = 0;
  virtual Value watched(double t, std::span<const double> y, std::span<double> g) = 0;
};

enum class Progress { stepped, arrived, event, failed };

// What went wrong in an integrator, and a hint.
struct Complaint {
  std::string what, hint;
};

class Integrator {
 public:
  virtual ~Integrator() = default;

  // Continues from here, but not beyond `stop`, where f may jump.
  virtual void restart(double t, std::span<const double> y, double stop) = 0;
  virtual Progress step() = 0;

  double time() const { return time_; }
  std::span<const double> state() const { return state_; }
  virtual void at(double t, std::span<double> y) = 0;  // at or before time(), within the last step
  std::span<const int> fallen() const {
    return fallen_;
  }  // for each event function: has it fallen through zero?
  const Complaint& complaint() const { return complaint_; }
  virtual long rejected() const { return 0; }
  virtual long implicit_steps() const { return 0; }

 protected:
  Integrator(System& system)
      : system_(system),
        state_(static_cast<std::size_t>(system.size()), 0.0),
        fallen_(static_cast<std::size_t>(system.events()), 0) {}

  System& system_;
  double time_ = 0;
  std::vector<double> state_;  // (size) at time_
  std::vector<int> fallen_;    // (events)
  Complaint complaint_;
};

// Throws Error(usage) for a name that is not in integrators().
std::unique_ptr<Integrator> make_integrator(System& system, const Options& options);

std::unique_ptr<Integrator> make_runge_kutta(System& system, const Options& options);  // of SUNDIALS' ARKODE
std::unique_ptr<Integrator> make_multistep(System& system, const Options& options);    // of SUNDIALS' CVODE
std::unique_ptr<Integrator> make_fixed_step(System& system, const Options& options);
std::unique_ptr<Integrator> make_switching(System& system, const Options& options);

bool has_fixed_steps(const Options& options);
bool is_explicit(const Options& options);  // with step control, and without switching to an implicit method

}  // namespace catena::sim::detail
