// SPDX-License-Identifier: Apache-2.0
// Whether an arm can do the motion of a task: its position, velocity and effort limits along the path.
#pragma once

#include <string>
#include <vector>

#include "catena/choose/criteria/criterion.hpp"

namespace catena::choose {

enum class LimitKind { position, velocity, effort };
std::string_view name(LimitKind kind);

struct ExceededLimit {
  LimitKind kind;
  int joint;            // from 0
  double value, limit;  // [rad], [rad/s] and [N m], or [m], [m/s] and [N]
  bool revolute;
};

// A revolute joint without position limits turns freely; every other limit that the file does not give is missing.
struct MissingLimit {
  LimitKind kind;
  std::vector<int> joints;  // from 0
  bool all;                 // of the joints
};

struct MotionLimits {
  std::vector<ExceededLimit> exceeded = {};  // for each kind the worst joint
  std::vector<MissingLimit> missing = {};    // at most one for each kind

  bool possible() const { return exceeded.empty(); }  // as far as the limits are known
  bool known() const { return missing.empty(); }
};

// With the payload of the task and, unless it leaves them out, the motors. At 1000 steps along the path or more: at several in each piece
// between two kinks of the trajectory.
MotionLimits motion_limits(const Arm& arm, const Task& task);

// Describes the limit that is exceeded by the largest factor; a position limit only if no other kind is exceeded.
std::string worst_text(const MotionLimits& limits);
std::string exceeded_text(const MotionLimits& limits);  // "joint 2 needs 3.9 rad/s, its limit is 0.63 rad/s"
std::string missing_text(const MotionLimits& limits);   // "no velocity and effort limits"

}  // namespace catena::choose
