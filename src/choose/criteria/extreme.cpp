// SPDX-License-Identifier: Apache-2.0
#include "choose/criteria/extreme.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "choose/criteria/factors.hpp"
#include "choose/workspace/climbs.hpp"

namespace catena::choose::detail {
namespace {

constexpr int kLine = 8;    // points of a line search
constexpr int kSweeps = 2;  // of line searches over all joints
constexpr int kNewtonSteps = 40;
// Up to this many joints, Newton's method uses the full Hessian; for longer arms, only its diagonal.
constexpr std::size_t kMostHessian = 32;
constexpr double kDifference = 1e-4;   // of a joint's range
constexpr double kLongestStep = 0.25;  // of a joint's range

class Climb {
 public:
  Climb(const std::vector<JointRange>& joints, double sign, double scale, const Field& field)
      : joints_(joints), n_(joints.size()), sign_(sign), scale_(scale), field_(field) {}

  // The extreme reached from `q`, which becomes its posture.
  double operator()(std::span<double> q) {
    trial_.assign(q.begin(), q.end());
    evaluate(1);
    best_ = f_[0];
    for (int sweep = 0; sweep < kSweeps; ++sweep) {
      const double before = best_;
      for (std::size_t j = 0; j < n_; ++j) line_search(q, j);
      if (!(best_ > before)) break;
    }
    newton(q);
    return sign_ * best_;
  }

 private:
  double clipped(std::size_t j, double x) const {
    return joints_[j].turns ? x : std::clamp(x, joints_[j].lower, joints_[j].upper);
  }

  // f_ of the first `count` postures of trial_
  void evaluate(std::size_t count) {
    f_.resize(count);
    field_(std::span<const double>(trial_).first(count * n_), f_);
    for (double& f : f_) f = std::isfinite(f) ? sign_ * f : -std::numeric_limits<double>::infinity();
  }

  // Moves q[j] to the best of `count` points from `first` on, if one is better.
  void best_of_line(std::span<double> q, std::size_t j, double first, double step, int count) {
    trial_.resize(static_cast<std::size_t>(count) * n_);
    for (int k = 0; k < count; ++k) {
      std::copy(q.begin(), q.end(), trial_.begin() + static_cast<std::ptrdiff_t>(k * n_));
      trial_[k * n_ + j] = clipped(j, first + k * step);
    }
    evaluate(static_cast<std::size_t>(count));
    const auto top = std::max_element(f_.begin(), f_.end());
    if (!(*top > best_)) return;
    best_ = *top;
    q[j] = trial_[static_cast<std::size_t>(top - f_.begin()) * n_ + j];
  }

  void line_search(std::span<double> q, std::size_t j) {
    const JointRange& range = joints_[j];
    if (!(range.span() > 0)) return;
    const double step = range.span() / (range.turns ? kLine : kLine - 1);
    if (range.turns)
      best_of_line(q, j, q[j] + step, step, kLine - 1);
    else
      best_of_line(q, j, range.lower, step, kLine);
    best_of_line(q, j, q[j] - 0.75 * step, 0.25 * step, 7);
  }

  // Newton steps from q, which becomes their end. Steps are in units of the joint ranges.
  void newton(std::span<double> q) {
    const bool whole = n_ <= kMostHessian;
    double damping = 1e-3;
    for (int step = 0; step < kNewtonSteps; ++step) {
      const std::size_t pairs = whole ? n_ * (n_ - 1) / 2 : 0;
      trial_.resize((1 + 2 * n_ + pairs) * n_);
      std::size_t at = 0;
      const auto put = [&](std::size_t i, double way, std::size_t j) {
        double* x = &trial_[at++ * n_];
        std::copy(q.begin(), q.end(), x);
        if (i < n_) x[i] += way * kDifference * joints_[i].span();
        if (j < n_) x[j] += way * kDifference * joints_[j].span();
      };
      put(n_, 0, n_);
      for (std::size_t i = 0; i < n_; ++i) put(i, 1, n_), put(i, -1, n_);
      if (whole)
        for (std::size_t i = 0; i < n_; ++i)
          for (std::size_t j = 0; j < i; ++j) put(i, 1, j);
      evaluate(at);
      const std::vector<double>& f = f_;
      const auto up = [&](std::size_t i) { return f[1 + 2 * i]; };
      const auto down = [&](std::size_t i) { return f[2 + 2 * i]; };
      free_.clear(), gradient_.clear();
      double steepest = 0;
      for (std::size_t i = 0; i < n_; ++i) {
        const double g = (up(i) - down(i)) / (2 * kDifference);
        const JointRange& range = joints_[i];
        const bool held =
            !(range.span() > 0) || !std::isfinite(g) ||
            (!range.turns && ((q[i] >= range.upper && g > 0) || (q[i] <= range.lower && g < 0)));
        if (held) continue;
        free_.push_back(i), gradient_.push_back(g);
        steepest = std::max(steepest, std::abs(g));
      }
      const std::size_t m = free_.size();
      if (m == 0 || !(steepest > 1e-15 * scale_)) return;
      hessian_.assign(m * m, 0.0);  // of -f
      double most = 0;
      for (std::size_t a = 0; a < m; ++a)
        for (std::size_t b = 0; b <= a; ++b) {
          const std::size_t i = free_[a], j = free_[b];
          double second = 0;
          if (i == j)
            second = (up(i) - 2 * f[0] + down(i)) / (kDifference * kDifference);
          else if (whole)
            second =
                (f[1 + 2 * n_ + i * (i - 1) / 2 + j] - up(i) - up(j) + f[0]) / (kDifference * kDifference);
          hessian_[b * m + a] = hessian_[a * m + b] = -second;
          most = std::max(most, std::abs(second));
        }
      if (!std::isfinite(most)) return;
      const double before = best_;
      for (int attempt = 0; attempt < 14 && !(best_ > before);
           ++attempt, damping = std::max(10 * damping, 1e-6)) {
        factors_ = hessian_;
        for (std::size_t a = 0; a < m; ++a) factors_[a * m + a] += damping * most + 1e-300;
        if (!factor(m, factors_.data())) continue;
        move_ = gradient_;
        forward(m, factors_.data(), move_.data());
        backward(m, factors_.data(), move_.data());
        trial_.assign(q.begin(), q.end());
        for (std::size_t a = 0; a < m; ++a)
          trial_[free_[a]] =
              clipped(free_[a], q[free_[a]] + joints_[free_[a]].span() *
                                                  std::clamp(move_[a], -kLongestStep, kLongestStep));
        std::vector<double> there(trial_);
        evaluate(1);
        if (f_[0] > best_) {
          best_ = f_[0];
          std::copy(there.begin(), there.end(), q.begin());
        }
      }
      if (!(best_ - before > 1e-13 * scale_)) return;
      damping = std::max(damping * 1e-3, 1e-12);
    }
  }

  const std::vector<JointRange>& joints_;
  std::size_t n_;
  double sign_, scale_, best_ = 0;
  const Field& field_;
  std::vector<double> trial_, f_, gradient_, hessian_, factors_, move_;
  std::vector<std::size_t> free_;
};

}  // namespace

Extreme climbed(Subject& subject, std::span<const double> values, double sign, const Field& field) {
  double scale = 0;
  for (const double v : values)
    if (std::isfinite(v)) scale = std::max(scale, std::abs(v));
  Climb climb(subject.box().joints, sign, scale, field);
  Climbs all(sign, scale);
  Starts starts(subject.postures(), subject.box(), values, sign, subject.task().seed);
  std::vector<double> q(static_cast<std::size_t>(subject.dof()));
  while (!all.enough()) {
    starts.next(q);
    all.add(climb(q));
  }
  return all.extreme();
}

}  // namespace catena::choose::detail
