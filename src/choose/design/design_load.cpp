// SPDX-License-Identifier: Apache-2.0
// Finds a design: in a file, in a folder of the user, or built in.
#include <fmt/format.h>

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

constexpr io::detail::CatalogueOf kDesigns = {"designs", "design", "CATENA_DESIGNS",
                                              io::detail::built_in_designs};

bool looks_like_path(const std::string& spec) {
  std::error_code ignored;
  return spec.find('/') != std::string::npos || fs::path(spec).extension() == ".toml" ||
         fs::is_regular_file(spec, ignored);
}

// A robot that the design names by a relative path is looked up next to the design file.
Design parse(const std::string& text, const std::string& where, const fs::path& file) {
  const FindRobot find = [&](const std::string& spec) {
    Notes notes;
    std::error_code ignored;
    const fs::path beside = file.parent_path() / spec;
    const bool there = !file.empty() && fs::is_regular_file(beside, ignored);
    return load_robot(there ? beside.string() : spec, notes);
  };
  return parse_design(text, where, criteria(), find);
}

}  // namespace

std::vector<std::string> designs() { return io::detail::catalogue(kDesigns); }

Design load_design(const std::string& spec) {
  if (looks_like_path(spec)) return parse(io::detail::read_text(spec, "a design file, .toml"), spec, spec);
  if (const auto found = io::detail::find(kDesigns, spec))
    return parse(found->text, found->where, found->file);
  const std::vector<std::string> all = designs();
  const std::vector<std::string_view> names(all.begin(), all.end());
  throw Error(ErrorKind::usage, fmt::format("design '{}'", text::printable(spec)), "no such design")
      .need(fmt::format("the name of one of the {}, or a file (.toml)", io::detail::summary(kDesigns)))
      .hint(text::did_you_mean(spec, names));
}

}  // namespace catena::choose
