// SPDX-License-Identifier: Apache-2.0
#include "io/catalogue.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <system_error>

#include "catena/core/error.hpp"

namespace catena::detail {
namespace {

namespace fs = std::filesystem;

bool is_folder(const fs::path& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored);
}

}  // namespace

fs::path catalogue_folder(const CatalogueOf& catalogue) {
  if (const char* set = std::getenv(catalogue.variable); set && *set) return set;
  std::error_code error;
  const fs::path here = fs::read_symlink("/proc/self/exe", error).parent_path(), name = catalogue.things;
  if (!error) {
    for (const fs::path& folder :
         {here / name, here.parent_path() / name, here.parent_path() / "share" / "catena" / name})
      if (is_folder(folder)) return folder;
  }
  const fs::path installed = catalogue.installed;
  return is_folder(installed) ? installed : fs::path();
}

std::vector<std::string> catalogue(const CatalogueOf& catalogue) {
  std::vector<std::string> stems;
  const fs::path folder = catalogue_folder(catalogue);
  if (folder.empty()) return stems;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error))
    if (it->path().extension() == ".toml") stems.push_back(it->path().stem().string());
  if (error) {
    const std::string one(catalogue.things, std::char_traits<char>::length(catalogue.things) - 1);
    throw Error(ErrorKind::io, folder.string(),
                fmt::format("the catalogue of {} cannot be read", catalogue.things))
        .given(error.message())
        .need(fmt::format("a folder of {} files", one))
        .hint(std::getenv(catalogue.variable) ? fmt::format("{} points here", catalogue.variable) : "");
  }
  std::sort(stems.begin(), stems.end());
  return stems;
}

}  // namespace catena::detail
