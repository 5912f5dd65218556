// SPDX-License-Identifier: Apache-2.0
// What `catena path` prints and writes about a planned motion.
#pragma once

#include <string>
#include <vector>

#include "catena/io/path_file.hpp"
#include "catena/system/json.hpp"

namespace catena::cli {

// The motion at equal steps of time and at its end, with the torques of inverse dynamics.
struct PathSamples {
  std::vector<double> time;
  std::vector<Eigen::VectorXd> q, qd, qdd, tau;
  std::vector<Eigen::Vector3d> tool;
};
PathSamples path_samples(const Arm& arm, const PlannedPath& planned, bool motors, double step);

// A note for the joints that move with neither an acceleration nor a torque limit: nothing keeps their accelerations small.
std::vector<std::string> unlimited_accelerations(const Arm& arm, const PathFile& file,
                                                 const PlannedPath& planned);

// A note for the joint that exceeds its torque limit most: velocity profiles do not consider torques.
std::vector<std::string> exceeded_torques(const Arm& arm, const PathFile& file, const PlannedPath& planned);

std::string path_csv(const PathSamples& samples);
std::string path_jsonl(const PathSamples& samples);
std::string path_summary(const Arm& arm, const PathFile& file, const PlannedPath& planned);
Json path_summary_json(const Arm& arm, const PathFile& file, const PlannedPath& planned);

}  // namespace catena::cli
