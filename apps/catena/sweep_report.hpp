// SPDX-License-Identifier: Apache-2.0
// The page of a sweep: the front, parallel coordinates, what each parameter does, and the best arms.
#pragma once

#include "catena/choose/store/store.hpp"
#include "catena/choose/sweep/sweep_best.hpp"
#include "catena/report/report.hpp"

namespace catena::cli {

// `command` makes the page again.
report::Report sweep_report(const choose::Store& store, const choose::SweepBest& best,
                            const std::string& command);

}  // namespace catena::cli
