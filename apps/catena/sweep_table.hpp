// SPDX-License-Identifier: Apache-2.0
// The contents of a store as a table, JSON and CSV.
#pragma once

#include <functional>
#include <string>

#include "catena/choose/criteria/criterion.hpp"
#include "catena/choose/store/store.hpp"
#include "catena/choose/sweep/sweep_best.hpp"
#include "catena/system/json.hpp"

namespace catena::cli {

// The value of a parameter: "0.35", "Rz Px".
std::string parameter_text(const choose::StoredParameter& parameter, double value);

// "1.25 ± 0.03", without an error "1.25", "-" if it is unavailable.
std::string score_text(const choose::Score& score);

// The best `top` arms with their parameters and scores.
std::string best_table(const choose::Store& store, const choose::SweepBest& best, std::int64_t top);
Json best_json(const choose::Store& store, const choose::SweepBest& best, std::int64_t top);

// Passes all rows, as in the view `result`, to `write` one by one.
void write_csv(const choose::Store& store, const std::function<void(const std::string&)>& write);

}  // namespace catena::cli
