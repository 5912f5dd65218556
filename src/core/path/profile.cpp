// SPDX-License-Identifier: Apache-2.0
#include "catena/core/path/profile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "catena/core/error.hpp"
#include "core/path/require.hpp"

namespace catena::path {
namespace {

constexpr const char* kWhere = "velocity profile";
constexpr double kNone = std::numeric_limits<double>::infinity();
constexpr double kLargest = 1e100;  // a larger limit counts as none (JointLimits)
constexpr int kSamples = 32;        // of each piece
// Where the path is curved, extremes between the samples may be larger: by less than this share of a limit.
constexpr double kMargin = 1e-3;

// The derivatives of one joint position with respect to s at one point, as shares of its limits, and the largest ṡ there.
struct Point {
  double velocity;                // |q'| / velocity limit
  double a1, a2;                  // |q'|, |q''| / acceleration limit
  double j1 = 0, j2 = 0, j3 = 0;  // |q'|, |q''|, |q'''| / jerk limit
};

// The path between two stops.
struct Section {
  double begin, end;
  std::vector<Point> points;
  double fastest = kNone;  // ṡ
  bool curved = false;

  // The largest s̈ when ṡ is up to v; below zero if there is none.
  double acceleration(double v) const {
    double out = kNone;
    for (const Point& p : points)
      if (p.a1 > 0)
        out = std::min(out, (1 - p.a2 * v * v) / p.a1);
      else if (p.a2 * v * v > 1)
        return -1;
    return out;
  }
  double jerk(double v, double a) const {
    double out = kNone;
    for (const Point& p : points) {
      const double left = 1 - 3 * p.j2 * v * a - p.j3 * v * v * v;
      if (p.j1 > 0)
        out = std::min(out, left / p.j1);
      else if (left < 0)
        return -1;
    }
    return out;
  }
};

class Profiling {
 public:
  Profiling(const JointPath& path, const JointLimits& limits, Profile profile,
            const std::function<double(double)>& speed)
      : path_(path), limits_(limits), jerk_(profile == Profile::double_s), speed_(speed) {
    require("velocity", limits.velocity);
    require("acceleration", limits.acceleration);
    if (jerk_) require("jerk", limits.jerk);
  }

  TimedPath result() const {
    std::vector<double> stops = {0};
    const std::vector<double>& jumps = jerk_ ? path_.bends() : path_.corners();
    stops.insert(stops.end(), jumps.begin(), jumps.end());
    stops.push_back(path_.length());
    TimeLaw law;
    for (std::size_t k = 0; k + 1 < stops.size(); ++k) {
      const TimeLaw part = fastest(section(stops[k], stops[k + 1]));
      const auto phases = part.phases();
      for (std::size_t i = 0; i < phases.size(); ++i) {
        const bool last = i + 1 == phases.size();
        law.append((last ? part.duration() : phases[i + 1].begin) - phases[i].begin,
                   {stops[k] + phases[i].s, phases[i].v, phases[i].a, phases[i].j},
                   last ? stops[k + 1] : stops[k] + phases[i + 1].s);
      }
    }
    return {path_, std::move(law)};
  }

 private:
  void require(const char* name, const Eigen::VectorXd& limit) const {
    if (limit.size() == 0)
      throw Error(ErrorKind::usage, kWhere, fmt::format("there are no {} limits", name))
          .need("one for each joint");
    detail::require_size(kWhere, name, limit.size(), path_.dof());
    for (Eigen::Index i = 0; i < limit.size(); ++i)
      if (!(limit[i] > 0))
        throw Error(ErrorKind::usage, kWhere, fmt::format("'{}' must be above 0", name))
            .given(fmt::format("{} for joint {} (counted from 1)", limit[i], i + 1))
            .need("a number above 0");
  }

  void require_bounded(const char* name, const Eigen::VectorXd& limit, Eigen::Index i) const {
    if (limit[i] <= kLargest) return;
    throw Error(ErrorKind::usage, kWhere, fmt::format("joint {} has no {} limit", i + 1, name))
        .need(fmt::format("{} limits of all joints that move", name));
  }

  Section section(double begin, double end) const {
    Section out{begin, end, {}};
    const Eigen::Index n = path_.dof();
    Eigen::VectorXd q(n), d1(n), d2(n), d3(n);
    const std::span<const double> knots = path_.knots();
    double margin = 0;
    for (std::size_t k = path_.piece_at(begin); k < path_.pieces() && knots[k] < end; ++k)
      for (int m = 0; m <= kSamples; ++m) {
        // The last point of a piece belongs to the next one, whose derivatives may jump.
        const double u = m < kSamples ? static_cast<double>(m) / kSamples : 1 - 1e-9;
        const double s = knots[k] + u * (knots[k + 1] - knots[k]);
        path_.at(s, q, d1, d2, d3);
        if (speed_) out.fastest = std::min(out.fastest, speed_(s));
        for (Eigen::Index i = 0; i < n; ++i) {
          const double size = std::max({std::abs(d1[i]), std::abs(d2[i]), std::abs(d3[i])});
          if (size == 0) continue;
          require_bounded("velocity", limits_.velocity, i);
          require_bounded("acceleration", limits_.acceleration, i);
          Point p = {std::abs(d1[i]) / limits_.velocity[i], std::abs(d1[i]) / limits_.acceleration[i],
                     std::abs(d2[i]) / limits_.acceleration[i]};
          if (jerk_) {
            require_bounded("jerk", limits_.jerk, i);
            p.j1 = std::abs(d1[i]) / limits_.jerk[i], p.j2 = std::abs(d2[i]) / limits_.jerk[i],
            p.j3 = std::abs(d3[i]) / limits_.jerk[i];
          }
          if (d2[i] != 0 || d3[i] != 0) out.curved = true, margin = kMargin;
          out.points.push_back(p);
        }
      }
    for (Point& p : out.points) {
      for (double* share : {&p.velocity, &p.a1, &p.a2, &p.j1, &p.j2, &p.j3}) *share *= 1 + margin;
      if (p.velocity > 0) out.fastest = std::min(out.fastest, 1 / p.velocity);
      if (p.a2 > 0) out.fastest = std::min(out.fastest, std::sqrt(1 / p.a2));
      if (p.j3 > 0) out.fastest = std::min(out.fastest, std::cbrt(1 / p.j3));
    }
    if (!out.curved) {  // the same at all points
      std::vector<Point> few(out.points.begin(),
                             out.points.begin() + std::min<std::ptrdiff_t>(n, std::ssize(out.points)));
      out.points = std::move(few);
    }
    return out;
  }

  // The shortest of the profiles with these limits. On a straight line more speed takes nothing from the acceleration.
  TimeLaw fastest(const Section& section) const {
    const double distance = section.end - section.begin;
    const int speeds = section.curved ? 64 : 1, accelerations = section.curved && jerk_ ? 16 : 1;
    TimeLaw best;
    for (int k = 0; k < speeds; ++k) {
      const double v = section.fastest * std::pow(0.93, k);
      const double most = section.acceleration(v);
      if (!(most > 0)) continue;
      for (int m = 0; m < accelerations; ++m) {
        const double a = most * std::pow(0.8, m);
        const double j = jerk_ ? section.jerk(v, a) : kNone;
        if (!(j > 0)) continue;
        const TimeLimits along = {v, a, j};
        TimeLaw law = jerk_ ? TimeLaw::double_s(distance, along) : TimeLaw::trapezoid(distance, along);
        if (best.phases().empty() || law.duration() < best.duration()) best = std::move(law);
      }
    }
    return best;
  }

  const JointPath& path_;
  const JointLimits& limits_;
  bool jerk_;
  const std::function<double(double)>& speed_;
};

}  // namespace

TimedPath with_profile(const JointPath& path, const JointLimits& limits, Profile profile,
                       const std::function<double(double)>& speed) {
  if (path.length() == 0) return {path, TimeLaw()};
  return Profiling(path, limits, profile, speed).result();
}

}  // namespace catena::path
