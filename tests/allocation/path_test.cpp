// SPDX-License-Identifier: Apache-2.0
// Asking a path or a planned motion allocates nothing.
#include <gtest/gtest.h>

#include "allocation/allocation_guard.hpp"
#include "catena/core/path/pose_path.hpp"
#include "catena/core/path/time_optimal.hpp"

namespace catena::test {
namespace {

using Eigen::Matrix4d;
using Eigen::VectorXd;

TEST(PathsAndTheirTiming, DoNotAllocateWhenEvaluated) {
  const Arm arm = Arm::load("mixed:7:1");
  const int n = arm.dof();
  const Eigen::MatrixXd points = Eigen::MatrixXd::Random(n, 4);
  const VectorXd ten = VectorXd::Constant(n, 10);
  const path::TimeOptimal best =
      path::time_optimal(arm, path::JointPath::lines(points, 0.1), {.velocity = ten, .acceleration = ten});
  const path::TimedPath move =
      path::point_to_point(points.col(0), points.col(1), {.velocity = ten, .acceleration = ten, .jerk = ten});
  Matrix4d to = Matrix4d::Identity(), end = to;
  to(0, 3) = 1, end(1, 3) = 1;
  path::PosePath tool(Matrix4d::Identity());
  tool.line_to(to, 0.1).spline_through(std::vector<Matrix4d>{end}, 0.1).arc_about({0, 0, 0}, {1, 0, 1}, 1);
  VectorXd q(n), qd(n), qdd(n), qddd(n);
  path::PosePoint at;
  const AllocationGuard guard;
  for (int i = -1; i <= 21; ++i) {
    const double u = i / 20.0;
    best.motion.sample(u * best.motion.duration(), q, qd, qdd);
    move.sample(u * move.duration(), q, qd, qdd);
    best.motion.path().at(u * best.motion.path().length(), q, qd, qdd, qddd);
    tool.at(u * tool.length(), at);
  }
  EXPECT_EQ(guard.count(), 0);
}

}  // namespace
}  // namespace catena::test
