// SPDX-License-Identifier: Apache-2.0
// A user's program with a core that was built without threads: a chain made in code, one state and many.
#include <catena/core/arm.hpp>
#include <catena/core/batch.hpp>
#include <catena/core/threads.hpp>
#include <cmath>
#include <cstdio>
#include <vector>

int main() {
  // two point masses of 1 kg at the ends of rods of 1 m that turn about parallel axes
  catena::Robot rods;
  rods.name = "rods";
  for (int i = 0; i < 2; ++i) {
    catena::RobotLink& link = rods.links.emplace_back();
    link.dh.a = 1;  // the frame of the link is at the end of its rod
    link.mass = 1;
  }
  const catena::Arm arm(rods);
  if (catena::thread_count(0) != 1 || catena::thread_count(8) != 1) return 1;

  constexpr int kStates = 1000;
  std::vector<double> q, M(4 * kStates);
  for (int i = 0; i < kStates; ++i) q.insert(q.end(), {0.3, 0.001 * i});
  catena::batch::inertia(arm, catena::batch::Layout::state_major, q, M, {.threads = 8, .level = {}});
  for (int i = 0; i < kStates; ++i) {
    const double c = std::cos(q[2 * i + 1]), expected[] = {3 + 2 * c, 1 + c, 1 + c, 1};
    const Eigen::MatrixXd one = arm.inertia(Eigen::Map<const Eigen::VectorXd>(&q[2 * i], 2));
    for (int k = 0; k < 4; ++k)
      if (std::abs(M[4 * i + k] - expected[k]) > 1e-14 * 8 ||
          std::abs(one.data()[k] - expected[k]) > 1e-14 * 8)
        return 2;
  }
  std::puts("M of two rods without threads");
}
