// SPDX-License-Identifier: Apache-2.0
// Walker and Orin's second method: half of the columns, half of the recursions.
#include "catena/core/rows/walker_orin_2.hpp"

#include <gtest/gtest.h>

#include "support/rivals.hpp"

namespace catena::test {
namespace {

const auto kRows = rows::walker_orin_2_rows<double>();
const auto kCounted = rows::walker_orin_2_rows<Counted>();

TEST(WalkerOrin2, GivesTheGoldenAnswers) { expect_golden(kRows); }

TEST(WalkerOrin2, GivesTheInertiaMatrix) { expect_inertia(row_of(kRows, Quantity::inertia)); }

TEST(WalkerOrin2, SolvesForwardDynamics) { expect_forward_dynamics(row_of(kRows, Quantity::fd)); }

TEST(WalkerOrin2, CostsWhatItsHeaderSays) {
  expect_cost(row_of(kCounted, Quantity::inertia), {0, 192, -258, 66}, {0, 144, -210, 66});
}

// With the bias by rnea and the solution by UDUᵀ.
TEST(WalkerOrin2, CostsInForwardDynamicsWhatItsPageSaysAndLessThanTheTables) {
  const Method<Counted>& fd = row_of(kCounted, Quantity::fd);
  expect_cost(fd, {1, 201, 290, -558}, {1, 150, 257, -528});
  expect_total_within(fd, {2, 399, 1567, -198});  // 003, table 3
}

}  // namespace
}  // namespace catena::test
