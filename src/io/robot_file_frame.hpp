// SPDX-License-Identifier: Apache-2.0
// The [[frame]] tables of a robot file.
#pragma once

#include <string>

#include "catena/core/model/robot.hpp"
#include "io/toml_fields.hpp"

namespace catena::io::detail {

// Whether the frame has the name "base" or "tool", but is not where the frame of this name is in every robot: at the base, or
// behind the last link, to which poses, wrenches and payloads refer if no frame is named.
bool misnamed(const Robot& robot, const RobotFrame& frame);

// After the links.
void read_frames(const TomlTable& file, const std::string& where, Robot& robot);

}  // namespace catena::io::detail
