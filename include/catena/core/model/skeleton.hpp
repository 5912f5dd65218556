// SPDX-License-Identifier: Apache-2.0
// Skeleton: an arm as constant placements between joints about z, before its proximal frames are known;
// and Settled: the same arm with proximal frames, placed by the common normals of neighbouring axes.
#pragma once

#include <string>
#include <vector>

#include "catena/core/error.hpp"
#include "catena/core/model/body.hpp"
#include "catena/core/model/robot.hpp"
#include "catena/core/model/screws.hpp"

namespace catena::detail {

struct SkeletonJoint {
  std::string label;  // for notes
  JointKind kind;     // revolute or prismatic, about the z axis of the frame behind `before`
  Placement before;   // from the previous joint's frame, fixed to the previous link
  Body body;          // of the link behind the joint, in the joint's frame
  int source;         // index of the moving link in its origin
};

struct Skeleton {
  std::vector<SkeletonJoint> joints;
  Placement tool;  // from the last joint's frame, or from the base when nothing moves
};

enum class PayloadIs { welded_on, left_out };
Skeleton skeleton(const Robot& robot, PayloadIs payload);

// Row i is Rx(alpha) Tx(a) Rz(theta) Tz(d); the first has a = alpha = 0.
struct Settled {
  Placement lead;            // from the base to row 1
  std::vector<Dh> rows;      // one per joint
  std::vector<Body> bodies;  // in the frame behind the row
  Placement trail;           // from the last row to the last frame
};

// Neighbouring axes that are nearly parallel, with a distant common normal, are treated as parallel: only the direction
// of the later axis changes, and everything beyond it keeps its place at q = 0.
Settled settled(const Skeleton& skeleton, Notes& notes);

// The settled arm as a table; names, limits and motors come from the moving links of `origin`.
std::vector<RobotLink> table(const Settled& arm, const Skeleton& skeleton,
                             const std::vector<RobotLink>& origin, Convention convention);

}  // namespace catena::detail
