// SPDX-License-Identifier: Apache-2.0
#include "catena/sim/simulation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <new>

#include "sim/check_options.hpp"
#include "sim/definiteness.hpp"
#include "sim/energy_check.hpp"
#include "sim/equation.hpp"
#include "sim/integrator.hpp"
#include "sim/missed_limit.hpp"
#include "sim/stiffness.hpp"

namespace catena::sim {
namespace {

using detail::Complaint;
using detail::Equation;
using detail::Integrator;
using detail::JointLimits;
using detail::Progress;
using detail::Stiffness;

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
        definiteness_(arm, equation_),
        energy_(equation_, options),
        integrator_(detail::make_integrator(equation_, options)),
        stiffness_(equation_, options.integrator),
        drive_(drive),
        kinks_(detail::inner_kinks(drive, options)),
        times_(times_of(options)),
        y_(equation_.start(start)),
        dense_(y_),
        missed_(arm.dof()),
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
      energy_.open(y_, run_);
      update_drive();
      if (begins()) go();
    } catch (const Error& e) {  // thrown by the drive while a sample was taken, or at an update
      if (e.kind() == ErrorKind::bug) throw;
      if (equation_.out_of_memory()) throw std::bad_alloc();
      end(End::failed, equation_.gave_up() && equation_.trouble() ? *equation_.trouble() : e);
    }
    run_.end_time = time_;
    energy_.close(run_);
    run_.statistics.rejected = integrator_->rejected();
    run_.statistics.implicit = integrator_->implicit_steps();
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
    for (Note& each : definiteness_.at_start(q())) note(std::move(each));

    if (options_.at_limit != AtLimit::stop && options_.at_limit != AtLimit::bounce) return;
    const std::span<const JointLimits::Stop> stops = equation_.limits().stops();
    for (std::size_t i = 0; i < stops.size(); ++i) {
      const JointLimits::Stop& s = stops[i];
      const bool beyond =
          s.locked ? std::abs(q()[s.joint] - s.bound) > 2.1 * s.reach() : equation_.limits().beyond(s, q());
      if (beyond)
        throw Error(ErrorKind::usage, "simulate",
                    fmt::format("joint {} (counted from 1) starts beyond its limit", s.joint + 1))
            .given(fmt::format("q = {:.6g}", y_[s.joint]))
            .need(fmt::format("{} {:.6g}",
                              s.locked     ? "exactly"
                              : s.side > 0 ? "at most"
                                           : "at least",
                              s.bound))
            .hint("start within the limits, or ignore them");
      if (s.locked) equation_.limits().lock_at(static_cast<int>(i), q()[s.joint]);
    }
  }

  void note(Note note) {
    run_.notes.push_back(std::move(note));
    if (options_.tell) options_.tell(run_.notes.back());
  }

  // --- the course of the run ------------------------------------------------------------------------------------

  // Makes the updates of the drive that are due.
  void update_drive() {
    constexpr int kMostAtOnce = 1000;
    if (drive_ == nullptr) return;
    int updates = 0;
    for (double due = drive_->next_update(); due <= time_ + apart();) {
      if (++updates > kMostAtOnce)
        throw Error(ErrorKind::usage, "simulate", "the updates of the drive are too close together")
            .given(fmt::format("more than {} of them within {:.3g} s", kMostAtOnce, apart()))
            .need("a longer period");
      try {
        equation_.update_drive(std::max(due, time_), y_);
      } catch (const Error&) {
        throw;
      } catch (const std::bad_alloc&) {
        throw;
      } catch (const std::exception& e) {
        throw Error(ErrorKind::numerical, "simulate",
                    fmt::format("the drive failed at t = {:.6g} s: {}", time_, e.what()));
      }
      const double next = drive_->next_update();
      if (!(next > due))
        throw Error(ErrorKind::usage, "simulate", "the drive's next update time does not advance")
            .given(fmt::format("the next update at {} s, after one at {} s", next, due))
            .need("a later time after each update");
      due = next;
    }
  }

  double apart() const { return 1e-12 * options_.duration; }  // times closer than this are the same

  // The next time at which the torque may jump, or the end of the run.
  double next_part_end() {
    while (next_kink_ < kinks_.size() && kinks_[next_kink_] <= time_ + apart()) ++next_kink_;
    double next = next_kink_ < kinks_.size() ? kinks_[next_kink_] : options_.duration;
    if (drive_ != nullptr) next = std::min(next, drive_->next_update());
    return next < options_.duration - apart() ? next : options_.duration;
  }

  // Joints that are at a limit at time 0. False: the run has ended.
  bool begins() {
    if (options_.at_limit == AtLimit::stop) {
      Run at_start(arm_.dof());
      equation_.append_sample(0, y_, at_start);
      for (const JointLimits::Stop& s : equation_.limits().stops()) {
        if (equation_.limits().gap(s, q()) > 0) continue;
        const double speed = s.side * at_start.qd[0][s.joint], outward = s.side * at_start.qdd[0][s.joint];
        if (s.locked ? speed == 0 : speed < 0 || (speed == 0 && outward <= 0)) continue;
        run_.events.push_back({0, s.joint, s.locked ? s.side * speed > 0 : s.side > 0, std::abs(speed)});
        end(End::at_limit, std::nullopt);
        return false;
      }
    }
    return true;
  }

  void go() {
    for (bool first = true; !last_part_; first = false) {
      if (!first) update_drive();
      part_end_ = next_part_end();
      last_part_ = part_end_ >= options_.duration;
      equation_.set_end(part_end_);
      if (!first) ++run_.statistics.restarts;
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
    double stop = part_end_;  // or shortly before a limit
    integrator_->restart(time_, y_, stop);
    for (int stalled = 0;;) {
      const double before = time_;
      const Progress progress = integrator_->step();
      if (progress == Progress::failed || equation_.gave_up()) return fail(integrator_->complaint());
      ++run_.statistics.steps;
      // SUNDIALS may place an event that is at the start of a step just before it.
      time_ = std::max(before, integrator_->time());
      const std::span<const double> reached = integrator_->state();
      if (const std::optional<double> limit = progress == Progress::event
                                                  ? std::nullopt
                                                  : missed_.in_step(equation_, before, y_, time_, reached)) {
        time_ = before;
        stop = *limit;
        ++run_.statistics.restarts;
        integrator_->restart(before, y_, stop);
        continue;
      }
      take_samples();
      std::copy(reached.begin(), reached.end(), y_.begin());
      if (!samples_finite_) {
        end(End::failed, not_finite());
        return false;
      }
      energy_.follow(y_, first_new_, run_);
      look_for_stiffness(time_ - before);
      if (!still_definite()) return false;
      const bool missed = passed_unseen();
      if (progress == Progress::event || missed) {
        if (!strike(missed)) return false;
        energy_.pass_impact(y_);
        if (restarts_at_events()) {
          if (part_end_ - time_ <= 1e-14 * (1 + part_end_)) return true;
          ++run_.statistics.restarts;
          stop = part_end_;
          integrator_->restart(time_, y_, stop);
        }
      }
      if (!goes_on(watch_, {time_, options_.duration, time_})) {
        end(End::asked, std::nullopt);
        return false;
      }
      if (run_.statistics.steps >= options_.max_steps && time_ < options_.duration) return out_of_steps();
      if (progress == Progress::arrived) {
        if (stop >= part_end_) return true;
        stop = part_end_;
        integrator_->restart(time_, y_, stop);
      }
      stalled = time_ - before > 1e-13 * (1 + time_) ? 0 : stalled + 1;
      if (stalled > 100)
        return fail({"the step size becomes too small",
                     "the motion may approach a singularity or a discontinuity: look at the last samples"});
    }
  }

  // Of the last sample: kinetic and potential energy, and the work since time 0. If one of them is not, no balance can be told.
  bool energy_is_finite() const { return std::isfinite(run_.imbalance(run_.time.size() - 1)); }

  // Samples at `part_end_` belong to the next segment, since the torque may jump there; those at an event follow it.
  void take_samples() {
    const bool last = last_part_ && time_ >= part_end_;
    first_new_ = run_.time.size();
    for (; next_ < times_.size() && (times_[next_] < time_ || (last && times_[next_] <= time_)); ++next_) {
      integrator_->at(times_[next_], dense_);
      equation_.append_sample(times_[next_], dense_, run_);
      samples_finite_ = energy_is_finite();
      if (!samples_finite_) return;
    }
  }

  // `auto` checks for stiffness itself, and switches.
  void look_for_stiffness(double h) {
    if (!detail::is_explicit(options_) || told_stiff_ || !stiffness_.look(time_, h, y_) ||
        !stiffness_.stiff())
      return;
    told_stiff_ = true;
    note({.where = "simulate",
          .what = fmt::format(
              "the motion is stiff from about t = {:.3g} s on: the stability of {} limits its steps, not the "
              "tolerances",
              time_, options_.integrator),
          .hint = "the integrators auto and bdf need fewer"});
  }

  bool restarts_at_events() const { return options_.at_limit == AtLimit::bounce; }

  // A hard stop passed without an event from the integrator, as can happen at the start of a segment.
  bool passed_unseen() {
    if (options_.at_limit != AtLimit::stop && options_.at_limit != AtLimit::bounce) return false;
    fallen_.assign(integrator_->fallen().begin(), integrator_->fallen().end());
    return detail::mark_passed_unseen(equation_.limits(), q(), fallen_);
  }

  // False: the run ends at the limit.
  bool strike(bool missed) {
    equation_.strike(time_, missed ? std::span<const int>(fallen_) : integrator_->fallen(), y_, run_);
    if (options_.at_limit != AtLimit::stop) return true;
    end(End::at_limit, std::nullopt);
    return false;
  }

  bool still_definite() {
    std::optional<Error> lost = definiteness_.lost(time_, q());
    if (!lost) return true;
    end(End::failed, std::move(lost));
    return false;
  }

  bool fail(const Complaint& complaint) {
    if (equation_.out_of_memory()) throw std::bad_alloc();
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
            .hint(told_stiff_ ? "use auto or bdf, since the motion is stiff" : "increase max_steps"));
    return false;
  }

  Error not_finite() const {
    return Error(ErrorKind::numerical, "simulate",
                 fmt::format("the energy of the motion is not finite at t = {:.6g} s", run_.time.back()))
        .hint("check the drive, the start and the tolerances; look at the last samples");
  }

  // A run that ends early gets a last sample at its end.
  void end(End why, std::optional<Error> failure) {
    run_.end = why;
    run_.failure = std::move(failure);
    if (!run_.time.empty() && run_.time.back() >= time_) return;
    try {
      equation_.append_sample(time_, y_, run_);
    } catch (const std::bad_alloc&) {
      throw;
    } catch (
        const std::exception&) {  // thrown by the drive again: already reported, or there is no sample here
      return;
    }
    if (run_.failure || energy_is_finite()) return;
    run_.end = End::failed;
    run_.failure = not_finite();
  }

  const Arm& arm_;
  const Options& options_;
  const Watch& watch_;
  Equation equation_;
  detail::Definiteness definiteness_;
  detail::EnergyCheck energy_;
  std::unique_ptr<Integrator> integrator_;
  Stiffness stiffness_;
  bool told_stiff_ = false;
  Drive* drive_;
  std::vector<double> kinks_;  // within the run; the torque may jump at them
  std::size_t next_kink_ = 0;
  std::vector<double> times_;
  std::vector<double> y_, dense_;
  std::vector<int> fallen_;  // (stops)
  detail::MissedLimit missed_;
  Run run_;
  double time_ = 0, part_end_ = 0;
  bool last_part_ = false, samples_finite_ = true;
  std::size_t next_ = 0;       // sample
  std::size_t first_new_ = 0;  // sample of the last step
};

Run simulated(const Arm& arm, const JointState& start, Drive* drive, const Options& options,
              const Watch& watch) {
  detail::check_options(options);
  detail::check_state(arm, start);
  detail::check_pushes(arm, options);
  if (drive != nullptr) {
    detail::check_drive(arm, *drive);
    drive->begin();
  }
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

}  // namespace catena::sim
