// SPDX-License-Identifier: Apache-2.0
// The ranges of the joints: a revolute joint whose limits are a whole turn has none.
#include "choose/workspace/joint_box.hpp"

#include <gtest/gtest.h>

#include <numbers>

namespace catena::test {
namespace {

using namespace choose::detail;
using std::numbers::pi;

JointRange range_of(double lower, double upper, JointKind kind = JointKind::revolute) {
  Robot robot;
  RobotLink link;
  link.joint = kind;
  link.limits.emplace().position = {lower, upper};
  robot.links.push_back(link);
  const JointBox box = joint_box(robot);
  EXPECT_EQ(box.joints.size(), 1u);
  return box.joints[0];
}

TEST(JointBox, TakesAWholeTurnButForRoundingAsOne) {
  EXPECT_TRUE(range_of(-pi, pi).turns);
  EXPECT_TRUE(range_of(0, 2 * pi).turns);
  EXPECT_TRUE(range_of(-3 * pi, 3 * pi).turns);
  EXPECT_TRUE(range_of(0, 2 * pi * (1 - 1e-14)).turns);  // as a file in degrees may have it
  EXPECT_EQ(range_of(0, 2 * pi * (1 - 1e-14)).lower, -pi);
  EXPECT_FALSE(range_of(0, 2 * pi * (1 - 1e-10)).turns);
  EXPECT_EQ(range_of(0, 2 * pi * (1 - 1e-10)).lower, 0);
  EXPECT_FALSE(range_of(0, 7, JointKind::prismatic).turns);
}

}  // namespace
}  // namespace catena::test
