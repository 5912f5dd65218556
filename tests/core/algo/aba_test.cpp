// SPDX-License-Identifier: Apache-2.0
// Articulated bodies, in Brandl, Johanni and Otter's form.
#include "catena/core/rows/brandl_johanni_otter.hpp"

#include <gtest/gtest.h>

#include "support/rivals.hpp"

namespace catena::test {
namespace {

const auto kRows = rows::brandl_johanni_otter_rows<double>();
const auto kCounted = rows::brandl_johanni_otter_rows<Counted>();

TEST(Aba, GivesTheGoldenAnswers) { expect_golden(kRows); }

TEST(Aba, SolvesForwardDynamics) { expect_forward_dynamics(row_of(kRows, Quantity::fd)); }

// δ_i is D of M = U D Uᵀ.
TEST(Aba, FindsTheDiagonalOfTheFactors) {
  for (const Case& c : cases()) {
    const int n = c.arm.dof();
    AbaWork<double> work(n);
    std::vector<double> qdd(c.q.size()), M = inertia_by_crba(c), d;
    aba<double>(c.arm, c.x(), c.qd, c.tau, c.arm.gravity(), kTip, work, qdd);
    udu_factor(MatView<double>{M.data(), n, n, n});
    for (int i = 0; i < n; ++i) d.push_back(M[static_cast<std::size_t>(i * n + i)]);
    for (double& inverse : work.delta_inv) inverse = 1 / inverse;
    EXPECT_LE(relative_error(work.delta_inv, d), tolerance_of(c.arm)) << c.label;
  }
}

TEST(Aba, WithoutAWrenchIsAbaWithAZeroWrench) {
  for (const Case& c : cases()) {
    AbaWork<double> work(c.arm.dof());
    std::vector<double> qdd(c.q.size()), expected(c.q.size());
    aba<double>(c.arm, c.x(), c.qd, c.tau, c.arm.gravity(), Force<double>::zero(), work, expected);
    aba<double>(c.arm, c.x(), c.qd, c.tau, c.arm.gravity(), work, qdd);
    EXPECT_EQ(qdd, expected) << c.label;
  }
}

TEST(Aba, CostsWhatItsHeaderSaysAndLessThanTheTables) {
  const Method<Counted>& fd = row_of(kCounted, Quantity::fd);
  expect_cost(fd, {0, 0, 6 * 219, -6 * 234}, {0, 0, 6 * 199, -6 * 234});
  expect_within(fd, {0, 0, 6 * 250, -6 * 222}, {0, 0, 6 * 220, -6 * 198});  // 002, table I
  expect_total_within(fd, {0, 0, 6 * 470, -6 * 420});                       // 003, table 3
}

}  // namespace
}  // namespace catena::test
