// SPDX-License-Identifier: Apache-2.0
// The measurements of `catena bench` as text, JSON and SVG.
#pragma once

#include <string>
#include <vector>

#include "catena/bench/calibrate.hpp"
#include "catena/bench/contest.hpp"
#include "catena/system/json.hpp"

namespace catena::cli {

std::string to_text(const bench::Machine& machine);
std::string to_text(const bench::ArmTimings& result);
std::string to_text(const bench::Race& race);

Json to_json(const bench::Machine& machine);
Json to_json(const bench::ArmTimings& result);  // an array
Json to_json(const bench::Race& race);

// Throws Error(usage) if there is only one distinct number, which makes no curve.
void require_curve(std::vector<int> joints);

// Time per state against the number of joints, both logarithmic: a curve for each quantity and implementation, or
// candidate. Needs at least two different numbers of joints.
std::string to_svg(const std::vector<bench::ArmTimings>& results);
std::string to_svg(const std::vector<bench::Race>& races);

}  // namespace catena::cli
