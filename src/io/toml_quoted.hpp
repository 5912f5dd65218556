// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace catena::io::detail {

// A basic TOML string, on one line. Bytes that are not UTF-8 become U+FFFD.
std::string toml_quoted(const std::string& text);

}  // namespace catena::io::detail
