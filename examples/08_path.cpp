// SPDX-License-Identifier: Apache-2.0
// From a tool path to the fastest motion of the joints: a line and an arc with a rounded corner.
#include <catena/catena.hpp>
#include <cstdio>
#include <vector>

int main() {
  namespace path = catena::path;
  const catena::Arm arm = catena::Arm::load("ur5e");
  Eigen::VectorXd q0(6);
  q0 << 0.0, -1.6, 1.8, -1.8, -1.57, 0.0;

  // A line of 20 cm to the side, then a semicircle with a radius of 10 cm; the blend begins 3 cm before the corner.
  const Eigen::Matrix4d start = arm.pose(q0);
  Eigen::Matrix4d corner = start;
  corner(1, 3) += 0.2;
  path::PosePath tool(start);
  tool.line_to(corner, 0.03);
  tool.arc_about(corner.topRightCorner<3, 1>() + Eigen::Vector3d(0, -0.1, 0), Eigen::Vector3d::UnitZ(),
                 3.14159);

  // Inverse kinematics along the path, then the largest speed that the limits allow at every point.
  const path::Followed joints = path::follow(arm, tool, {.start = q0});
  path::JointLimits limits = path::limits_of(arm);  // velocities and torques of the robot file
  limits.acceleration = Eigen::VectorXd::Constant(6, 20.0);
  const path::TimeOptimal best = path::time_optimal(arm, joints.path, limits);

  std::printf("%.3f m in %.2f s; the tool is within a micrometre of the path: %s\n", tool.length(),
              best.motion.duration(), joints.position_error < 1e-6 ? "yes" : "no");
  for (const path::ActiveLimit& active : best.active)
    if (active.end - active.begin > 0.02)
      std::printf("  %.2f to %.2f m: %s\n", active.begin, active.end,
                  path::name(active.kind, active.joint).c_str());

  // What a controller needs, at any time and without allocating memory.
  Eigen::VectorXd q(6), qd(6), qdd(6), largest = Eigen::VectorXd::Zero(6);
  for (double t = 0; t < best.motion.duration(); t += 1e-3) {
    best.motion.sample(t, q, qd, qdd);
    largest = largest.cwiseMax(arm.id(q, qd, qdd).cwiseAbs().cwiseQuotient(limits.torque));
  }
  std::printf("largest torque: %.0f %% of its limit\n", 100 * largest.maxCoeff());
}
