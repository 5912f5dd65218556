// SPDX-License-Identifier: Apache-2.0
// The output of `catena info --base-parameters`, as text and as JSON.
#pragma once

#include <string>

#include "catena/core/base_parameters.hpp"
#include "catena/system/json.hpp"
#include "robot_info.hpp"

namespace catena::cli {

std::string to_text(const RobotInfo& about, const BaseParameters& base);
Json to_json(const RobotInfo& about, const BaseParameters& base);

}  // namespace catena::cli
