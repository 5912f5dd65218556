// SPDX-License-Identifier: Apache-2.0
// The plan of `catena simulate`: a scenario, with the options of the command line overriding it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "catena/sim/scenario.hpp"
#include "command.hpp"

namespace catena::cli {

struct SimulateOptions {
  RobotOptions robot;  // a robot or a scenario
  std::optional<double> free_fall, duration, output_step;
  std::optional<double> rtol, atol, step;
  std::optional<std::vector<double>> tau;
  std::optional<std::string> q0, qd0;  // lists: their units depend on the joints
  std::optional<std::string> drive;    // a table of torques
  bool hold = false;
  std::optional<std::string> method, integrator;
  std::optional<sim::AtLimit> limits;
  bool friction = false, rotors = false, motors = false;  // motors: both
  std::optional<std::string> payload;
  std::string output, report;
  bool quasi_velocities = false;
  bool force = false, json = false, list = false;
};

// "10s", "10", "500ms", "2min" in seconds. Throws Error(usage).
double seconds(const std::string& option, const std::string& word);

// The command line that repeats the simulation, without its output options.
std::string command_line(const SimulateOptions& options);

// Throws Error.
sim::Scenario plan(const SimulateOptions& options);

}  // namespace catena::cli
