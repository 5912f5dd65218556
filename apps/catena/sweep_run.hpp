// SPDX-License-Identifier: Apache-2.0
// Runs the sweep of a design, in this process or as one of several MPI ranks.
#pragma once

#include <vector>

#include "catena/choose/sweep/design_rows.hpp"
#include "command.hpp"
#include "sweep_plan.hpp"

namespace catena::cli {

struct SweepDone {
  choose::SweepState state;
  std::vector<choose::Searched> searches;
  bool complete = false;
  int threads = 1, ranks = 1;  // threads of this rank
};

// Computes the points missing from the store, shows progress, and commits finished points when interrupted.
SweepDone run_design(const choose::Design& design, choose::Store& store, choose::Team* team,
                     const SweepOptions& options, Streams& streams);

// The work of all ranks but 0.
void serve(choose::Team& team, const SweepOptions& options);

// Reports the number of points and the estimated time, which it measures on some of them.
void dry_run(const choose::Design& design, const SweepOptions& options, Streams& streams);

}  // namespace catena::cli
