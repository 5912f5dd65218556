// SPDX-License-Identifier: Apache-2.0
// Robots, scenarios and designs that are found by name. A name, or stem, is that of the file without `.toml`. They are
// built in; folders of the user add to them.
//
// CATENA_PATH lists folders, separated by colons. In a folder F the robot NAME is F/robots/NAME.toml or, if F has no
// folder `robots`, F/NAME.toml; scenarios and designs alike. The first folder that has it wins; then the built-in ones
// follow. CATENA_ROBOTS, CATENA_SCENARIOS and CATENA_DESIGNS, deprecated, each put one folder in front.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "io/built_in.hpp"

namespace catena::io::detail {

struct CatalogueOf {
  const char* things;    // "robots", which is also the folder's name
  const char* key;       // the first key of their files, as in `catena = 1`
  const char* variable;  // the deprecated one
  std::span<const BuiltIn> (*built_in)();
};

struct CatalogueText {
  std::string text;
  std::string where;           // for messages: the file, or "robots/puma560.toml (built in)"
  std::filesystem::path file;  // empty if built in
};

// All names, sorted, without duplicates. Throws Error(io) if a folder of the user does not exist.
std::vector<std::string> catalogue(const CatalogueOf& catalogue);

// The text of a name, or nothing; and its file, empty if built in. Both throw Error(io).
std::optional<CatalogueText> find(const CatalogueOf& catalogue, const std::string& stem);
std::filesystem::path find_file(const CatalogueOf& catalogue, const std::string& stem);

// "28 robots built in", "30 robots built in and in /home/me/arms".
std::string summary(const CatalogueOf& catalogue);

}  // namespace catena::io::detail
