// SPDX-License-Identifier: Apache-2.0
// A whole file or none.
#pragma once

#include <string>
#include <string_view>

namespace catena::cli {

// Throws Error if `path` is a folder, or a file that may not be replaced.
void require_free(const std::string& path, bool force);

// Writes a neighbour and renames it, so that `path` holds the old text or the new one, never a part. A file
// that exists is kept unless `force`; a device or pipe is written as it is. Throws Error.
void write_file(const std::string& path, std::string_view text, bool force);

}  // namespace catena::cli
