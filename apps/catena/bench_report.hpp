// SPDX-License-Identifier: Apache-2.0
// What `catena bench` has measured, as text, JSON and a picture.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "catena/bench/calibrate.hpp"
#include "catena/bench/contest.hpp"

namespace catena::cli {

std::string to_text(const bench::Machine& machine);
std::string to_text(const bench::ArmTimings& result);
std::string to_text(const bench::Race& race);

nlohmann::ordered_json to_json(const bench::Machine& machine);
nlohmann::ordered_json to_json(const bench::ArmTimings& result);  // an array
nlohmann::ordered_json to_json(const bench::Race& race);

// Throws Error(usage) if there is only one number: no curve.
void require_curve(std::vector<int> joints);

// Time for a state against the number of joints, both logarithmic: a curve for each quantity and way, or candidate.
// Of two numbers of joints or more.
std::string to_svg(const std::vector<bench::ArmTimings>& results);
std::string to_svg(const std::vector<bench::Race>& races);

}  // namespace catena::cli
