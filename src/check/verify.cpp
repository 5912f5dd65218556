// SPDX-License-Identifier: Apache-2.0
// Runs all methods and identities over random states and keeps the worst of each.
//
// A residual within the minimum tolerance of its check passes. A larger one may be due to rounding errors on an
// ill-conditioned arm. To find out, the check is repeated on slightly perturbed arms and states: a residual due to rounding
// errors then changes by about its own size, whereas that of a wrong formula stays nearly the same.
#include "catena/check/verify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>

#include "catena/core/model/pivot.hpp"
#include "check/changed_robot.hpp"
#include "check/identities.hpp"
#include "check/motor_checks.hpp"
#include "check/sample.hpp"
#include "check/singular.hpp"

namespace catena {
namespace {

using namespace check::detail;

constexpr double kEps = std::numeric_limits<double>::epsilon();
constexpr int kLong = 30;  // joints beyond which states take seconds, and Christoffel symbols are n³ numbers

// A residual passes if it is at most this many times the largest change. In small results, rounding errors are small
// multiples of one unit in the last place and may repeat by chance: so a check fails only after all repetitions.
constexpr double kMargin = 10;
constexpr int kRepetitions = 16;

// By how much the arms and states differ, relatively, in the first half of the repetitions and in the second. Rounding errors
// change if the numbers that cancel change by more than their last place, that is, by more than the residual. The change
// must be small enough for the residual of a wrong formula to stay, on ill-conditioned arms too.
constexpr double kChanges[] = {1e-6, 1e-3};

// Larger residuals cannot be distinguished from those of a wrong formula in this way. They pass if rounding errors of M
// explain them, n eps times its condition number.
constexpr double kLargeResidual = 1e-6;

constexpr double kNothingLeft = 0.1;  // rounding errors of this relative size: there is nothing to compare

// The largest change of x - y, relative to its size.
double change(const Gap& from, const Gap& to) {
  double most = 0;
  for (std::size_t i = 0; i < from.difference.size(); ++i)
    most = std::max(most, std::abs(to.difference[i] - from.difference[i]));  // ignores NaN
  return most / from.size;
}

// The arm and a state of it, changed a little, with the results of methods there.
class Repetition {
 public:
  Repetition(const Robot& robot, std::uint64_t seed, double most, std::size_t methods)
      : change_(seed, most), robot_(changed_robot(robot, change_)), subject_(robot_), outs_(methods) {}

  void move_to(const Specimen& s) {
    here_ = std::make_unique<Specimen>(subject_, change_(s.q), change_(s.qd), change_(s.qdd), s.direction,
                                       change_(s.tip));
    for (std::vector<double>& out : outs_) out.clear();
  }
  const Specimen& specimen() const { return *here_; }
  const std::vector<double>& result(const Method<double>& method, std::size_t m) {
    std::vector<double>& out = outs_[m];
    if (!out.empty()) return out;
    out.assign(size_of(method.quantity, subject_.arm.dof()), NAN);
    method.run(here_->arm, here_->x, here_->state_for(method.quantity), out);
    return out;
  }
  void leave() { here_.reset(); }
  bool is_here() const { return here_ != nullptr; }

 private:
  catena::detail::SmallChange change_;
  Robot robot_;
  Subject subject_;
  std::unique_ptr<Specimen> here_;
  std::vector<std::vector<double>> outs_;  // of each method; empty: not computed
};

class Verifier {
 public:
  Verifier(const Robot& robot, const VerifyOptions& options, std::span<const Method<double>> list)
      : robot_(robot), subject_(robot), methods_(list), outs_(list.size()) {
    const int n = subject_.arm.dof();
    result_.dof = n;
    base_ = options.tolerance.value_or(1000 * n * kEps);
    strict_ = options.tolerance.has_value();
    plan();
  }

  // Whether the state was added; not if the watch ends the verification before.
  bool add(const Specimen& s, const std::function<bool(double part)>& goes_on) {
    for (std::size_t m = 0; m < methods_.size(); ++m) {
      evaluate(s, m);
      if (result_.dof > kLong &&
          !goes_on(static_cast<double>(m + 1) / static_cast<double>(methods_.size() + 1)))
        return false;
    }
    ++result_.states;
    const bool singular = s.singular >= 0;
    if (singular && result_.singular.empty()) {
      const SingularCause cause = singular_cause(robot_, s.arm, s.q, s.singular);
      result_.singular = fmt::format("{} makes M singular because {}", cause.where, cause.because);
    }
    result_.condition = std::max(result_.condition, singular ? INFINITY : s.condition);
    for (Line& line : lines_) {
      if (result_.residuals[line.row].outcome == Outcome::skipped) continue;
      const auto& out = outs_[line.method];
      const Method<double>& method = methods_[line.method];
      if (method.roots && !singular && !s.definite) {
        result_.residuals[line.row].outcome = Outcome::skipped;
        result_.residuals[line.row].note = "M is not positive definite";
        continue;
      }
      const Trust trust = line.identity ? line.identity->trust : trust_of(method.quantity);
      if (singular && (trust == Trust::solving || trust == Trust::task)) {
        keep(line, NAN, base_, "M is singular");
        continue;
      }
      if (trust == Trust::task && !(s.rank > kLeastRank)) {
        ++line.blocked;
        continue;
      }
      const Gap found = line.identity ? line.identity->run(s, method, out)
                                      : gap(out, outs_[line.reference], scale_of(method.quantity, s));
      const double residual = found.relative();
      double allowed = least_tolerance(trust);
      if (residual > allowed && std::isfinite(residual) && !strict_) {
        const double rounding = rounding_of(line, s, found, residual);
        allowed = std::max(allowed, kMargin * rounding);
        if (residual <= allowed && rounding > kNothingLeft) {
          ++line.lost;
          continue;
        }
      }
      keep(line, residual, allowed, "");
    }
    judge_definite(s);
    for (const auto& repetition : repetitions_) repetition->leave();
    return true;
  }

  Verification result() && {
    for (Residual& r : result_.residuals)
      if (r.outcome == Outcome::ok && !(r.worst <= r.tolerance)) r.outcome = Outcome::fail;
    for (const Line& line : lines_) {
      Residual& r = result_.residuals[line.row];
      if (r.outcome == Outcome::ok && line.blocked > 0) {
        if (line.blocked == result_.states) r.outcome = Outcome::skipped;
        r.note = fmt::format("J is rank-deficient in {} of {} states", line.blocked, result_.states);
      }
      if (line.lost == 0 || r.outcome != Outcome::ok) continue;
      if (line.lost == result_.states) r.outcome = Outcome::skipped;
      r.note = fmt::format("rounding leaves no digit in {} of {} states", line.lost, result_.states);
    }
    Residual& definite = result_.residuals[definite_];
    definite.note = fmt::format("smallest eigenvalue {:.3g}", smallest_);
    if (definite.outcome == Outcome::fail && robot_.allow_nonphysical && result_.singular.empty()) {
      definite.outcome = Outcome::allowed;
      definite.note += "; the file sets allow_nonphysical";
    }
    return std::move(result_);
  }

 private:
  struct Line {
    std::size_t row, method, reference;
    const Identity* identity;  // or none: compared with the reference
    double ratio = -1;         // residual to tolerance, of the worst state so far
    int lost = 0;              // states where rounding errors are as large as the result
    int blocked = 0;           // states where J is rank-deficient
  };

  std::size_t first_of(Quantity quantity) const {
    const auto same = [&](const Method<double>& m) { return m.quantity == quantity; };
    return static_cast<std::size_t>(std::find_if(methods_.begin(), methods_.end(), same) - methods_.begin());
  }

  bool too_long(Quantity quantity) const {
    return extents_of(info(quantity).shape(), result_.dof).indices > 2 && result_.dof > kLong;
  }

  std::size_t add_row(std::string_view check, std::string_view method, std::string_view against) {
    result_.residuals.push_back(
        {std::string(check), std::string(method), std::string(against), 0, 0, {}, {}});
    return result_.residuals.size() - 1;
  }

  void add_line(std::size_t method, std::size_t reference, const Identity* identity) {
    const Method<double>& m = methods_[method];
    const std::size_t row = identity ? add_row(identity->check, m.name, identity->against)
                                     : add_row(info(m.quantity).name, m.name, methods_[reference].name);
    if (too_long(m.quantity)) {
      result_.residuals[row].outcome = Outcome::skipped;
      result_.residuals[row].note = fmt::format("n > {}", kLong);
    }
    lines_.push_back({row, method, reference, identity});
  }

  // First all methods against the first one of their quantity, then the identities of each.
  void plan() {
    for (const QuantityInfo& quantity : kQuantities)
      for (std::size_t m = 0; m < methods_.size(); ++m)
        if (const std::size_t first = first_of(quantity.quantity);
            methods_[m].quantity == quantity.quantity && m != first)
          add_line(m, first, nullptr);
    definite_ = add_row("M positive definite", "crba", "eigenvalues");
    for (const Identity& identity : identities())
      for (std::size_t m = 0; m < methods_.size(); ++m)
        if (methods_[m].quantity == identity.quantity) add_line(m, m, &identity);
  }

  void evaluate(const Specimen& s, std::size_t m) {
    const Method<double>& method = methods_[m];
    if (too_long(method.quantity)) return;
    outs_[m].assign(size_of(method.quantity, result_.dof), NAN);
    method.run(s.arm, s.x, s.state_for(method.quantity), outs_[m]);
  }

  double least_tolerance(Trust trust) const {
    constexpr double h = kDifferenceStep;
    switch (trust) {
      case Trust::rounding:
      case Trust::solving:
      case Trust::task:
        return base_;
      case Trust::root:
        return std::sqrt(base_);
      case Trust::step:
        return 10 * (h * h + result_.dof * kEps / h);
      case Trust::table:
        return subject_.notes.empty() ? base_ : std::max(base_, 1e-4);
    }
    return base_;
  }

  // The size of the rounding errors in a residual: repeated until they explain it, or often enough.
  double rounding_of(const Line& line, const Specimen& s, const Gap& found, double residual) {
    double most = 0;
    for (std::size_t k = 0; k < kRepetitions && residual > kMargin * most; ++k) {
      if (k == repetitions_.size())
        repetitions_.push_back(
            std::make_unique<Repetition>(robot_, k + 1, kChanges[2 * k / kRepetitions], methods_.size()));
      Repetition& again = *repetitions_[k];
      if (!again.is_here()) again.move_to(s);
      const Specimen& there = again.specimen();
      const Method<double>& method = methods_[line.method];
      const std::vector<double>& out = again.result(method, line.method);
      const Gap other = line.identity ? line.identity->run(there, method, out)
                                      : gap(out, again.result(methods_[line.reference], line.reference), 0);
      most = std::max(most, change(found, other));
    }
    if (residual > kLargeResidual) most = std::max(most, result_.dof * kEps * s.condition);
    // A torque over the square root of a small pivot takes only multiples of the last place of the torque over that root. All
    // repetitions may round to the same one.
    if (info(methods_[line.method].quantity).magnitude == Magnitude::quasi_force)
      most = std::max(most, kEps * std::sqrt(s.condition));
    return most;
  }

  void keep(Line& line, double residual, double tolerance, std::string_view note) {
    Residual& row = result_.residuals[line.row];
    if (!std::isfinite(row.worst)) return;  // the worst case already
    const double ratio = residual / tolerance;
    if (ratio <= line.ratio) return;
    line.ratio = ratio;
    row.worst = residual;
    row.tolerance = tolerance;
    row.note = note;
  }

  // The residual is how far below zero the smallest eigenvalue lies, relative to the largest.
  void judge_definite(const Specimen& s) {
    Residual& row = result_.residuals[definite_];
    smallest_ = std::min(smallest_, s.min_eigenvalue);
    const double below = s.singular >= 0 ? INFINITY
                         : s.definite    ? 0
                                         : std::max(-s.min_eigenvalue / s.max_eigenvalue, kEps);
    row.tolerance = 0;
    row.worst = std::max(row.worst, std::isnan(below) ? INFINITY : below);
  }

  const Robot& robot_;
  Subject subject_;
  std::span<const Method<double>> methods_;
  std::vector<std::vector<double>> outs_;                 // of each method, for the present state
  std::vector<std::unique_ptr<Repetition>> repetitions_;  // as many as were needed
  std::vector<Line> lines_;
  Verification result_;
  double base_ = 0;
  bool strict_ = false;  // the tolerance was given: every residual above it fails
  std::size_t definite_ = 0;
  double smallest_ = INFINITY;

 public:
  const Subject& subject() const { return subject_; }
};

}  // namespace

const char* name(Outcome outcome) {
  switch (outcome) {
    case Outcome::ok:
      return "ok";
    case Outcome::fail:
      return "fail";
    case Outcome::allowed:
      return "allowed";
    case Outcome::skipped:
      break;
  }
  return "skipped";
}

int Verification::count(Outcome outcome) const {
  return static_cast<int>(std::count_if(residuals.begin(), residuals.end(),
                                        [&](const Residual& r) { return r.outcome == outcome; }));
}

int usual_states(int joints) { return std::clamp(100 * kLong * kLong / (joints * joints), 3, 100); }

Verification verify(const Robot& robot, const VerifyOptions& options, std::span<const Method<double>> list,
                    const Watch& watch) {
  if (robot.dof() == 0)
    throw Error(ErrorKind::model, fmt::format("robot '{}'", robot.name), "the robot cannot move")
        .need("at least one revolute or prismatic joint");
  if (options.states < 1)
    throw Error(ErrorKind::usage, "verify", "there is no state to verify")
        .given(fmt::format("{} states", options.states))
        .need("1 or more");
  Verifier verifier(robot, options, list);
  Sampler random(options.seed);
  std::optional<MotorChecks> motors;
  if (options.motors) motors.emplace(robot, options.tolerance);
  const int n = robot.dof();
  for (int k = 0; k < options.states; ++k) {
    std::vector<double> q = random.position(robot), qd = random.vector(n, -1, 1),
                        qdd = random.vector(n, -1, 1);
    std::vector<double> direction = random.vector(n, -1, 1);
    const std::vector<double> w = random.vector(6, -1, 1);
    const Specimen specimen(verifier.subject(), std::move(q), std::move(qd), std::move(qdd),
                            std::move(direction), {{w[0], w[1], w[2]}, {w[3], w[4], w[5]}});
    const auto continues = [&](double part) {
      const double done = k + part;
      return goes_on(watch, {done, static_cast<double>(options.states), done});
    };
    if (!verifier.add(specimen, continues)) break;
    if (motors) motors->add(specimen);
    if (!continues(1)) break;
  }
  Verification result = std::move(verifier).result();
  if (motors) std::move(*motors).append_to(result.residuals);
  return result;
}

Verification verify(const Robot& robot, const VerifyOptions& options, const Watch& watch) {
  return verify(robot, options, library_methods(), watch);
}

}  // namespace catena
