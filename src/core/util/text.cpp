// SPDX-License-Identifier: Apache-2.0
// UTF-8 by the table of RFC 3629, and text made safe to display.
#include "catena/core/text.hpp"

#include <fmt/format.h>

namespace catena::text {
namespace {

unsigned byte_at(std::string_view text, std::size_t at) { return static_cast<unsigned char>(text[at]); }

unsigned code_of_three(std::string_view text, std::size_t at) {
  return (byte_at(text, at) & 0x0Fu) << 12 | (byte_at(text, at + 1) & 0x3Fu) << 6 |
         (byte_at(text, at + 2) & 0x3Fu);
}

}  // namespace

std::size_t utf8_length(std::string_view text, std::size_t at) {
  const unsigned first = byte_at(text, at);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xC2 && first <= 0xDF   ? 2
                             : (first & 0xF0u) == 0xE0        ? 3
                             : first >= 0xF0 && first <= 0xF4 ? 4
                                                              : 0;
  if (length == 0 || at + length > text.size()) return 0;
  for (std::size_t k = 1; k < length; ++k)
    if ((byte_at(text, at + k) & 0xC0u) != 0x80u) return 0;
  const unsigned second = byte_at(text, at + 1);
  const bool too_long = (first == 0xE0 && second < 0xA0) || (first == 0xF0 && second < 0x90);
  const bool surrogate = first == 0xED && second >= 0xA0;
  const bool too_large = first == 0xF4 && second >= 0x90;
  return too_long || surrogate || too_large ? 0 : length;
}

std::size_t control_length(std::string_view text, std::size_t at) {
  const unsigned first = byte_at(text, at);
  if (first < 0x20 || first == 0x7F) return 1;
  const std::size_t length = utf8_length(text, at);
  if (length == 2) return first == 0xC2 && byte_at(text, at + 1) < 0xA0 ? 2 : 0;
  if (length != 3) return 0;
  const unsigned code = code_of_three(text, at);
  const bool line_end = code == 0x2028 || code == 0x2029;
  const bool direction = (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
  return line_end || direction ? 3 : 0;
}

std::string printable(std::string_view text, std::size_t longest) {
  std::string out;
  std::size_t shown = 0;
  for (std::size_t i = 0; i < text.size(); ++shown) {
    if (shown == longest) return out + "...";
    const std::size_t length = utf8_length(text, i);
    const std::size_t control = control_length(text, i);
    if (length == 0 || control == 1) {
      out += fmt::format("\\x{:02x}", byte_at(text, i));
      i += 1;
    } else if (control > 1) {
      out += fmt::format("\\u{:04x}", control == 2 ? byte_at(text, i + 1) : code_of_three(text, i));
      i += control;
    } else {
      out += text.substr(i, length);
      i += length;
    }
  }
  return out;
}

std::string detail::counted(long long count, std::string_view word) {
  return std::to_string(count) + ' ' + std::string(word) + (count == 1 ? "" : "s");
}

std::vector<std::string> split(std::string_view list) {
  std::vector<std::string> items;
  for (;;) {
    const std::size_t comma = list.find(',');
    std::string_view item = list.substr(0, comma);
    while (!item.empty() && item.front() == ' ') item.remove_prefix(1);
    while (!item.empty() && item.back() == ' ') item.remove_suffix(1);
    items.emplace_back(item);
    if (comma == std::string_view::npos) return items;
    list.remove_prefix(comma + 1);
  }
}

}  // namespace catena::text
