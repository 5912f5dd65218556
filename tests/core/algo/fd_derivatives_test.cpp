// SPDX-License-Identifier: Apache-2.0
// Derivatives of forward dynamics by M⁻¹: their cost. What they compute: derivatives_of_fd_test.cpp.
#include "catena/core/rows/fd_derivatives.hpp"

#include <gtest/gtest.h>

#include "support/rivals.hpp"

namespace catena::test {
namespace {

TEST(FdDerivatives, CostWhatTheHeaderSays) {
  const auto rows = rows::fd_derivatives_rows<Counted>();
  expect_cost(row_of(rows, Quantity::dfd_dq), {12, 69, 3219, -3786}, {12, 42, 2964, -3750});
  expect_cost(row_of(rows, Quantity::dfd_dqd), {12, 69, 1263, -1704}, {12, 42, 1182, -1626});
}

}  // namespace
}  // namespace catena::test
