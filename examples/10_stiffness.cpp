// SPDX-License-Identifier: Apache-2.0
// The stiffness of the tool with springs in the joints, from the influence coefficients G and H. A force f that the
// surroundings exert on the tool bends the springs: K (q - q0) = G^T f. A little more force moves the tool by
//   C df,   C = G (K - f.H)^-1 G^T,
// the compliance: its eigenvalues are the axes of an ellipsoid. The term f.H is the geometric stiffness, which a Jacobian
// alone does not give: under a load it changes the stiffness although no spring does.
#include <Eigen/Dense>
#include <catena/catena.hpp>
#include <cstdio>

using catena::Quantity;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

static const catena::Arm arm = catena::Arm::load("panda");
static const int n = arm.dof();
static const VectorXd spring = VectorXd::Constant(n, 2000);  // [N m/rad]

// K - f.H and the linear rows of G.
static std::pair<MatrixXd, MatrixXd> stiffness(const VectorXd& q, const Vector3d& f) {
  const std::vector<MatrixXd> kic = arm.eval(Quantity::kic, {.q = q});
  MatrixXd K = spring.asDiagonal();
  for (int k = 0; k < n; ++k) K.col(k) -= kic[1].middleCols(k * n, n).bottomRows(3).transpose() * f;
  return {K, kic[0].bottomRows(3)};
}

// Where the arm comes to rest under the force.
static VectorXd equilibrium(const VectorXd& unloaded, const Vector3d& f) {
  VectorXd q = unloaded;
  for (int step = 0; step < 20; ++step) {
    const auto [K, G] = stiffness(q, f);
    q -= K.partialPivLu().solve(spring.cwiseProduct(q - unloaded) - G.transpose() * f);
  }
  return q;
}

int main() {
  VectorXd unloaded(n);
  unloaded << 0.1, -0.4, 0.2, -1.9, 0.1, 1.6, 0.6;
  for (const double newton : {0.0, 500.0}) {
    const Vector3d f(0, 0, -newton);
    const VectorXd q = equilibrium(unloaded, f);
    const auto [K, G] = stiffness(q, f);
    const MatrixXd C = G * K.partialPivLu().solve(G.transpose());
    const Eigen::SelfAdjointEigenSolver<MatrixXd> axes((C + C.transpose()) / 2);
    // the same by two more equilibria for each direction
    MatrixXd measured(3, 3);
    for (int j = 0; j < 3; ++j) {
      const auto tool = [&](double more) {
        return Vector3d(arm.pose(equilibrium(unloaded, f + more * Vector3d::Unit(j))).topRightCorner<3, 1>());
      };
      measured.col(j) = (tool(0.5) - tool(-0.5));
    }
    std::printf(
        "%4g N: axes %.4f %.4f %.4f mm/N, without f.H off by %.1f %%, with it by %.0e\n", newton,
        1e3 * axes.eigenvalues()[0], 1e3 * axes.eigenvalues()[1], 1e3 * axes.eigenvalues()[2],
        100 * (G * spring.cwiseInverse().asDiagonal() * G.transpose() - measured).norm() / measured.norm(),
        (C - measured).norm() / measured.norm());
  }
}
