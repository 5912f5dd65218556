// SPDX-License-Identifier: Apache-2.0
// How long the simulations of paper 002 take by each method of forward dynamics: free falls of its three arms, with fixed
// steps, so that every method takes the same ones.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "catena/core/watch.hpp"
#include "catena/reproduce/inertia_race.hpp"
#include "catena/reproduce/statement.hpp"

namespace catena {

inline constexpr std::array<std::string_view, 3> kSimulatedArms = {"planar3", "stanford_002",
                                                                   "puma560_002_abs"};

struct SimulationTimes {
  std::string method;  // one of sim::simulation_methods()
  struct Of {
    Quartiles time;   // seconds of processor time for one forward dynamics, integration included
    Quartiles ratio;  // to `aba`, of measurements that followed one another
  };
  std::array<Of, kSimulatedArms.size()> arms;
};

struct SimulationTimesOptions {
  int steps = 1000;      // of rk4, four forward dynamics each
  double step = 5e-5;    // [s]
  int samples = 31;      // measurements of each time
  double window = 1e-3;  // minimum seconds of one measurement
};

// The times of all methods, the fastest first (by the mean of its ratios). `watch` is called after each arm; if it ends the
// measurement before the last one, nothing is returned.
std::vector<SimulationTimes> simulation_times(const SimulationTimesOptions& options = {},
                                              const Watch& watch = {});

// What the paper claims about these times. Not of every machine.
std::vector<Statement> simulation_statements(const std::vector<SimulationTimes>& times);

// One line for each method: times in microseconds, ratios, each with quartiles.
std::string simulation_times_csv(const std::vector<SimulationTimes>& times);

}  // namespace catena
