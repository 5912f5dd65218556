// SPDX-License-Identifier: Apache-2.0
// The [[frame]] tables of a robot file.
#pragma once

#include <string>

#include "catena/core/model/robot.hpp"
#include "io/toml_fields.hpp"

namespace catena::io::detail {

// After the links.
void read_frames(const TomlTable& file, const std::string& where, Robot& robot);

}  // namespace catena::io::detail
