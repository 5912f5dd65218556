// SPDX-License-Identifier: Apache-2.0
// URDF in and out. One serial chain of one-degree-of-freedom joints is taken from the tree.
#pragma once

#include <string>
#include <string_view>

#include "catena/error.hpp"
#include "catena/model/robot.hpp"

namespace catena {

struct UrdfOptions {
  std::string base;  // a link's name; empty: the root
  std::string tip;   // a link's name; empty: the end of the chain with the most moving joints
  enum class Branches {
    lump,
    drop
  } branches = Branches::lump;  // what hangs off the chain: locked at zero, or left out
};

// `where` stands for the text in messages. The robot comes in the modified convention.
Robot parse_urdf(std::string_view text, const std::string& where, const UrdfOptions& options, Notes& notes);

// One link per row; a payload becomes a link of its own. A revolute joint without position limits is written
// as continuous, a prismatic one with ±1e9 m, an unknown effort or velocity as 0: all three are read back as
// none. Gravity and motor inertia, which URDF cannot hold, stand in comments.
std::string write_urdf(const Robot& robot);

}  // namespace catena
