// SPDX-License-Identifier: Apache-2.0
// The description of a robot by `catena info`, as text and as JSON.
#pragma once

#include <string>

#include "catena/core/model/canonical.hpp"
#include "catena/core/model/named_frame.hpp"
#include "catena/system/json.hpp"

namespace catena::cli {

struct RobotInfo {
  Robot robot;
  Canonical chain;
  Notes notes;

  std::string kinds() const;  // of the moving joints: "RRPRRR"
  double mass() const;        // links and payload
  std::vector<NamedFrame> frames() const { return named_frames(robot); }
  // An upper bound of the distance between the tool and frame 0: the sum of |a| + |d| over all rows, and the tool's. A
  // prismatic joint counts at its far limit if it has one, otherwise at q = 0.
  double reach() const;
};

inline const char* name_of(JointKind kind) {
  return kind == JointKind::revolute ? "revolute" : kind == JointKind::prismatic ? "prismatic" : "fixed";
}

std::string to_text(const RobotInfo& about);
Json to_json(const RobotInfo& about);

}  // namespace catena::cli
