// SPDX-License-Identifier: Apache-2.0
// A constructed solver of inverse kinematics allocates nothing, solved or not.
#include <gtest/gtest.h>

#include "allocation/allocation_guard.hpp"
#include "catena/core/ik.hpp"
#include "catena/core/ik_all.hpp"
#include "catena/core/ik_rates.hpp"
#include "support/ik.hpp"

namespace catena::test {
namespace {

TEST(InverseKinematics, DoesNotAllocate) {
  for (const char* spec : {"puma560", "panda", "planar3", "chain:12", "mixed:30"})
    for (const IkGoal goal : {IkGoal::pose, IkGoal::position, IkGoal::position_and_axis})
      for (const IkPreference preference :
           {IkPreference::none, IkPreference::near, IkPreference::limits, IkPreference::manipulability}) {
        const Arm arm = Arm::load(spec);
        Random random(3);
        const Eigen::VectorXd q = posture_within(joint_ranges(arm.robot()), random);
        const Eigen::Matrix4d near = arm.pose(q);
        Eigen::Matrix4d far = near;
        far(0, 3) += 100;
        const Eigen::VectorXd seed = Eigen::VectorXd::Constant(arm.dof(), 0.1);
        Ik ik(arm, {.goal = goal, .starts = 3, .preference = preference, .solutions = 2});
        const AllocationGuard guard;
        ik.solve(near);
        ik.solve(near, seed);
        ik.solve(far);
        EXPECT_EQ(guard.count(), 0) << spec;
      }
}

TEST(InverseKinematics, InClosedFormDoesNotAllocate) {
  for (const char* spec : {"puma560", "ur5e", "stanford"}) {
    const Arm arm = Arm::load(spec);
    const Eigen::Matrix4d pose = arm.pose(Eigen::VectorXd::Constant(6, 0.3));
    IkAll all(arm, {.keep_limits = false});
    const AllocationGuard guard;
    const int count = all.solve(pose);
    EXPECT_EQ(guard.count(), 0) << spec;
    EXPECT_GT(count, 0);
  }
  for (const char* spec : {"iiwa14", "panda"}) {
    const Arm arm = Arm::load(spec);
    const Eigen::VectorXd q = Eigen::VectorXd::Constant(7, 0.3);
    const Eigen::Matrix4d pose = arm.pose(q);
    IkAll all(arm, {.keep_limits = false});
    const AllocationGuard guard;
    const int at_one = all.solve(pose, all.parameter_of(q)), sampled = all.solve(pose);
    EXPECT_EQ(guard.count(), 0) << spec;
    EXPECT_GT(at_one, 0);
    EXPECT_GT(sampled, at_one);
  }
}

TEST(InverseKinematics, OfVelocitiesAndAccelerationsDoesNotAllocate) {
  for (const char* spec : {"planar3", "puma560", "chain:12"}) {
    const Arm arm = Arm::load(spec);
    const Eigen::VectorXd q = Eigen::VectorXd::Constant(arm.dof(), 0.3), qd = 2 * q;
    const IkRates::Twist twist = IkRates::Twist::Constant(0.1);
    IkRates rates(arm);
    const AllocationGuard guard;
    rates.velocity(q, twist);
    rates.velocity(q, twist, qd);
    rates.acceleration(q, qd, twist);
    rates.acceleration(q, qd, twist, qd);
    EXPECT_EQ(guard.count(), 0) << spec;
  }
}

}  // namespace
}  // namespace catena::test
