// SPDX-License-Identifier: Apache-2.0
// The file of a store, before SQLite opens it.
#pragma once

#include <string>

namespace catena::choose::detail {

// Requires that the folder exists and that no file but an empty one has this name. Creates the file.
void make_empty(const std::string& path);

void require_file(const std::string& path);

}  // namespace catena::choose::detail
