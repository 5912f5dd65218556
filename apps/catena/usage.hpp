// SPDX-License-Identifier: Apache-2.0
// Errors of the command line: what the parser found wrong, as an Error with a hint.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "catena/core/error.hpp"

namespace catena::cli {

// Throws Error(usage) if the first argument is neither an option nor a command.
void require_verb(const CLI::App& app, const std::vector<std::string>& args);

// `app` after the failed parse of `args`, which are in the order of the command line. Only the type of `error` and
// the state of `app` are used, never the text of the message.
Error usage_error(const CLI::App& app, const CLI::ParseError& error, const std::vector<std::string>& args);

}  // namespace catena::cli
