// SPDX-License-Identifier: Apache-2.0
// The kernels for eight lanes, on a machine that may have fewer: the compiler takes such vectors apart.
#pragma GCC diagnostic ignored "-Wpsabi"  // no such vector passes between functions that are not inline
#include "catena/core/scalar/lanes.hpp"

namespace catena {

namespace arch {
struct Eight {};
}  // namespace arch

template <>
struct Lanes<arch::Eight> {
  using Number = double;
  static constexpr std::size_t width = 8;
  typedef double Real __attribute__((vector_size(64)));
  typedef long long Bits __attribute__((vector_size(64)));
};

}  // namespace catena

#include <gtest/gtest.h>

#include "catena/core/algo/fd_derivatives.hpp"
#include "core/kernels/level/frame_walk.hpp"
#include "support/derivatives.hpp"

namespace catena::test {
namespace {

using G = Pack<arch::Eight>;

TEST(ArmDerivatives, AgreeWithTheTemplatesInEightLanes) {
  const Force<double> tip{{1, -2, 3}, {-4, 5, 6}};
  for (const int n : {1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 15, 16, 17, 30}) {
    const Case c("mixed:" + std::to_string(n) + ":1");
    const double rounding = 50 * n * 2.3e-16;
    MatrixXd q(n, n), qd(n, n), third(n, n), q2(n, n), qd2(n, n), third2(n, n);
    FdDerivativesWork<double> work(c.arm);
    rnea_derivatives<double>(c.arm, c.x(), c.qd, c.qdd, c.arm.gravity(), tip, work.id,
                             {view(q), view(qd), view(third)});
    const ChainEnds<double> ends(c.arm, c.arm.gravity(), tip);
    const Posture<double> x = c.x();
    const auto differentiate = [&](std::span<const double> qdd) {
      detail::rnea_derivatives_run<G, double>({n, work.id.links.all_turn(), &x.step(0), c.qd.data(),
                                               qdd.data(), &ends.lift.x, &ends.held.ang.x,
                                               work.id.links.view(), view(q2), view(qd2), view(third2)});
    };
    differentiate(c.qdd);
    EXPECT_LE(distance(q2, q), rounding) << c.label;
    EXPECT_LE(distance(qd2, qd), rounding) << c.label;
    EXPECT_LE(distance(third2, third), rounding) << c.label;

    const double solving = rounding * condition(third);
    fd_derivatives<double>(c.arm, c.x(), c.qd, c.tau, c.arm.gravity(), tip, work,
                           {view(q), view(qd), view(third)});
    differentiate(work.qdd);
    detail::solve_derivatives<G, double>(
        {n, q2.data(), qd2.data(), third2.data(), n, n, n, work.inverse_start(), work.columns.data()});
    EXPECT_LE(distance(q2, q), solving) << c.label;
    EXPECT_LE(distance(qd2, qd), solving) << c.label;
    EXPECT_LE(distance(third2, third), solving) << c.label;
  }
}

}  // namespace
}  // namespace catena::test
