// SPDX-License-Identifier: Apache-2.0
// The file of a store, before SQLite opens it.
#pragma once

#include <string>

namespace catena::choose::detail {

// Refuses a new store `path` beside files that have the names of its journals and are none: SQLite would delete them.
void require_free_journal(const std::string& path);

// Requires that the folder exists and that no file but an empty one has this name. Creates the file.
void make_empty(const std::string& path);

void require_file(const std::string& path);

}  // namespace catena::choose::detail
