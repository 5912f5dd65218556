// SPDX-License-Identifier: Apache-2.0
// How large the actuators must be to move the tool along a line at constant speed, by inverse kinematics of second order: the
// tool does not accelerate, 0 = G qdd + qd^T H qd, but the joints do. Springs in two joints then take over a part of the
// torques.
#include <Eigen/Dense>
#include <catena/catena.hpp>
#include <cstdio>

using catena::Quantity;
using Eigen::MatrixXd;
using Eigen::VectorXd;

int main() {
  const catena::Arm arm = catena::Arm::load("ur5e");
  const int n = arm.dof();
  VectorXd q(n);
  q << 0.2, -1.8, 2.0, -1.7, -1.4, 0.3;
  VectorXd twist = VectorXd::Zero(6);  // the tool moves along y and keeps its orientation
  twist[4] = 0.8;                      // [m/s]
  const int steps = 500;
  const double dt = 1e-3;
  MatrixXd angle(n, steps), torque(n, steps), first(n, steps);
  for (int k = 0; k < steps; ++k) {
    const std::vector<MatrixXd> kic = arm.eval(Quantity::kic, {.q = q});
    const Eigen::PartialPivLU<MatrixXd> G(kic[0]);
    const VectorXd qd = G.solve(twist);
    VectorXd bend = VectorXd::Zero(6);  // qd^T H qd
    for (int j = 0; j < n; ++j) bend += qd[j] * (kic[1].middleCols(j * n, n) * qd);
    const VectorXd qdd = -G.solve(bend);
    angle.col(k) = q;
    torque.col(k) = arm.id(q, qd, qdd);
    first.col(k) = arm.id(q, qd, VectorXd::Zero(n));  // as if the joints did not accelerate either
    q += dt * qd + dt * dt / 2 * qdd;
  }
  const VectorXd peak = torque.cwiseAbs().rowwise().maxCoeff(), wrong = first.cwiseAbs().rowwise().maxCoeff();
  std::printf("peak torques %.1f %.1f %.1f N m; without the joint accelerations %.1f %.1f %.1f N m\n",
              peak[0], peak[1], peak[2], wrong[0], wrong[1], wrong[2]);

  // springs with the torque k (q0 - q) in the shoulder and the elbow that leave the least squares of what the motors must exert
  for (const int joint : {1, 2}) {
    MatrixXd line(steps, 2);
    line << angle.row(joint).transpose(), VectorXd::Ones(steps);
    const VectorXd fit = line.colPivHouseholderQr().solve(torque.row(joint).transpose());
    const double left = (torque.row(joint).transpose() - line * fit).cwiseAbs().maxCoeff();
    std::printf("joint %d: a spring of %.0f N m/rad leaves %.1f of %.1f N m\n", joint + 1, -fit[0], left,
                peak[joint]);
  }

  // what torques of these peaks accelerate the tool by, from rest: the acceleration ellipsoid
  const MatrixXd A = arm.jacobian(q).bottomRows(3) * arm.inertia_inverse(q) * peak.asDiagonal();
  const VectorXd axes = Eigen::JacobiSVD<MatrixXd>(A).singularValues();
  std::printf("acceleration ellipsoid: %.0f x %.0f x %.0f m/s2\n", axes[0], axes[1], axes[2]);
}
