// SPDX-License-Identifier: Apache-2.0
// One [[link]] of a robot file.
#pragma once

#include "catena/core/model/robot.hpp"
#include "io/toml_fields.hpp"

namespace catena::io::detail {

inline constexpr Field kMass = {"mass", "a number in kg"};
inline constexpr const char* kLetItPass =
    "allow_nonphysical = true at the top of the file lets it pass, with a note";

inline Vec3<double> vec3(const std::array<double, 3>& v) { return {v[0], v[1], v[2]}; }

// `robot` has been read down to its first link: unit and leniency are known.
RobotLink read_link(const TomlTable& table, const Robot& robot, Notes& notes);

}  // namespace catena::io::detail
