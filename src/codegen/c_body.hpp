// SPDX-License-Identifier: Apache-2.0
// The statements of a program in C.
#pragma once

#include <string>

#include "catena/codegen/emit_c.hpp"

namespace catena::detail {

// A literal that reads back as the same number. Throws Error(numerical) if the type has none.
std::string c_literal(double value, CReal real);

// Between the braces of the function, with `out` the name of the results.
std::string c_body(const Program& program, const std::string& out, CReal real);

// The number of the last column that a line of code may have.
inline constexpr std::size_t kCodeWidth = 110;

}  // namespace catena::detail
