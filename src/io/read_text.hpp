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

}  // namespace catena::io::detail
