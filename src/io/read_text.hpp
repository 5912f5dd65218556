// SPDX-License-Identifier: Apache-2.0
// A whole text file, 64 MB at most.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

namespace catena::io::detail {

// Throws Error(io). `need` describes the expected file, for an error about a folder; `hint` suggests what a missing
// file could mean.
std::string read_text(const std::filesystem::path& path, const std::string& need,
                      const std::function<std::string()>& hint = {});

// The same for a file that the user did not name on the command line: it must be a regular file, since a pipe could keep the
// program waiting. Throws Error(io) with this problem.
std::string read_regular_text(const std::filesystem::path& path, const std::string& problem);

}  // namespace catena::io::detail
