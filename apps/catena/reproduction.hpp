// SPDX-License-Identifier: Apache-2.0
// The results of `catena reproduce` in Markdown and JSON.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "catena/reproduce/claims.hpp"
#include "catena/reproduce/diagrams.hpp"
#include "catena/reproduce/figures.hpp"
#include "catena/reproduce/inertia_race.hpp"
#include "catena/reproduce/papers.hpp"
#include "catena/reproduce/simulation_times.hpp"
#include "catena/system/json.hpp"

namespace catena::cli {

// What was measured of one paper.
struct PaperSection {
  PaperCounts counts;
  std::vector<Statement> claims;        // of its text
  std::vector<Diagram> diagrams;        // figures that are not simulated
  std::optional<PaperFigures> figures;  // and those that are

  std::vector<Statement> statements() const;  // all claims, those about simulations last
};

// Heading, with the verdicts counted, in Markdown. The claims about times, if they were measured: `timed` of 000,
// `simulated` of 002.
std::string head_page(const std::vector<PaperSection>& papers, const std::vector<Statement>& timed = {},
                      const std::vector<Statement>& simulated = {});

// Claims, count tables, numbers and figures of a paper, in Markdown. `folder` as below.
std::string paper_page(const PaperSection& paper, const std::string& folder);

// Figures 4 and 5 of paper 000, in Markdown. `folder` holds the drawings, and is empty if there are none. `cut_short`:
// not all numbers of joints were timed.
std::string figures_page(const std::vector<RaceLap>& laps, const std::vector<RaceErrors>& errors,
                         const std::string& folder, bool cut_short);

// The simulation times of the arms of 002, in Markdown.
std::string simulation_times_page(const std::vector<SimulationTimes>& times, const std::string& folder);

// All that was measured.
struct Reproduction {
  std::vector<PaperSection> papers;
  std::vector<RaceLap> laps;
  std::vector<RaceErrors> errors;
  std::vector<SimulationTimes> simulations;

  std::vector<Statement> timed() const { return race_statements(laps, errors); }
  std::vector<Statement> simulated() const { return simulation_statements(simulations); }
};

// [{"paper", "table", "row", "printed": {..}, "measured": {..}, "remark"}, ..]; a statement also has "verdict".
Json as_json(const Reproduction& measured);

}  // namespace catena::cli
