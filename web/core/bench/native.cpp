// SPDX-License-Identifier: Apache-2.0
// The native side of speed.mjs: steps of an arm by the same headers. Reads a proximal DH table from standard input and
// prints nanoseconds for one step of Runge-Kutta (four forward dynamics), the best of many runs.
#include <chrono>
#include <cstdio>
#include <iostream>
#include <vector>

#include "catena/core/model/chain_link.hpp"
#include "catena/core/stepper.hpp"

int main() {
  int n = 0;
  std::cin >> n;
  std::vector<catena::ChainLink<double>> links;
  for (int i = 0; i < n; ++i) {
    int prismatic = 0;
    catena::Dh dh;
    double m = 0, c[3], I[6];
    std::cin >> prismatic >> dh.a >> dh.alpha >> dh.d >> dh.theta >> m;
    for (double& x : c) std::cin >> x;
    for (double& x : I) std::cin >> x;
    links.push_back(catena::chain_link(prismatic ? catena::JointKind::prismatic : catena::JointKind::revolute,
                                       dh, m, {c[0], c[1], c[2]}, {I[0], I[1], I[2], I[3], I[4], I[5]}));
  }
  if (!std::cin) return 1;
  using Pose = catena::Pose<double>;
  catena::Stepper arm(catena::Chain<double>(links, Pose::identity(), Pose::identity(), {0, 0, -9.81}));
  const std::vector<double> zero(static_cast<std::size_t>(n), 0.0);
  double best = 1e300;
  for (int run = 0; run < 100; ++run) {
    arm.set(0, zero, zero);
    const auto start = std::chrono::steady_clock::now();
    for (int k = 0; k < 200; ++k)
      if (!arm.step(1e-4, zero)) return 1;
    const std::chrono::duration<double, std::nano> time = std::chrono::steady_clock::now() - start;
    best = std::min(best, time.count() / 200);
  }
  std::printf("%.1f %.17g\n", best, arm.q()[0]);
}
