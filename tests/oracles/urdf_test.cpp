// SPDX-License-Identifier: Apache-2.0
// URDF through MuJoCo's own parser and compiler: what we read, and what we write, is the same arm to it.
#include <gtest/gtest.h>

#include "catena/io/urdf.hpp"
#include "support/eigen.hpp"
#include "support/mujoco_arm.hpp"
#include "support/oracle_arms.hpp"

namespace catena::test {
namespace {

constexpr double kPlaces = 1e-9;
// MuJoCo's compiler turns each inertia to its principal axes with an error of up to 1e-6; put the exact ones
// into the compiled model and the inertia matrices agree to 2e-15.
constexpr double kDynamics = 2e-6;

// Bodies of its own for fixed links; no name is left to chance.
MujocoArm mujoco_urdf(std::string urdf, const Vec3<double>& gravity) {
  const std::size_t end = urdf.find('>', urdf.find("<robot"));
  urdf.insert(end + 1, "<mujoco><compiler fusestatic='false'/></mujoco>");
  MujocoArm arm(compile_mujoco(urdf));
  set_gravity(arm.model(), gravity);
  return arm;
}

void expect_same_arm(const Arm& arm, MujocoArm& mujoco) {
  ASSERT_EQ(arm.dof(), mujoco.dof());
  for (const RandomState& s : random_states(arm.dof(), 20)) {
    SCOPED_TRACE(arm.name() + " at " + s.text());
    EXPECT_LE(relative_difference(arm.pose(s.q), mujoco.pose(s.q)), kPlaces);
    EXPECT_LE(relative_difference(arm.jacobian(s.q), mujoco.jacobian(s.q)), kPlaces);
    EXPECT_LE(relative_difference(arm.inertia(s.q), mujoco.inertia(s.q)), kDynamics);
    EXPECT_LE(relative_difference(arm.id(s.q, s.qd, s.qdd), mujoco.id(s.q, s.qd, s.qdd)), kDynamics);
    EXPECT_LE(relative_difference(arm.fd(s.q, s.qd, s.tau), mujoco.fd(s.q, s.qd, s.tau)), kDynamics);
  }
}

// Axes that are not z, origins askew, inertias turned, a fixed link between joints and one at the tip.
constexpr const char* kAskew = R"(<?xml version="1.0"?>
<robot name="askew">
  <link name="base"/>
  <link name="column"> <inertial> <origin xyz="0.1 -0.02 0.3" rpy="0.3 -0.2 0.5"/> <mass value="4.2"/>
    <inertia ixx="0.09" ixy="0.004" ixz="-0.003" iyy="0.08" iyz="0.002" izz="0.05"/> </inertial> </link>
  <link name="plate"> <inertial> <origin xyz="0 0.05 0.01" rpy="0 0 1.1"/> <mass value="0.7"/>
    <inertia ixx="0.002" ixy="0" ixz="0" iyy="0.003" iyz="0" izz="0.004"/> </inertial> </link>
  <link name="beam"> <inertial> <origin xyz="0.2 0 0.05" rpy="0 0 0"/> <mass value="2.5"/>
    <inertia ixx="0.01" ixy="0.001" ixz="0" iyy="0.06" iyz="0" izz="0.06"/> </inertial> </link>
  <link name="slide"> <inertial> <origin xyz="-0.1 0.02 0" rpy="-0.4 0 0.2"/> <mass value="1.1"/>
    <inertia ixx="0.005" ixy="0" ixz="0.0005" iyy="0.007" iyz="0" izz="0.006"/> </inertial> </link>
  <link name="hand"> <inertial> <origin xyz="0 0 0.06" rpy="0 0 0"/> <mass value="0.4"/>
    <inertia ixx="0.0007" ixy="0" ixz="0" iyy="0.0008" iyz="0.0001" izz="0.0005"/> </inertial> </link>
  <link name="tip"/>
  <joint name="j1" type="continuous"> <origin xyz="0.05 0.1 0.2" rpy="0.1 0.2 -0.3"/>
    <parent link="base"/> <child link="column"/> <axis xyz="0 1 0"/> </joint>
  <joint name="weld" type="fixed"> <origin xyz="0 0.1 0.4" rpy="0.7 0 0.4"/>
    <parent link="column"/> <child link="plate"/> </joint>
  <joint name="j2" type="revolute"> <origin xyz="0.02 0 0.1" rpy="1.5707963267948966 0 0"/>
    <parent link="plate"/> <child link="beam"/> <axis xyz="0.6 0 0.8"/>
    <limit lower="-2" upper="2" effort="50" velocity="3"/> <dynamics damping="0.3" friction="0.1"/> </joint>
  <joint name="j3" type="prismatic"> <origin xyz="0.4 0 0" rpy="0 -0.5 0"/>
    <parent link="beam"/> <child link="slide"/> <axis xyz="1 0 0"/>
    <limit lower="-0.3" upper="0.3" effort="90" velocity="1"/> </joint>
  <joint name="j4" type="continuous"> <origin xyz="0 0.07 0" rpy="0 0 0.9"/>
    <parent link="slide"/> <child link="hand"/> <axis xyz="0 0 -1"/> </joint>
  <joint name="end" type="fixed"> <origin xyz="0.01 0.02 0.12" rpy="0 0.3 0"/>
    <parent link="hand"/> <child link="tip"/> </joint>
</robot>)";

TEST(Urdf, IsReadAsTheArmThatMujocoReads) {
  Notes notes;
  UrdfOptions options;
  options.tip = "tip";
  const Arm arm(parse_urdf(kAskew, "askew.urdf", options, notes));
  MujocoArm mujoco = mujoco_urdf(kAskew, arm.robot().gravity);
  expect_same_arm(arm, mujoco);
}

// Why MuJoCo's compiler refuses a robot, or nothing: it wants mass and thickness behind each joint, and
// moments that a body can have.
std::string reason_to_refuse(const Robot& robot) {
  for (const RobotLink& link : robot.links) {
    const VectorXd moments = eigenvalues(eigen(link.inertia));
    const bool moves = link.joint != JointKind::fixed;
    if (moves && link.mass < mjMINVAL) return link.name + " has no mass";
    if (moves && moments[0] < mjMINVAL) return link.name + " has a moment of inertia that is not positive";
    if (moments[0] + moments[1] < moments[2] - 1e-9 * moments[2])
      return link.name + " breaks the triangle rule";
  }
  return "";
}

class WrittenUrdf : public testing::TestWithParam<std::string> {};

TEST_P(WrittenUrdf, IsTheSameArmToMujoco) {
  const Arm arm = oracle_arm(GetParam());
  const std::string urdf = write_urdf(arm.robot());
  const std::string reason = reason_to_refuse(arm.robot());
  if (!reason.empty()) {
    EXPECT_THROW(mujoco_urdf(urdf, arm.robot().gravity), std::runtime_error) << reason;
    return;
  }
  MujocoArm mujoco = mujoco_urdf(urdf, arm.robot().gravity);
  expect_same_arm(arm, mujoco);
}

const auto name_of = [](const auto& param) { return test_name(param.param); };
INSTANTIATE_TEST_SUITE_P(Catalogue, WrittenUrdf, testing::ValuesIn(catalogue_stems()), name_of);
INSTANTIATE_TEST_SUITE_P(Random, WrittenUrdf, testing::ValuesIn(random_chains()), name_of);
INSTANTIATE_TEST_SUITE_P(Altered, WrittenUrdf, testing::ValuesIn(altered_arms()), name_of);

}  // namespace
}  // namespace catena::test
