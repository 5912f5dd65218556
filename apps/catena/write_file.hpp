// SPDX-License-Identifier: Apache-2.0
// Files that are written completely or not at all.
#pragma once

#include <string>
#include <string_view>

namespace catena::cli {

// A hint for a file that cannot be created; empty if its folder exists.
std::string missing_folder(const std::string& path);

// Throws Error if `path` is a folder, or an existing file and not `force`.
void require_free(const std::string& path, bool force);

// The same, and also throws if the folder does not exist. Call it before a long computation.
void require_writable(const std::string& path, bool force);

// Writes a temporary file beside `path` and renames it, so that `path` always holds the old or the new text, never a
// part of it. An existing file is kept unless `force`. Devices and pipes are written directly. A symbolic link stays a
// link, and its target is written, whether it exists or not. Throws Error.
void write_file(const std::string& path, std::string_view text, bool force);

}  // namespace catena::cli
