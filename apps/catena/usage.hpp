// SPDX-License-Identifier: Apache-2.0
// Wrong command lines, in the words of the house.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "catena/core/error.hpp"

namespace catena::cli {

// Throws Error(usage) if the first argument should be a command and is none.
void require_verb(const CLI::App& app, const std::vector<std::string>& args);

// What the parser found wrong, as an Error(usage) with a hint. `app` after the failed parse.
Error usage_error(const CLI::App& app, const CLI::ParseError& error);

}  // namespace catena::cli
