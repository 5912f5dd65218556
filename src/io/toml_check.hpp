// SPDX-License-Identifier: Apache-2.0
// Checks of a text before it goes to the TOML parser.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace catena::io::detail {

// The kind of file, as messages describe it.
struct TomlDialect {
  std::string_view file;     // "a robot file"
  std::string_view outline;  // what must be in it
  std::string_view tables;   // how its tables are written
};

// Throws Error(model) unless `text` is UTF-8, not empty, and meets what the parser assumes: brackets and dotted keys
// are not deeply nested, tables have names, and there is only ASCII outside strings and comments.
void check_toml_text(std::string_view text, const std::string& where, const TomlDialect& dialect);

// A line of the text (from 1) without its indentation, made printable.
std::string line_of(std::string_view text, std::size_t line);

}  // namespace catena::io::detail
