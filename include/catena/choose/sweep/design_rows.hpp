// SPDX-License-Identifier: Apache-2.0
// Evaluates the points of a design: the rows of a sweep, and the searches after it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "catena/choose/design/design.hpp"
#include "catena/choose/design/optimise.hpp"
#include "catena/choose/sweep/sweep.hpp"

namespace catena::choose {

StoreHead store_head(const Design& design);

// The rows of points of the sample. An arm that cannot exist throws nothing: its row says why.
Rows design_rows(const Design& design);

// From Design::text(), which is self-contained. Throws Error.
Design design_of_text(const std::string& text);

// Scores of one point, even if a constraint on parameters excludes it: a search may follow these boundaries.
Evaluation evaluation(const Design& design, const std::vector<double>& point);

// Where the searches of [optimise] start: the points of the sample that satisfy all constraints and are best by the
// criterion; among equals, the first.
std::vector<std::int64_t> search_starts(const Design& design, const Store& store);

// One search.
struct Searched {
  std::int64_t start = 0;  // its point of the sample
  Optimum optimum = {};
  std::int64_t best = -1;  // the row of the optimum; -1: it found none
};

struct SearchResult {
  std::vector<Searched> searches = {};
  std::int64_t computed = 0;  // evaluations in this run; others came from the store
  bool complete = false;
};

// Runs the searches of a design whose sample is complete, in parallel. Every evaluation is a row of the store, and
// existing rows are not computed again: an interrupted search repeats its steps from the store and then continues.
SearchResult run_searches(const Design& design, Store& store, const SweepOptions& options = {},
                          const Watch& watch = {});

}  // namespace catena::choose
