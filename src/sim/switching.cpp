// SPDX-License-Identifier: Apache-2.0
// `auto`: dormand_prince, which takes the fewest evaluations as long as the motion is not stiff, and bdf while it is:
// joints that friction brings to rest, stiff controllers, hard elastic stops. Both work to the same tolerances, and each
// continues from the state that the other has reached.
#include <algorithm>

#include "sim/integrator.hpp"
#include "sim/stiffness.hpp"

namespace catena::sim::detail {
namespace {

Options with(const Options& options, const char* integrator) {
  Options other = options;
  other.integrator = integrator;
  return other;
}

class Switching final : public Integrator {
 public:
  Switching(System& system, const Options& options)
      : Integrator(system),
        explicit_options_(with(options, "dormand_prince")),
        implicit_options_(with(options, "bdf")),
        explicit_(make_runge_kutta(system, explicit_options_)),
        implicit_(make_multistep(system, implicit_options_)),
        stiffness_(system, explicit_options_.integrator) {}

  void restart(double t, std::span<const double> y, double stop) override {
    stop_ = stop;
    begin(t, y);
  }

  Progress step() override {
    if (change_) {
      std::swap(active_, other_);
      begin(time_, state_);
    }
    const double before = time_;
    const Progress progress = active().step();
    time_ = active().time();
    std::copy(active().state().begin(), active().state().end(), state_.begin());
    std::copy(active().fallen().begin(), active().fallen().end(), fallen_.begin());
    if (progress == Progress::failed) {
      complaint_ = active().complaint();
      return progress;
    }
    if (implicit()) ++implicit_steps_;
    if (progress == Progress::stepped && stiffness_.look(time_, time_ - before, state_))
      change_ = implicit() ? stiffness_.mild() : stiffness_.stiff();
    return progress;
  }

  void at(double t, std::span<double> y) override { active().at(t, y); }
  long rejected() const override { return explicit_->rejected() + implicit_->rejected(); }
  long implicit_steps() const override { return implicit_steps_; }

 private:
  bool implicit() const { return active_ == 1; }
  Integrator& active() { return implicit() ? *implicit_ : *explicit_; }

  // The active method starts here. An implicit one begins with short steps, which say nothing.
  void begin(double t, std::span<const double> y) {
    if (change_ || implicit()) stiffness_.forget();
    change_ = false;
    time_ = t;
    if (y.data() != state_.data()) std::copy(y.begin(), y.end(), state_.begin());
    std::copy(state_.begin(), state_.end(), start_.begin());
    active().restart(t, start_, stop_);
  }

  Options explicit_options_, implicit_options_;
  std::unique_ptr<Integrator> explicit_, implicit_;
  Stiffness stiffness_;
  std::vector<double> start_ = state_;  // (size)
  double stop_ = 0;
  int active_ = 0, other_ = 1;  // 0: explicit, 1: implicit
  bool change_ = false;         // before the next step
  long implicit_steps_ = 0;
};

}  // namespace

std::unique_ptr<Integrator> make_switching(System& system, const Options& options) {
  return std::make_unique<Switching>(system, options);
}

}  // namespace catena::sim::detail
