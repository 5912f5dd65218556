// SPDX-License-Identifier: Apache-2.0
// A whole text file, 64 MB at most.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

namespace catena::io::detail {

// Throws Error(io). `need` says what should be there instead of a folder, `hint` what a missing file was meant to be.
std::string read_text(const std::filesystem::path& path, const std::string& need,
                      const std::function<std::string()>& hint = {});

}  // namespace catena::io::detail
