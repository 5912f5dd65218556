// SPDX-License-Identifier: Apache-2.0
// The HTML report of a sweep: Pareto front, parallel coordinates, effects of the parameters, and the best arms.
#pragma once

#include "catena/choose/store/store.hpp"
#include "catena/choose/sweep/sweep_best.hpp"
#include "catena/report/report.hpp"

namespace catena::cli {

// `command` is the command line that writes the report again.
report::Report sweep_report(const choose::Store& store, const choose::SweepBest& best,
                            const std::string& command);

}  // namespace catena::cli
