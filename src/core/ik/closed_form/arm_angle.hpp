// SPDX-License-Identifier: Apache-2.0
// Seven-joint arms with a spherical shoulder (axes 1, 2 and 3 meet in a point) and a spherical wrist (axes 5, 6 and 7), such as
// the KUKA LBR iiwa: all solutions for a pose and an arm angle.
//
// Arm angle  The wrist centre is at a given place, so that the elbow, the point of axis 4 nearest to the shoulder, can turn about
//            the line from the shoulder to the wrist. Its angle about this line is the arm angle: 0 where the elbow lies in the
//            half plane through this line and the direction of axis 1, positive turns being those about the direction from the
//            shoulder to the wrist. Where that line is parallel to axis 1, the direction of axis 2 at q = 0 takes its place.
// Method     The distance of the wrist centre from the shoulder gives joint 4, with two solutions. The arm angle then gives the
//            rotation of the shoulder, and the rest of the rotation is that of the wrist: two solutions each. The elbow may have
//            any offsets, and the axes may meet at any angles.
#pragma once

#include <array>
#include <optional>

#include "core/ik/closed_form/geometry.hpp"

namespace catena::detail {

using SevenAxes = std::array<ScrewAxis, 7>;
using SevenAngles = std::array<double, 7>;

struct ShoulderAndWrist {
  V3 shoulder, elbow, wrist;  // at q = 0
};

// Nothing if the arm is of another kind.
std::optional<ShoulderAndWrist> shoulder_and_wrist(const SevenAxes& axes, double length);

double arm_angle(const SevenAxes& axes, const ShoulderAndWrist& points, const SevenAngles& q, double length);

// All q with E1(q1) ... E7(q7) = G and this arm angle; candidates, to be verified.
void solve_arm_angle(const SevenAxes& axes, const ShoulderAndWrist& points, const Pose<double>& G,
                     double angle, const SevenAngles& near, double length, CandidatesOf<7>& out);

}  // namespace catena::detail
