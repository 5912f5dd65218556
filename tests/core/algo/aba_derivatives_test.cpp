// SPDX-License-Identifier: Apache-2.0
// Derivatives of forward dynamics by articulated bodies: their cost. What they compute: derivatives_of_fd_test.cpp.
#include "catena/core/rows/aba_derivatives.hpp"

#include <gtest/gtest.h>

#include "support/rivals.hpp"

namespace catena::test {
namespace {

TEST(AbaDerivatives, CostWhatTheHeaderSays) {
  const auto rows = rows::aba_derivatives_rows<Counted>();
  expect_cost(row_of(rows, Quantity::dfd_dq), {0, 426, 1134, -1434}, {0, 318, 1062, -1446});
  expect_cost(row_of(rows, Quantity::dfd_dqd), {0, 426, 1320, -1626}, {0, 318, 1146, -1584});
  expect_cost(row_of(rows, Quantity::fd_derivatives), {0, 999, 483, -1398}, {0, 735, 519, -1410});
}

}  // namespace
}  // namespace catena::test
