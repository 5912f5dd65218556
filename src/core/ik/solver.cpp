// SPDX-License-Identifier: Apache-2.0
#include "core/ik/solver.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/ik/limits.hpp"

namespace catena::detail {
namespace {

constexpr double kPi = std::numbers::pi, kInfinity = std::numeric_limits<double>::infinity();

// Tuned over 500 poses of each arm of the catalogue, for the fewest iterations; half or twice as much of one of them changes
// their number by a tenth or less.
constexpr double kDamping = 0.03;        // of the squared error
constexpr double kLeastDamping = 1e-12;  // keeps singular systems solvable
constexpr double kLongest = 1;           // [rad] of a step
constexpr double kStalled = 0.9;         // ratio of squared errors in a step above which it made no progress
constexpr int kStalls = 2;               // successive steps without progress that end a start

constexpr int kSettling = 200;  // steps of `settle`
constexpr int kStartsWithoutLimits = 30;
constexpr double kFlat = 1e-5;    // slope relative to the error at which a minimum is recognised
constexpr double kNearly = 1e-4;  // scaled error below which a pose is nearly reached
constexpr double kSame = 1e-6;    // [rad], [m]: solutions this close are the same

std::vector<double> spans_of(std::span<const IkRange> ranges, const Chain<double>& arm) {
  std::vector<double> out;
  for (int i = 0; i < static_cast<int>(ranges.size()); ++i) {
    const double span = ranges[i].upper - ranges[i].lower;
    out.push_back(!arm.link(i).revolute() && std::isfinite(span) ? span : 0);
  }
  return out;
}

Frame<double> frame_of(const Arm& arm, const IkOptions& options) {
  return options.frame ? *options.frame : Frame<double>{arm.dof() - 1, arm.chain().tool()};
}

std::vector<IkRange> first(std::vector<IkRange> ranges, int n) {
  ranges.resize(static_cast<std::size_t>(n));
  return ranges;
}

}  // namespace

IkSolver::IkSolver(const Arm& arm, const IkOptions& options)
    : name_(arm.name()),
      dof_(arm.dof()),
      options_(options),
      ranges_(first(limits_of(arm.robot()), frame_of(arm, options).link + 1)),
      unbounded_(without_bounds(ranges_, arm.chain())),
      limits_(limits_of(arm.robot())),
      task_(arm_up_to(arm.chain(), frame_of(arm, options)), options.goal, spans_of(ranges_, arm.chain())),
      work_(task_.joints()),
      preference_(options.preference, task_, ranges_, options.position_tolerance,
                  options.orientation_tolerance),
      starts_(task_.joints()),
      reference_(static_cast<std::size_t>(dof_), 0.0),
      q_(ranges_.size(), 0.0),
      trial_(q_),
      best_(q_),
      kept_(reference_),
      found_(static_cast<std::size_t>(options.solutions) * q_.size(), 0.0) {
  for (int i = 0; i < task_.joints(); ++i) work_.weight[i] = task_.revolute(i) ? 1 : task_.length();
  if (options.seed)
    seeds_.assign(options.seed->data(), options.seed->data() + options.seed->size());
  else if (options.near)
    seeds_.assign(options.near->data(), options.near->data() + options.near->size());
  if (!options.keep_limits) {
    ranges_ = unbounded_;
    limits_ = without_bounds(limits_, arm.chain());
  }
  const Chain<double>& chain = arm.chain();
  const Vec3<double> offset = options.frame ? options.frame->pose.p : chain.tool().p;
  origin_ = chain.base().p;
  reach_ = std::sqrt(dot(offset, offset));
  for (int i = 0; i < task_.joints(); ++i)
    reach_ += chain.link(i).revolute() ? std::abs(chain.link(i).a) + std::abs(chain.link(i).d) : kInfinity;
  for (const IkRange& range : ranges_)
    limited_ = limited_ || (!range.turns && (std::isfinite(range.lower) || std::isfinite(range.upper)));
}

template <int M>
bool IkSolver::descend(std::span<const IkRange> ranges) {
  double error = task_.set(q_);
  int stalled = 0;
  for (int k = 0;; ++k) {
    if (error < least_) least_ = error, std::copy(q_.begin(), q_.end(), best_.begin());
    if (reached()) return true;
    if (k >= options_.iterations || stalled >= kStalls) return false;
    ++iterations_;
    double r[kMostRows];
    std::copy_n(task_.error(), M, r);
    task_.columns(work_.J);
    if (!bounded_step<M>(work_, r, std::max(kDamping * error, kLeastDamping), kLongest, ranges, q_))
      return false;
    const double next = task_.set(q_);
    stalled = next > kStalled * error ? stalled + 1 : 0;
    error = next;
  }
}

bool IkSolver::descend(Bounds b) {
  switch (task_.rows()) {
    case 3:
      return descend<3>(bounds(b));
    case 5:
      return descend<5>(bounds(b));
    default:
      return descend<6>(bounds(b));
  }
}

// Levenberg-Marquardt steps that are taken back unless they lower the error.
template <int M>
double IkSolver::settle(std::span<const IkRange> ranges) {
  double error = task_.set(q_), damping = std::max(kDamping * error, kLeastDamping), slope = kInfinity;
  for (int k = 0; k < kSettling && !reached() && damping < 1e12; ++k) {
    ++iterations_;
    double r[kMostRows];
    std::copy_n(task_.error(), M, r);
    task_.columns(work_.J);
    free_joints<M>(work_, r, q_, ranges);
    slope = 0;
    for (std::size_t i = 0; i < q_.size(); ++i)
      if (work_.free[i]) slope = std::max(slope, std::abs(dot<M>(work_.J[i], r)));
    if (slope <= 1e-9 * std::sqrt(error)) break;
    std::copy(q_.begin(), q_.end(), trial_.begin());
    const double next =
        bounded_step<M>(work_, r, damping, kLongest, ranges, trial_) ? task_.set(trial_) : kInfinity;
    if (next < error) {
      std::swap(q_, trial_);
      const bool little = next > (1 - 1e-12) * error;
      error = next;
      damping = std::max(0.2 * damping, kLeastDamping);
      if (little) break;
    } else {
      damping *= 10;
      task_.set(q_);
    }
  }
  least_ = task_.set(q_);
  return slope;
}

double IkSolver::settle(Bounds b) {
  switch (task_.rows()) {
    case 3:
      return settle<3>(bounds(b));
    case 5:
      return settle<5>(bounds(b));
    default:
      return settle<6>(bounds(b));
  }
}

// Element i of q_, plus the whole turns that bring it nearest to the reference within the limits.
double IkSolver::turned(std::size_t i) const {
  const auto [lower, upper, turns] = ranges_[i];
  if (!turns) return q_[i];
  return std::clamp(near_turn(q_[i], reference_[i], lower, upper), lower,
                    upper);  // of limits a whole turn apart, rounding may miss both
}

// q_ becomes the result.
void IkSolver::keep() {
  std::copy(reference_.begin(), reference_.end(), kept_.begin());
  for (std::size_t i = 0; i < q_.size(); ++i) kept_[i] = turned(i);
}

// The squared distance of q_ from the preferred posture.
double IkSolver::distance() const {
  double sum = 0;
  for (std::size_t i = 0; i < q_.size(); ++i) {
    const double wanted = options_.near ? (*options_.near)[static_cast<Eigen::Index>(i)] : reference_[i];
    sum += (turned(i) - wanted) * (turned(i) - wanted);
  }
  return sum;
}

bool IkSolver::found_before() const {
  const std::size_t n = q_.size();
  for (int k = 0; k < found_count_; ++k) {
    bool same = true;
    for (std::size_t i = 0; i < n && same; ++i) {
      double d = q_[i] - found_[static_cast<std::size_t>(k) * n + i];
      if (task_.revolute(static_cast<int>(i))) d = std::remainder(d, 2 * kPi);
      same = std::abs(d) < kSame;
    }
    if (same) return true;
  }
  return false;
}

// Start s: first the seeds, then points of the sequence in the box of the ranges.
void IkSolver::begin(int s, Bounds b) {
  const std::size_t all = static_cast<std::size_t>(dof_);
  const int seeds = std::max(1, static_cast<int>(seeds_.size() / all));
  for (std::size_t i = 0; i < q_.size(); ++i) {
    const IkRange& range = bounds(b)[i];
    if (s < seeds) {
      q_[i] = s == 0 ? reference_[i] : seeds_[static_cast<std::size_t>(s) * all + i];
    } else {
      const bool bounded = !range.turns && std::isfinite(range.upper - range.lower);
      const double half = task_.revolute(static_cast<int>(i)) ? kPi : 3 * task_.length();
      const double lower = bounded ? range.lower : reference_[i] - half,
                   width = bounded ? range.upper - range.lower : 2 * half;
      q_[i] = lower + starts_.at(s - seeds + 1, i) * width;
    }
    if (!range.turns) q_[i] = std::clamp(q_[i], range.lower, range.upper);
  }
}

bool IkSolver::search(IkOutcome& out) {
  const std::size_t n = q_.size();
  double least_cost = kInfinity;
  least_ = kInfinity;
  found_count_ = 0;
  while (out.starts < options_.starts && found_count_ < options_.solutions) {
    begin(out.starts++, Bounds::limits);
    if (!descend(Bounds::limits)) continue;
    double cost = preference_.any() ? preference_.improve(q_, ranges_, iterations_) : 0;
    if (options_.preference == IkPreference::near) cost = distance();
    if (found_before()) continue;
    std::copy(q_.begin(), q_.end(), found_.data() + static_cast<std::size_t>(found_count_) * n);
    if (found_count_++ == 0 || cost < least_cost) least_cost = cost, keep();
  }
  return found_count_ > 0;
}

bool IkSolver::reached_without_limits() {
  for (int s = 0; s < kStartsWithoutLimits; ++s) {
    begin(s, Bounds::none);
    if (descend(Bounds::none)) return true;
  }
  return false;
}

IkOutcome IkSolver::solve(const Pose<double>& target, std::span<const double> seed) {
  const std::size_t n = q_.size();
  task_.aim(target);
  goal_ = target.p;
  for (std::size_t i = 0; i < reference_.size(); ++i) {
    reference_[i] = !seed.empty() ? seed[i] : !seeds_.empty() ? seeds_[i] : middle_of(limits_[i]);
  }
  if (options_.preference == IkPreference::near)
    preference_.set_near(options_.near ? std::span<const double>(options_.near->data(), n)
                                       : std::span<const double>(reference_).first(n));
  IkOutcome out{IkStatus::not_converged, 0, 0, 0, 0, 0};
  iterations_ = 0;
  if (search(out)) {
    out.status = IkStatus::solved;
    out.solutions = found_count_;
  } else {
    out.status = diagnosis(out);
  }
  task_.set(std::span<const double>(kept_).first(n));
  out.position_error = task_.position_error();
  out.orientation_error = task_.orientation_error();
  out.iterations = iterations_;
  return out;
}

// Why the best posture that was found, which becomes the result, does not reach the pose.
IkStatus IkSolver::diagnosis(IkOutcome& out) {
  std::copy(best_.begin(), best_.end(), q_.begin());
  const double slope = options_.diagnose ? settle(Bounds::limits) : kInfinity,
               error = std::sqrt(task_.set(q_));
  keep();
  if (reached()) {
    out.solutions = 1;
    return IkStatus::solved;
  }
  const Vec3<double> away = goal_ - origin_;
  if (std::sqrt(dot(away, away)) > reach_ * (1 + 1e-9) + options_.position_tolerance)
    return IkStatus::unreachable;
  if (options_.diagnose && limited_ && reached_without_limits()) return IkStatus::limits;
  if (slope > kFlat * error) return IkStatus::not_converged;
  return error < kNearly ? IkStatus::singular : IkStatus::unreachable;
}

void IkSolver::sides(std::int8_t* out) const {
  for (std::size_t i = 0; i < kept_.size(); ++i) {
    const double slack = 1e-12 * std::max(1.0, std::abs(kept_[i]));
    out[i] = kept_[i] <= limits_[i].lower + slack ? -1 : kept_[i] >= limits_[i].upper - slack ? 1 : 0;
  }
}

}  // namespace catena::detail
