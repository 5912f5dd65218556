// SPDX-License-Identifier: Apache-2.0
// The [[mesh]] tables of a robot file.
#pragma once

#include <string>

#include "catena/core/model/robot.hpp"
#include "io/toml_fields.hpp"

namespace catena::io::detail {

// After the frames, to which meshes are fixed. Their files are looked up as those of a URDF are (urdf_meshes.hpp).
void read_meshes(const TomlTable& file, const std::string& where, Robot& robot);

}  // namespace catena::io::detail
