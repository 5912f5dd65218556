// SPDX-License-Identifier: Apache-2.0
// The result of `catena compare` as text, JSON and HTML report.
#pragma once

#include <string>
#include <vector>

#include "catena/choose/criteria/default_motion.hpp"
#include "catena/choose/ranking/comparison_plots.hpp"
#include "catena/report/report.hpp"
#include "catena/system/json.hpp"
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

// "0.523", "0.523 ± 0.012": as many digits as the error justifies.
std::string shown(double value, double error);

// The normalised weight of a criterion: "12.5 %", or "-" if the rankings do not use it.
std::string share(const choose::Comparison& comparison, std::size_t criterion);

// The unit of all available scores of a criterion; the unit of the criterion if they differ.
std::string row_unit(const Compared& compared, std::size_t criterion);

// Whether "higher" or "lower" values of a criterion are better.
std::string better_text(const choose::Criterion& criterion);

// The range over which a weight can change, in %: "17.1-100", "above 0", or "any".
std::string range_text(const choose::WeightRange& range);

// The motion along which torques and energies are evaluated, in a sentence without its full stop.
std::string motion_text(const Compared& compared);

// How the default motion of an arm differs from 0 to π in 10 s: "joint 4 from -3.07 to -0.07"; empty: not at all.
std::string motion_of(const Robot& robot);

// What changes in the order of the others when one arm is left out, in sentences.
std::string left_out_text(const Compared& compared);

std::string comparison_text(const Compared& compared, bool markdown);
Json comparison_json(const Compared& compared);
report::Report comparison_report(const Compared& compared, const choose::ComparisonPlots& plots,
                                 const std::string& command);

}  // namespace catena::cli
