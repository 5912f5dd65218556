// SPDX-License-Identifier: Apache-2.0
// An arm that is compared with another library's, state by state.
#pragma once

#include <gtest/gtest.h>

#include "support/oracle_arms.hpp"

namespace catena::test {

// The parameter names the arm.
class Oracle : public testing::TestWithParam<std::string> {
 protected:
  // Calls `compare(state)` for twenty states, and says which one when it fails.
  template <class Compare>
  void in_every_state(Compare compare) {
    for (const RandomState& s : random_states(arm.dof(), 20)) {
      SCOPED_TRACE(s.text());
      compare(s);
    }
  }

  const Arm arm = oracle_arm(GetParam());
};

#define EXPECT_AGREES(ours, theirs) EXPECT_LE(relative_difference(ours, theirs), 1e-9)

}  // namespace catena::test
