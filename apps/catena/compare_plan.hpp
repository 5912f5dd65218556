// SPDX-License-Identifier: Apache-2.0
// What `catena compare` is to do: arms, criteria, weights, requirements and the task.
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
  bool markdown = false, json = false, list = false, force = false;
};

struct ComparePlan {
  std::vector<std::string> specs;  // of the arms
  std::vector<std::string> names;  // what they are called in tables
  choose::Question question;
  choose::Task task;
  std::string trajectory;  // where it is from; empty: that of 004
};

// The criteria where none are named.
std::vector<const choose::Criterion*> default_criteria();

// All that can be known before a robot is read. Throws Error.
ComparePlan plan(const CompareOptions& options);

// What would do the same again, but for where the results go.
std::string command_line(const CompareOptions& options);

}  // namespace catena::cli
