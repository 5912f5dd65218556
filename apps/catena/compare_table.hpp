// SPDX-License-Identifier: Apache-2.0
// What `catena compare` found, for people and for programs.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "catena/choose/ranking/comparison_plots.hpp"
#include "catena/report/report.hpp"
#include "compare_plan.hpp"

namespace catena::cli {

struct Compared {
  ComparePlan plan;
  std::vector<Arm> arms;
  std::vector<choose::Entrant> entrants;
  choose::Scores scores;
  choose::Comparison result;
  std::string verdict;
};

// "0.523", "0.523 +- 0.012": as many digits as the error has a meaning for.
std::string shown(double value, double error);

// What a criterion is worth in the rankings: "12.5 %", or "-" if they leave it out.
std::string share(const choose::Comparison& comparison, std::size_t criterion);

// The unit of all scores by a criterion that can be told, or if they differ that of the criterion.
std::string row_unit(const Compared& compared, std::size_t criterion);

std::string comparison_text(const Compared& compared, bool markdown);
nlohmann::ordered_json comparison_json(const Compared& compared);
report::Report comparison_report(const Compared& compared, const choose::ComparisonPlots& plots,
                                 const std::string& command);

}  // namespace catena::cli
