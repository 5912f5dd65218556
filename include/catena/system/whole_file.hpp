// SPDX-License-Identifier: Apache-2.0
// Writes files atomically.
#pragma once

#include <string>
#include <string_view>

namespace catena::system {

// A hint for a file that cannot be created; empty if its folder exists.
std::string missing_folder(const std::string& path);

// Writes a temporary file beside `path` and renames it, so that `path` holds the old text or the new one, never a part.
// A symbolic link is kept and its target written, whether it exists or not; a device or pipe is written directly.
// Throws Error(io).
void write_whole_file(const std::string& path, std::string_view text);

}  // namespace catena::system
