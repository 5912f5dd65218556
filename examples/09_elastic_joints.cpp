// SPDX-License-Identifier: Apache-2.0
// Elastic joints: the motors are locked, and a spring in each joint lets the links move. With the stiffness K of the springs,
// the equation of motion is M q̈ + C q̇ + g = K (theta - q), theta being the angles of the motors. The natural frequencies follow
// from the inertia matrix alone: (K + dg/dq) v = w² M v. A simulation of the whole equation must swing at the lowest of them.
#include <Eigen/Dense>
#include <catena/catena.hpp>
#include <cstdio>
#include <numbers>

using Eigen::MatrixXd;
using Eigen::VectorXd;

int main() {
  const catena::Arm arm = catena::Arm::load("panda");
  const int n = arm.dof();
  VectorXd q(n), stiffness(n);  // [rad], [N m/rad]: harmonic drives, chosen for this example
  q << 0.1, -0.4, 0.2, -1.9, 0.1, 1.6, 0.6;
  stiffness << 15e3, 15e3, 10e3, 10e3, 5e3, 5e3, 3e3;
  const VectorXd none = VectorXd::Zero(n);

  // where the arm hangs in its springs if the motors stand at q
  const VectorXd theta = q;
  for (int k = 0; k < 20; ++k) {
    const VectorXd rest = stiffness.cwiseProduct(theta - q) - arm.gravity(q);
    MatrixXd slope = arm.id_derivatives(q, none, none).by_q;
    slope.diagonal() += stiffness;
    q += slope.partialPivLu().solve(rest);
  }
  const auto tool = [&](const VectorXd& at) { return Eigen::Vector3d(arm.pose(at).topRightCorner<3, 1>()); };
  std::printf("sag of the tool: %.2f mm\n", 1e3 * (tool(q) - tool(theta)).norm());

  MatrixXd K = arm.id_derivatives(q, none, none).by_q;
  K.diagonal() += stiffness;
  const Eigen::GeneralizedSelfAdjointEigenSolver<MatrixXd> modes((K + K.transpose()) / 2, arm.inertia(q));
  const double pi = std::numbers::pi, lowest = std::sqrt(modes.eigenvalues()[0]) / (2 * pi);

  // swing in the lowest mode, and count from one passage through rest to the one 20 periods later
  catena::Workspace work(arm);
  const VectorXd rest = q, mode = modes.eigenvectors().col(0);
  VectorXd x = q + 1e-4 * mode, v = none, tau(n), a(n);
  const double dt = 2e-5;
  double first = 0, last = 0, before = 1;
  int passages = 0;
  for (int k = 1; passages < 41; ++k) {
    tau = stiffness.cwiseProduct(theta - x);
    arm.fd(x, v, tau, work, a);
    v += dt * a;
    x += dt * v;
    const double side = mode.dot(arm.inertia(rest) * (x - rest));
    if (side * before < 0) {
      const double when = dt * (k - side / (side - before));
      if (passages == 0) first = when;
      last = when;
      ++passages;
    }
    before = side;
  }
  std::printf("lowest frequency: %.3f Hz from M and K, %.3f Hz in the simulation\n", lowest,
              20 / (last - first));
}
