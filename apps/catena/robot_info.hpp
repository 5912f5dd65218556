// SPDX-License-Identifier: Apache-2.0
// What `catena info` says about a robot, as text and as JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "catena/core/model/canonical.hpp"

namespace catena::cli {

struct RobotInfo {
  Robot robot;
  Canonical chain;
  Notes notes;

  std::string kinds() const;  // of the moving joints: "RRPRRR"
  double mass() const;        // links and payload
  // No point of the last axis is farther from the first: |a| + |d| of all rows and the tool. A prismatic
  // joint counts at its far stop if it has one, else at q = 0.
  double reach() const;
};

inline const char* name_of(JointKind kind) {
  return kind == JointKind::revolute ? "revolute" : kind == JointKind::prismatic ? "prismatic" : "fixed";
}

std::string to_text(const RobotInfo& about);
nlohmann::ordered_json to_json(const RobotInfo& about);

}  // namespace catena::cli
