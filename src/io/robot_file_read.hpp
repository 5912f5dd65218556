// SPDX-License-Identifier: Apache-2.0
// A robot in a table of a TOML file, with the keys of a robot file.
#pragma once

#include <string>

#include "catena/core/error.hpp"
#include "catena/core/model/robot.hpp"
#include "io/toml_fields.hpp"

namespace catena::io::detail {

// `where` is the file's name and must outlive the call.
Robot read_robot(const TomlTable& table, const std::string& where, Notes& notes);

}  // namespace catena::io::detail
