// SPDX-License-Identifier: Apache-2.0
// Finds a design: built in, or in a file.
#include <fmt/format.h>

#include <algorithm>
#include <system_error>

#include "catena/choose/design/design.hpp"
#include "catena/core/did_you_mean.hpp"
#include "catena/core/text.hpp"
#include "catena/io/load.hpp"
#include "io/catalogue.hpp"
#include "io/read_text.hpp"

namespace catena::choose {
namespace {

namespace fs = std::filesystem;

constexpr detail::CatalogueOf kDesigns = {"designs", "CATENA_DESIGNS", CATENA_DESIGNS_INSTALLED};
constexpr const char* kNeed = "a design file, .toml";

bool looks_like_path(const std::string& spec) {
  std::error_code ignored;
  return spec.find('/') != std::string::npos || fs::path(spec).extension() == ".toml" ||
         fs::is_regular_file(spec, ignored);
}

Design read(const fs::path& path) {
  // a robot that is named by a path is sought beside the design
  const FindRobot find = [&](const std::string& spec) {
    Notes notes;
    std::error_code ignored;
    const fs::path beside = path.parent_path() / spec;
    return load_robot(fs::is_regular_file(beside, ignored) ? beside.string() : spec, notes);
  };
  return parse_design(detail::read_text(path, kNeed), path.string(), criteria(), find);
}

}  // namespace

fs::path design_folder() { return detail::catalogue_folder(kDesigns); }
std::vector<std::string> designs() { return detail::catalogue(kDesigns); }

Design load_design(const std::string& spec) {
  if (looks_like_path(spec)) return read(spec);
  const std::vector<std::string> all = designs();
  if (std::find(all.begin(), all.end(), spec) != all.end()) return read(design_folder() / (spec + ".toml"));
  const std::vector<std::string_view> names(all.begin(), all.end());
  throw Error(ErrorKind::usage, fmt::format("design '{}'", text::printable(spec)), "no such design")
      .given(all.empty() ? "no built-in designs were found" : fmt::format("{} built-in designs", all.size()))
      .need("a built-in design or a file (.toml)")
      .hint(all.empty() ? "set CATENA_DESIGNS to the folder of the designs"
                        : text::did_you_mean(spec, names));
}

}  // namespace catena::choose
