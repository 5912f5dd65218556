// SPDX-License-Identifier: Apache-2.0
#include "choose/workspace/reachable.hpp"

#include <algorithm>
#include <limits>
#include <numbers>

#include "choose/workspace/farthest.hpp"

namespace catena::choose::detail {
namespace {

// Steps of one start, and how many successive ones may make no progress. Long arms approach the border of their workspace
// slowly.
constexpr std::size_t kLong = 8;  // joints
constexpr int kSteps = 24, kStepsOfLong = 100, kStalls = 2, kStallsOfLong = 6;
constexpr double kStalled = .9;    // ratio of squared distances in a step above which progress has stalled
constexpr double kArrived = 1e-6;  // of the size
constexpr int kTurns = 2;          // of all joints towards the target, from a start far away

using Place = Chart::Place;

// A = L Lᵀ with d rows, of which only the lower half is read; returns the smallest pivot and stops if it is not positive.
double factors(int d, const double A[3][3], double L[3][3]) {
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < d; ++i)
    for (int j = 0; j <= i; ++j) {
      double s = A[i][j];
      for (int k = 0; k < j; ++k) s -= L[i][k] * L[j][k];
      if (i == j) {
        least = std::min(least, s);
        if (!(s > 0)) return least;
        L[i][i] = std::sqrt(s);
      } else {
        L[i][j] = s / L[j][j];
      }
    }
  return least;
}

// L Lᵀ x = b
Place solved(int d, const double L[3][3], const Place& b) {
  Place x{};
  for (int i = 0; i < d; ++i) {
    double s = b[i];
    for (int k = 0; k < i; ++k) s -= L[i][k] * x[k];
    x[i] = s / L[i][i];
  }
  for (int i = d - 1; i >= 0; --i) {
    double s = x[i];
    for (int k = i + 1; k < d; ++k) s -= L[k][i] * x[k];
    x[i] = s / L[i][i];
  }
  return x;
}

// A += J Jᵀ, the lower half; the trace of what is added.
double add_square(int d, const Place& J, double A[3][3]) {
  double trace = 0;
  for (int r = 0; r < d; ++r) {
    for (int c = 0; c <= r; ++c) A[r][c] += J[r] * J[c];
    trace += J[r] * J[r];
  }
  return trace;
}

// For each joint, the factor of its coordinate in steps that move the tool: 1, or the range of a prismatic joint.
std::vector<double> weights(const ToolPoint& point, const JointBox& box, double size) {
  std::vector<double> out;
  for (int i = 0; i < point.joints(); ++i)
    out.push_back(point.revolute(i) ? 1 : std::max(box.joints[i].span(), 1e-12 * size));
  return out;
}

}  // namespace

Reachable::Reachable(ToolPoint& point, const JointBox& box, const Chart& chart, double size)
    : point_(point),
      box_(box),
      chart_(chart),
      m_(static_cast<std::size_t>(point.joints())),
      arrived_(kArrived * kArrived * size * size),
      now_(box.joints.size()),
      next_(box.joints.size()),
      columns_(m_),
      weight_(weights(point, box, size)) {}

// One sweep from the tip to the base: joints nearer to the base do not move meanwhile, so that the kinematics is needed once.
void Reachable::turn_towards(const Place& target) {
  point_.set(now_.data());
  Vec3<double> p = point_.tool();
  for (int i = point_.joints() - 1; i >= 0; --i) {
    if (i == chart_.round) continue;  // all its angles are equivalent
    const JointRange& range = box_.joints[i];
    const Vec3<double>&o = point_.origin(i), &z = point_.axis(i);
    const Vec3<double> aim = chart_.nearest(target, p);
    if (!point_.revolute(i)) {
      const double step = std::clamp(now_[i] + dot(z, aim - p), range.lower, range.upper) - now_[i];
      p += step * z, now_[i] += step;
      continue;
    }
    const Vec3<double> v = p - o, along = dot(z, v) * z, across = v - along, turned = cross(z, v);
    const double A = dot(aim - o, across), B = dot(aim - o, turned);
    if (A == 0 && B == 0) continue;
    const double delta = best_turn(A, B, now_[i], range);
    p = o + along + std::cos(delta) * across + std::sin(delta) * turned;
    now_[i] += delta;
    if (range.turns) now_[i] = std::remainder(now_[i], 2 * std::numbers::pi);
  }
}

bool Reachable::arrives(const Place& target, std::span<const double> start, bool far_away) {
  const int D = chart_.dimensions;
  std::copy(start.begin(), start.end(), now_.begin());
  if (far_away)
    for (int turn = 0; turn < kTurns; ++turn) turn_towards(target);
  point_.set(now_.data());
  Place at = chart_.place(point_.tool()), e{};
  const auto miss = [&] {
    double sum = 0;
    for (int d = 0; d < D; ++d) e[d] = target[d] - at[d], sum += e[d] * e[d];
    return sum;
  };
  double far = miss(), damping = 1e-6;
  int stalled = 0;
  const int steps = m_ > kLong ? kStepsOfLong : kSteps, stalls = m_ > kLong ? kStallsOfLong : kStalls;
  for (int step = 0; step < steps; ++step) {
    if (far <= arrived_) return true;
    // the normal matrix of the joints that are not held by a limit
    double A[3][3] = {};
    double trace = 0;
    for (std::size_t i = 0; i < m_; ++i) {
      Place& J = columns_[i];
      J = chart_.change(point_.tool(), at, weight_[i] * point_.column(static_cast<int>(i)));
      double pull = 0;
      for (int d = 0; d < D; ++d) pull += J[d] * e[d];
      const JointRange& range = box_.joints[i];
      if (!range.turns && ((now_[i] >= range.upper && pull > 0) || (now_[i] <= range.lower && pull < 0)))
        J = {};
      trace += add_square(D, J, A);
    }
    if (!(trace > 0)) return false;
    double nearer = far;
    for (int attempt = 0; attempt < 6; ++attempt) {
      double B[3][3], L[3][3];
      for (int r = 0; r < D; ++r)
        for (int c = 0; c <= r; ++c) B[r][c] = A[r][c] + (r == c ? damping * trace : 0);
      if (!(factors(D, B, L) > 0)) return false;
      const Place w = solved(D, L, e);
      next_ = now_;
      for (std::size_t i = 0; i < m_; ++i) {
        double move = 0;
        for (int d = 0; d < D; ++d) move += columns_[i][d] * w[d];
        const JointRange& range = box_.joints[i];
        if (point_.revolute(static_cast<int>(i))) move = std::clamp(move, -1.0, 1.0);
        next_[i] += weight_[i] * move;
        if (!range.turns) next_[i] = std::clamp(next_[i], range.lower, range.upper);
      }
      const Place e_before = e;
      point_.set(next_.data());
      at = chart_.place(point_.tool());
      nearer = miss();
      if (nearer < far) {
        std::swap(now_, next_);
        damping = std::max(damping * 0.1, 1e-12);
        break;
      }
      e = e_before;
      damping = std::max(damping * 10, 1e-4);
    }
    if (!(nearer < far)) return false;
    stalled = nearer > kStalled * far ? stalled + 1 : 0;
    far = nearer;
    if (stalled >= stalls) return far <= arrived_;
  }
  return far <= arrived_;
}

bool full_rank(ToolPoint& point, const JointBox& box, const Chart& chart, std::span<const double> postures) {
  const int D = chart.dimensions;
  const std::size_t n = box.joints.size();
  const std::vector<double> weight = weights(point, box, point.size());
  for (std::size_t k = 0; (k + 1) * n <= postures.size(); ++k) {
    point.set(&postures[k * n]);
    const Place at = chart.place(point.tool());
    double A[3][3] = {}, L[3][3];
    double trace = 0;
    for (int i = 0; i < point.joints(); ++i)
      trace += add_square(
          D, chart.change(point.tool(), at, weight[static_cast<std::size_t>(i)] * point.column(i)), A);
    if (trace > 0 && factors(D, A, L) > 1e-14 * trace) return true;
  }
  return false;
}

}  // namespace catena::choose::detail
