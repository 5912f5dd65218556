// SPDX-License-Identifier: Apache-2.0
// Which serial chain of a URDF's tree of links becomes the arm.
#pragma once

#include <string>

namespace catena {

struct UrdfOptions {
  std::string base;  // a link's name; empty: the root
  std::string tip;   // a link's name; empty: the tool of the arm, by the rule of docs/urdf.md
  enum class Branches {
    lump,
    drop
  } branches = Branches::lump;  // what hangs off the chain: locked at zero, or left out
};

}  // namespace catena
