// SPDX-License-Identifier: Apache-2.0
// One goal of inverse kinematics as a line of JSON: {"pose": [[..],[..],[..],[..]]} by rows, or {"position": [x, y, z]}, which may
// have "axis": [x, y, z], the direction of the frame's z axis; with "q": [..], a start, "frame": "NAME" and "tag": anything. The
// reader is strict, as that of states (state_line.hpp).
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "catena/core/error.hpp"

namespace catena {

struct PoseLine {
  std::optional<std::array<double, 16>> pose;     // column by column
  std::optional<std::array<double, 3>> position;  // exactly one of the two
  std::optional<std::array<double, 3>> axis;      // with a position only; not zero
  std::optional<std::vector<double>> q;
  std::optional<std::string> frame;
  std::string tag;  // JSON text; empty if there was none
};

// Throws Error(usage) whose `where` is the column (bytes, counted from 1) or the key.
PoseLine parse_pose_line(std::string_view line);

}  // namespace catena
