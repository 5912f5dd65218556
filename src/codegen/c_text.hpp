// SPDX-License-Identifier: Apache-2.0
// Literals, expressions and lines of C as text.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "catena/codegen/emit_c.hpp"

namespace catena::codegen::detail {

// The last column that a line of code may use.
inline constexpr std::size_t kCodeWidth = 110;

// A literal that reads back as the same number. Throws Error(numerical) if the type has none.
std::string c_literal(double value, CReal real);

// How tightly the outermost operator of an expression binds.
enum class Rank { sum, product, atom };

struct Text {
  std::string code;
  Rank rank;
};

inline std::string in_brackets(const Text& text, bool needed) {
  return needed ? "(" + text.code + ")" : text.code;
}

// a + b + c + d as (a + b) + (c + d)
std::string sum_of(std::span<const std::string> terms);

// Breaks a long statement in front of a + or -.
std::string wrapped(std::string line);

}  // namespace catena::codegen::detail
