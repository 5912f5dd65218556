// SPDX-License-Identifier: Apache-2.0
// The motion on which arms are compared if no trajectory is given. It stays within the position and velocity limits of each arm.
//
// Rule     Each joint moves by π (rad or m), or by its whole range if that is less. It starts at 0, or as near to 0 as its
//          position limits allow. All joints follow the cycloid of 004 (23) in 10 s, or in the longer time that their
//          velocity limits require.
// Differs  004 (23) takes all joints from 0 to π in 10 s: so does this rule where the limits allow it.
#pragma once

#include <Eigen/Core>

#include "catena/core/model/robot.hpp"

namespace catena::choose {

struct DefaultMotion {
  Eigen::VectorXd from, to;  // (joints) [rad] or [m]
  double duration = 10;      // [s]

  bool operator==(const DefaultMotion& other) const {
    return duration == other.duration && from.size() == other.from.size() && from == other.from &&
           to == other.to;
  }
};

DefaultMotion default_motion(const Robot& robot);

// The rule in one sentence, for people.
inline constexpr const char* kDefaultMotionRule =
    "each joint moves by π (rad or m), or by its whole range if that is less, starting at 0 or as near to 0 "
    "as its limits allow, on the cycloid of paper 004 (eq 23), in 10 s or in the longer time that its "
    "velocity limits require";

}  // namespace catena::choose
