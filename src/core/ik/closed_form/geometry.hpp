// SPDX-License-Identifier: Apache-2.0
// The two kinds of six-joint arm whose inverse kinematics has a closed form here, and all solutions of each; candidates, to be
// verified.
#pragma once

#include <array>
#include <optional>

#include "core/ik/closed_form/screw_axes.hpp"

namespace catena::detail {

// Axes are parallel below this angle, and meet or coincide below this distance, relative to the length of the arm. Newton steps
// on the real arm correct what it neglects.
inline constexpr double kSmallAngle = 1e-6, kSmallLength = 1e-6;
inline constexpr double kNearlyZero = 1e-6;  // of squared lengths: a solution at the border of the workspace

template <std::size_t joints>
struct CandidatesOf {
  std::array<std::array<double, joints>, 32> q;
  int count = 0;

  void add(const std::array<double, joints>& x) {
    if (count < static_cast<int>(q.size())) q[static_cast<std::size_t>(count++)] = x;
  }
};
using Candidates = CandidatesOf<6>;

// The point where three revolute axes meet; nothing if they do not meet, one is prismatic, or adjacent axes are parallel.
std::optional<V3> meeting_point(const ScrewAxis& a, const ScrewAxis& b, const ScrewAxis& c, double length);

// The same for axes 4, 5 and 6, if joints 1 and 2 are revolute.
std::optional<V3> wrist_centre(const SixAxes& axes, double length);
// Whether axes 2, 3 and 4 are parallel and distinct, and the other joints can be solved for first.
bool has_three_parallel(const SixAxes& axes, double length);

// All q with E1(q1) ... E6(q6) = G. `near`: positions for joints that do not affect the pose.
void solve_spherical_wrist(const SixAxes& axes, const V3& centre, const Pose<double>& G,
                           const SixAngles& near, double length, Candidates& out);
void solve_three_parallel(const SixAxes& axes, const Pose<double>& G, const SixAngles& near, double length,
                          Candidates& out);

}  // namespace catena::detail
