// SPDX-License-Identifier: Apache-2.0
// One [[link]] of a robot file.
#pragma once

#include "catena/core/check_robot.hpp"
#include "catena/core/model/robot.hpp"
#include "io/toml_fields.hpp"

namespace catena::io::detail {

inline constexpr Field kMass = {"mass", "a number in kg"};
inline constexpr const char* kLetItPass =
    "set allow_nonphysical = true at the top of the file to accept it with a note";

inline Vec3<double> vec3(const std::array<double, 3>& v) { return {v[0], v[1], v[2]}; }

// The key 'inertia' of a body, moved to its centre of mass if it is `about_frame`.
Sym3<double> read_inertia(const TomlTable& table, double mass, const Vec3<double>& com, bool& about_frame);
// Throws the error about a body that cannot exist, or notes it if the robot allows such bodies.
void reject_body(const TomlTable& table, const BrokenRule& broken, const std::string& hint,
                 const Robot& robot, Notes& notes);
// `robot` has been read up to its first link: angle_unit and allow_nonphysical are known.
RobotLink read_link(const TomlTable& table, const Robot& robot, Notes& notes);

}  // namespace catena::io::detail
