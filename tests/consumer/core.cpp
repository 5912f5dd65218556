// SPDX-License-Identifier: Apache-2.0
// A user's program with the lowest layer alone: an arm without files.
#include <catena/core/arm.hpp>
#include <catena/core/model/generate.hpp>
#include <catena/version.hpp>
#include <cstdio>
#include <cstring>

int main() {
  const catena::Arm arm(catena::generate_robot("planar:2"));
  const Eigen::VectorXd q = Eigen::VectorXd::Constant(arm.dof(), 0.5);
  if (std::strcmp(catena::version(), CATENA_VERSION) != 0) return 1;
  std::printf("core alone: tr M = %.3g\n", arm.inertia(q).trace());
}
