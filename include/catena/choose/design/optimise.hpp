// SPDX-License-Identifier: Apache-2.0
// The search of [optimise] in a design file: one criterion, under the design's constraints, by NLopt.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "catena/choose/design/design.hpp"

namespace catena::choose {

// The result for one point. An arm that cannot exist has no scores but a reason.
struct Evaluation {
  std::vector<Score> scores;  // one for each criterion of the design
  std::string why;
};

// Evaluation `number` counts from 0 in each search. The same design, start and evaluations give the same points in the
// same order: an interrupted search resumes by answering the first calls from a store.
using Evaluate = std::function<Evaluation(int number, const std::vector<double>& point)>;

struct Optimum {
  std::vector<double> point;  // the best one that satisfies all constraints; empty: there is none
  Evaluation evaluation;
  int evaluations = 0;
  bool stopped = false;  // by `stop`
  std::string ended;     // why it ended, in words
};

// Searches from `start`. Ranges vary; lists keep their initial values. Exceptions of `evaluate` are passed on.
Optimum optimise(const Design& design, std::span<const double> start, const Evaluate& evaluate,
                 const std::function<bool()>& stop = {});

}  // namespace catena::choose
