// SPDX-License-Identifier: Apache-2.0
// Valid robots and states that are often a mistake: they cause notes, never errors.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "catena/core/error.hpp"
#include "catena/core/model/chain.hpp"
#include "catena/core/model/robot.hpp"

namespace catena {

// Angles of a DH table in radians that exceed a full turn: they may be degrees.
struct SuspectAngle {
  int link;
  const char* key;  // "alpha" or "theta"
  double value;     // [rad]
};
std::vector<SuspectAngle> suspect_angles(const Robot& robot);

// Limits of revolute joints, in a robot in radians, that are probably in degrees. Endless joints often have much larger ones
// on purpose.
struct SuspectLimit {
  int link;
  bool velocity;  // else of the position
  double value;   // the largest magnitude [rad, rad/s]
};
std::vector<SuspectLimit> suspect_limits(const Robot& robot);

// Whether gravity has no effect on any joint in any posture, although there are gravity and masses: an arm in a horizontal
// plane, or one whose gravity is parallel to its axes by mistake.
bool gravity_is_unfelt(const Chain<double>& arm);

// Adds notes of NoteKind::mistake about the above and about links of the same name, and a remark if a frame 'tool' is not at
// the end of the arm. A robot that cannot be made into a chain gets no notes about gravity and frames.
void note_mistakes(const Robot& robot, Notes& notes);

// What may be wrong with a state: a joint outside its position limits, a remark, or so many turns from zero that its position
// may be in degrees, NoteKind::mistake. `where` is the joint.
std::optional<Note> strange_position(const Robot& robot, std::span<const double> q);

}  // namespace catena
