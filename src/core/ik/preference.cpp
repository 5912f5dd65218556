// SPDX-License-Identifier: Apache-2.0
#include "core/ik/preference.hpp"

#include <cmath>
#include <limits>
#include <numbers>

namespace catena::detail {
namespace {

constexpr int kSteps = 500;       // of the gradient
constexpr int kReturns = 12;      // Newton steps back to the pose
constexpr double kLongest = 0.4;  // of a step, in weights
constexpr double kStill = 1e-9;  // of a step, in weights: the minimum to half of the digits that the cost has
constexpr double kWorthwhile = 1e-4;  // of the decrease that the slope promises
constexpr double kNoDamping = 1e-13;

}  // namespace

Preference::Preference(IkPreference kind, IkTask& task, std::span<const IkRange> limits,
                       double position_tolerance, double orientation_tolerance)
    : kind_(kind),
      task_(task),
      limits_(limits.begin(), limits.end()),
      position_tolerance_(position_tolerance),
      orientation_tolerance_(orientation_tolerance),
      work_(task.joints()),
      weight_(limits.size()),
      near_(limits.size(), 0.0),
      slope_(limits.size(), 0.0),
      move_(limits.size(), 0.0),
      before_(limits.size(), 0.0),
      trial_(limits.size(), 0.0),
      last_(limits.size(), 0.0),
      own_(limits.size()) {
  for (std::size_t i = 0; i < weight_.size(); ++i) {
    const double half = 0.5 * (limits_[i].upper - limits_[i].lower);
    const double unit = task.revolute(static_cast<int>(i)) ? 1 : task.length();
    work_.weight[i] = unit;
    weight_[i] = kind_ == IkPreference::limits && std::isfinite(half) && half > 0 ? half : unit;
  }
}

double Preference::offset(std::size_t i, double q) const {
  const double middle = 0.5 * (limits_[i].lower + limits_[i].upper);
  if (kind_ == IkPreference::limits && !std::isfinite(middle)) return 0;
  double d = q - (kind_ == IkPreference::near ? near_[i] : middle);
  if (limits_[i].turns) d = std::remainder(d, 2 * std::numbers::pi);
  return d / weight_[i];
}

bool Preference::gram(SmallMatrix& G) {
  const int m = std::min(task_.rows(), task_.joints());
  if (task_.joints() <
      task_.rows()) {  // the smaller matrix Jᵀ J has the same determinant in the directions that J reaches
    for (int a = 0; a < m; ++a)
      for (int b = 0; b <= a; ++b) {
        G[a][b] = 0;
        for (int r = 0; r < task_.rows(); ++r) G[a][b] += own_[a][r] * own_[b][r];
      }
  } else {
    for (int a = 0; a < m; ++a)
      for (int b = 0; b <= a; ++b) {
        G[a][b] = 0;
        for (const Column& c : own_) G[a][b] += c[a] * c[b];
      }
  }
  return cholesky(m, G);
}

double Preference::cost(std::span<const double> q) {
  if (kind_ == IkPreference::none) return 0;
  double sum = 0;
  if (kind_ != IkPreference::manipulability) {
    for (std::size_t i = 0; i < q.size(); ++i) sum += 0.5 * offset(i, q[i]) * offset(i, q[i]);
    return sum;
  }
  task_.own_columns(own_);
  SmallMatrix L;
  if (!gram(L)) return std::numeric_limits<double>::infinity();
  for (int a = 0; a < std::min(task_.rows(), task_.joints()); ++a)
    sum += std::log(L[a][a]);  // inverted pivots
  return sum;
}

// In the axes of the frame column j depends on the joints k > j alone: ∂J_j/∂q_k = J_j × J_k, the bracket of two twists.
void Preference::manipulability_gradient() {
  const int n = task_.joints(), m = task_.rows();
  task_.own_columns(own_);
  std::fill(slope_.begin(), slope_.end(), 0.0);
  SmallMatrix L;
  if (n < m || !gram(L)) return;  // an arm that is not redundant has nowhere to go
  for (int j = 0; j < n; ++j) {
    double y[kMostRows] = {};
    for (int r = 0; r < m; ++r) y[r] = own_[j][r];
    cholesky_solve(m, L, y);
    const Vec3<double> vj = {own_[j][0], own_[j][1], own_[j][2]}, wj = {own_[j][3], own_[j][4], own_[j][5]};
    for (int k = j + 1; k < n; ++k) {
      const Vec3<double> vk = {own_[k][0], own_[k][1], own_[k][2]}, wk = {own_[k][3], own_[k][4], own_[k][5]};
      const Vec3<double> v = cross(vj, wk) + cross(wj, vk), w = cross(wj, wk);
      slope_[k] -= y[0] * v.x + y[1] * v.y + y[2] * v.z + y[3] * w.x + y[4] * w.y + y[5] * w.z;
    }
  }
}

void Preference::gradient(std::span<const double> q) {
  if (kind_ == IkPreference::manipulability) return manipulability_gradient();
  for (std::size_t i = 0; i < q.size(); ++i) slope_[i] = offset(i, q[i]);
}

// The steepest descent in the null space: -(1 - Jᵀ (J Jᵀ)⁻¹ J) slope, both in weighted joints.
template <int M>
double Preference::direction(std::span<const double> q, std::span<const IkRange> ranges) {
  const std::size_t n = q.size();
  gradient(q);
  task_.columns(work_.J);
  for (std::size_t i = 0; i < n; ++i) {
    const double ratio = weight_[i] / work_.weight[i];
    for (double& x : work_.J[i]) x *= ratio;
    work_.free[i] = 1;
  }
  for (std::size_t pass = 0; pass <= n; ++pass) {
    double r[kMostRows] = {}, trace = 0;
    for (std::size_t i = 0; i < n; ++i)
      if (work_.free[i])
        for (int a = 0; a < M; ++a) r[a] += work_.J[i][a] * slope_[i], trace += work_.J[i][a] * work_.J[i][a];
    if (!damped_step<M>(work_, r, kNoDamping * (trace > 0 ? trace : 1))) return 0;
    bool held = false;
    double squared = 0;
    for (std::size_t i = 0; i < n; ++i) {
      move_[i] = work_.free[i] ? work_.d[i] - slope_[i] : 0;
      squared += move_[i] * move_[i];
      const bool out = !ranges[i].turns && ((q[i] >= ranges[i].upper && move_[i] > 0) ||
                                            (q[i] <= ranges[i].lower && move_[i] < 0));
      if (work_.free[i] && out) work_.free[i] = 0, held = true;
    }
    if (!held) return squared;
  }
  return 0;
}

template <int M>
bool Preference::return_to_pose(std::span<double> q, std::span<const IkRange> ranges, int& iterations) {
  double error = task_.set(q);
  for (int k = 0; k < kReturns; ++k) {
    if (task_.position_error() <= position_tolerance_ && task_.orientation_error() <= orientation_tolerance_)
      return true;
    ++iterations;
    double r[kMostRows];
    std::copy_n(task_.error(), M, r);
    task_.columns(work_.J);
    if (!bounded_step<M>(work_, r, kNoDamping, 0.5, ranges, q)) return false;
    const double next = task_.set(q);
    if (k > 1 && next > 0.5 * error) break;
    error = next;
  }
  return task_.position_error() <= position_tolerance_ && task_.orientation_error() <= orientation_tolerance_;
}

template <int M>
double Preference::improve(std::span<double> q, std::span<const IkRange> ranges, int& iterations) {
  const std::size_t n = q.size();
  task_.set(q);
  double now = cost(q), length = 1;
  for (int step = 0; step < kSteps; ++step) {
    ++iterations;
    task_.set(q);
    const double squared = direction<M>(q, ranges);
    if (!(squared > kStill * kStill)) break;
    if (step > 0) {  // the length of Barzilai and Borwein, from how the direction changed over the last step
      double ss = 0, sy = 0;
      for (std::size_t i = 0; i < n; ++i) {
        const double s = (q[i] - last_[i]) / weight_[i];
        ss += s * s, sy += s * (before_[i] - move_[i]);
      }
      length = sy > 0 ? ss / sy : 2 * length;
    }
    double most = 0;
    for (std::size_t i = 0; i < n; ++i) most = std::max(most, std::abs(move_[i]));
    length = std::min(length, kLongest / most);
    std::copy(q.begin(), q.end(), last_.begin());
    std::copy(move_.begin(), move_.end(), before_.begin());
    bool better = false;
    for (int attempt = 0; attempt < 30 && !better && length * most > kStill; ++attempt) {
      for (std::size_t i = 0; i < n; ++i) {
        trial_[i] = q[i] + length * weight_[i] * move_[i];
        if (!ranges[i].turns) trial_[i] = std::clamp(trial_[i], ranges[i].lower, ranges[i].upper);
      }
      if (return_to_pose<M>(trial_, ranges, iterations)) {
        const double there = cost(trial_);
        better = there < now - kWorthwhile * length * squared;
        if (better) now = there;
      }
      if (!better) length *= 0.5;
    }
    if (!better) break;
    std::copy(trial_.begin(), trial_.end(), q.begin());
  }
  task_.set(q);
  return now;
}

double Preference::improve(std::span<double> q, std::span<const IkRange> ranges, int& iterations) {
  switch (task_.rows()) {
    case 3:
      return improve<3>(q, ranges, iterations);
    case 5:
      return improve<5>(q, ranges, iterations);
    default:
      return improve<6>(q, ranges, iterations);
  }
}

}  // namespace catena::detail
