// SPDX-License-Identifier: Apache-2.0
// A simulation as a page: the arm in motion, positions, velocities, torques, energies.
#pragma once

#include <string>

#include "catena/report/report.hpp"
#include "catena/sim/scenario.hpp"

namespace catena::cli {

// `command` makes the page again.
report::Report simulation_report(const sim::Scenario& scenario, const sim::Setup& setup, const sim::Run& run,
                                 const std::string& command);

}  // namespace catena::cli
