// SPDX-License-Identifier: Apache-2.0
#include "io/toml_quoted.hpp"

#include <fmt/format.h>

#include "catena/core/text.hpp"

namespace catena::io::detail {

std::string toml_quoted(const std::string& text) {
  std::string out = "\"";
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = text::utf8_length(text, i);
    const unsigned c = static_cast<unsigned char>(text[i]);
    if (length == 0) {
      out += "\xEF\xBF\xBD";
    } else if (c == '"' || c == '\\') {
      out += '\\';
      out += text[i];
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else if (const std::size_t control = text::control_length(text, i); control == 1) {
      out += fmt::format("\\u{:04X}", c);
    } else if (control > 1) {
      out += text::printable(text.substr(i, control));  // \u202e
    } else {
      out += text.substr(i, length);
    }
    i += length == 0 ? 1 : length;
  }
  return out + '"';
}

}  // namespace catena::io::detail
