// SPDX-License-Identifier: Apache-2.0
// A whole file or none.
#pragma once

#include <string>
#include <string_view>

namespace catena::cli {

// What to try when a file cannot be made: nothing if its folder is there.
std::string missing_folder(const std::string& path);

// Throws Error if `path` is a folder, or a file that may not be replaced.
void require_free(const std::string& path, bool force);

// The same, and if its folder is missing: what can be known before anything is computed.
void require_writable(const std::string& path, bool force);

// Writes a neighbour and renames it, so that `path` holds the old text or the new one, never a part. A file
// that exists is kept unless `force`; a device or pipe is written as it is; a link stays a link, and the file it
// points to is written, whether it exists yet or not. Throws Error.
void write_file(const std::string& path, std::string_view text, bool force);

}  // namespace catena::cli
