// SPDX-License-Identifier: Apache-2.0
// The linter: is this robot physically possible, and are its numbers what their author meant?
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "catena/core/model/robot.hpp"

namespace catena {

enum class Severity { error, warning, hint };

struct Finding {
  Severity severity;
  std::string rule;   // a stable name such as "triangle-inequality"
  std::string where;  // link 4 'forearm', or the robot
  std::string what;   // what is wrong
  std::string given;  // the numbers found
  std::string need;   // the rule, with its numbers
  std::string hint;   // one thing to try
};

// Errors first, then warnings, then hints; within these from base to tip. With allow_nonphysical, nonphysical
// values are warnings. Random configurations come from a fixed seed: the same robot gives the same
// findings.
std::vector<Finding> lint(const Robot& robot);

std::string_view name(Severity severity);  // "error", "warning", "hint"

}  // namespace catena
