// SPDX-License-Identifier: Apache-2.0
// Sweep: evaluates every point of a design into a row of a store, on all cores and, with MPI, on many machines.
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

// The rows of a range of points: a function of the indices only, called from many threads.
using Rows = std::function<std::vector<SweepRow>(PointRange)>;

struct SweepOptions {
  int threads = 0;         // that compute; 0: all (thread_count)
  double commit = 1;       // [s] between commits: the work that a crash can lose
  double chunk = 0.05;     // [s] approximate duration of a chunk of work
  int most_points = 1024;  // of a chunk
  Team* team = nullptr;    // other ranks that compute too; this process is rank 0
  double patience = 2;     // [s] that a rank may be silent at the end before its points are computed here
};

struct SweepState {
  std::int64_t done = 0, of = 0;  // points
  std::int64_t computed = 0;      // by this run
  double seconds = 0;             // since it started

  Advance advance() const {
    return {static_cast<double>(done), static_cast<double>(of), static_cast<double>(computed)};
  }
};

struct SweepResult {
  SweepState state;
  bool complete = false;
  std::vector<int> lost;  // ranks that were silent at the end; their points were computed here
};

// Computes the points that are missing from the store; `watch` is called about every tenth of a second. On return all
// computed rows are committed, even if `watch` ended the sweep. Exceptions of `rows` and the store are passed on after
// committing what can be committed; the other ranks then wait to be dismissed.
SweepResult run_sweep(const Rows& rows, Store& store, const SweepOptions& options = {},
                      const Watch& watch = {});

// The other ranks: computes what rank 0 requests, until nothing is left. `prepare` makes the rows from the text of the
// design that rank 0 sends. When `stop` returns true, it stops computing and returns a little later: while all ranks are
// alive, Open MPI's launcher gives rank 0 the time for a last commit.
void serve_sweep(const std::function<Rows(const std::string& design)>& prepare, const SweepOptions& options,
                 const std::function<bool()>& stop = {});

// Rank 0 to the others, at the end or instead of run_sweep: there is nothing more to do.
void dismiss(Team& team);

}  // namespace catena::choose
