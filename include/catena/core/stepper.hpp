// SPDX-License-Identifier: Apache-2.0
// Stepper: integrates the motion of an arm in time, in a loop of the calling program: a controller, a game, a page in a
// browser.
//
//   catena::Stepper arm(chain);                        // Arm::chain(), or a Chain of your own (docs/header_only.md)
//   arm.set(0, q, qd);
//   while (running) {
//     control(arm.q(), arm.qd(), tau);                 // yours
//     if (!arm.step(1e-3, tau)) break;                 // a fixed step: the torques act during all of it
//   }
//
// Equation  (M + rotors) q̈ + C q̇ + g = τ - friction(q̇)
// Steps     `step` takes one step of the given length, by the classical Runge-Kutta method of order 4 or by semi-implicit
//           Euler. `advance` takes as many steps as the tolerances need, by the method of Dormand and Prince of order 5
//           with an error estimate of order 4 (Hairer, Nørsett, Wanner, Solving ODEs I, table II.5.2). All are explicit:
//           for stiff motions, for events and for energies kept along the way see sim/simulation.hpp.
// Torques   constant numbers, (n), or a function (t, q, q̇, τ) that sets τ. The function is called at trial states and at
//           times that are not in order, so it must depend on its arguments alone.
// Needs     this header and those that it includes; no library, no threads, no files, no exceptions. Only constructors
//           allocate.
// Errors    a step that leads to numbers that are not finite, or that would need more than `max_steps` steps, returns
//           false and leaves the arm at the last good state.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "catena/core/algo/aba.hpp"
#include "catena/core/algo/aba_rotors.hpp"

namespace catena {

struct StepperOptions {
  bool rotors = false;      // the motors' inertias
  bool friction = false;    // viscous and Coulomb friction of the joints
  double smoothing = 1e-3;  // [rad/s] or [m/s]: Coulomb friction is proportional to tanh(q̇ / smoothing)
  double rtol = 1e-6, atol = 1e-6;  // of `advance`, for each number of the state and each step
  long max_steps = 100'000;         // of one call of `advance`
};

class Stepper {
 public:
  enum class Method { rk4, semi_implicit_euler };

  explicit Stepper(Chain<double> arm, const StepperOptions& options = {})
      : arm_(std::move(arm)),
        options_(options),
        n_(static_cast<std::size_t>(arm_.dof())),
        x_(arm_),
        aba_(arm_.dof()),
        rotors_(arm_.dof()),
        y_(2 * n_, 0.0),
        trial_(y_),
        tau_(n_, 0.0) {
    k_.fill(y_);
  }

  int dof() const { return arm_.dof(); }
  const Chain<double>& arm() const { return arm_; }

  // The state.
  double time() const { return time_; }
  std::span<const double> q() const { return std::span<const double>(y_).first(n_); }
  std::span<const double> qd() const { return std::span<const double>(y_).subspan(n_); }
  void set(double time, std::span<const double> q, std::span<const double> qd) {
    time_ = time;
    std::copy(q.begin(), q.begin() + static_cast<std::ptrdiff_t>(n_), y_.begin());
    std::copy(qd.begin(), qd.begin() + static_cast<std::ptrdiff_t>(n_),
              y_.begin() + static_cast<std::ptrdiff_t>(n_));
    next_ = 0;
    last_error_ = 1e-4;
    refused_ = false;
  }

  // One step of h seconds.
  [[nodiscard]] bool step(double h, std::span<const double> tau, Method method = Method::rk4) {
    return step(h, held(tau), method);
  }
  template <class Torque>
  requires std::invocable<Torque, double, std::span<const double>, std::span<const double>, std::span<double>>
  [[nodiscard]] bool step(double h, Torque&& torque, Method method = Method::rk4) {
    if (!(method == Method::rk4 ? rk4(h, torque) : semi_implicit_euler(h, torque))) return false;
    accept(time_ + h);
    return true;
  }

  // As many steps as the tolerances need, up to the given time, which is not before time().
  [[nodiscard]] bool advance(double to, std::span<const double> tau) { return advance(to, held(tau)); }
  template <class Torque>
  requires std::invocable<Torque, double, std::span<const double>, std::span<const double>, std::span<double>>
  [[nodiscard]] bool advance(double to, Torque&& torque) {
    steps_ = rejected_ = 0;
    if (!(to > time_)) return to == time_;
    if (!rate(time_, y_, torque, k_[0])) return false;
    if (!(next_ > 0)) next_ = first_length(to - time_);
    while (time_ < to) {
      if (steps_ + rejected_ >= options_.max_steps) return false;
      const bool last = time_ + next_ * (1 + 1e-9) >= to;
      const double h = last ? to - time_ : next_;
      const bool found = dormand_prince(h, torque);
      const double error = found ? error_norm() : kTooLarge;
      if (error <= 1) {
        ++steps_;
        accept(last ? to : time_ + h);
        std::swap(k_[0], k_[6]);  // first same as last: the last stage is the first of the next step
      } else {
        ++rejected_;
      }
      // step control with a proportional and an integral part, as in Hairer's dopri5
      const double grows = error > 1 || refused_ ? 1.0 : 5.0;
      const double factor =
          std::clamp(0.9 * std::pow(std::max(error, 1e-10), -0.17) * std::pow(last_error_, 0.04), 0.2, grows);
      refused_ = error > 1;
      if (!refused_) last_error_ = std::max(error, 1e-4);
      // a step that was cut short to end at `to` says little about the next one
      if (error > 1 || !last || factor < 1) next_ = h * factor;
      if (refused_ && !(next_ > 1e-14 * (1 + std::abs(time_)))) return false;
    }
    return true;
  }
  long steps() const { return steps_; }        // of the last call of `advance`
  long rejected() const { return rejected_; }  // tried again with a smaller length

 private:
  static constexpr double kTooLarge = 1e10;  // error of a step without a result
  using State = std::vector<double>;         // (2n) q, q̇

  struct Held {  // constant torques
    std::span<const double> tau;
    void operator()(double, std::span<const double>, std::span<const double>, std::span<double> out) const {
      std::copy(tau.begin(), tau.end(), out.begin());
    }
  };
  Held held(std::span<const double> tau) const { return {tau.first(n_)}; }

  // (q̇, q̈) at y. False if q̈ is not finite.
  template <class Torque>
  bool rate(double t, const State& y, Torque& torque, State& out) {
    const std::span<const double> q(y.data(), n_), qd(y.data() + n_, n_);
    x_.set(arm_, q);
    torque(t, q, qd, std::span<double>(tau_));
    if (options_.friction)
      for (std::size_t i = 0; i < n_; ++i) {
        const ChainLink<double>& l = arm_.link(static_cast<int>(i));
        const double forward = l.coulomb_plus, backward = -l.coulomb_minus;
        const double way = std::tanh(qd[i] / options_.smoothing);
        tau_[i] -= l.viscous * qd[i] + 0.5 * way * (forward + backward + way * (forward - backward));
      }
    const std::span<double> qdd(out.data() + n_, n_);
    if (options_.rotors)
      aba_rotors<double>(arm_, x_, qd, tau_, arm_.gravity(), Force<double>::zero(), rotors_, qdd);
    else
      aba<double>(arm_, x_, qd, tau_, arm_.gravity(), aba_, qdd);
    std::copy(qd.begin(), qd.end(), out.begin());
    return finite(out);
  }

  static bool finite(const State& y) {
    return std::all_of(y.begin(), y.end(), [](double v) { return std::isfinite(v); });
  }

  void accept(double time) {
    std::swap(y_, trial_);
    time_ = time;
  }

  // trial_ = y + h Σ a_j k_j
  template <std::size_t N>
  void combine(double h, const std::array<double, N>& a) {
    for (std::size_t i = 0; i < y_.size(); ++i) {
      double sum = 0;
      for (std::size_t j = 0; j < N; ++j) sum += a[j] * k_[j][i];
      trial_[i] = y_[i] + h * sum;
    }
  }

  template <class Torque>
  bool rk4(double h, Torque& torque) {
    if (!rate(time_, y_, torque, k_[0])) return false;
    combine<1>(h, {0.5});
    if (!rate(time_ + 0.5 * h, trial_, torque, k_[1])) return false;
    combine<2>(h, {0, 0.5});
    if (!rate(time_ + 0.5 * h, trial_, torque, k_[2])) return false;
    combine<3>(h, {0, 0, 1});
    if (!rate(time_ + h, trial_, torque, k_[3])) return false;
    combine<4>(h, {1 / 6., 1 / 3., 1 / 3., 1 / 6.});
    return finite(trial_);
  }

  template <class Torque>
  bool semi_implicit_euler(double h, Torque& torque) {
    if (!rate(time_, y_, torque, k_[0])) return false;
    for (std::size_t i = 0; i < n_; ++i) {
      trial_[n_ + i] = y_[n_ + i] + h * k_[0][n_ + i];
      trial_[i] = y_[i] + h * trial_[n_ + i];  // with the new velocity
    }
    return finite(trial_);
  }

  // From k_[0], the rate at y; k_[6] becomes the rate at the end.
  template <class Torque>
  bool dormand_prince(double h, Torque& torque) {
    const auto stage = [&](double c, std::size_t s) { return rate(time_ + c * h, trial_, torque, k_[s]); };
    combine<1>(h, {1 / 5.});
    if (!stage(1 / 5., 1)) return false;
    combine<2>(h, {3 / 40., 9 / 40.});
    if (!stage(3 / 10., 2)) return false;
    combine<3>(h, {44 / 45., -56 / 15., 32 / 9.});
    if (!stage(4 / 5., 3)) return false;
    combine<4>(h, {19372 / 6561., -25360 / 2187., 64448 / 6561., -212 / 729.});
    if (!stage(8 / 9., 4)) return false;
    combine<5>(h, {9017 / 3168., -355 / 33., 46732 / 5247., 49 / 176., -5103 / 18656.});
    if (!stage(1, 5)) return false;
    combine<6>(h, {35 / 384., 0, 500 / 1113., 125 / 192., -2187 / 6784., 11 / 84.});
    if (!stage(1, 6)) return false;
    length_ = h;
    return finite(trial_);
  }

  // The estimated error of the step in trial_ relative to the tolerances: the root of the mean of squares.
  double error_norm() const {
    constexpr std::array<double, 7> e = {71 / 57600.,      0,         -71 / 16695., 71 / 1920.,
                                         -17253 / 339200., 22 / 525., -1 / 40.};
    double sum = 0;
    for (std::size_t i = 0; i < y_.size(); ++i) {
      double error = 0;
      for (std::size_t j = 0; j < e.size(); ++j) error += e[j] * k_[j][i];
      const double weight = options_.atol + options_.rtol * std::max(std::abs(y_[i]), std::abs(trial_[i]));
      sum += (length_ * error / weight) * (length_ * error / weight);
    }
    return std::sqrt(sum / static_cast<double>(y_.size()));
  }

  // A first step that changes the state by a hundredth of itself or less.
  double first_length(double most) const {
    double size = 0, speed = 0;
    for (std::size_t i = 0; i < y_.size(); ++i) {
      const double weight = options_.atol + options_.rtol * std::abs(y_[i]);
      size += (y_[i] / weight) * (y_[i] / weight);
      speed += (k_[0][i] / weight) * (k_[0][i] / weight);
    }
    const double h = size < 1e-10 || speed < 1e-10 ? 1e-6 : 0.01 * std::sqrt(size / speed);
    return std::min(std::max(h, 1e-12 * (1 + std::abs(time_))), most);
  }

  Chain<double> arm_;
  StepperOptions options_;
  std::size_t n_;
  Posture<double> x_;
  AbaWork<double> aba_;
  AbaRotorsWork<double> rotors_;
  State y_, trial_;
  std::array<State, 7> k_;   // rates of the stages
  std::vector<double> tau_;  // (n)
  double time_ = 0;
  double next_ = 0;    // the length that `advance` tries next; 0: none yet
  double length_ = 0;  // of the step in trial_
  double last_error_ = 1e-4;
  bool refused_ = false;  // the last step of `advance` was rejected
  long steps_ = 0, rejected_ = 0;
};

}  // namespace catena
