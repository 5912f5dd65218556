// SPDX-License-Identifier: Apache-2.0
// The statements of a program in C.
#pragma once

#include <string>
#include <vector>

#include "catena/codegen/emit_c.hpp"

namespace catena::codegen::detail {

struct CStyle {
  const char* type;     // of all numbers: double, float, T
  bool cpp = false;     // numbers are written T(1.0), functions are found by the type
  bool single = false;  // numbers are written 1.0f, functions sinf
  bool tuned = false;   // see CSettings
  int lanes = 1;        // of the type, which is a vector if there are several
};

// The text between the braces of the function; `out` names the results.
std::string c_body(const Program& program, const std::vector<std::string>& out, const CStyle& style);

}  // namespace catena::codegen::detail
