// SPDX-License-Identifier: Apache-2.0
// What a design makes of its points: the rows of a sweep, and the searches after it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "catena/choose/design/design.hpp"
#include "catena/choose/design/optimise.hpp"
#include "catena/choose/sweep/sweep.hpp"

namespace catena::choose {

StoreHead store_head(const Design& design);

// The rows of points of the sample. Nothing is thrown for an arm that cannot be: its row says why.
Rows design_rows(const Design& design);

// From Design::text(), which needs no other file. Throws Error.
Design design_of_text(const std::string& text);

// Scores of one point, also of one that a constraint on parameters shuts out: a search walks along these.
Evaluation evaluation(const Design& design, const std::vector<double>& point);

// Where the searches of [optimise] begin: the points of the sample that keep all constraints and are best by the
// criterion, of those that are as good the first.
std::vector<std::int64_t> search_starts(const Design& design, const Store& store);

// One search.
struct Searched {
  std::int64_t start = 0;  // its point of the sample
  Optimum optimum = {};
  std::int64_t best = -1;  // the row of the optimum; -1: it found none
};

struct SearchResult {
  std::vector<Searched> searches = {};
  std::int64_t computed = 0;  // evaluations of this run; others came from the store
  bool complete = false;
};

// Runs the searches of a design whose sample is complete, some at a time. Every evaluation is a row of the store, and
// what is there already is not computed again: a search that was cut short goes the same way again and then on.
SearchResult run_searches(const Design& design, Store& store, const SweepOptions& options = {},
                          const Watch& watch = {});

}  // namespace catena::choose
