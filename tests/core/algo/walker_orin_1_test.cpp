// SPDX-License-Identifier: Apache-2.0
// Walker and Orin's first method: the inertia matrix by columns of inverse dynamics.
#include "catena/core/rows/walker_orin_1.hpp"

#include <gtest/gtest.h>

#include "support/rivals.hpp"

namespace catena::test {
namespace {

const auto kRows = rows::walker_orin_1_rows<double>();
const auto kCounted = rows::walker_orin_1_rows<Counted>();

TEST(WalkerOrin1, GivesTheGoldenAnswers) { expect_golden(kRows); }

TEST(WalkerOrin1, GivesTheInertiaMatrix) { expect_inertia(row_of(kRows, Quantity::inertia)); }

TEST(WalkerOrin1, SolvesForwardDynamics) { expect_forward_dynamics(row_of(kRows, Quantity::fd)); }

TEST(WalkerOrin1, CostsWhatItsHeaderSays) {
  expect_cost(row_of(kCounted, Quantity::inertia), {0, 252, -318, 54}, {0, 180, -246, 54});
}

// With the bias by rnea and the solution by UDUᵀ.
TEST(WalkerOrin1, CostsInForwardDynamicsWhatItsPageSaysAndLessThanTheTables) {
  const Method<Counted>& fd = row_of(kCounted, Quantity::fd);
  expect_cost(fd, {1, 261, 230, -570}, {1, 186, 221, -540});
  expect_total_within(fd, {2, 783, 1183, -198});  // 003, table 3
}

// y = M v without M.
TEST(WalkerOrin1, MultipliesTheInertiaMatrix) {
  for (const Case& c : cases()) {
    std::vector<double> y(c.q.size()), expected(c.q.size(), 0.0);
    AtRestWork<double> work(c.arm.dof());
    inertia_times<double>(c.arm, c.x(), c.qdd, work, y);
    std::vector<double> M = inertia_by_crba(c);
    const int n = c.arm.dof();
    detail::add_product<double>(MatView<double>{M.data(), n, n, n}, c.qdd, expected);
    EXPECT_LE(relative_error(y, expected), tolerance_of(c.arm)) << c.label;
  }
}

}  // namespace
}  // namespace catena::test
