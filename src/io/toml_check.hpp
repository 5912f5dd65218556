// SPDX-License-Identifier: Apache-2.0
// What a text must be before the TOML parser may see it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace catena::detail {

// Throws Error(model) unless `text` is UTF-8 with something in it, and keeps what the parser takes for
// granted: brackets and dotted keys are not nested deeply, tables have names, all but strings and comments is
// ASCII.
void check_toml_text(std::string_view text, const std::string& where);

// A line of the text (from 1) without its indentation, made printable.
std::string line_of(std::string_view text, std::size_t line);

}  // namespace catena::detail
