// SPDX-License-Identifier: Apache-2.0
// Operational-space control: the tool of a seven-joint arm is pulled to a goal position by a spring and damper that are the
// same in all directions, while a null-space torque moves the joints towards a posture without disturbing the tool.
#include <catena/catena.hpp>
#include <cstdio>

int main() {
  const catena::Arm arm = catena::Arm::load("panda");
  catena::Workspace work(arm);
  const int n = arm.dof();
  Eigen::VectorXd q(n), qd = Eigen::VectorXd::Zero(n), tau(n), h(n), qdd(n), posture(n);
  q << 0.1, -0.4, 0.2, -1.9, 0.1, 1.6, 0.6;
  posture << 0.4, -0.4, 0.0, -1.9, 0.0, 1.6, 0.6;
  const Eigen::Vector3d goal = arm.pose(q).topRightCorner<3, 1>() + Eigen::Vector3d(0.1, -0.1, 0.05);

  Eigen::MatrixXd J(6, n), N(n, n);
  Eigen::Matrix<double, 6, 6> inertia;
  Eigen::Vector<double, 6> wanted, velocity, bias;
  Eigen::Matrix4d X;
  const double dt = 1e-3, stiffness = 100, damping = 20;
  for (int k = 0; k < 2000; ++k) {
    arm.pose(q, work, X);
    arm.jacobian(q, work, J);
    arm.frame_velocity(q, qd, {}, work, velocity);
    arm.frame_bias_acceleration(q, qd, {}, work, bias);
    arm.operational_inertia(q, {}, 1e-4, work, inertia);
    arm.null_space(q, {}, 1e-4, work, N);
    arm.nle(q, qd, work, h);
    wanted = -damping * velocity - bias;
    wanted.tail<3>() += stiffness * (goal - X.topRightCorner<3, 1>());
    tau = h + J.transpose() * (inertia * wanted) + N.transpose() * (5 * (posture - q) - 2 * qd);
    arm.fd(q, qd, tau, work, qdd);
    qd += dt * qdd;
    q += dt * qd;
  }
  std::printf("distance to the goal after 2 s: %.1e m\n", (goal - arm.pose(q).topRightCorner<3, 1>()).norm());
}
