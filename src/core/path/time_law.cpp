// SPDX-License-Identifier: Apache-2.0
#include "catena/core/path/time_law.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "catena/core/error.hpp"
#include "core/path/require.hpp"

namespace catena::path {
namespace {

constexpr const char* kWhere = "time law";

// The quickest change between two velocities, without acceleration at its ends: the acceleration rises for `ramp`, is constant,
// and falls for `ramp`.
struct Change {
  double from, to;
  double peak = 0, ramp = 0, duration = 0;

  Change(double v0, double v1, const TimeLimits& limits) : from(v0), to(v1) {
    const double size = std::abs(v1 - v0);
    if (size == 0) return;
    peak = std::min(limits.acceleration, std::sqrt(limits.jerk) * std::sqrt(size));
    ramp = peak / limits.jerk;
    duration = size / peak + ramp;
  }
  double distance() const {
    return 0.5 * (from + to) * duration;
  }  // the velocity is symmetric about its middle
};

double distance_by(double peak, const EndVelocities& ends, const TimeLimits& limits) {
  return Change(ends.begin, peak, limits).distance() + Change(peak, ends.end, limits).distance();
}

// Appends phases in the direction of the motion, then mirrors them by `sign`.
class Building {
 public:
  explicit Building(double sign) : sign_(sign) {}

  void phase(double duration, double a, double j) {
    if (!(law_.duration() + duration > law_.duration())) return;  // zero, or lost in rounding
    const double t = duration, s = s_ + t * (v_ + t * (a / 2 + t * j / 6));
    law_.append(t, {sign_ * s_, sign_ * v_, sign_ * a, sign_ * j}, sign_ * s);
    s_ = s, v_ += t * (a + t * j / 2);
  }
  void change(const Change& change, double jerk) {
    const double sign = change.to < change.from ? -1 : 1, plateau = change.duration - 2 * change.ramp;
    v_ = change.from;
    if (change.ramp > 0) phase(change.ramp, 0, sign * jerk);
    phase(plateau, sign * change.peak, 0);
    if (change.ramp > 0) phase(change.ramp, sign * change.peak, -sign * jerk);
    v_ = change.to;
  }
  void cruise(double duration, double v) {
    v_ = v;
    phase(duration, 0, 0);
  }
  TimeLaw law(double distance) {
    if (law_.phases().empty()) return law_;
    TimeLaw exact;  // the sum of the phases is the distance up to rounding
    for (std::size_t k = 0; k < law_.phases().size(); ++k) {
      const auto& p = law_.phases()[k];
      const bool last = k + 1 == law_.phases().size();
      const double end = last ? law_.duration() : law_.phases()[k + 1].begin;
      exact.append(end - p.begin, {p.s, p.v, p.a, p.j}, last ? distance : law_.phases()[k + 1].s);
    }
    return exact;
  }

 private:
  double sign_, s_ = 0, v_ = 0;
  TimeLaw law_;
};

void require_possible(const TimeLimits& limits, double distance, const EndVelocities& ends) {
  detail::require_above_zero(kWhere, "velocity", limits.velocity);
  detail::require_above_zero(kWhere, "acceleration", limits.acceleration);
  if (!(limits.jerk > 0))
    throw Error(ErrorKind::usage, kWhere, "'jerk' must be above 0")
        .given(fmt::format("{}", limits.jerk))
        .need("a number above 0");
  const double given[] = {distance, ends.begin, ends.end};
  for (const double x : given)
    if (!std::isfinite(x))
      throw Error(ErrorKind::usage, kWhere, "a distance or an end velocity is not finite")
          .given(fmt::format("{}", x))
          .need("finite numbers");
  const double sign = distance < 0 ? -1 : 1;
  for (const double v : {ends.begin, ends.end}) {
    if (sign * v < 0)
      throw Error(ErrorKind::usage, kWhere, "an end velocity has the wrong direction")
          .given(fmt::format("{} over a distance of {}", v, distance))
          .need("the direction of the motion, or 0");
    if (sign * v > limits.velocity)
      throw Error(ErrorKind::usage, kWhere, "an end velocity is above the limit")
          .given(fmt::format("{}", v))
          .need(fmt::format("at most {}", limits.velocity));
  }
}

// In the positive direction: up to the largest velocity for which the distance suffices, cruise, down.
TimeLaw quickest(double distance, const TimeLimits& limits, const EndVelocities& signed_ends) {
  require_possible(limits, distance, signed_ends);
  const double sign = distance < 0 ? -1 : 1, way = std::abs(distance);
  const EndVelocities ends = {sign * signed_ends.begin, sign * signed_ends.end};
  if (way == 0 && ends.begin == ends.end) return {};
  double low = std::max(ends.begin, ends.end), peak = limits.velocity;
  if (const double least = distance_by(low, ends, limits); least > way * (1 + 1e-14))
    throw Error(ErrorKind::usage, kWhere, "the distance is too short for the change of velocity")
        .given(fmt::format("{} from {} to {}", distance, signed_ends.begin, signed_ends.end))
        .need(fmt::format("a distance of {} or more", least));
  if (distance_by(peak, ends, limits) > way) {
    // The distance grows with the peak velocity, which is found by bisection to the last digit. A cruise covers what remains.
    double high = peak;
    for (int k = 0; k < 2000; ++k) {
      const double middle = low + (high - low) / 2;
      if (middle <= low || middle >= high) break;
      (distance_by(middle, ends, limits) <= way ? low : high) = middle;
    }
    peak = low;
  }
  const double rest = std::max(0.0, way - distance_by(peak, ends, limits));
  Building build(sign);
  build.change(Change(ends.begin, peak, limits), limits.jerk);
  if (peak > 0) build.cruise(rest / peak, peak);
  build.change(Change(peak, ends.end, limits), limits.jerk);
  return build.law(distance);
}

}  // namespace

TimeLaw TimeLaw::trapezoid(double distance, const TimeLimits& limits, const EndVelocities& ends) {
  return quickest(distance, {limits.velocity, limits.acceleration}, ends);
}

TimeLaw TimeLaw::double_s(double distance, const TimeLimits& limits, const EndVelocities& ends) {
  return quickest(distance, limits, ends);
}

void TimeLaw::append(double duration, const Point& begin, double end) {
  phases_.push_back({duration_, begin.s, begin.v, begin.a, begin.j});
  duration_ += duration;
  end_ = end;
}

TimeLaw::Point TimeLaw::at(double t) const {
  if (phases_.empty() || t > duration_) return {end_, 0, 0, 0};
  if (t < 0) return {phases_.front().s, 0, 0, 0};
  const auto next = std::upper_bound(phases_.begin() + 1, phases_.end(), t,
                                     [](double x, const Phase& phase) { return x < phase.begin; });
  const Phase& p = *(next - 1);
  const double u = t - p.begin;
  const double s = t == duration_ ? end_ : p.s + u * (p.v + u * (p.a / 2 + u * p.j / 6));
  // Where the motion comes to rest, the velocity must not reverse by rounding: friction would change its direction.
  const double change = u * (p.a + u * p.j / 2), v = p.v + change;
  const double rounding =
      1e-15 * (std::abs(p.v) + t * (std::abs(p.a) + u * std::abs(p.j)));  // also that of t
  return {s, std::abs(v) <= rounding ? 0 : v, p.a + u * p.j, p.j};
}

double TimeLaw::time_at(double s) const {
  double low = 0, high = duration_;
  const double sign = phases_.empty() || end_ >= phases_.front().s ? 1 : -1;
  while (true) {
    const double middle = low + (high - low) / 2;
    if (middle <= low || middle >= high) return high;
    (sign * at(middle).s < sign * s ? low : high) = middle;
  }
}

}  // namespace catena::path
