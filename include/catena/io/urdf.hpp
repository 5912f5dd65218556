// SPDX-License-Identifier: Apache-2.0
// URDF in and out. One serial chain of one-degree-of-freedom joints is taken from the tree.
#pragma once

#include <string>
#include <string_view>

#include "catena/core/error.hpp"
#include "catena/core/model/robot.hpp"
#include "catena/core/model/urdf_options.hpp"

namespace catena {

// `where` names the text in messages. The robot uses the modified DH convention.
Robot parse_urdf(std::string_view text, const std::string& where, const UrdfOptions& options, Notes& notes);

// One link per row, in the robot's frame of that name if it has one, and one for each other frame; a payload becomes a link
// of its own, and the rows that only place the base or the tool become part of the next joint or frame. An element
// <catena tip="..."/>, which other programs ignore, names the link of the robot's last frame. A revolute joint without
// position limits is written as continuous, a prismatic one with ±1e9 m, an unknown effort or velocity as 0: all three are
// read back as none. Gravity and motor inertia, which URDF cannot express, are written as comments.
std::string write_urdf(const Robot& robot);

}  // namespace catena
