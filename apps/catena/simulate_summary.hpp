// SPDX-License-Identifier: Apache-2.0
// The summary of a simulation, as text and as JSON.
#pragma once

#include <string>

#include "catena/sim/deviation.hpp"
#include "catena/sim/scenario.hpp"
#include "catena/system/json.hpp"

namespace catena::cli {

const char* name(sim::DriveKind kind);

std::string summary(const sim::Scenario& scenario, const sim::Setup& setup, const sim::Run& run);
Json summary_json(const sim::Scenario& scenario, const sim::Setup& setup, const sim::Run& run);

}  // namespace catena::cli
