// SPDX-License-Identifier: Apache-2.0
// One state on the command line: `eval ROBOT --q 0,pi/2,30deg --qd 1,0,0`.
#pragma once

#include <optional>
#include <string>

#include "catena/io/state_line.hpp"

namespace catena::cli {

// What the options of these names say.
struct StateOptions {
  std::optional<std::string> q, qd, qdd, tau, gravity, wrench;

  bool given() const;
  StateLine state() const;  // throws Error(usage)
};

}  // namespace catena::cli
