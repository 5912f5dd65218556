// SPDX-License-Identifier: Apache-2.0
// The ranges of the joints of an arm: their limits, or full turns.
#pragma once

#include <string>
#include <vector>

#include "catena/core/model/robot.hpp"

namespace catena::choose::detail {

struct JointRange {
  double lower, upper;  // [rad] or [m]
  bool turns = false;   // a full turn: lower and upper are the same posture
  double span() const { return upper - lower; }
};

struct JointBox {
  std::vector<JointRange> joints;  // (n) of the moving joints
  std::string why;  // not empty: a prismatic joint has no limits, so that nothing can be sampled
};

JointBox joint_box(const Robot& robot);

}  // namespace catena::choose::detail
