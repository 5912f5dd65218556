// SPDX-License-Identifier: Apache-2.0
#include "io/catalogue.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <string_view>
#include <system_error>

#include "catena/core/error.hpp"
#include "io/read_text.hpp"
#include "system/environment.hpp"

namespace catena::io::detail {
namespace {

namespace fs = std::filesystem;

struct Folder {
  fs::path path;
  std::vector<fs::path> files;
};

std::string one_of(const CatalogueOf& catalogue) {
  std::string word = catalogue.things;
  word.pop_back();
  return word;
}

// Throws Error(io) if it is not a folder or cannot be read.
Folder read_folder(const CatalogueOf& catalogue, const fs::path& path, const char* variable) {
  Folder folder{path, {}};
  std::error_code error;
  for (fs::directory_iterator it(path, error), end; !error && it != end; it.increment(error)) {
    std::error_code ignored;  // pipes and devices would keep the program waiting
    if (it->path().extension() == ".toml" && !fs::is_fifo(it->path(), ignored) &&
        !fs::is_character_file(it->path(), ignored) && !fs::is_socket(it->path(), ignored))
      folder.files.push_back(it->path());
  }
  if (error)
    throw Error(ErrorKind::io, path.string(),
                fmt::format("the folder of {} cannot be read", catalogue.things))
        .given(error.message())
        .need(fmt::format("a folder of {} files", one_of(catalogue)))
        .hint(fmt::format("{} names it", variable));
  return folder;
}

// Whether the file has this key before its first table.
bool has_key(const fs::path& file, std::string_view key) {
  std::ifstream text(file);
  for (std::string line; std::getline(text, line) && !line.starts_with('[');)
    if (line.starts_with(key) && line.find_first_not_of(" \t", key.size()) == line.find('=')) return true;
  return false;
}

// A folder that may hold robots, scenarios and designs together, without the files of the other two kinds.
Folder read_mixed_folder(const CatalogueOf& catalogue, const fs::path& path, const char* variable) {
  Folder folder = read_folder(catalogue, path, variable);
  std::erase_if(folder.files, [&](const fs::path& file) {
    for (const std::string_view key : {"catena", "scenario", "design"})
      if (key != catalogue.key && has_key(file, key)) return true;
    return false;
  });
  return folder;
}

std::vector<Folder> folders(const CatalogueOf& catalogue) {
  std::vector<Folder> list;
  if (const auto own = system::detail::environment(catalogue.variable))
    list.push_back(read_folder(catalogue, *own, catalogue.variable));
  constexpr const char* kPath = "CATENA_PATH";
  const std::string path = system::detail::environment(kPath).value_or("");
  for (std::size_t first = 0; first < path.size();) {
    const std::size_t colon = std::min(path.find(':', first), path.size());
    const fs::path folder = path.substr(first, colon - first), inner = folder / catalogue.things;
    std::error_code ignored;
    if (fs::is_directory(inner, ignored))
      list.push_back(read_folder(catalogue, inner, kPath));
    else if (!folder.empty())  // an empty entry, as in "a::b", does not mean the working folder
      list.push_back(read_mixed_folder(catalogue, folder, kPath));
    first = colon + 1;
  }
  return list;
}

}  // namespace

std::vector<std::string> catalogue(const CatalogueOf& catalogue) {
  std::vector<std::string> stems;
  for (const BuiltIn& one : catalogue.built_in()) stems.emplace_back(one.stem);
  for (const Folder& folder : folders(catalogue))
    for (const fs::path& file : folder.files) stems.push_back(file.stem().string());
  std::sort(stems.begin(), stems.end());
  stems.erase(std::unique(stems.begin(), stems.end()), stems.end());
  return stems;
}

fs::path find_file(const CatalogueOf& catalogue, const std::string& stem) {
  for (const Folder& folder : folders(catalogue))
    for (const fs::path& file : folder.files)
      if (file.stem() == stem) return file;
  return {};
}

std::optional<CatalogueText> find(const CatalogueOf& catalogue, const std::string& stem) {
  if (const fs::path file = find_file(catalogue, stem); !file.empty())
    return CatalogueText{read_text(file, fmt::format("a {} file, .toml", one_of(catalogue))), file.string(),
                         file};
  for (const BuiltIn& one : catalogue.built_in())
    if (one.stem == stem)
      return CatalogueText{
          std::string(one.text), fmt::format("{}/{}.toml (built in)", catalogue.things, stem), {}};
  return std::nullopt;
}

std::string summary(const CatalogueOf& catalogue_of) {
  std::string text = fmt::format("{} {} built in", catalogue(catalogue_of).size(), catalogue_of.things);
  const char* before = " and in ";
  for (const Folder& folder : folders(catalogue_of)) {
    text += before + folder.path.string();
    before = ", ";
  }
  return text;
}

}  // namespace catena::io::detail
