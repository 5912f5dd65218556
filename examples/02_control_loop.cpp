// SPDX-License-Identifier: Apache-2.0
// Computed-torque control in a loop that allocates no memory: a workspace, created once, and in-place calls.
#include <catena/catena.hpp>
#include <cstdio>

int main() {
  const catena::Arm arm = catena::Arm::load("panda");
  catena::Workspace work(arm);
  const int n = arm.dof();
  Eigen::VectorXd q = Eigen::VectorXd::Constant(n, 0.3), qd = Eigen::VectorXd::Zero(n);
  const Eigen::VectorXd goal = Eigen::VectorXd::Constant(n, 0.8);
  Eigen::VectorXd wanted(n), tau(n), qdd(n);

  const double dt = 1e-3, stiffness = 100, damping = 20;
  for (int k = 0; k < 1500; ++k) {
    wanted = stiffness * (goal - q) - damping * qd;
    arm.id(q, qd, wanted, work, tau);  // controller: the torque for the wanted acceleration
    arm.fd(q, qd, tau, work, qdd);     // plant: the acceleration of the arm
    qd += dt * qdd;
    q += dt * qd;
  }
  std::printf("distance to the goal after 1.5 s: %.1e rad\n", (goal - q).norm());
}
