// SPDX-License-Identifier: Apache-2.0
// The plan of `catena compare`: arms, criteria, weights, requirements and the task.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "catena/choose/ranking/comparison.hpp"
#include "command.hpp"

namespace catena::cli {

struct CompareOptions {
  RobotOptions robot;
  std::vector<std::string> more;
  std::optional<std::string> criteria, weights, trajectory, payload, length;
  std::vector<std::string> require;
  choose::Missing missing = choose::Missing::skip_criterion;
  int samples = choose::Task{}.samples;
  int threads = 0;
  std::uint64_t seed = 1;
  std::string report;
  bool motors = false, without_motors = false, markdown = false, json = false, list = false, force = false;
};

struct ComparePlan {
  std::vector<std::string> specs;  // the arms, as named on the command line
  std::vector<std::string> names;  // the arms, as named in tables
  choose::Question question;
  choose::Task task;
  std::string trajectory;  // the scenario that it is taken from; empty: the default motion of each arm

  // Whether an arm must be able to do the motion: a trajectory is given, or a criterion is evaluated along it.
  bool has_motion() const;
};

// The criteria if none are given.
std::vector<const choose::Criterion*> default_criteria();

// Checks everything that can be checked before the robots are read. Throws Error.
ComparePlan plan(const CompareOptions& options);

// The command line that repeats the comparison, without its output options.
std::string command_line(const CompareOptions& options);

}  // namespace catena::cli
