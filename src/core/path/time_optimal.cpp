// SPDX-License-Identifier: Apache-2.0
#include "catena/core/path/time_optimal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "catena/core/path/path_error.hpp"
#include "core/path/half_planes.hpp"
#include "core/path/path_dynamics.hpp"
#include "core/path/require.hpp"

namespace catena::path {
namespace {

constexpr const char* kWhere = "time-optimal motion";

using detail::Closest;
using detail::HalfPlane;
using detail::Interval;
using detail::Rows;

// An interval of the grid, within one piece of the path.
struct Cell {
  std::size_t piece;
  double begin, end;  // s
};

class Planning {
 public:
  Planning(const Arm& arm, const JointPath& path, const JointLimits& limits,
           const TimeOptimalOptions& options)
      : path_(path), options_(options), dynamics_(arm, path, limits, options) {
    if (!(options.tolerance > 0 && options.tolerance < 1))
      throw Error(ErrorKind::usage, kWhere, "'tolerance' must be between 0 and 1")
          .given(fmt::format("{}", options.tolerance))
          .need("a small share, such as 1e-3");
    if (options.grid < 1 || options.grid > options.largest_grid)
      throw Error(ErrorKind::usage, kWhere, "'grid' is out of range")
          .given(fmt::format("{}", options.grid))
          .need(fmt::format("1 to {}", options.largest_grid));
    first_grid();
    set_scale();
  }

  TimeOptimal result() {
    for (int round = 0;; ++round) {
      backward();
      forward();
      check();
      if (settled_ && refine()) continue;
      if (settled_) break;
      if (round > 100)
        throw PathError(
            too_fine(),
            cells_[worst()].begin);  // viscous friction is linearised at a speed that does not converge
    }
    return {TimedPath(path_, law()), active(), largest_share_, static_cast<int>(cells_.size())};
  }

 private:
  // Intervals in proportion to the length of a piece, two or more for each.
  void first_grid() {
    for (std::size_t k = 0; k < path_.pieces(); ++k) {
      const double from = path_.knots()[k], length = path_.knots()[k + 1] - from;
      const int count = std::max(2, static_cast<int>(std::ceil(options_.grid * length / path_.length())));
      for (int i = 0; i < count; ++i)
        cells_.push_back({k, from + length * i / count,
                          i + 1 < count ? from + length * (i + 1) / count : path_.knots()[k + 1]});
    }
  }

  // The linear programs are solved for x / scale_ and u / scale_, which are not far from 1 whatever the unit of time.
  void set_scale() {
    double most = 0;
    for (const Cell& cell : cells_) {
      const Rows rows = dynamics_.rows(cell.piece, cell.begin, 1, 1, cell.begin);
      double here = rows.most;
      for (const detail::Row& row : rows.rows)
        if (row.a != 0)
          here = std::min(here, std::max(std::abs(row.low), std::abs(row.high)) / std::abs(row.a));
      if (std::isfinite(here)) most = std::max(most, here);
    }
    if (most > 0 && std::isfinite(most)) scale_ = most;
  }

  double width(const Cell& cell) const { return (cell.end - cell.begin) / path_.length(); }
  bool stops_at(double s) const {
    return s == 0 || s == path_.length() ||
           std::binary_search(path_.corners().begin(), path_.corners().end(), s);
  }

  // The x of the previous iteration, at which viscous friction is linearised.
  double x_before(double s) const {
    if (old_s_.empty()) return scale_;
    const auto next = std::upper_bound(old_s_.begin() + 1, old_s_.end() - 1, s);
    const auto k = static_cast<std::size_t>(next - old_s_.begin());
    const double share = (s - old_s_[k - 1]) / (old_s_[k] - old_s_[k - 1]);
    return std::max(old_x_[k - 1] + share * (old_x_[k] - old_x_[k - 1]), 1e-12 * old_most_);
  }

  // All limits at both ends of a cell, for u that is constant and x at its beginning; x at its end is x + 2 Δ u.
  void set_planes(std::size_t k, const Interval& next) {
    const Cell& cell = cells_[k];
    const double twice = 2 * width(cell);
    planes_.clear();
    const double share = 1 - options_.tolerance, near = x_before(cell.begin), near_end = x_before(cell.end);
    Rows begin = dynamics_.rows(cell.piece, cell.begin, share, near, cell.begin);
    Rows end = dynamics_.rows(cell.piece, cell.end, share, near_end, cell.end);
    if (dynamics_.motors()) {  // where a joint turns back within the cell, Coulomb friction has either sign
      const Rows turned = dynamics_.rows(cell.piece, cell.begin, share, near, cell.end);
      const Rows turned_end = dynamics_.rows(cell.piece, cell.end, share, near_end, cell.begin);
      begin.rows.insert(begin.rows.end(), turned.rows.begin(), turned.rows.end());
      end.rows.insert(end.rows.end(), turned_end.rows.begin(), turned_end.rows.end());
    }
    const auto moves = [](const detail::Row& row) { return row.a != 0 || row.b != 0; };
    if (!std::isfinite(begin.most) && std::none_of(begin.rows.begin(), begin.rows.end(), moves))
      throw PathError(unbounded(k), cells_[k].begin);
    detail::add_half_plane(planes_, 0, -1, 0);
    detail::add_half_plane(planes_, 0, 1, stops_at(cell.begin) ? 0 : begin.most / scale_);
    detail::add_half_plane(planes_, twice, 1, std::min(next.high, end.most) / scale_);
    detail::add_half_plane(planes_, -twice, -1, -next.low / scale_);
    for (const detail::Row& row : begin.rows) {
      detail::add_half_plane(planes_, row.a, row.b, row.high / scale_);
      detail::add_half_plane(planes_, -row.a, -row.b, -row.low / scale_);
    }
    for (const detail::Row& row : end.rows) {
      const double a = row.a + twice * row.b;
      detail::add_half_plane(planes_, a, row.b, row.high / scale_);
      detail::add_half_plane(planes_, -a, -row.b, -row.low / scale_);
    }
  }

  // The intervals of x from which the end can be reached.
  void backward() {
    const std::size_t n = cells_.size();
    all_planes_.resize(n);
    reachable_.assign(n + 1, {0, 0});
    for (std::size_t k = n; k-- > 0;) {
      set_planes(k, reachable_[k + 1]);
      const auto high = detail::extreme_x(planes_, 1);
      const auto low = high ? detail::extreme_x(planes_, -1) : std::nullopt;
      if (!low) throw PathError(impossible(k), cells_[k].begin);
      reachable_[k] = {scale_ * std::max(*low, 0.0), scale_ * std::max(*high, 0.0)};
      all_planes_[k] = planes_;
    }
  }

  // The largest acceleration that stays in these intervals.
  void forward() {
    const std::size_t n = cells_.size();
    x_.assign(n + 1, 0);
    for (std::size_t k = 0; k < n; ++k) {
      const Interval u = detail::u_interval(all_planes_[k], x_[k] / scale_);
      const double twice = 2 * width(cells_[k]) * scale_;
      const double most = u.low > u.high ? 0.5 * (u.low + u.high) : u.high;  // equal, up to rounding
      x_[k + 1] = std::clamp(x_[k] + twice * most, reachable_[k + 1].low, reachable_[k + 1].high);
      if (x_[k] == 0 && x_[k + 1] == 0) throw PathError(stuck(k), cells_[k].begin);
    }
  }

  double speed(std::size_t k) const { return std::sqrt(x_[k]) * path_.length(); }
  double acceleration(std::size_t k) const {
    return (x_[k + 1] - x_[k]) / (2 * width(cells_[k])) * path_.length();
  }

  // All limits at the ends of the cells and between them.
  void check() {
    closest_.assign(cells_.size(), {});
    least_.assign(cells_.size(), 1);
    largest_share_ = 0;
    double change = 0;
    for (std::size_t k = 0; k < cells_.size(); ++k) {
      const Cell& cell = cells_[k];
      change = std::max(change, std::abs(x_[k] - x_before(cell.begin)));
      for (const double part : {0.0, 0.2, 0.4, 0.6, 0.8, 1.0}) {
        const double s = cell.begin + part * (cell.end - cell.begin);
        const double x = x_[k] + part * (x_[k + 1] - x_[k]);
        const Closest here = dynamics_.closest(cell.piece, s, std::sqrt(x) * path_.length(), acceleration(k));
        closest_[k].consider(here.share, here.kind, here.joint);
        least_[k] = std::min(least_[k], here.share);
      }
      largest_share_ = std::max(largest_share_, closest_[k].share);
    }
    old_s_.clear(), old_x_ = x_, old_most_ = *std::max_element(x_.begin(), x_.end());
    for (const Cell& cell : cells_) old_s_.push_back(cell.begin);
    old_s_.push_back(path_.length());
    settled_ = !dynamics_.viscous() || change <= 0.1 * options_.tolerance * old_most_;
  }

  // Halves cells in which a limit is exceeded, or nearly so: between the places that were checked it may be. Halves also
  // cells in which no limit is active all the time, if that costs time: where the motion switches from one limit to another, and at
  // zero-inertia points, where the limits at both ends of a cell keep x below its largest value. False if there are none.
  bool refine() {
    std::vector<Cell> finer;
    const double slack = 1 - 2 * options_.tolerance, full = 1 - 0.1 * options_.tolerance;
    const double loss = 0.05 * options_.tolerance * duration();
    for (std::size_t k = 0; k < cells_.size(); ++k) {
      const Cell& cell = cells_[k];
      const double middle = cell.begin + (cell.end - cell.begin) / 2;
      const bool slow = least_[k] < slack && time(k) * (1 - least_[k]) > loss;
      finer.push_back(cell);
      if (!(closest_[k].share > full || slow) || !(middle > cell.begin && middle < cell.end)) continue;
      finer.back().end = middle;
      finer.push_back({cell.piece, middle, cell.end});
    }
    if (finer.size() == cells_.size()) return false;
    if (static_cast<int>(finer.size()) > options_.largest_grid)
      throw PathError(too_fine(), cells_[worst()].begin);
    cells_ = std::move(finer);
    return true;
  }

  double time(std::size_t k) const {
    return 2 * (cells_[k].end - cells_[k].begin) / (speed(k) + speed(k + 1));
  }
  double duration() const {
    double sum = 0;
    for (std::size_t k = 0; k < cells_.size(); ++k) sum += time(k);
    return sum;
  }

  TimeLaw law() const {
    TimeLaw law;
    for (std::size_t k = 0; k < cells_.size(); ++k) {
      const double way = cells_[k].end - cells_[k].begin;
      law.append(2 * way / (speed(k) + speed(k + 1)), {cells_[k].begin, speed(k), acceleration(k), 0},
                 cells_[k].end);
    }
    return law;
  }

  std::vector<ActiveLimit> active() const {
    std::vector<ActiveLimit> out;
    for (std::size_t k = 0; k < cells_.size(); ++k) {
      const Closest& here = closest_[k];
      if (!out.empty() && out.back().kind == here.kind && out.back().joint == here.joint) {
        out.back().end = cells_[k].end;
        out.back().share = std::max(out.back().share, here.share);
      } else {
        out.push_back({cells_[k].begin, cells_[k].end, here.kind, here.joint, here.share});
      }
    }
    return out;
  }

  std::string place(std::size_t k) const {
    return fmt::format("{}, s = {:.6g} of {:.6g}", kWhere, cells_[k].begin, path_.length());
  }
  Error impossible(std::size_t k) {
    const Closest load = dynamics_.static_load(cells_[k].piece, cells_[k].begin);
    if (load.share > 1 - options_.tolerance)
      return Error(ErrorKind::numerical, place(k),
                   fmt::format("joint {} (counted from 1) is too weak to hold the arm there", load.joint + 1))
          .given(fmt::format("a static torque of {:.4g} times the limit", load.share))
          .need(fmt::format("at most {:.4g} times the limit", 1 - options_.tolerance))
          .hint("raise the limit of the torque, lighten the payload or choose another path");
    return Error(ErrorKind::numerical, place(k), "no motion keeps all limits there")
        .given("conflicting limits of acceleration or torque")
        .need("an acceleration that all joints can have at the same time")
        .hint("raise the limits, or round the path more");
  }
  Error unbounded(std::size_t k) const {
    return Error(ErrorKind::usage, place(k), "nothing limits the speed there")
        .given("no limit of a joint that moves (numbers above 1e100 are regarded as none)")
        .need("limits of velocity, acceleration or torque")
        .hint("the robot's file may have none: give them with the path");
  }
  Error stuck(std::size_t k) {
    const Closest load = dynamics_.static_load(cells_[k].piece, cells_[k].begin);
    return Error(ErrorKind::numerical, place(k), "the arm cannot move on from rest there")
        .given(fmt::format("{} at {:.4g} times its limit at rest", name(load.kind, load.joint), load.share))
        .need("a limit that leaves some acceleration");
  }
  std::size_t worst() const {
    const auto less = [](const Closest& a, const Closest& b) { return a.share < b.share; };
    return static_cast<std::size_t>(std::max_element(closest_.begin(), closest_.end(), less) -
                                    closest_.begin());
  }
  Error too_fine() const {
    return Error(ErrorKind::numerical, place(worst()),
                 "the limits cannot be kept between the points of the grid")
        .given(fmt::format("{} at {:.6g} times its limit, with {} intervals",
                           name(closest_[worst()].kind, closest_[worst()].joint), closest_[worst()].share,
                           cells_.size()))
        .need(fmt::format("at most {} intervals", options_.largest_grid))
        .hint("allow a larger tolerance, or round the path more");
  }

  const JointPath& path_;
  const TimeOptimalOptions& options_;
  detail::PathDynamics dynamics_;
  std::vector<Cell> cells_;
  std::vector<HalfPlane> planes_;
  std::vector<std::vector<HalfPlane>> all_planes_;  // of each cell
  std::vector<Interval> reachable_;                 // of x, at the beginning of each cell and at the end
  std::vector<double> x_;                           // the same places
  std::vector<Closest> closest_;                    // in each cell
  std::vector<double> least_;                       // the least share of the closest limit, in each cell
  std::vector<double> old_s_, old_x_;
  double scale_ = 1, old_most_ = 0, largest_share_ = 0;
  bool settled_ = false;
};

}  // namespace

const char* name(LimitKind kind) {
  switch (kind) {
    case LimitKind::velocity:
      return "velocity";
    case LimitKind::acceleration:
      return "acceleration";
    case LimitKind::torque:
      return "torque";
    case LimitKind::speed:
      break;
  }
  return "speed";
}

std::string name(LimitKind kind, int joint) {
  return kind == LimitKind::speed ? "the speed along the path"
                                  : fmt::format("the {} of joint {}", name(kind), joint + 1);
}

TimeOptimal time_optimal(const Arm& arm, const JointPath& path, const JointLimits& limits,
                         const TimeOptimalOptions& options) {
  if (path.pieces() == 0) return {TimedPath(path, TimeLaw()), {}, 0, 0};
  return Planning(arm, path, limits, options).result();
}

}  // namespace catena::path
