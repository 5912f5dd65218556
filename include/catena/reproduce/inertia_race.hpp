// SPDX-License-Identifier: Apache-2.0
// 000 (Figure4) (Figure5): time and relative error of the inertia matrix by CRBA and by GDAHJ, against the number of joints,
// on random arms as in its section IV; scalar against scalar, and what the library runs with vector instructions.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "catena/core/model/chain.hpp"
#include "catena/core/watch.hpp"
#include "catena/reproduce/statement.hpp"

namespace catena {

// The median of repeated measurements, with the quartiles.
struct Quartiles {
  double median, lower, upper;
};

// Times of one number of joints, in seconds of processor time for one matrix.
struct RaceLap {
  int n;
  // Scalar against scalar: the templates on one number at a time, compiled alike, without vector instructions.
  Quartiles crba, gdahj, gdahj_with_kinematics;
  Quartiles ratio, ratio_with_kinematics;  // CRBA over GDAHJ, of measurements that followed one another
  Quartiles scalar_sums, scalar_sums_with_kinematics;  // GDAHJ by sums along the chain
  Quartiles scalar_sums_ratio, scalar_sums_ratio_with_kinematics;
  // What the library runs, with the vector instructions of the machine; kinematics included.
  Quartiles vector_crba, vector_gdahj, vector_sums;
  Quartiles vector_ratio, sums_ratio;  // CRBA over GDAHJ, and over GDAHJ by sums along the chain
  // The same from known poses of all frames, as the paper measures; CRBA needs none.
  Quartiles vector_gdahj_from_poses, vector_sums_from_poses;
  Quartiles vector_ratio_from_poses, sums_ratio_from_poses;
  std::string arm_runs;  // the method that `Arm` chooses for this many joints
};

// Errors of one number of joints, against composite bodies in long double: the worst of the arms.
struct RaceErrors {
  struct Of {
    double eq_32;    // over the largest element, summed over all
    double element;  // the worst element, over the geometric mean of the two diagonal elements
    double base;     // of M_11, relative
    double tip;      // of M_nn, relative
  };
  int n;
  bool stretched;  // a planar arm in a straight line, whose tip is farthest from the base; else random arms
  Of crba, gdahj, sums;
};

struct RaceOptions {
  std::vector<int> joints = {2, 4, 6, 8, 10, 12, 13, 14, 16, 18, 20, 25, 30, 35, 40, 50, 60, 70, 80, 90, 100};
  std::vector<int> error_joints = {2, 4, 7, 13, 20, 30, 50, 70, 100, 200, 500, 1000};
  std::vector<int> stretched_joints = {10, 30, 100, 500, 1000};
  int arms = 5;          // of each number of joints
  int samples = 61;      // measurements of each time
  double window = 1e-3;  // minimum seconds of one measurement
  std::uint64_t seed = 1;
};

// Masses of 1 to 10 kg, inertia tensors positive definite with elements of 1 to 10 kg m², random DH rows.
Chain<double> random_arm_of_000(int n, std::uint64_t seed);

// `watch` is called after each number of joints; if it ends the race, the laps completed so far are returned.
std::vector<RaceLap> inertia_race(const RaceOptions& options = {}, const Watch& watch = {});
std::vector<RaceErrors> inertia_errors(const RaceOptions& options = {});

// The smallest measured number of joints from which the ratio stays above one; 0: none.
int race_crossover(const std::vector<RaceLap>& laps, Quartiles RaceLap::*ratio);

// What the paper claims about its Figures 4 and 5. Not of every machine.
std::vector<Statement> race_statements(const std::vector<RaceLap>& laps,
                                       const std::vector<RaceErrors>& errors);

// n, times in microseconds, ratios; one line for each n.
std::string race_csv(const std::vector<RaceLap>& laps);
std::string race_times_svg(const std::vector<RaceLap>& laps);        // figure 4, scalar
std::string race_vector_svg(const std::vector<RaceLap>& laps);       // the same with vector instructions
std::string race_errors_svg(const std::vector<RaceErrors>& errors);  // figure 5

}  // namespace catena
