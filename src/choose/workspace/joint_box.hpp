// SPDX-License-Identifier: Apache-2.0
// Where the joints of an arm may be: its limits, or all the way round.
#pragma once

#include <string>
#include <vector>

#include "catena/core/model/robot.hpp"

namespace catena::choose::detail {

struct JointRange {
  double lower, upper;  // [rad] or [m]
  bool turns = false;   // all the way round: lower and upper are one posture
  double span() const { return upper - lower; }
};

struct JointBox {
  std::vector<JointRange> joints;  // (n) of those that move
  std::string why;                 // not empty: a slide has no limits, and nothing can be drawn
};

JointBox joint_box(const Robot& robot);

}  // namespace catena::choose::detail
