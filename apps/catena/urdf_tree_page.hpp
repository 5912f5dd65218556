// SPDX-License-Identifier: Apache-2.0
// `catena info ARM.urdf --tree`: the links and joints of a URDF, and which of them are the arm.
#pragma once

#include <string>

#include "catena/io/urdf_outline.hpp"
#include "catena/system/json.hpp"

namespace catena::cli {

std::string to_text(const UrdfOutline& outline);
Json to_json(const UrdfOutline& outline);

}  // namespace catena::cli
