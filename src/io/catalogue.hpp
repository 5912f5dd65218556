// SPDX-License-Identifier: Apache-2.0
// What ships with Catena and is named by stem: found beside the program, then where it was installed.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace catena::detail {

struct CatalogueOf {
  const char* things;     // "robots", which is also the folder's name
  const char* variable;   // of the environment, that may name another folder
  const char* installed;  // where it is after an installation
};

// The folder, or nothing.
std::filesystem::path catalogue_folder(const CatalogueOf& catalogue);

// The stems of its .toml files, sorted. Throws Error(io).
std::vector<std::string> catalogue(const CatalogueOf& catalogue);

}  // namespace catena::detail
