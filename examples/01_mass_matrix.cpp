// SPDX-License-Identifier: Apache-2.0
// The inertia matrix, gravity torques and accelerations of a PUMA 560.
#include <catena/catena.hpp>
#include <iostream>

int main() {
  const catena::Arm puma = catena::Arm::load("puma560");
  Eigen::VectorXd q(6), qd(6);
  q << 0, 0.7854, 3.1416, 0, 0.7854, 0;
  qd << 0.1, -0.2, 0.3, 0.4, -0.5, 0.6;
  std::cout << "M =\n" << puma.inertia(q) << "\n\ng = " << puma.gravity(q).transpose() << '\n';
  std::cout << "qdd without torque = " << puma.fd(q, qd, 0 * q).transpose() << '\n';
}
