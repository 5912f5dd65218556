// SPDX-License-Identifier: Apache-2.0
// The HTML report of a simulation: the moving arm, positions, velocities, torques, energies.
#pragma once

#include <string>

#include "catena/report/report.hpp"
#include "catena/sim/scenario.hpp"

namespace catena::cli {

// `command` is the command line that writes the report again.
report::Report simulation_report(const sim::Scenario& scenario, const sim::Setup& setup, const sim::Run& run,
                                 const std::string& command);

}  // namespace catena::cli
