// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace catena::system::detail {

// An environment variable; nothing if it is empty or the program runs with elevated privileges.
std::optional<std::string> environment(const char* name);

// The cache folder of the user: CATENA_CACHE, else XDG_CACHE_HOME/catena, else ~/.cache/catena.
std::optional<std::filesystem::path> cache_folder();

}  // namespace catena::system::detail
