// SPDX-License-Identifier: Apache-2.0
// What a store holds, as a table, as JSON, as CSV.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include "catena/choose/store/store.hpp"
#include "catena/choose/sweep/sweep_best.hpp"

namespace catena::cli {

// A parameter of a row: "0.35", "Rz Px".
std::string parameter_text(const choose::StoredParameter& parameter, double value);

// The first `top`, with parameters and scores.
std::string best_table(const choose::Store& store, const choose::SweepBest& best, std::int64_t top);
nlohmann::ordered_json best_json(const choose::Store& store, const choose::SweepBest& best, std::int64_t top);

// The view `result`, row by row, to `write`.
void write_csv(const choose::Store& store, const std::function<void(const std::string&)>& write);

}  // namespace catena::cli
