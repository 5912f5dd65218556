// SPDX-License-Identifier: Apache-2.0
// M by composite bodies, factorised as U D Uᵀ: forward dynamics, and the pivots that tell whether M is singular.
#include "catena/core/rows/crba_udu.hpp"

#include <gtest/gtest.h>

#include "support/rivals.hpp"

namespace catena::test {
namespace {

const auto kRows = rows::crba_udu_rows<double>();

TEST(CrbaUdu, GivesTheGoldenAnswers) { expect_golden({&row_of(kRows, Quantity::fd), 1}); }

TEST(CrbaUdu, SolvesForwardDynamics) { expect_forward_dynamics(row_of(kRows, Quantity::fd)); }

// M x = b, with M by composite bodies, and D by eliminating M itself.
TEST(CrbaUdu, SolvesWithTheInertiaMatrixAndKeepsItsPivots) {
  for (const Case& c : cases()) {
    const int n = c.arm.dof();
    std::vector<double> M = inertia_by_crba(c), x = c.tau, b(c.q.size()), d;
    CrbaUduWork<double> work(n);
    crba_udu_solve<double>(c.arm, c.x(), work, x);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) b[i] += M[static_cast<std::size_t>(i * n + j)] * x[j];
    EXPECT_LE(relative_error(b, c.tau), tolerance_of(c.arm)) << c.label;
    udu_factor(MatView<double>{M.data(), n, n, n});
    for (int i = 0; i < n; ++i) d.push_back(M[static_cast<std::size_t>(i * n + i)]);
    EXPECT_LE(relative_error(work.delta, d), tolerance_of(c.arm)) << c.label;
  }
}

}  // namespace
}  // namespace catena::test
