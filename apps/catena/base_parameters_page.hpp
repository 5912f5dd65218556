// SPDX-License-Identifier: Apache-2.0
// The output of `catena info --base-parameters`, as text and as JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "catena/core/base_parameters.hpp"
#include "robot_info.hpp"

namespace catena::cli {

std::string to_text(const RobotInfo& about, const BaseParameters& base);
nlohmann::ordered_json to_json(const RobotInfo& about, const BaseParameters& base);

}  // namespace catena::cli
