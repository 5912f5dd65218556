// SPDX-License-Identifier: Apache-2.0
// What a text must be before the TOML parser may see it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace catena::io::detail {

// What kind of file it should be, in the words of the messages.
struct TomlDialect {
  std::string_view file;     // "a robot file"
  std::string_view outline;  // what must be in it
  std::string_view tables;   // how its tables are written
};

// Throws Error(model) unless `text` is UTF-8 with something in it, and keeps what the parser takes for
// granted: brackets and dotted keys are not nested deeply, tables have names, all but strings and comments is
// ASCII.
void check_toml_text(std::string_view text, const std::string& where, const TomlDialect& dialect);

// A line of the text (from 1) without its indentation, made printable.
std::string line_of(std::string_view text, std::size_t line);

}  // namespace catena::io::detail
