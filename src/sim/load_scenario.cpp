// SPDX-License-Identifier: Apache-2.0
// Finds a scenario: built in, or in a file.
#include <fmt/format.h>

#include <algorithm>
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

constexpr catena::detail::CatalogueOf kScenarios = {"scenarios", "CATENA_SCENARIOS",
                                                    CATENA_SCENARIOS_INSTALLED};
constexpr const char* kNeed = "a scenario file, .toml";

bool built_in(const std::string& stem) {
  const std::vector<std::string> all = scenarios();
  return std::find(all.begin(), all.end(), stem) != all.end();
}

bool looks_like_path(const std::string& spec) {
  std::error_code ignored;
  return spec.find('/') != std::string::npos || fs::path(spec).extension() == ".toml" ||
         fs::is_regular_file(spec, ignored);
}

}  // namespace

fs::path scenario_folder() { return catena::detail::catalogue_folder(kScenarios); }
std::vector<std::string> scenarios() { return catena::detail::catalogue(kScenarios); }

bool names_scenario(const std::string& spec) {
  if (!looks_like_path(spec)) return built_in(spec);
  std::error_code ignored;
  if (!fs::is_regular_file(spec, ignored)) return false;
  try {
    return toml::parse(catena::detail::read_text(spec, kNeed)).contains("scenario");
  } catch (const std::exception&) {
    return false;  // whoever reads it as a robot will say what is wrong
  }
}

Scenario load_scenario(const std::string& spec) {
  if (looks_like_path(spec)) {
    Scenario scenario = parse_scenario(catena::detail::read_text(spec, kNeed), spec);
    scenario.folder = fs::path(spec).parent_path();
    if (scenario.name.empty()) scenario.name = fs::path(spec).stem().string();
    return scenario;
  }
  const std::vector<std::string> all = scenarios();
  if (!built_in(spec)) {
    const std::vector<std::string_view> names(all.begin(), all.end());
    throw Error(ErrorKind::usage, fmt::format("scenario '{}'", catena::text::printable(spec)),
                "no such scenario")
        .given(all.empty() ? "no built-in scenarios were found"
                           : fmt::format("{} built-in scenarios", all.size()))
        .need("a built-in scenario or a file (.toml)")
        .hint(all.empty() ? "set CATENA_SCENARIOS to the folder of the scenarios"
                          : catena::text::did_you_mean(spec, names));
  }
  const fs::path file = scenario_folder() / (spec + ".toml");
  Scenario scenario = parse_scenario(catena::detail::read_text(file, kNeed), file.string());
  scenario.folder = file.parent_path();
  if (scenario.name.empty()) scenario.name = spec;
  return scenario;
}

}  // namespace catena::sim
