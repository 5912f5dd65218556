// SPDX-License-Identifier: Apache-2.0
// The farthest position of the tool along a direction or from a point, by coordinate ascent over the joints, tip to base.
//
// Method   as a function of one joint alone both are A cos δ + B sin δ + const (for a prismatic joint: linear or convex), so that
//          the best δ has a closed form; joints nearer to the base do not move meanwhile, so that a sweep needs the
//          kinematics once. Finds a local maximum, which need not be the global one.
#pragma once

#include <span>

#include "choose/workspace/joint_box.hpp"
#include "choose/workspace/tool_point.hpp"

namespace catena::choose::detail {

// The δ that maximises A cos δ + B sin δ with q + δ within the range.
double best_turn(double A, double B, double q, const JointRange& range);

// The maximum of u·p; `q` is the start and becomes the posture. Ends when the relative gain of a sweep is below `enough`.
double farthest_along(ToolPoint& point, const JointBox& box, const Vec3<double>& u, std::span<double> q,
                      double enough = 1e-15);

// The maximum of |p - c|.
double farthest_from(ToolPoint& point, const JointBox& box, const Vec3<double>& c, std::span<double> q);

}  // namespace catena::choose::detail
