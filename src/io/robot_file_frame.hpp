// SPDX-License-Identifier: Apache-2.0
// The [[frame]] tables of a robot file.
#pragma once

#include <string>

#include "catena/core/model/robot.hpp"
#include "io/toml_fields.hpp"

namespace catena::io::detail {

// The keys 'position', and 'rpy' or 'rotation', of a table; `position` says in which frame it is.
Pose<double> read_pose(const TomlTable& table, const Robot& robot, std::string_view position);

// After the links.
void read_frames(const TomlTable& file, const std::string& where, Robot& robot);

}  // namespace catena::io::detail
