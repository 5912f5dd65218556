// SPDX-License-Identifier: Apache-2.0
// One state on the command line: `eval ROBOT --q 0,pi/2,30deg --qd 1,0,0`.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "catena/io/state_line.hpp"

namespace catena::cli {

// "0,-1.5e-3,pi/2,-2pi,30deg": numbers separated by commas or blanks; `pi` and `deg` for angles in radians. `option` is
// named in the Error(usage) about what cannot be read.
std::vector<double> numbers(const std::string& option, std::string_view text);

// What the options of these names say.
struct StateOptions {
  std::optional<std::string> q, qd, qdd, tau, gravity, wrench;

  bool given() const;
  StateLine state() const;  // throws Error(usage)
};

}  // namespace catena::cli
