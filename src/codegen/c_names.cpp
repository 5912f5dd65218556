// SPDX-License-Identifier: Apache-2.0
// Untrusted names, made safe for C.
#include <fmt/format.h>

#include "catena/codegen/emit_c.hpp"
#include "catena/core/text.hpp"

namespace catena {

std::string c_identifier(std::string_view name) {
  constexpr std::size_t kLongest = 48;  // C99 compilers see 63 characters; a prefix and a quantity are added
  std::string id;
  for (const char letter : name) {
    const bool upper = letter >= 'A' && letter <= 'Z';
    const bool kept = (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9') || upper;
    if (kept)
      id += upper ? static_cast<char>(letter - 'A' + 'a') : letter;
    else if (!id.empty() && id.back() != '_')
      id += '_';
    if (id.size() == kLongest) break;
  }
  while (!id.empty() && id.back() == '_') id.pop_back();
  return id.empty() ? "arm" : id;
}

std::string c_function(std::string_view stem, std::string_view program_name) {
  return fmt::format("catena_{}_{}", c_identifier(stem), program_name);
}

std::string c_function(std::string_view stem, Quantity quantity) {
  return c_function(stem, info(quantity).name);
}

std::string c_comment(std::string_view text) {
  constexpr std::size_t kLongest = 400;
  std::string safe;
  for (const char letter : text::printable(text, kLongest)) {
    const char before = safe.empty() ? ' ' : safe.back();
    const bool bracket =
        (before == '*' && letter == '/') || (before == '/' && (letter == '*' || letter == '/'));
    const bool trigraph = before == '?' && letter == '?';
    if (bracket || trigraph) safe += ' ';
    safe += letter;
  }
  if (!safe.empty() && safe.back() == '\\') safe += '.';  // else it would join the next line
  return safe;
}

}  // namespace catena
