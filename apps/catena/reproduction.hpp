// SPDX-License-Identifier: Apache-2.0
// The results of `catena reproduce` in Markdown and JSON.
#pragma once

#include <string>
#include <vector>

#include "catena/reproduce/figures.hpp"
#include "catena/reproduce/inertia_race.hpp"
#include "catena/reproduce/papers.hpp"
#include "catena/system/json.hpp"

namespace catena::cli {

// Heading and count tables, in Markdown.
std::string counts_page(const std::vector<PaperCounts>& papers);

// Statements, numbers and figures of simulations, in Markdown. `folder` as below.
std::string simulations_page(const PaperFigures& figures, const std::string& folder);

// Figures 4 and 5 of paper 000, in Markdown. `folder` holds the drawings, and is empty if there are none. `cut_short`:
// not all numbers of joints were timed.
std::string figures_page(const std::vector<RaceLap>& laps, const std::string& folder, bool cut_short);

// All that was measured.
struct Reproduction {
  std::vector<PaperCounts> counts;
  std::vector<PaperFigures> figures;
  std::vector<RaceLap> laps;
};

// [{"paper", "table", "row", "printed": {..}, "measured": {..}, "remark"}, ..]; a statement also has "verdict".
Json as_json(const Reproduction& measured);

}  // namespace catena::cli
