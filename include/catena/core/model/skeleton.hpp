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
  JointKind kind;     // revolute or prismatic, about the z axis of the frame after `before`
  Placement before;   // from the previous joint's frame, fixed to the previous link
  Body body;          // of the link beyond the joint, in the joint's frame
  int source;         // index of the moving link in its origin
};

struct SkeletonFrame {
  std::string name;
  int joint;          // it is fixed to the link beyond this joint; -1: to the base
  Pose<double> pose;  // in the joint's frame, or in the base frame
  enum class From {
    robot,       // one of Robot::frames
    row,         // the DH frame of a row, by its name
    row_number,  // the same for a row without a name
  } from = From::robot;
};

struct Skeleton {
  std::vector<SkeletonJoint> joints;
  Placement tool;  // from the last joint's frame, or from the base when nothing moves
  std::vector<SkeletonFrame> frames = {};
};

// With the robot's frames and those of its rows, except the rows that `is_end_row` names.
enum class PayloadIs { welded_on, left_out };
Skeleton skeleton(const Robot& robot, PayloadIs payload);

// Row i is Rx(alpha) Tx(a) Rz(theta) Tz(d); the first has a = alpha = 0.
struct Settled {
  Placement lead;            // from the base to row 1
  std::vector<Dh> rows;      // one per joint
  std::vector<Body> bodies;  // in the frame after the row
  Placement trail;           // from the last row to the last frame
  std::vector<Pose<double>>
      joint_frames;  // (n) the joint's frame of the skeleton, in the frame after the row

  // A frame of the skeleton, in the frame after the row of its joint, or in the base frame.
  Pose<double> place(const SkeletonFrame& frame) const {
    return frame.joint < 0 ? frame.pose : joint_frames[static_cast<std::size_t>(frame.joint)] * frame.pose;
  }
};

// Neighbouring axes that are nearly parallel, with a distant common normal, are treated as parallel: only the direction
// of the later axis changes, and everything beyond it keeps its place at q = 0.
Settled settled(const Skeleton& skeleton, Notes& notes);

// The settled arm as a table, and the frames of the skeleton at its rows; names, limits and motors come from the moving
// links of `origin`. The DH frame of a row is kept as a frame only if the new row has its own elsewhere.
struct Table {
  std::vector<RobotLink> links;
  std::vector<RobotFrame> frames;
};
Table table(const Settled& arm, const Skeleton& skeleton, const std::vector<RobotLink>& origin,
            Convention convention);

// Whether two poses are equal up to rounding.
bool same_place(const Pose<double>& a, const Pose<double>& b);

// Whether `table` gives this name to fixed rows of the base and the tool, which are no frames of the robot.
bool is_end_row(const std::string& name);

}  // namespace catena::detail
