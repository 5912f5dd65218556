// SPDX-License-Identifier: Apache-2.0
// Finds a robot: generated, in a file, or in the catalogue.
#include "catena/io/load.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string_view>
#include <system_error>

#include "catena/core/did_you_mean.hpp"
#include "catena/core/mistakes.hpp"
#include "catena/core/model/generate.hpp"
#include "catena/core/text.hpp"
#include "catena/io/calibration.hpp"
#include "catena/io/robot_file.hpp"
#include "io/catalogue.hpp"
#include "io/read_text.hpp"

namespace catena {
namespace {

namespace fs = std::filesystem;

constexpr io::detail::CatalogueOf kRobots = {"robots", "catena", "CATENA_ROBOTS",
                                             io::detail::built_in_robots};

bool is_file(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

std::string lower_extension(const fs::path& path) {
  std::string text = path.extension().string();
  std::transform(text.begin(), text.end(), text.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return text;
}

std::string closest(const std::string& word, const std::vector<std::string>& known) {
  const std::vector<std::string_view> views(known.begin(), known.end());
  return text::closest(word, views);
}

// What was probably meant instead of a missing file: a robot of the catalogue, or another file of its folder.
std::string hint_for_missing(const fs::path& path) {
  std::vector<std::string> stems;
  try {
    stems = catalogue();
  } catch (const Error&) {
    // The error is about the missing file; one of the catalogue would distract.
  }
  if (!path.has_parent_path() && std::find(stems.begin(), stems.end(), path.stem()) != stems.end())
    return fmt::format("the catalogue has '{}': write the name without '{}'", path.stem().string(),
                       path.extension().string());
  std::vector<std::string> near;
  std::error_code error;
  for (fs::directory_iterator it(path.has_parent_path() ? path.parent_path() : ".", error), end;
       !error && it != end; it.increment(error))
    if (const std::string extension = lower_extension(it->path());
        extension == ".toml" || extension == ".urdf")
      near.push_back(it->path().filename().string());
  std::sort(near.begin(), near.end());
  std::vector<std::string> near_stems;
  for (const std::string& name : near) near_stems.push_back(fs::path(name).stem().string());
  const std::string found = closest(path.stem().string(), near_stems);
  for (std::size_t i = 0; i < near.size(); ++i)
    if (near_stems[i] == found) return fmt::format("did you mean '{}'?", near[i]);
  return {};
}

bool begins_like_xml(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && text[first] == '<';
}

// The options select a chain from a tree of links; a robot file is a chain already.
void note_unused(const std::string& where, const UrdfOptions& urdf, Notes& notes) {
  std::string words;
  for (const auto& [word, set] : {std::pair{"base", !urdf.base.empty()},
                                  {"tip", !urdf.tip.empty()},
                                  {"branches", urdf.branches != UrdfOptions().branches}})
    if (set) words += (words.empty() ? "" : ", ") + std::string(word);
  if (!words.empty())
    notes.push_back(
        {where, fmt::format("this is not a URDF file, so the URDF options have no effect: {}", words)});
}

Robot parse_either(const std::string& text, const std::string& where, const UrdfOptions& urdf, Notes& notes) {
  if (begins_like_xml(text)) return parse_urdf(text, where, urdf, notes);
  note_unused(where, urdf, notes);
  return parse_robot_file(text, where, notes);
}

Robot load_file(const fs::path& path, const UrdfOptions& urdf, Notes& notes) {
  const std::string text =
      io::detail::read_text(path, "a robot file, .toml or .urdf", [&] { return hint_for_missing(path); });
  const std::string extension = lower_extension(path);
  if (extension == ".urdf" || extension == ".xml") return parse_urdf(text, path.string(), urdf, notes);
  return parse_either(text, path.string(), urdf, notes);
}

bool looks_like_path(const std::string& spec) {
  const std::string extension = lower_extension(spec);
  return spec.find('/') != std::string::npos || extension == ".toml" || extension == ".urdf" ||
         extension == ".xml" || is_file(spec);
}

Robot load_stem(const std::string& stem, const UrdfOptions& urdf, Notes& notes) {
  if (const auto found = io::detail::find(kRobots, stem))
    return parse_either(found->text, found->where, urdf, notes);
  Error error(ErrorKind::usage, fmt::format("robot '{}'", text::printable(stem)), "no such robot");
  error.need(fmt::format("the name of one of the {}, a file (.toml, .urdf) or a generated robot (chain:6)",
                         io::detail::summary(kRobots)));
  std::vector<std::string> known = catalogue();
  for (std::string_view name : generator_names()) known.emplace_back(name);
  const std::string near = closest(stem, known);
  const auto generators = generator_names();
  if (std::find(generators.begin(), generators.end(), stem) != generators.end())
    error.hint(fmt::format("give the number of links: {}:6", stem));
  else if (!near.empty())
    error.hint(fmt::format("did you mean '{}'?", near));
  throw error;
}

}  // namespace

std::vector<std::string> catalogue() { return io::detail::catalogue(kRobots); }
fs::path catalogue_file(const std::string& stem) { return io::detail::find_file(kRobots, stem); }

namespace {

Robot find_robot(const std::string& spec, Notes& notes, const UrdfOptions& urdf) {
  const std::size_t colon = spec.find(':');
  const auto names = generator_names();
  const std::string_view kind = std::string_view(spec).substr(0, colon);
  const bool generated =
      colon != std::string::npos && std::find(names.begin(), names.end(), kind) != names.end();
  if (generated) {
    note_unused(spec, urdf, notes);
    return generate_robot(spec);
  }
  if (looks_like_path(spec)) return load_file(spec, urdf, notes);
  if (colon != std::string::npos) return generate_robot(spec);  // its error lists the generators
  return load_stem(spec, urdf, notes);
}

}  // namespace

Robot load_robot(const std::string& spec, Notes& notes, const UrdfOptions& urdf) {
  use_calibration();
  Robot robot = find_robot(spec, notes, urdf);
  note_mistakes(robot, notes);
  return robot;
}

}  // namespace catena
