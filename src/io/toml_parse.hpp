// SPDX-License-Identifier: Apache-2.0
// Parses TOML text; an Error says what to write instead.
#pragma once

#include <toml++/toml.h>

#include <string>
#include <string_view>

#include "io/toml_check.hpp"

namespace catena::io::detail {

toml::table parse_toml(std::string_view text, const std::string& where, const TomlDialect& dialect);

}  // namespace catena::io::detail
