// SPDX-License-Identifier: Apache-2.0
// Random states for the tests of batches.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "catena/core/arm.hpp"
#include "support/arms.hpp"

namespace catena::test {

using Numbers = std::vector<double>;

// The same numbers in the other layout; `each` of them belong to a state.
inline Numbers joint_major(const Numbers& x, std::size_t each) {
  const std::size_t N = each ? x.size() / each : 0;
  Numbers y(x.size());
  for (std::size_t k = 0; k < N; ++k)
    for (std::size_t i = 0; i < each; ++i) y[i * N + k] = x[k * each + i];
  return y;
}

struct States {
  std::size_t n, N;
  Numbers q, qd, qdd, tau, tip;
  States(int dof, int count, std::uint64_t seed = 1)
      : n(static_cast<std::size_t>(dof)), N(static_cast<std::size_t>(count)) {
    Random random(seed);
    q = random.vector(dof * count, -3, 3), qd = random.vector(dof * count, -2, 2);
    qdd = random.vector(dof * count, -5, 5), tau = random.vector(dof * count, -10, 10);
    tip = random.vector(6 * count, -10, 10);
  }
};

// What Arm computes for state k of `s`, with its wrench at the tool if `tips`.
inline std::vector<Eigen::MatrixXd> by_arm(Quantity quantity, const Arm& arm, const States& s, std::size_t k,
                                           bool tips) {
  const auto of = [&](const Numbers& x) { return std::span(x).subspan(k * s.n, s.n); };
  const double* const w = &s.tip[6 * k];
  const Wrench tip = tips ? Wrench{{w[0], w[1], w[2]}, {w[3], w[4], w[5]}} : Wrench::zero();
  return arm.eval(
      quantity,
      {.q = of(s.q), .qd = of(s.qd), .qdd = of(s.qdd), .tau = of(s.tau), .v = of(s.tau), .tip = tip});
}

}  // namespace catena::test
