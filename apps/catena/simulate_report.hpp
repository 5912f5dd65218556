// SPDX-License-Identifier: Apache-2.0
// The HTML report of a simulation: the moving arm, positions, velocities, torques, energies.
#pragma once

#include <cstddef>
#include <string>

#include "catena/report/report.hpp"
#include "catena/sim/scenario.hpp"

namespace catena::cli {

// The number of samples on a page is limited: of a longer run it shows every second one, or every third, .., and the last.
std::size_t samples_in_report(const sim::Run& run);

// `command` is the command line that writes the report again.
report::Report simulation_report(const sim::Scenario& scenario, const sim::Setup& setup, const sim::Run& run,
                                 const std::string& command);

}  // namespace catena::cli
