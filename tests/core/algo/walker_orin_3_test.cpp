// SPDX-License-Identifier: Apache-2.0
// Walker and Orin's third method: composite bodies by their centres of mass.
#include "catena/core/rows/walker_orin_3.hpp"

#include <gtest/gtest.h>

#include "support/rivals.hpp"

namespace catena::test {
namespace {

const auto kRows = rows::walker_orin_3_rows<double>();
const auto kCounted = rows::walker_orin_3_rows<Counted>();

TEST(WalkerOrin3, GivesTheGoldenAnswers) { expect_golden(kRows); }

TEST(WalkerOrin3, GivesTheInertiaMatrix) { expect_inertia(row_of(kRows, Quantity::inertia)); }

TEST(WalkerOrin3, SolvesForwardDynamics) { expect_forward_dynamics(row_of(kRows, Quantity::fd)); }

TEST(WalkerOrin3, CostsWhatItsHeaderSays) {
  expect_cost(row_of(kCounted, Quantity::inertia), {0, 60, 210, -186}, {0, 36, 276, -234});
}

// With the bias by rnea and the solution by UDUᵀ.
TEST(WalkerOrin3, CostsInForwardDynamicsWhatItsPageSaysAndLessThanTheTables) {
  const Method<Counted>& fd = row_of(kCounted, Quantity::fd);
  expect_cost(fd, {1, 69, 758, -810}, {1, 42, 743, -828});
  expect_total_within(fd, {2, 129, 2149, -678});  // 003, table 3
}

// Eq 15 of 004 has the inertia matrix alone: 12n² + 56n - 27, 7n² + 67n - 53.
TEST(WalkerOrin3, CostsLessThanEquation15Of004) {
  expect_within(row_of(kCounted, Quantity::inertia), {0, 72, 336, -162}, {0, 42, 402, -318});
}

}  // namespace
}  // namespace catena::test
