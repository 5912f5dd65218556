// SPDX-License-Identifier: Apache-2.0
#include "choose/workspace/reachable.hpp"

#include <algorithm>
#include <limits>
#include <numbers>

#include "choose/workspace/farthest.hpp"

namespace catena::choose::detail {
namespace {

constexpr int kSteps = 24;         // of one start
constexpr double kStalled = .9;    // ratio of squared distances in a step above which progress has stalled
constexpr double kArrived = 1e-6;  // of the size
constexpr std::size_t kMostWalls = 256;
constexpr double kWallGain = 1e-8, kWallMargin = 1e-6;  // tolerances of a wall's position

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

}  // namespace

Reachable::Reachable(ToolPoint& point, const JointBox& box, const Chart& chart,
                     std::span<const double> postures, std::size_t count, double size, bool thorough)
    : point_(point),
      box_(box),
      chart_(chart),
      n_(box.joints.size()),
      m_(static_cast<std::size_t>(point.joints())),
      count_(count),
      starts_(thorough ? 12 : 4),
      climbs_(thorough ? 8 : 1),
      size_(size),
      arrived_(kArrived * kArrived * size * size),
      q_(postures.begin(), postures.begin() + static_cast<std::ptrdiff_t>(count * n_)),
      now_(n_),
      next_(n_),
      columns_(m_),
      distance_(count) {
  for (int i = 0; i < point.joints(); ++i)
    weight_.push_back(point.revolute(i) ? 1 : std::max(box.joints[i].span(), 1e-12 * size));
  for (auto& places : at_) places.resize(count);
  for (std::size_t k = 0; k < count; ++k) {
    point_.set(&q_[k * n_]);
    const Place at = chart_.place(point_.tool());
    for (int d = 0; d < chart_.dimensions; ++d) at_[d][k] = at[d];
  }
}

bool Reachable::arrives(const Place& target, const double* start) {
  const int D = chart_.dimensions;
  std::copy(start, start + n_, now_.begin());
  point_.set(now_.data());
  Place at = chart_.place(point_.tool()), e{};
  const auto miss = [&] {
    double sum = 0;
    for (int d = 0; d < D; ++d) e[d] = target[d] - at[d], sum += e[d] * e[d];
    return sum;
  };
  double far = miss(), damping = 1e-6;
  int stalled = 0;
  for (int step = 0; step < kSteps; ++step) {
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
      for (std::size_t i = 0; i < n_; ++i) next_[i] = now_[i];
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
    if (stalled >= 2) return far <= arrived_;
  }
  return far <= arrived_;
}

bool Reachable::beyond(const Place& target) const {
  for (const Wall& wall : walls_) {
    double along = 0;
    for (int d = 0; d < chart_.dimensions; ++d) along += wall.u[d] * target[d];
    if (along > wall.most) return true;
  }
  return false;
}

// After a start that stopped short, at `now_`: how far the tool gets in the direction of the target.
void Reachable::learn(const Place& target) {
  point_.set(now_.data());
  const Place at = chart_.place(point_.tool());
  Place u{};
  double norm = 0;
  for (int d = 0; d < chart_.dimensions; ++d) u[d] = target[d] - at[d], norm += u[d] * u[d];
  norm = std::sqrt(norm);
  Vec3<double> direction = Vec3<double>::zero();
  for (int d = 0; d < chart_.dimensions; ++d) {
    u[d] /= norm;
    direction += u[d] * chart_.e[chart_.round >= 0 && d == 1 ? 2 : d];
  }
  if (chart_.round >= 0 && u[0] < 0) return;  // towards the axis: there is a nearest place, not a farthest

  // a symmetric workspace is first rotated into the direction
  const auto climbed = [&] {
    if (chart_.round >= 0) {
      point_.set(now_.data());
      const Vec3<double> v = point_.tool() - chart_.centre;
      now_[chart_.round] -= std::atan2(dot(chart_.e[1], v), dot(chart_.e[0], v));
    }
    return farthest_along(point_, box_, direction, now_, kWallGain) - dot(direction, chart_.centre);
  };
  double most = climbed();
  const std::size_t share = std::max<std::size_t>(1, count_ / climbs_);
  for (std::size_t first = 0; first + share <= count_; first += share) {
    std::size_t best = first;
    double best_along = -std::numeric_limits<double>::infinity();
    for (std::size_t k = first; k < first + share; ++k) {
      double along = 0;
      for (int d = 0; d < chart_.dimensions; ++d) along += u[d] * at_[d][k];
      if (along > best_along) best_along = along, best = k;
    }
    std::copy_n(&q_[best * n_], n_, now_.begin());
    most = std::max({most, best_along, climbed()});
  }
  walls_.push_back({u, most + kWallMargin * size_});
}

bool Reachable::operator()(const Place& target) {
  if (beyond(target)) return false;
  for (std::size_t k = 0; k < count_; ++k) {
    double sum = 0;
    for (int d = 0; d < chart_.dimensions; ++d) {
      const double e = at_[d][k] - target[d];
      sum += e * e;
    }
    distance_[k] = sum;
  }
  const auto next_start = [&] {
    return static_cast<std::size_t>(std::min_element(distance_.begin(), distance_.end()) - distance_.begin());
  };
  std::size_t nearest = next_start();
  for (int start = 0; start < starts_; ++start) {
    if (arrives(target, &q_[nearest * n_])) return true;
    if (start == 0 && walls_.size() < kMostWalls) {
      learn(target);
      if (beyond(target)) return false;
    }
    distance_[nearest] = std::numeric_limits<double>::infinity();
    nearest = next_start();
    if (!(distance_[nearest] < std::numeric_limits<double>::infinity())) break;
  }
  return false;
}

bool Reachable::full_rank() {
  const int D = chart_.dimensions;
  for (std::size_t k = 0; k < std::min<std::size_t>(count_, 16); ++k) {
    point_.set(&q_[k * n_]);
    const Place at = chart_.place(point_.tool());
    double A[3][3] = {}, L[3][3];
    double trace = 0;
    for (std::size_t i = 0; i < m_; ++i)
      trace +=
          add_square(D, chart_.change(point_.tool(), at, weight_[i] * point_.column(static_cast<int>(i))), A);
    if (trace > 0 && factors(D, A, L) > 1e-14 * trace) return true;
  }
  return false;
}

}  // namespace catena::choose::detail
