// SPDX-License-Identifier: Apache-2.0
// TimeLaw: a position s as a function of time, in phases of constant jerk: trapezoidal and double-S velocity profiles.
//
//   const auto law = catena::path::TimeLaw::double_s(1.5, {.velocity = 1, .acceleration = 2, .jerk = 10});
//   const auto [s, v, a, j] = law.at(0.3);
#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <vector>

namespace catena::path {

// The limits of a motion in one variable; all are greater than zero, and the same in both directions.
struct TimeLimits {
  double velocity;
  double acceleration;
  double jerk = std::numeric_limits<double>::infinity();
};

// From the velocity v0 at the beginning to v1 at the end, without acceleration at either.
struct EndVelocities {
  double begin = 0, end = 0;
};

class TimeLaw {
 public:
  struct Point {
    double s, v, a, j;  // position, velocity, acceleration, jerk
  };
  struct Phase {
    double begin;       // [s]
    double s, v, a, j;  // at its beginning; j is constant
  };

  // As quickly as the limits allow over a distance, which may be negative. Acceleration, cruise, braking; over a short
  // distance there is no cruise. `trapezoid` ignores the jerk limit; `double_s` limits the jerk, with up to
  // seven phases. Velocities at the ends must have the direction of the motion. Throws Error(usage) for limits that are not
  // above zero, and for a distance that is too short for the change of velocity.
  static TimeLaw trapezoid(double distance, const TimeLimits& limits, const EndVelocities& ends = {});
  static TimeLaw double_s(double distance, const TimeLimits& limits, const EndVelocities& ends = {});

  // Without phases, at s = 0.
  TimeLaw() = default;
  // Appends a phase that begins with these values and lasts for `duration`; `end` is the position at its end.
  void append(double duration, const Point& begin, double end);

  double duration() const { return duration_; }
  double end() const { return end_; }
  std::span<const Phase> phases() const { return phases_; }

  // Before the beginning and after the end it rests. Where a derivative jumps, it is the one after the jump, at the very end
  // the one before. Nothing allocates.
  Point at(double t) const;

  // When it passes s, for a law that never goes back.
  double time_at(double s) const;

 private:
  std::vector<Phase> phases_;
  double duration_ = 0;
  double end_ = 0;
};

}  // namespace catena::path
