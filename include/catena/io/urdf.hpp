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
  std::string tip;   // a link's name; empty: the end of the longest moving chain
  enum class Branches { lump, drop } branches = Branches::lump;  // what hangs off the chain: locked at zero, or left out
};

// `where` stands for the text in messages. The robot comes in the modified convention.
Robot parse_urdf(std::string_view text, const std::string& where, const UrdfOptions& options, Notes& notes);

std::string write_urdf(const Robot& robot);

}  // namespace catena
