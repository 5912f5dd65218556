// SPDX-License-Identifier: Apache-2.0
// What a simulation came to, in a few lines and as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "catena/sim/scenario.hpp"

namespace catena::cli {

// How far a run is from the desired motion: the largest |q_d - q| of all samples and joints.
struct Deviation {
  double largest = 0, time = 0;
  int joint = 0;  // counted from 0
};
Deviation deviation(const sim::Run& run, const sim::Trajectory& desired);

const char* name(sim::DriveKind kind);

std::string summary(const sim::Scenario& scenario, const sim::Setup& setup, const sim::Run& run);
nlohmann::ordered_json summary_json(const sim::Scenario& scenario, const sim::Setup& setup,
                                    const sim::Run& run);

}  // namespace catena::cli
