// SPDX-License-Identifier: Apache-2.0
// The options of `catena sweep`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "catena/choose/ranking/rank.hpp"
#include "catena/choose/store/store.hpp"

namespace catena::cli {

struct SweepOptions {
  std::string subject;  // a design, or the results of a sweep
  bool given = false;
  std::string output, report, csv;
  std::optional<std::string> weights;
  choose::RankBy by = choose::RankBy::topsis;
  std::int64_t top = -1;  // how many to show; -1: not given
  int threads = 0;
  double commit = 1;  // [s]
  bool resume = false, dry_run = false, json = false, force = false, list = false;
};

// The weights of "reach=2,workspace=0", one for each criterion of the store; those not named are 1. Throws Error(usage).
std::vector<double> weights_of(const std::optional<std::string>& text, const choose::StoreHead& head);

// The command line that resumes a sweep.
std::string resume_command(const SweepOptions& options, int ranks);

// "1 h 5 min", "3 min 20 s", "12 s".
std::string duration_text(double seconds);

}  // namespace catena::cli
