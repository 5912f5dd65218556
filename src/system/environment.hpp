// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace catena::system::detail {

// An environment variable, unless it is empty or the program runs with more rights than its user.
std::optional<std::string> environment(const char* name);

// What the user's programs keep for the next time: CATENA_CACHE, else XDG_CACHE_HOME/catena, else ~/.cache/catena.
std::optional<std::filesystem::path> cache_folder();

}  // namespace catena::system::detail
