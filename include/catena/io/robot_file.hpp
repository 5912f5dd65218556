// SPDX-License-Identifier: Apache-2.0
// The robot file, version 1 (TOML). Every error names file, line and column, the link by number and name.
#pragma once

#include <string>
#include <string_view>

#include "catena/core/error.hpp"
#include "catena/core/model/robot.hpp"

namespace catena {

// `where` names the text in messages: a path, or "<memory>".
Robot parse_robot_file(std::string_view text, const std::string& where, Notes& notes);

// The same robot as text that parse_robot_file reads back to the same numbers.
std::string write_robot_file(const Robot& robot);

}  // namespace catena
