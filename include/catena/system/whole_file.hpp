// SPDX-License-Identifier: Apache-2.0
// A whole file or none.
#pragma once

#include <string>
#include <string_view>

namespace catena::system {

// What to try when a file cannot be made: nothing if its folder is there.
std::string missing_folder(const std::string& path);

// Writes a neighbour and renames it, so that `path` holds the old text or the new one, never a part. A link stays a
// link, and the file it points to is written, whether it exists yet or not; a device or pipe is written as it is.
// Throws Error(io).
void write_whole_file(const std::string& path, std::string_view text);

}  // namespace catena::system
