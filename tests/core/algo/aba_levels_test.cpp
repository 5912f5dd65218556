// SPDX-License-Identifier: Apache-2.0
// The articulated-body kernels, with fused multiply-adds, agree with the template.
#include <gtest/gtest.h>

#include <cmath>

#include "catena/core/simd.hpp"
#include "core/kernels/kernels.hpp"
#include "support/arms.hpp"
#include "support/one_row.hpp"

namespace catena::test {
namespace {

using Kernel = void (*)(const detail::AbaJob<double>&);

std::vector<double> accelerations(const Case& c, const Force<double>& tip, Kernel kernel) {
  AbaWork<double> work(c.arm.dof());
  const Posture<double> x = c.x();
  const ChainEnds<double> ends(c.arm, c.arm.gravity(), tip);
  std::vector<double> qdd(c.q.size(), NAN);
  kernel({c.arm.dof(), &c.arm.link(0), &x.step(0), c.qd.data(), c.tau.data(), &ends.lift, &ends.held,
          work.V.data(), work.c.data(), work.psi.data(), work.delta_inv.data(), work.rest.data(),
          qdd.data()});
  return qdd;
}

// At every level that this machine has.
TEST(AbaLevels, AgreeToRounding) {
  std::vector<Kernel> kernels;
  for (const SimdLevel level : kSimdLevels)
    if (const detail::Kernels* const found = detail::kernels_at(level)) kernels.push_back(found->aba);
  for (const Kernel kernel : kernels)
    for (const Case& c : cases())
      for (const Force<double>& tip : {Force<double>::zero(), Force<double>{{1, -2, 3}, {-4, 5, 6}}})
        EXPECT_LE(relative_error(accelerations(c, tip, kernel),
                                 accelerations(c, tip, detail::aba_run<false, double>)),
                  tolerance_of(c.arm))
            << c.label;
}

}  // namespace
}  // namespace catena::test
