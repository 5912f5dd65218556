// SPDX-License-Identifier: Apache-2.0
// Finds a scenario: in a file, in a folder of the user, or built in.
#include <fmt/format.h>

#include <system_error>

#include "catena/core/did_you_mean.hpp"
#include "catena/core/text.hpp"
#include "catena/sim/scenario.hpp"
#include "io/catalogue.hpp"
#include "io/read_text.hpp"
#include "io/toml_parse.hpp"

namespace catena::sim {
namespace {

namespace fs = std::filesystem;

constexpr io::detail::CatalogueOf kScenarios = {"scenarios", "scenario", "CATENA_SCENARIOS",
                                                io::detail::built_in_scenarios};
constexpr const char* kNeed = "a scenario file, .toml";

bool looks_like_path(const std::string& spec) {
  std::error_code ignored;
  return spec.find('/') != std::string::npos || fs::path(spec).extension() == ".toml" ||
         fs::is_regular_file(spec, ignored);
}

}  // namespace

std::vector<std::string> scenarios() { return io::detail::catalogue(kScenarios); }

bool names_scenario(const std::string& spec) {
  if (!looks_like_path(spec)) return io::detail::find(kScenarios, spec).has_value();
  std::error_code ignored;
  if (!fs::is_regular_file(spec, ignored)) return false;
  try {
    return toml::parse(io::detail::read_text(spec, kNeed)).contains("scenario");
  } catch (const std::exception&) {
    return false;  // reading it as a robot will report the error
  }
}

Scenario load_scenario(const std::string& spec) {
  if (looks_like_path(spec)) {
    Scenario scenario = parse_scenario(io::detail::read_text(spec, kNeed), spec);
    scenario.folder = fs::path(spec).parent_path();
    if (scenario.name.empty()) scenario.name = fs::path(spec).stem().string();
    return scenario;
  }
  const auto found = io::detail::find(kScenarios, spec);
  if (!found) {
    const std::vector<std::string> all = scenarios();
    const std::vector<std::string_view> names(all.begin(), all.end());
    throw Error(ErrorKind::usage, fmt::format("scenario '{}'", catena::text::printable(spec)),
                "no such scenario")
        .need(fmt::format("the name of one of the {}, or a file (.toml)", io::detail::summary(kScenarios)))
        .hint(catena::text::did_you_mean(spec, names));
  }
  Scenario scenario = parse_scenario(found->text, found->where);
  scenario.folder = found->file.parent_path();  // built-in scenarios name no files
  if (scenario.name.empty()) scenario.name = spec;
  return scenario;
}

}  // namespace catena::sim
