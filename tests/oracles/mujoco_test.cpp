// SPDX-License-Identifier: Apache-2.0
// Every robot of the catalogue and random chains against MuJoCo, built from the same table without our
// conversion.
#include "support/mujoco_arm.hpp"

#include <gtest/gtest.h>

#include "oracles/oracle.hpp"

namespace catena::test {
namespace {

struct Mujoco : Oracle {
  MujocoArm mujoco{arm.robot()};
};

TEST_P(Mujoco, HasTheSameJoints) { EXPECT_EQ(mujoco.dof(), arm.dof()); }

TEST_P(Mujoco, HasTheSameInertiaMatrix) {
  in_every_state([&](const RandomState& s) { EXPECT_AGREES(arm.inertia(s.q), mujoco.inertia(s.q)); });
}

TEST_P(Mujoco, NeedsTheSameTorques) {
  in_every_state(
      [&](const RandomState& s) { EXPECT_AGREES(arm.id(s.q, s.qd, s.qdd), mujoco.id(s.q, s.qd, s.qdd)); });
}

// The inertias as paper 002 prints them make M indefinite. MuJoCo's factorisation replaces such pivots, so
// its inertia matrix and torques are solved by Eigen here.
bool is_indefinite(const std::string& spec) { return spec == "puma560_002"; }

TEST_P(Mujoco, AcceleratesTheSame) {
  in_every_state([&](const RandomState& s) {
    Eigen::VectorXd expected;
    if (is_indefinite(GetParam())) {
      const Eigen::MatrixXd M = mujoco.inertia(s.q);
      EXPECT_LT(eigenvalues(M)[0], 0);
      expected = solve(M, s.tau - mujoco.id(s.q, s.qd, Eigen::VectorXd::Zero(arm.dof())));
    } else {
      expected = mujoco.fd(s.q, s.qd, s.tau);
    }
    EXPECT_AGREES(arm.fd(s.q, s.qd, s.tau), expected);
  });
}

TEST_P(Mujoco, PutsTheToolInTheSamePlace) {
  in_every_state([&](const RandomState& s) { EXPECT_AGREES(arm.pose(s.q), mujoco.pose(s.q)); });
}

TEST_P(Mujoco, HasTheSameJacobian) {
  in_every_state([&](const RandomState& s) { EXPECT_AGREES(arm.jacobian(s.q), mujoco.jacobian(s.q)); });
}

const auto name_of = [](const auto& param) { return test_name(param.param); };
INSTANTIATE_TEST_SUITE_P(Catalogue, Mujoco, testing::ValuesIn(catalogue_stems()), name_of);
INSTANTIATE_TEST_SUITE_P(Random, Mujoco, testing::ValuesIn(random_chains()), name_of);
INSTANTIATE_TEST_SUITE_P(Altered, Mujoco, testing::ValuesIn(altered_arms()), name_of);

}  // namespace
}  // namespace catena::test
