// SPDX-License-Identifier: Apache-2.0
// What the oracles are asked about: every robot of the catalogue and random chains, in random states.
#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "catena/core/arm.hpp"
#include "support/algebra.hpp"

namespace catena::test {

// The stems of robots/, sorted.
std::vector<std::string> catalogue_stems();

std::vector<std::string> random_chains();

// Arms that `altered` makes harder.
std::vector<std::string> altered_arms();

// Fixed rows with bodies before, between and behind the joints, gravity askew, and a payload.
Robot altered(Robot robot);

// "chain:7", "altered/..." or a stem of the catalogue, which is found wherever the test runs.
Arm oracle_arm(const std::string& spec);

// "chain:7" as a test's name: "chain_7".
std::string test_name(std::string spec);

struct RandomState {
  Eigen::VectorXd q, qd, qdd, tau;
  std::string text() const;  // q and q̇, for messages
};

std::vector<RandomState> random_states(int n, int count, unsigned seed = 1);

}  // namespace catena::test
