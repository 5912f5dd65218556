// SPDX-License-Identifier: Apache-2.0
#include "choose/workspace/survey.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace catena::choose::detail {
namespace {

using Place = Chart::Place;

constexpr int kCrowd = 8;  // sampled postures kept for a cell

class Grid {
 public:
  Grid(const Chart& chart, const SurveyBox& box, long side) : chart_(chart), box_(box), side_(side) {
    for (int d = 0; d < chart.dimensions; ++d) cells_ *= side;
  }
  long cells() const { return cells_; }

  // `unit`: coordinates within the cell, 0 to 1.
  Place place(long cell, const double* unit) const {
    Place at{};
    for (int d = 0; d < chart_.dimensions; ++d) {
      const double x = (static_cast<double>(cell % side_) + unit[d]) / static_cast<double>(side_);
      at[d] = box_.lower[d] + (box_.upper[d] - box_.lower[d]) * x;
      cell /= side_;
    }
    if (chart_.round >= 0) at[0] = std::sqrt(at[0]);
    return at;
  }
  long cell(const Place& at) const {
    long index = 0;
    for (int d = chart_.dimensions - 1; d >= 0; --d) {
      const double x = chart_.round >= 0 && d == 0 ? at[0] * at[0] : at[d];
      const double share = (x - box_.lower[d]) / (box_.upper[d] - box_.lower[d]);
      index =
          index * side_ + std::clamp(static_cast<long>(share * static_cast<double>(side_)), 0L, side_ - 1);
    }
    return index;
  }
  // The cell and those around it.
  template <class Visit>
  void around(long cell, Visit visit) const {
    long at[3] = {}, step[3] = {1, side_, side_ * side_};
    for (int d = 0; d < chart_.dimensions; ++d) at[d] = cell / step[d] % side_;
    const auto low = [&](int d) { return d < chart_.dimensions ? std::max(at[d] - 1, 0L) : 0; };
    const auto high = [&](int d) { return d < chart_.dimensions ? std::min(at[d] + 1, side_ - 1) : 0; };
    for (long z = low(2); z <= high(2); ++z)
      for (long y = low(1); y <= high(1); ++y)
        for (long x = low(0); x <= high(0); ++x) visit(x + y * step[1] + z * step[2]);
  }

 private:
  const Chart& chart_;
  const SurveyBox& box_;
  long side_, cells_ = 1;
};

// Postures with the places of their tools, by cells.
class Pool {
 public:
  Pool(const Grid& grid, std::size_t joints)
      : grid_(grid), joints_(joints), head_(static_cast<std::size_t>(grid.cells()), kNone) {}

  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  void add(const Place& at, std::span<const double> q) {
    auto& head = head_[static_cast<std::size_t>(grid_.cell(at))];
    next_.push_back(head);
    head = static_cast<std::uint32_t>(places_.size());
    places_.push_back(at);
    for (const double x : q) q_.push_back(static_cast<float>(x));
  }
  int crowd(long cell) const {
    int count = 0;
    for (std::uint32_t k = head_[static_cast<std::size_t>(cell)]; k != kNone; k = next_[k]) ++count;
    return count;
  }
  // The nearest in the cell and around it that is not in `tried`.
  std::uint32_t nearest(const Place& target, long cell, std::span<const std::uint32_t> tried) const {
    std::uint32_t best = kNone;
    double least = std::numeric_limits<double>::infinity();
    grid_.around(cell, [&](long c) {
      for (std::uint32_t k = head_[static_cast<std::size_t>(c)]; k != kNone; k = next_[k]) {
        double sum = 0;
        for (std::size_t d = 0; d < 3; ++d) sum += (places_[k][d] - target[d]) * (places_[k][d] - target[d]);
        if (sum < least && std::find(tried.begin(), tried.end(), k) == tried.end()) least = sum, best = k;
      }
    });
    return best;
  }
  std::span<const float> posture(std::uint32_t k) const { return {&q_[k * joints_], joints_}; }

 private:
  const Grid& grid_;
  std::size_t joints_;
  std::vector<std::uint32_t> head_, next_;  // lists of the postures of each cell
  std::vector<Place> places_;
  std::vector<float> q_;  // (count x joints) accurate enough for starts
};

struct Pending {  // a place that was not reached yet
  std::uint32_t target;
  std::vector<std::uint32_t> tried;
};

}  // namespace

Survey survey(Reachable& reachable, const Outside& outside, const Chart& chart, const SurveyBox& box,
              const Postures& some, std::size_t joints, int samples, std::uint64_t seed,
              const Effort& effort) {
  const auto side =
      std::max(1L, static_cast<long>(std::pow(samples / 2.0, 1.0 / chart.dimensions) * (1 + 1e-12)));
  const Grid grid(chart, box, side);
  Survey out{.cells = grid.cells()};

  std::vector<Place> targets;
  std::vector<Pending> pending;
  targets.reserve(static_cast<std::size_t>(2 * grid.cells()));
  std::uint64_t draws = 0;
  for (long cell = 0; cell < grid.cells(); ++cell)
    for (int twin = 0; twin < 2; ++twin) {
      double unit[3];
      for (int d = 0; d < chart.dimensions; ++d) unit[d] = random_unit(seed ^ 0x5eed, draws++);
      const Place target = grid.place(cell, unit);
      if (!outside(target)) pending.push_back({static_cast<std::uint32_t>(targets.size()), {}});
      targets.push_back(target);
    }
  Pool pool(grid, joints);
  for (std::size_t k = 0; k < some.count; ++k) {
    const Place at = chart.place(some.tools[k]);
    if (pool.crowd(grid.cell(at)) < kCrowd)
      pool.add(at, std::span<const double>(some.q).subspan(k * joints, joints));
  }

  std::vector<char> hits(static_cast<std::size_t>(grid.cells()), 0);  // reached places of each cell
  std::vector<double> start(joints);
  std::uint64_t picks = 0;
  long before = 0;  // reached at the last doubling
  for (int round = 1; round <= kMostRounds; ++round) {
    std::size_t left = 0;
    for (Pending& each : pending) {
      const Place& target = targets[each.target];
      const long cell = each.target / 2;
      bool border = round <= 2 || effort.everywhere;
      if (!border)
        grid.around(cell, [&](long c) { border = border || hits[static_cast<std::size_t>(c)] > 0; });
      bool there = false;
      if (border) {
        const std::uint32_t near = round % 2 == 1 ? pool.nearest(target, cell, each.tried) : Pool::kNone;
        if (near != Pool::kNone) {
          std::copy(pool.posture(near).begin(), pool.posture(near).end(), start.begin());
          each.tried.push_back(near);
        } else {
          const auto k =
              static_cast<std::size_t>(random_unit(seed ^ 0x9a4d, picks++) * static_cast<double>(some.count));
          std::copy_n(some.q.begin() + static_cast<std::ptrdiff_t>(k * joints), joints, start.begin());
        }
        there = reachable.arrives(target, start, near == Pool::kNone);
      }
      if (there) {
        pool.add(target, reachable.posture());
        ++hits[static_cast<std::size_t>(cell)];
        ++out.reached;
      } else {
        if (&pending[left] != &each) pending[left] = std::move(each);
        ++left;
      }
    }
    pending.resize(left);
    std::reverse(pending.begin(), pending.end());  // what was found spreads both ways
    if ((round & (round - 1)) != 0) continue;
    out.rounds = round;
    out.gained = out.reached - before;
    before = out.reached;
    out.split = std::count(hits.begin(), hits.end(), 1);
    if (round >= effort.rounds &&
        static_cast<double>(out.gained) <= kTolerated * 0.98 * std::sqrt(static_cast<double>(out.split + 1)))
      break;
  }
  return out;
}

}  // namespace catena::choose::detail
