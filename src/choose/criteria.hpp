// SPDX-License-Identifier: Apache-2.0
// The criteria, each a small function of an arm under a task, and the one table of them.
#pragma once

#include <cmath>
#include <functional>
#include <limits>
#include <utility>

#include "catena/choose/criterion.hpp"
#include "choose/subject.hpp"

namespace catena::choose::detail {

inline Score cannot_tell(std::string why) {
  return {std::numeric_limits<double>::quiet_NaN(), 0, std::move(why)};
}

struct Row {
  Criterion criterion;
  Score (*score)(Subject& subject);  // sampled ones are asked only of arms whose joints have a range
  // Timed ones instead: one run along the path. Nothing: cannot be timed, and why.
  std::function<void()> (*run)(const Arm& arm, std::shared_ptr<const Path> path, std::string& why) = nullptr;
};
std::span<const Row> rows();

Score workspace(Subject& subject);
Score manipulability_max(Subject& subject);
Score manipulability_mean(Subject& subject);
Score manipulability_min(Subject& subject);
Score gim_condition(Subject& subject);
Score reach(Subject& subject);
Score peak_torque(Subject& subject);
Score peak_force(Subject& subject);

}  // namespace catena::choose::detail
