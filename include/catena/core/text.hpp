// SPDX-License-Identifier: Apache-2.0
// Untrusted text: its characters, and how to show it in a message.
#pragma once

#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace catena::text {

// Length in bytes of the valid UTF-8 character at `at`, or 0.
std::size_t utf8_length(std::string_view text, std::size_t at);

// Length in bytes of the character at `at` if it would control a terminal instead of being displayed: control
// characters (C0, DEL, C1), other ends of line, switches of the writing direction. Else 0.
std::size_t control_length(std::string_view text, std::size_t at);

// One line with control characters written as \x1b or \u202e, cut to about `longest` characters.
inline constexpr std::size_t kWhole = std::string_view::npos;
std::string printable(std::string_view text, std::size_t longest = 60);

// "1 number", "3 numbers".
namespace detail {
std::string counted(long long count, std::string_view word);
}
template <std::integral T>
std::string counted(T count, std::string_view word) {
  return detail::counted(static_cast<long long>(count), word);
}

// The items between commas, without blanks around them; at least one, which may be empty.
std::vector<std::string> split(std::string_view list);

}  // namespace catena::text
