// SPDX-License-Identifier: Apache-2.0
// --payload: a body at the tool, in addition to the robot's own payload.
#pragma once

#include <optional>
#include <string>

#include "catena/core/model/robot.hpp"

namespace catena::cli {

inline constexpr const char* kPayloadHelp =
    "Mass added at the tool, and its centre in the tool frame: 3, 500g or 3,0,0,0.1";

// "3", "500g" or "3,x,y,z": the mass, and its centre in metres in the tool frame. Throws Error(usage).
Payload parse_payload(const std::string& text);

// The robot with the payload of the option, if it is given.
Robot carrying(const Robot& robot, const std::optional<std::string>& payload);

}  // namespace catena::cli
