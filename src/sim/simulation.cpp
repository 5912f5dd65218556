// SPDX-License-Identifier: Apache-2.0
#include "catena/sim/simulation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "catena/core/model/pivot.hpp"
#include "sim/check_options.hpp"
#include "sim/equation.hpp"
#include "sim/integrator.hpp"

namespace catena::sim {
namespace {

using detail::Complaint;
using detail::Equation;
using detail::Integrator;
using detail::JointLimits;
using detail::Progress;

// The times at which samples are stored.
std::vector<double> times_of(const Options& options) {
  if (!options.sample_times.empty()) return options.sample_times;
  std::vector<double> times;
  const auto count = static_cast<std::size_t>(options.duration / options.sample * (1 + 1e-12));
  times.reserve(count + 2);
  for (std::size_t k = 0; k <= count; ++k)
    times.push_back(std::min(static_cast<double>(k) * options.sample, options.duration));
  if (times.back() < options.duration - 1e-9 * options.sample) times.push_back(options.duration);
  return times;
}

// One run from its start to its end.
class Simulation {
 public:
  Simulation(const Arm& arm, const JointState& start, Drive* drive, const Options& options,
             const Watch& watch)
      : arm_(arm),
        options_(options),
        watch_(watch),
        equation_(arm, drive, options),
        integrator_(detail::make_integrator(equation_, options)),
        parts_(detail::part_ends(drive, options)),
        times_(times_of(options)),
        y_(equation_.start(start)),
        dense_(y_),
        run_(arm.dof()) {
    for (Samples* s : {&run_.q, &run_.qd, &run_.qdd, &run_.tau, &run_.tool}) s->reserve(times_.size() + 1);
    for (std::vector<double>* v : {&run_.time, &run_.kinetic, &run_.potential, &run_.by_drive,
                                   &run_.by_friction, &run_.by_tip, &run_.by_limits})
      v->reserve(times_.size() + 1);
    check_start();
  }

  Run run() {
    const auto begin = std::chrono::steady_clock::now();
    try {
      if (begins()) go();
    } catch (const Error& e) {  // thrown by the drive while a sample was taken
      if (e.kind() == ErrorKind::bug) throw;
      end(End::failed, e);
    }
    run_.end_time = time_;
    run_.statistics.rejected = integrator_->rejected();
    run_.statistics.evaluations = equation_.evaluations();
    run_.statistics.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return std::move(run_);
  }

 private:
  std::span<const double> q() const {
    return std::span<const double>(y_).first(static_cast<std::size_t>(arm_.dof()));
  }

  // Checks that M is positive definite at the start and that the joints are within their limits.
  void check_start() {
    const std::span<const double> delta = equation_.pivots(q());
    require_regular("simulate", arm_.name(), delta, pivot_scale(arm_.chain()));
    const bool roots = options_.method == "normalized" || options_.method == "quasi_velocity_nu";
    if (roots) require_positive("simulate", arm_.name(), delta);
    for (int i = 0; i < arm_.dof(); ++i) {
      if (delta[i] < 0)
        run_.notes.push_back(
            {"simulate", fmt::format("the inertia matrix of '{}' is not positive definite at the start: "
                                     "joint {} (counted from 1) has pivot d = {:.3g} in M = U D Uᵀ",
                                     arm_.name(), i + 1, delta[i])});
    }
    first_delta_.assign(delta.begin(), delta.end());

    if (options_.at_limit != AtLimit::stop && options_.at_limit != AtLimit::bounce) return;
    for (const JointLimits::Stop& s : equation_.limits().stops())
      if (equation_.limits().gap(s, q()) < -1e-9 * (1 + std::abs(s.bound)))
        throw Error(ErrorKind::usage, "simulate",
                    fmt::format("joint {} (counted from 1) starts beyond its limit", s.joint + 1))
            .given(fmt::format("q = {:.6g}", y_[s.joint]))
            .need(fmt::format("at {} {:.6g}", s.side > 0 ? "most" : "least", s.bound))
            .hint("start within the limits, or ignore them");
  }

  // Joints that are at a limit at time 0. False: the run has ended.
  bool begins() {
    if (options_.at_limit == AtLimit::stop) {
      Run at_start(arm_.dof());
      equation_.append_sample(0, y_, at_start);
      for (const JointLimits::Stop& s : equation_.limits().stops()) {
        if (equation_.limits().gap(s, q()) > 0) continue;
        const double speed = s.side * at_start.qd[0][s.joint], outward = s.side * at_start.qdd[0][s.joint];
        if (speed < 0 || (speed == 0 && outward <= 0)) continue;
        run_.events.push_back({0, s.joint, s.side > 0, speed});
        end(End::at_limit, std::nullopt);
        return false;
      }
    }
    return true;
  }

  void go() {
    for (std::size_t part = 0; part < parts_.size(); ++part) {
      last_part_ = part + 1 == parts_.size();
      part_end_ = parts_[part];
      equation_.set_end(part_end_);
      if (part > 0) ++run_.statistics.restarts;
      if (options_.at_limit == AtLimit::bounce) {  // joints at a stop may stay there
        fallen_.assign(equation_.limits().stops().size(), 0);
        equation_.strike(time_, fallen_, y_, run_);
      }
      if (!go_to_end_of_part()) return;
      time_ = part_end_;
    }
    run_.end = End::complete;
  }

  // False: the run has ended.
  bool go_to_end_of_part() {
    integrator_->restart(time_, y_, part_end_);
    for (int stalled = 0;;) {
      const double before = time_;
      const Progress progress = integrator_->step();
      if (progress == Progress::failed) return fail(integrator_->complaint());
      ++run_.statistics.steps;
      time_ = integrator_->time();
      const std::span<const double> reached = integrator_->state();
      take_samples();
      std::copy(reached.begin(), reached.end(), y_.begin());
      if (!still_definite()) return false;
      const bool missed = passed_unseen();
      if (progress == Progress::event || missed) {
        if (!strike(missed)) return false;
        if (restarts_at_events()) {
          if (part_end_ - time_ <= 1e-14 * (1 + part_end_)) return true;
          ++run_.statistics.restarts;
          integrator_->restart(time_, y_, part_end_);
        }
      }
      if (!goes_on(watch_, {time_, options_.duration, time_})) {
        end(End::asked, std::nullopt);
        return false;
      }
      if (run_.statistics.steps >= options_.max_steps && time_ < options_.duration) return out_of_steps();
      if (progress == Progress::arrived) return true;
      stalled = time_ - before > 1e-13 * (1 + time_) ? 0 : stalled + 1;
      if (stalled > 100)
        return fail({"the step size becomes too small",
                     "the motion may approach a singularity or a discontinuity: look at the last samples"});
    }
  }

  // Samples at `part_end_` belong to the next segment, since the torque may jump there; those at an event follow it.
  void take_samples() {
    const bool last = last_part_ && time_ >= part_end_;
    for (; next_ < times_.size() && (times_[next_] < time_ || (last && times_[next_] <= time_)); ++next_) {
      integrator_->at(times_[next_], dense_);
      equation_.append_sample(times_[next_], dense_, run_);
    }
  }

  bool restarts_at_events() const { return options_.at_limit == AtLimit::bounce; }

  // A hard stop passed without an event from the integrator, as can happen at the start of a segment.
  bool passed_unseen() {
    if (options_.at_limit != AtLimit::stop && options_.at_limit != AtLimit::bounce) return false;
    const std::span<const JointLimits::Stop> stops = equation_.limits().stops();
    fallen_.assign(integrator_->fallen().begin(), integrator_->fallen().end());
    bool any = false;
    for (std::size_t i = 0; i < stops.size(); ++i) {
      if (stops[i].held || fallen_[i] != 0) continue;
      if (equation_.limits().gap(stops[i], q()) >= -1e-9 * (1 + std::abs(stops[i].bound))) continue;
      fallen_[i] = -1;
      any = true;
    }
    return any;
  }

  // False: the run ends at the limit.
  bool strike(bool missed) {
    equation_.strike(time_, missed ? std::span<const int>(fallen_) : integrator_->fallen(), y_, run_);
    if (options_.at_limit != AtLimit::stop) return true;
    end(End::at_limit, std::nullopt);
    return false;
  }

  // With nonphysical parameters a pivot δ of M may pass through zero during the run. If M is indefinite from the start,
  // coming close to zero ends the run: beyond that point rounding errors decide the motion.
  bool still_definite() {
    if (!arm_.robot().allow_nonphysical) return true;
    const double least = run_.notes.empty() ? 0 : 1e-3;
    const std::span<const double> delta = equation_.pivots(q());
    for (int i = 0; i < arm_.dof(); ++i)
      if (!(delta[i] / first_delta_[i] > least)) {
        end(End::failed, singular(i, delta[i]));
        return false;
      }
    return true;
  }

  Error singular(int joint, double delta) const {
    return Error(
               ErrorKind::numerical, "simulate",
               fmt::format("the inertia matrix of '{}' becomes singular at t = {:.6g} s", arm_.name(), time_))
        .given(fmt::format("joint {} (counted from 1) has pivot d = {:.3g}, and had {:.3g} at the start",
                           joint + 1, delta, first_delta_[joint]))
        .need("pivots of M = U D Uᵀ that do not pass through zero, where the accelerations are not finite")
        .hint("no body has negative moments of inertia; 'catena check' names the link");
  }

  bool fail(const Complaint& complaint) {
    if (equation_.trouble()) {
      end(End::failed, equation_.trouble());
      return false;
    }
    end(End::failed,
        Error(ErrorKind::numerical, "simulate",
              fmt::format("{} stopped at t = {:.6g} s: {}", options_.integrator, time_, complaint.what))
            .hint(complaint.hint));
    return false;
  }

  bool out_of_steps() {
    end(End::failed,
        Error(ErrorKind::numerical, "simulate",
              fmt::format("stopped at t = {:.6g} s after {} steps", time_, run_.statistics.steps))
            .need(fmt::format("{:.6g} s of motion within max_steps", options_.duration))
            .hint("use bdf if the motion is stiff, or increase max_steps"));
    return false;
  }

  // A run that ends early gets a last sample at its end.
  void end(End why, std::optional<Error> failure) {
    run_.end = why;
    run_.failure = std::move(failure);
    if (!run_.time.empty() && run_.time.back() >= time_) return;
    try {
      equation_.append_sample(time_, y_, run_);
    } catch (
        const std::exception&) {  // thrown by the drive again: already reported, or there is no sample here
    }
  }

  const Arm& arm_;
  const Options& options_;
  const Watch& watch_;
  Equation equation_;
  std::unique_ptr<Integrator> integrator_;
  std::vector<double> parts_;  // ends of the segments; the torque may jump between them
  std::vector<double> times_;
  std::vector<double> y_, dense_;
  std::vector<double> first_delta_;  // (n) at the start
  std::vector<int> fallen_;          // (stops)
  Run run_;
  double time_ = 0, part_end_ = 0;
  bool last_part_ = false;
  std::size_t next_ = 0;  // sample
};

Run simulated(const Arm& arm, const JointState& start, Drive* drive, const Options& options,
              const Watch& watch) {
  detail::check_options(options);
  detail::check_state(arm, start);
  if (drive != nullptr) detail::check_drive(arm, *drive);
  return Simulation(arm, start, drive, options, watch).run();
}

}  // namespace

Run simulate(const Arm& arm, const JointState& start, Drive& drive, const Options& options,
             const Watch& watch) {
  return simulated(arm, start, &drive, options, watch);
}

Run simulate(const Arm& arm, const JointState& start, const Options& options, const Watch& watch) {
  return simulated(arm, start, nullptr, options, watch);
}

double Run::imbalance(std::size_t k) const {
  const double done = by_drive[k] + by_friction[k] + by_tip[k] + by_limits[k];
  const double done_first = by_drive[0] + by_friction[0] + by_tip[0] + by_limits[0];
  return kinetic[k] + potential[k] - kinetic[0] - potential[0] - (done - done_first);
}

double Run::largest_imbalance() const {
  double largest = 0;
  for (std::size_t k = 0; k < time.size(); ++k) largest = std::max(largest, std::abs(imbalance(k)));
  return largest;
}

}  // namespace catena::sim
