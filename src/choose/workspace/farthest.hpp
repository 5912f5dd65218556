// SPDX-License-Identifier: Apache-2.0
// How far the tool gets, along a direction or from a point: joint after joint, tip to base, each to its best place.
//
// Method   as a function of one joint alone both are A cos δ + B sin δ + const (a slide: linear or convex), so that the
//          best δ has a closed form; joints nearer to the base do not move meanwhile, so that a sweep needs the
//          kinematics once. Climbs from the start to a maximum that need not be the greatest of all.
#pragma once

#include <span>

#include "choose/workspace/joint_box.hpp"
#include "choose/workspace/tool_point.hpp"

namespace catena::choose::detail {

// The greatest u·p; `q` is the start and becomes the posture. Ends when a sweep gains less than `enough`, relative.
double farthest_along(ToolPoint& point, const JointBox& box, const Vec3<double>& u, std::span<double> q,
                      double enough = 1e-15);

// The greatest |p - c|.
double farthest_from(ToolPoint& point, const JointBox& box, const Vec3<double>& c, std::span<double> q);

}  // namespace catena::choose::detail
