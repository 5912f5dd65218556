// SPDX-License-Identifier: Apache-2.0
// Figures 4 and 5 of paper 000: time and relative error of the inertia matrix by CRBA and by GDAHJ, against the
// number of joints, on random arms as in its section IV.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "catena/core/model/chain.hpp"
#include "catena/core/watch.hpp"

namespace catena {

// The median of repeated measurements, with the quartiles.
struct Quartiles {
  double median, lower, upper;
};

struct RaceLap {
  int n;
  Quartiles crba, gdahj, gdahj_with_kinematics;  // seconds of processor time for one matrix
  Quartiles ratio, ratio_with_kinematics;        // CRBA over GDAHJ, of measurements that followed one another
  double error;                                  // eq 32, the worst of the arms of this n
};

struct RaceOptions {
  std::vector<int> joints = {2, 4, 6, 8, 10, 12, 13, 14, 16, 18, 20, 25, 30, 35, 40, 50, 60, 70, 80, 90, 100};
  int arms = 5;          // of each number of joints
  int samples = 61;      // measurements of each time
  double window = 1e-3;  // minimum seconds of one measurement
  std::uint64_t seed = 1;
};

// Masses of 1 to 10 kg, inertia tensors positive definite with elements of 1 to 10 kg m², random DH rows.
Chain<double> random_arm_of_000(int n, std::uint64_t seed);

// `watch` is called after each number of joints; if it ends the race, the laps completed so far are returned.
std::vector<RaceLap> inertia_race(const RaceOptions& options = {}, const Watch& watch = {});

// The smallest measured number of joints from which the ratio stays above one; 0: none.
int race_crossover(const std::vector<RaceLap>& laps, Quartiles RaceLap::*ratio);

// n, times in microseconds, ratios, error; one line for each n.
std::string race_csv(const std::vector<RaceLap>& laps);
std::string race_times_svg(const std::vector<RaceLap>& laps);   // figure 4
std::string race_errors_svg(const std::vector<RaceLap>& laps);  // figure 5

}  // namespace catena
