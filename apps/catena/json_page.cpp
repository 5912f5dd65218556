// SPDX-License-Identifier: Apache-2.0
// Only this file instantiates the JSON writer, because it takes a second or more to compile.
#include "json_page.hpp"

#include <fmt/format.h>

#include <ostream>

#include "catena/core/text.hpp"

namespace catena::cli {

namespace {

// Control characters beyond ASCII, which JSON permits in strings and a terminal may obey, as \u0085.
std::string with_escaped_controls(const std::string& json) {
  std::string out;
  out.reserve(json.size());
  for (std::size_t i = 0; i < json.size();) {
    const std::size_t control = json[i] == '\n' ? 0 : text::control_length(json, i);
    if (control == 0) {
      out += json[i++];
      continue;
    }
    const auto byte = [&](std::size_t k) {
      return static_cast<unsigned>(static_cast<unsigned char>(json[i + k]));
    };
    const unsigned code = control == 1 ? byte(0)
                          : control == 2
                              ? (byte(0) & 0x1Fu) << 6 | (byte(1) & 0x3Fu)
                              : (byte(0) & 0x0Fu) << 12 | (byte(1) & 0x3Fu) << 6 | (byte(2) & 0x3Fu);
    out += fmt::format("\\u{:04x}", code);
    i += control;
  }
  return out;
}

}  // namespace

void write_json(const nlohmann::ordered_json& value, std::ostream& out) {
  out << with_escaped_controls(value.dump(2, ' ', false, nlohmann::json::error_handler_t::replace)) << '\n';
}

}  // namespace catena::cli
