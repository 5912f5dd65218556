// SPDX-License-Identifier: Apache-2.0
// One [[link]] of a robot file.
#pragma once

#include "catena/core/model/robot.hpp"
#include "io/toml_fields.hpp"

namespace catena::io::detail {

inline constexpr Field kMass = {"mass", "a number in kg"};
inline constexpr const char* kLetItPass =
    "set allow_nonphysical = true at the top of the file to accept it with a note";

inline Vec3<double> vec3(const std::array<double, 3>& v) { return {v[0], v[1], v[2]}; }

// `robot` has been read up to its first link: angle_unit and allow_nonphysical are known.
RobotLink read_link(const TomlTable& table, const Robot& robot, Notes& notes);

}  // namespace catena::io::detail
