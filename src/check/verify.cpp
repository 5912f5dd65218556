// SPDX-License-Identifier: Apache-2.0
// Runs all methods and identities over random states and keeps the worst of each.
#include "catena/check/verify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "check/identities.hpp"
#include "check/sample.hpp"
#include "check/singular.hpp"

namespace catena {
namespace {

using namespace check::detail;

constexpr double kEps = std::numeric_limits<double>::epsilon();
constexpr int kMostForChristoffel = 30;  // n³ numbers and O(n²) recursions beyond this

class Verifier {
 public:
  Verifier(const Robot& robot, const VerifyOptions& options, std::span<const Method<double>> list)
      : robot_(robot), subject_(robot), methods_(list), outs_(list.size()) {
    const int n = subject_.arm.dof();
    result_.dof = n;
    base_ = options.tolerance.value_or(1000 * n * kEps);
    plan();
  }

  void add(const Specimen& s) {
    ++result_.states;
    const bool singular = s.singular >= 0;
    if (singular && result_.singular.empty()) {
      const SingularCause cause = singular_cause(robot_, s.arm, s.q, s.singular);
      result_.singular = fmt::format("{} makes M singular because {}", cause.where, cause.because);
    }
    result_.condition = std::max(result_.condition, singular ? INFINITY : s.condition);
    for (std::size_t m = 0; m < methods_.size(); ++m) evaluate(s, m);
    for (Line& line : lines_) {
      if (result_.residuals[line.row].outcome == Outcome::skipped) continue;
      const auto& out = outs_[line.method];
      const Method<double>& method = methods_[line.method];
      if (method.roots && !singular && !(s.min_eigenvalue > 0)) {
        result_.residuals[line.row].outcome = Outcome::skipped;
        result_.residuals[line.row].note = "M is not positive definite";
        continue;
      }
      const Trust trust = line.identity ? line.identity->trust : trust_of(method.quantity);
      const bool hopeless = singular && trust == Trust::solving;
      const Gap found = hopeless        ? Gap{NAN, 1}
                        : line.identity ? line.identity->run(s, method, out)
                                        : gap(out, outs_[line.reference], scale_of(method.quantity, s));
      keep(line, found.relative(), hopeless ? base_ : tolerance(trust, s), hopeless ? "M is singular" : "");
    }
    judge_definite(s);
  }

  Verification result() && {
    for (Residual& r : result_.residuals)
      if (r.outcome == Outcome::ok && !(r.worst <= r.tolerance)) r.outcome = Outcome::fail;
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
  };

  std::size_t first_of(Quantity quantity) const {
    const auto same = [&](const Method<double>& m) { return m.quantity == quantity; };
    return static_cast<std::size_t>(std::find_if(methods_.begin(), methods_.end(), same) - methods_.begin());
  }

  bool too_long(Quantity quantity) const {
    return extents_of(info(quantity).shape(), result_.dof).indices > 2 && result_.dof > kMostForChristoffel;
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
      result_.residuals[row].note = fmt::format("n > {}", kMostForChristoffel);
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
    method.run(s.arm, s.x, s.state(), outs_[m]);
  }

  double tolerance(Trust trust, const Specimen& s) const {
    constexpr double h = kDifferenceStep;
    switch (trust) {
      case Trust::rounding:
        return base_;
      case Trust::solving:
        return std::min(base_ * s.sensitivity, 0.1);  // a larger tolerance would not test anything
      case Trust::root:
        return std::sqrt(base_);
      case Trust::step:
        return 10 * (h * h + result_.dof * kEps / h);
      case Trust::table:
        return subject_.notes.empty() ? base_ : std::max(base_, 1e-4);
    }
    return base_;
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
    const double below = s.singular >= 0 ? INFINITY : -s.min_eigenvalue / s.max_eigenvalue;
    row.tolerance = 0;
    row.worst = std::max(row.worst, std::isnan(below) ? INFINITY : std::max(below, 0.0));
  }

  const Robot& robot_;
  Subject subject_;
  std::span<const Method<double>> methods_;
  std::vector<std::vector<double>> outs_;  // of each method, for the present state
  std::vector<Line> lines_;
  Verification result_;
  double base_ = 0;
  std::size_t definite_ = 0;
  double smallest_ = INFINITY;

 public:
  const Subject& subject() const { return subject_; }
};

}  // namespace

int Verification::count(Outcome outcome) const {
  return static_cast<int>(std::count_if(residuals.begin(), residuals.end(),
                                        [&](const Residual& r) { return r.outcome == outcome; }));
}

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
  const int n = robot.dof();
  for (int k = 0; k < options.states; ++k) {
    std::vector<double> q = random.position(robot), qd = random.vector(n, -1, 1),
                        qdd = random.vector(n, -1, 1);
    std::vector<double> direction = random.vector(n, -1, 1);
    const std::vector<double> w = random.vector(6, -1, 1);
    verifier.add(Specimen(verifier.subject(), std::move(q), std::move(qd), std::move(qdd),
                          std::move(direction), {{w[0], w[1], w[2]}, {w[3], w[4], w[5]}}));
    const double done = k + 1;
    if (!goes_on(watch, {done, static_cast<double>(options.states), done})) break;
  }
  return std::move(verifier).result();
}

Verification verify(const Robot& robot, const VerifyOptions& options, const Watch& watch) {
  return verify(robot, options, library_methods(), watch);
}

}  // namespace catena
