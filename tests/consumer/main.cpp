// SPDX-License-Identifier: Apache-2.0
// A user's program against the installed library: the public header, the installed catalogue.
#include <catena/catena.hpp>
#include <cstdio>

int main() {
  const catena::Arm arm = catena::Arm::load("puma560");
  const Eigen::VectorXd q = Eigen::VectorXd::Constant(arm.dof(), 0.5);
  const Eigen::VectorXd qdd = arm.fd(q, 0 * q, arm.gravity(q));  // held against gravity: at rest
  const Eigen::MatrixXd M = arm.inertia(q);  // every kind of result crosses the border of the library
  if ((M * arm.inertia_inverse(q)).trace() - arm.dof() > 1e-9 || arm.pose(q)(3, 3) != 1) return 2;
  if (arm.jacobian(q).cols() != arm.dof() || arm.gravity_acceleration().z() != -9.81) return 3;
  catena::sim::Options options;
  options.duration = 0.1;
  const catena::sim::Run fall = catena::sim::simulate(arm, {q, 0 * q}, options);  // made there, freed here
  if (fall.time.size() != 11 || fall.largest_imbalance() > 1e-3) return 4;
  std::printf("%s: %d joints, |qdd| = %.1e\n", arm.name().c_str(), arm.dof(), qdd.norm());
  return qdd.norm() < 1e-9 ? 0 : 1;
}
