// SPDX-License-Identifier: Apache-2.0
// A workspace that was never set gives NaN, not numbers that could be taken for results.
#include <gtest/gtest.h>

#include <algorithm>

#include "catena/core/algo/inertia_error.hpp"
#include "catena/core/algo/quasi_velocity_fd.hpp"
#include "catena/core/algo/udut.hpp"
#include "support/arms.hpp"

namespace catena::test {
namespace {

bool any_nan(const std::vector<double>& v) {
  return std::any_of(v.begin(), v.end(), [](double x) { return std::isnan(x); });
}

TEST(Misuse, OfFactorsThatWereNeverComputedGivesNoNumbers) {
  for (const char* spec : {"chain:1", "chain:6", "mixed:5:1"}) {
    const Case c(spec);
    const Posture<double> x = c.x();
    UdutWork<double> udut(c.arm.dof());
    std::vector<double> v = c.tau;
    udut_solve<double>(c.arm, x, udut, v);
    EXPECT_TRUE(any_nan(v)) << spec;

    QuasiFactors<double> quasi(c.arm.dof());
    std::vector<double> y(c.q.size());
    nu_from_qd<double>(c.arm, x, quasi, c.qd, y);
    EXPECT_TRUE(any_nan(y)) << spec;
    quasi_factors(c.arm, x, quasi);
    nu_from_qd<double>(c.arm, x, quasi, c.qd, y);  // the roots are still missing
    EXPECT_TRUE(any_nan(y)) << spec;
    quasi_roots(quasi);
    nu_from_qd<double>(c.arm, x, quasi, c.qd, y);
    EXPECT_FALSE(any_nan(y)) << spec;

    QuasiWork<double> work(c.arm.dof());
    xi_rate<double>(c.arm, x, c.tau, Force<double>::zero(), work, y);
    EXPECT_TRUE(any_nan(y)) << spec;
  }
}

TEST(Misuse, OfMatricesThatAreNoNumbersIsNoAgreement) {
  MatX<double> A(3, 3), B(3, 3);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) A(i, j) = B(i, j) = i == j;
  EXPECT_EQ(inertia_error<double>(A.view(), B.view()), 0);
  A(1, 2) = NAN;
  EXPECT_TRUE(std::isnan(inertia_error<double>(A.view(), B.view())));
}

}  // namespace
}  // namespace catena::test
