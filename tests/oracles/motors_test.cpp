// SPDX-License-Identifier: Apache-2.0
// Arms with motors against MuJoCo: rotors are its armature, viscous friction its damping. Coulomb friction is left out, which
// MuJoCo treats as a constraint. And against KDL, whose joints have inertias; its solvers disregard their damping.
#include <gtest/gtest.h>

#include "oracles/oracle.hpp"
#include "support/arms.hpp"
#include "support/kdl_arm.hpp"
#include "support/mujoco_arm.hpp"

namespace catena::test {
namespace {

Robot motorised(Robot robot) {
  Random random(17);
  for (RobotLink& link : robot.links)
    if (link.joint != JointKind::fixed)
      link.motor =
          Motor{.inertia = random(1e-5, 1e-3), .gear = random(-150, 150), .viscous = random(1e-5, 1e-3)};
  return robot;
}

struct MujocoMotors : Oracle {
  const Arm driven = Arm(motorised(arm.robot())).with_motors();
  MujocoArm mujoco{driven.robot()};

  void SetUp() override {
    mujoco.model().opt.disableflags &= ~static_cast<int>(mjDSBL_PASSIVE);
    for (int i = 0; i < arm.dof(); ++i) {
      mujoco.model().dof_armature[i] = driven.chain().link(i).rotor;
      mujoco.model().dof_damping[i] = driven.chain().link(i).viscous;
    }
  }
};

TEST_P(MujocoMotors, HaveTheSameInertiaMatrix) {
  in_every_state([&](const RandomState& s) { EXPECT_AGREES(driven.inertia(s.q), mujoco.inertia(s.q)); });
}

TEST_P(MujocoMotors, AccelerateTheSame) {
  in_every_state([&](const RandomState& s) {
    const Eigen::VectorXd qdd = mujoco.fd(s.q, s.qd, s.tau);
    EXPECT_AGREES(driven.fd(s.q, s.qd, s.tau), qdd);
    EXPECT_AGREES(driven.id(s.q, s.qd, qdd), s.tau);
  });
}

struct KdlMotors : Oracle {
  Robot robot = [&] {
    Robot changed = motorised(arm.robot());
    for (RobotLink& link : changed.links)
      if (link.motor) link.motor->viscous = 0;
    return changed;
  }();
  const Arm driven = Arm(robot).with_motors();
  KdlArm kdl{robot, true};
};

TEST_P(KdlMotors, HaveTheSameInertiaMatrix) {
  in_every_state([&](const RandomState& s) { EXPECT_AGREES(driven.inertia(s.q), kdl.inertia(s.q)); });
}

TEST_P(KdlMotors, NeedTheSameTorquesAndAccelerateTheSame) {
  in_every_state([&](const RandomState& s) {
    EXPECT_AGREES(driven.id(s.q, s.qd, s.qdd), kdl.id(s.q, s.qd, s.qdd));
    EXPECT_AGREES(driven.fd(s.q, s.qd, s.tau), kdl.fd(s.q, s.qd, s.tau));
  });
}

const auto name_of = [](const auto& param) { return test_name(param.param); };
INSTANTIATE_TEST_SUITE_P(Random, KdlMotors, testing::ValuesIn(random_chains()), name_of);
INSTANTIATE_TEST_SUITE_P(Altered, KdlMotors, testing::ValuesIn(altered_arms()), name_of);
INSTANTIATE_TEST_SUITE_P(Random, MujocoMotors, testing::ValuesIn(random_chains()), name_of);
INSTANTIATE_TEST_SUITE_P(Altered, MujocoMotors, testing::ValuesIn(altered_arms()), name_of);

}  // namespace
}  // namespace catena::test
