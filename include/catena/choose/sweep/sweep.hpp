// SPDX-License-Identifier: Apache-2.0
// Sweep: every point of a design to a row of a store, on all cores and, with MPI, on many machines.
//
//   choose::Store store = choose::Store::create("results.db", choose::store_head(design));
//   choose::run_sweep(choose::design_rows(design), store);      // catena/choose/sweep/design_rows.hpp
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "catena/choose/store/store.hpp"
#include "catena/choose/sweep/team.hpp"
#include "catena/core/watch.hpp"

namespace catena::choose {

// The rows of some neighbouring points: a function of the indices alone, called from many threads.
using Rows = std::function<std::vector<SweepRow>(PointRange)>;

struct SweepOptions {
  int threads = 0;         // that compute; 0: as many as the machine has
  double commit = 1;       // [s] between commits: what a sudden end costs
  double chunk = 0.05;     // [s] of work that a thread is given at once, about
  int most_points = 1024;  // of a chunk
  Team* team = nullptr;    // that compute too; this one is rank 0
  double patience = 2;     // [s] that a rank may be silent at the end before its points are done here
};

struct SweepState {
  std::int64_t done = 0, of = 0;  // points
  std::int64_t computed = 0;      // by this run
  double seconds = 0;             // since its begin

  Advance advance() const {
    return {static_cast<double>(done), static_cast<double>(of), static_cast<double>(computed)};
  }
};

struct SweepResult {
  SweepState state;
  bool complete = false;
  std::vector<int> lost;  // ranks that were silent at the end; their points were done here
};

// Computes what the store lacks; `watch` sees its points about every tenth of a second. When it returns, all that was computed is committed, also if `watch` ended it. What `rows`
// and the store throw comes through, after a commit of what can be committed. Other ranks then wait to be dismissed.
SweepResult run_sweep(const Rows& rows, Store& store, const SweepOptions& options = {},
                      const Watch& watch = {});

// What the other ranks do: computes what rank 0 asks for, until it says that there is no more. `prepare` makes the rows
// from the text of the design that rank 0 sends. When `stop` says so, it computes no more and returns a little later: while
// all ranks live, Open MPI's launcher leaves rank 0 the time for a last commit.
void serve_sweep(const std::function<Rows(const std::string& design)>& prepare, const SweepOptions& options,
                 const std::function<bool()>& stop = {});

// Rank 0 to the others, at the end or instead of run_sweep: there is nothing more to do.
void dismiss(Team& team);

}  // namespace catena::choose
