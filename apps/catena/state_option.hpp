// SPDX-License-Identifier: Apache-2.0
// One state on the command line: `eval ROBOT --q 0,pi/2,30deg --qd 1,0,0`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "catena/core/model/robot.hpp"
#include "catena/io/state_line.hpp"
#include "eval_plan.hpp"

namespace catena::cli {

// What the options of these names say.
struct StateOptions {
  std::optional<std::string> q, qd, qdd, tau, v, gravity, tip_wrench, damping;

  bool given() const;
  StateLine state(const Robot& robot) const;  // throws Error(usage)
  std::vector<std::string> ignored(
      const Plan& plan) const;  // those given that no quantity of the plan depends on
};

}  // namespace catena::cli
