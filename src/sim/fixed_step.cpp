// SPDX-License-Identifier: Apache-2.0
// Fixed-step integrators: the classical Runge-Kutta method of order 4, and semi-implicit Euler, which updates the
// positions with the new velocities. Dense output by the cubic Hermite polynomial of each step.
#include <algorithm>
#include <cmath>

#include "sim/integrator.hpp"

namespace catena::sim::detail {
namespace {

class FixedStep : public Integrator {
 public:
  FixedStep(System& system, const Options& options)
      : Integrator(system),
        old_(state_),
        rate_(state_),
        old_rate_(state_),
        end_(state_),
        g_(fallen_.size()),
        old_g_(g_),
        middle_g_(g_),
        length_(options.step) {}

  void restart(double t, std::span<const double> y, double stop) override {
    std::copy(y.begin(), y.end(), state_.begin());
    time_ = t;
    stop_ = stop;
    fresh_ = true;
  }

  Progress step() override {
    std::fill(fallen_.begin(), fallen_.end(), 0);
    if (fresh_) {
      first_ = time_;
      taken_ = 0;
      if (!good(system_.rate(time_, state_, rate_)) || !good(system_.watched(time_, state_, g_)))
        return complain();
      fresh_ = false;
    }
    old_time_ = time_;
    std::swap(old_, state_);
    std::swap(old_rate_, rate_);
    std::swap(old_g_, g_);
    ++taken_;
    end_time_ = first_ + static_cast<double>(taken_) * length_;
    if (end_time_ > stop_ - 1e-9 * length_) end_time_ = stop_;  // shorter, or longer by rounding
    if (!advance(old_time_, end_time_ - old_time_) || !good(system_.rate(end_time_, state_, rate_)) ||
        !good(system_.watched(end_time_, state_, g_))) {
      std::swap(old_, state_);
      return complain();
    }
    time_ = end_time_;
    std::copy(state_.begin(), state_.end(), end_.begin());
    if (find_event()) return Progress::event;
    return time_ == stop_ ? Progress::arrived : Progress::stepped;
  }

  void at(double t, std::span<double> y) override {
    const double h = end_time_ - old_time_, s = (t - old_time_) / h, r = 1 - s;
    for (std::size_t i = 0; i < y.size(); ++i)  // Hermite: values and rates at both ends
      y[i] = r * r * ((1 + 2 * s) * old_[i] + s * h * old_rate_[i]) +
             s * s * ((1 + 2 * r) * end_[i] - r * h * rate_[i]);
  }

 protected:
  // Sets state_ to that after a step of length h from old_ at time t, where the rate is old_rate_.
  virtual bool advance(double t, double h) = 0;
  static bool good(System::Value value) { return value == System::Value::found; }

  std::vector<double> old_, rate_,
      old_rate_;  // (size) at the beginning of the step; rates at end and beginning

 private:
  Progress complain() {
    complaint_ = {"the motion has no finite acceleration here",
                  "use a smaller step, or an integrator with step-size control"};
    return Progress::failed;
  }

  static bool falls(double before, double after) { return before > 0 && after <= 0; }
  bool any_falls(std::span<const double> g) const {
    for (std::size_t i = 0; i < g.size(); ++i)
      if (falls(old_g_[i], g[i])) return true;
    return false;
  }

  // The first crossing of zero in this step, by bisection; state_ and time_ become those of the event, and the next
  // step begins there.
  bool find_event() {
    if (!any_falls(g_)) return false;
    double lo = old_time_, hi = time_;
    for (int k = 0; k < 100; ++k) {
      const double t = 0.5 * (lo + hi);
      if (t <= lo || t >= hi) break;
      at(t, state_);
      if (!good(system_.watched(t, state_, middle_g_))) break;
      if (any_falls(middle_g_)) {
        hi = t;
        std::swap(g_, middle_g_);
      } else {
        lo = t;
      }
    }
    for (std::size_t i = 0; i < g_.size(); ++i) fallen_[i] = falls(old_g_[i], g_[i]) ? -1 : 0;
    at(hi, state_);
    time_ = hi;
    fresh_ = true;
    return true;
  }

  std::vector<double> end_;                   // (size) at the end of the step, which may lie beyond an event
  std::vector<double> g_, old_g_, middle_g_;  // (events) at the end, at the beginning, in between
  double length_, first_ = 0, stop_ = 0, old_time_ = 0, end_time_ = 0;
  long taken_ = 0;     // steps since first_
  bool fresh_ = true;  // rate_ and g_ are not yet those of state_
};

class Rk4 final : public FixedStep {
 public:
  Rk4(System& system, const Options& options)
      : FixedStep(system, options), k_(state_), y_(state_), sum_(state_) {}

 private:
  bool advance(double t, double h) override {
    const std::vector<double>& k1 = old_rate_;
    sum_ = k1;
    const auto stage = [&](const std::vector<double>& k, double c, double weight) {
      for (std::size_t i = 0; i < y_.size(); ++i) y_[i] = old_[i] + c * h * k[i];
      if (!good(system_.rate(t + c * h, y_, k_))) return false;
      for (std::size_t i = 0; i < y_.size(); ++i) sum_[i] += weight * k_[i];
      return true;
    };
    if (!stage(k1, 0.5, 2) || !stage(k_, 0.5, 2) || !stage(k_, 1, 1)) return false;
    for (std::size_t i = 0; i < y_.size(); ++i) state_[i] = old_[i] + h / 6 * sum_[i];
    return true;
  }

  std::vector<double> k_, y_, sum_;  // (size)
};

class SemiImplicitEuler final : public FixedStep {
 public:
  SemiImplicitEuler(System& system, const Options& options)
      : FixedStep(system, options), qd_(static_cast<std::size_t>(system.positions())) {}

 private:
  bool advance(double, double h) override {
    for (std::size_t i = qd_.size(); i < state_.size(); ++i) state_[i] = old_[i] + h * old_rate_[i];
    if (!good(system_.positions_rate(state_, qd_))) return false;  // old positions, new velocities
    for (std::size_t i = 0; i < qd_.size(); ++i) state_[i] = old_[i] + h * qd_[i];
    return true;
  }

  std::vector<double> qd_;  // (n)
};

}  // namespace

std::unique_ptr<Integrator> make_fixed_step(System& system, const Options& options) {
  if (options.integrator == "rk4") return std::make_unique<Rk4>(system, options);
  return std::make_unique<SemiImplicitEuler>(system, options);
}

}  // namespace catena::sim::detail
