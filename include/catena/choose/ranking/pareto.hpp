// SPDX-License-Identifier: Apache-2.0
// The Pareto front: the arms that no other arm dominates, whatever the weights.
#pragma once

#include <vector>

#include "catena/choose/ranking/decision.hpp"

namespace catena::choose {

// An arm dominates another if it is better in one criterion and better or equal in all others, beyond the errors of both.
// Criteria with weight 0 do not count.
bool dominates(const Decision& decision, Eigen::Index arm, Eigen::Index other);

struct Pareto {
  std::vector<std::vector<int>> dominated_by;  // for each arm
  std::vector<int> front;                      // dominated by none
  std::vector<int> by_error;                   // of these: on the front only because of errors

  bool on_front(int arm) const;
  bool on_front_by_error(int arm) const;
};
Pareto pareto(const Decision& decision);

}  // namespace catena::choose
