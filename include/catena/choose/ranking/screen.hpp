// SPDX-License-Identifier: Apache-2.0
// Hard requirements: an arm that fails one is not ranked, however good it is otherwise.
//
//   const choose::Requirement r = choose::requirement("reach >= 800mm", choose::criteria());
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "catena/choose/criteria/criterion.hpp"
#include "catena/core/model/robot.hpp"

namespace catena::choose {

// A bound on a criterion, or limits that each joint must have in its file.
struct Requirement {
  enum class What { criterion, joint_limits, velocity_limits, effort_limits };
  enum class Bound { at_least, above, at_most, below };

  std::string text;  // as it was written
  What what = What::criterion;
  const Criterion* criterion = nullptr;
  Bound bound = Bound::at_least;
  double value = 0;
  std::string_view unit =
      {};  // of the value: the criterion's, or "m^2" where that is "m^3" and an area was written
};

// "reach>=0.8", "cycle_energy < 2 kJ", "joint_limits". Throws Error(usage) that says what is wrong.
Requirement requirement(std::string_view text, std::span<const Criterion> known);

struct Screened {
  bool met = false;
  bool within_error = false;  // the value is within its error of the bound
  std::string why = {};       // if it is not met: the value, or what is missing
};

// Checks a bound on a criterion against its score. A requirement that cannot be evaluated counts as failed.
Screened screen(const Requirement& requirement, const Score& score);

// Checks that the robot file gives the limits.
Screened screen(const Requirement& requirement, const Robot& robot);

}  // namespace catena::choose
