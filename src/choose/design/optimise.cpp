// SPDX-License-Identifier: Apache-2.0
// NLopt's search over the ranges of a design, each scaled to [0, 1].
#include "catena/choose/design/optimise.hpp"

#include <fmt/format.h>
#include <nlopt.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <memory>

#include "catena/core/error.hpp"

namespace catena::choose {
namespace {

constexpr double kFirstStep = 0.2;  // of a range

nlopt_algorithm algorithm(OptimiseMethod method) {
  switch (method) {
    case OptimiseMethod::cobyla:
      return NLOPT_LN_COBYLA;
    case OptimiseMethod::bobyqa:
      return NLOPT_LN_BOBYQA;
    case OptimiseMethod::crs2:
      return NLOPT_GN_CRS2_LM;
    case OptimiseMethod::isres:
      break;
  }
  return NLOPT_GN_ISRES;
}

class Search {
 public:
  Search(const Design& design, std::span<const double> start, const Evaluate& evaluate,
         const std::function<bool()>& stop)
      : design_(design), evaluate_(evaluate), stop_(stop), point_(start.begin(), start.end()) {
    for (std::size_t k = 0; k < point_.size(); ++k)
      if (design.parameters()[k].is_range()) free_.push_back(k);
    for (const Constraint& constraint : design.constraints()) {
      const double bound =
          std::max(std::abs(constraint.least.value_or(0)), std::abs(constraint.most.value_or(0)));
      scales_.push_back(bound > 0 ? bound : 1);
    }
  }

  Optimum run() {
    const Optimisation& asked = *design_.optimisation();
    std::vector<double> x;
    for (const std::size_t k : free_) {
      const Parameter& parameter = design_.parameters()[k];
      x.push_back(std::clamp((point_[k] - parameter.low) / (parameter.high - parameter.low), 0.0, 1.0));
    }
    const std::unique_ptr<nlopt_opt_s, decltype(&nlopt_destroy)> opt(
        nlopt_create(algorithm(asked.method), static_cast<unsigned>(x.size())), &nlopt_destroy);
    opt_ = opt.get();
    const auto number = static_cast<double>(design_.constraints().size());
    std::vector<Bound> bounds;
    for (std::size_t k = 0; k < design_.constraints().size(); ++k) bounds.push_back({this, k});
    bool set = opt_ != nullptr && nlopt_set_min_objective(opt_, &objective, this) > 0 &&
               nlopt_set_lower_bounds1(opt_, 0) > 0 && nlopt_set_upper_bounds1(opt_, 1) > 0 &&
               nlopt_set_maxeval(opt_, asked.evaluations) > 0 &&
               nlopt_set_xtol_abs1(opt_, asked.tolerance) > 0 &&
               nlopt_set_initial_step1(opt_, kFirstStep) > 0;
    for (Bound& bound : bounds) set = set && nlopt_add_inequality_constraint(opt_, &excess, &bound, 0) > 0;
    if (!set)
      throw Error(ErrorKind::bug, design_.name(), "NLopt rejected the search")
          .given(fmt::format("{} ranges, {} constraints", x.size(), number));
    nlopt_srand(static_cast<unsigned long>(asked.seed));
    double least = 0;
    const nlopt_result result = nlopt_optimize(opt_, x.data(), &least);
    if (thrown_) std::rethrow_exception(thrown_);
    best_.evaluations = evaluations_;
    best_.ended = ended(result);
    return best_;
  }

 private:
  struct Bound {
    Search* search;
    std::size_t constraint;
  };

  static double objective(unsigned n, const double* x, double* /*gradient*/, void* data) {
    Search& search = *static_cast<Search*>(data);
    search.visit({x, n});
    return search.value_;
  }
  static double excess(unsigned n, const double* x, double* /*gradient*/, void* data) {
    const Bound& bound = *static_cast<Bound*>(data);
    bound.search->visit({x, n});
    return bound.search->excesses_[bound.constraint];
  }

  // NLopt asks for the criterion and for each constraint at the same x: one evaluation answers all.
  void visit(std::span<const double> x) {
    if (thrown_ || best_.stopped || std::equal(x.begin(), x.end(), x_.begin(), x_.end())) return;
    x_.assign(x.begin(), x.end());
    try {
      if (stop_ && stop_()) {
        best_.stopped = true;
        nlopt_force_stop(opt_);
        return;
      }
      for (std::size_t k = 0; k < free_.size(); ++k)
        point_[free_[k]] = design_.parameters()[free_[k]].at(x[k]);
      judge(evaluate_(evaluations_++, point_));
    } catch (...) {  // NLopt is C: an exception must not pass through it
      thrown_ = std::current_exception();
      nlopt_force_stop(opt_);
    }
  }

  void judge(const Evaluation& evaluation) {
    const Optimisation& asked = *design_.optimisation();
    const auto criterion = static_cast<std::size_t>(asked.criterion);
    const double sign = design_.criteria()[criterion]->better == Better::less ? 1 : -1;
    const bool scored =
        criterion < evaluation.scores.size() && std::isfinite(evaluation.scores[criterion].value);
    excesses_ = design_.excesses(point_, evaluation.scores);
    bool kept = scored;
    for (std::size_t k = 0; k < excesses_.size(); ++k) {
      kept = kept && excesses_[k] <= 0;
      if (std::isnan(excesses_[k])) excesses_[k] = scales_[k];
      excesses_[k] /= scales_[k];
    }
    // without a value, slightly worse than the worst so far
    value_ = scored ? sign * evaluation.scores[criterion].value : worst_ + 1 + std::abs(worst_);
    if (scored && (!any_ || value_ > worst_)) worst_ = value_;
    any_ = any_ || scored;
    if (kept && (best_.point.empty() || value_ < best_value_)) {
      best_.point = point_;
      best_.evaluation = evaluation;
      best_value_ = value_;
    }
  }

  std::string ended(nlopt_result result) const {
    if (best_.stopped) return "stopped";
    switch (result) {
      case NLOPT_MAXEVAL_REACHED:
        return fmt::format("after {} evaluations, the maximum", evaluations_);
      case NLOPT_ROUNDOFF_LIMITED:
        return "rounding errors prevent further progress";
      case NLOPT_SUCCESS:
      case NLOPT_XTOL_REACHED:
      case NLOPT_FTOL_REACHED:
        return fmt::format("after {} evaluations, when the steps became smaller than the tolerance",
                           evaluations_);
      default:
        return fmt::format("NLopt failed: {}", nlopt_result_to_string(result));
    }
  }

  const Design& design_;
  const Evaluate& evaluate_;
  const std::function<bool()>& stop_;
  std::vector<double> point_;      // where the search is
  std::vector<std::size_t> free_;  // the parameters that move
  std::vector<double> scales_;     // of the constraints
  nlopt_opt opt_ = nullptr;
  std::vector<double> x_;         // of the last evaluation, and what came of it:
  double value_ = 0;              // to be made small
  std::vector<double> excesses_;  // (constraints)
  double worst_ = 0;
  bool any_ = false;  // was there a score?
  double best_value_ = 0;
  int evaluations_ = 0;
  Optimum best_;
  std::exception_ptr thrown_;
};

}  // namespace

Optimum optimise(const Design& design, std::span<const double> start, const Evaluate& evaluate,
                 const std::function<bool()>& stop) {
  if (!design.optimisation())
    throw Error(ErrorKind::usage, design.name(), "the design has no [optimise] table")
        .need("a table [optimise]");
  if (start.size() != design.parameters().size())
    throw Error(ErrorKind::usage, design.name(), "the start has the wrong size")
        .given(fmt::format("{} values", start.size()))
        .need(fmt::format("{}, one for each parameter", design.parameters().size()));
  return Search(design, start, evaluate, stop).run();
}

}  // namespace catena::choose
