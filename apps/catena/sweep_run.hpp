// SPDX-License-Identifier: Apache-2.0
// Runs the sweep that a design describes, in this process or as a rank of many.
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

// Computes what the store lacks, shows how far it is, and commits when it is interrupted.
SweepDone run_design(const choose::Design& design, choose::Store& store, choose::Team* team,
                     const SweepOptions& options, Streams& streams);

// Another rank than 0.
void serve(choose::Team& team, const SweepOptions& options);

// How many points, and about how long: measured on some of them.
void dry_run(const choose::Design& design, const SweepOptions& options, Streams& streams);

}  // namespace catena::cli
