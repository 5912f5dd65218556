// SPDX-License-Identifier: Apache-2.0
// Rows of the papers' tables that the library's own methods implement: none costs more than printed there.
#include <gtest/gtest.h>

#include "catena/core/algo/crba.hpp"
#include "catena/core/rows/aba.hpp"
#include "catena/core/rows/brandl_johanni_otter.hpp"
#include "catena/core/rows/crba_udu.hpp"
#include "catena/core/rows/rnea.hpp"
#include "catena/core/rows/udut.hpp"
#include "support/rivals.hpp"

namespace catena::test {
namespace {

// 003, table 3: articulated bodies after Featherstone 1987, 579N - 526 in all.
TEST(Rivals, ArticulatedBodiesCostLessThanTable3Of003) {
  expect_total_within(row_of(rows::aba_rows<Counted>(), Quantity::fd), {0, 0, 6 * 579, -6 * 526});
}

// 002, table I: Featherstone 1983, 199n - 198 and 174n - 173, for q̈ = M⁻¹ φ as 002 counts its own: the same
// algorithm at rest.
TEST(Rivals, ArticulatedBodiesAtRestCostLessThanTable1Of002) {
  for (int n : {2, 3, 6, 7, 13, 30}) {
    const OpCount cost = cost_of_run(n, [&](const auto& arm, const auto& x, const auto& s) {
      AbaWork<Counted> work(n);
      std::vector<Counted> qdd(static_cast<std::size_t>(n), Counted(0.0)), none = qdd;
      const CountScope scope;
      aba<Counted>(arm, x, none, s.tau, Vec3<Counted>::zero(), work, qdd);
      return scope.count();
    });
    EXPECT_EQ(cost.mul, 133 * n - 153) << n;
    EXPECT_EQ(cost.add, 129 * n - 164) << n;
    EXPECT_LE(cost.mul, 199 * n - 198) << n;
    EXPECT_LE(cost.add, 174 * n - 173) << n;
  }
}

// 002, table I: Walker and Orin as implemented by Featherstone, M and its solution for given φ. (475 additions at
// n = 6; the table's 480 is a misprint.)
TEST(Rivals, CompositeBodiesAndUduCostLessThanTable1Of002) {
  const Sixths printed_mul{1, 69, 230, -282}, printed_add{1, 42, 233, -276};
  EXPECT_EQ(printed_mul(6), 633);
  EXPECT_EQ(printed_add(6), 475);
  const Sixths mul{1, 69, 122, -180}, add{1, 42, 197, -240};
  for (int n : {2, 3, 6, 7, 13, 30}) {
    const OpCount cost = cost_of_run(n, [&](const auto& arm, const auto& x, const auto& s) {
      MatX<Counted> M(n, n);
      std::vector<Counted> phi(s.tau.begin(), s.tau.end());
      const CountScope scope;
      crba(arm, x, M.view());
      udu_factor(M.view());
      udu_solve<Counted>(M.view(), phi);
      return scope.count();
    });
    EXPECT_EQ(cost.mul, mul(n)) << n;
    EXPECT_EQ(cost.add, add(n)) << n;
    EXPECT_LE(cost.mul, printed_mul(n)) << n;
    EXPECT_LE(cost.add, printed_add(n)) << n;
  }
}

// 000, table I, note: inverse dynamics called n times, 93n² - x n and 81n² - x n with x not given.
TEST(Rivals, InverseDynamicsByColumnsCostsLessThanTable1Of000) {
  const auto rows = rows::rnea_rows<Counted>();
  for (int n : {3, 6, 7, 13, 30}) {
    const OpCount cost = cost_of_row(row_of(rows, Quantity::inertia), n);
    EXPECT_EQ(2 * cost.mul, 87 * n * n - 127 * n + 20) << n;
    EXPECT_EQ(2 * cost.add, 63 * n * n - 93 * n + 8) << n;
    EXPECT_LE(cost.mul, n * (93 * n - 108)) << n;
    EXPECT_LE(cost.add, n * (81 * n - 100)) << n;
  }
}

// The fewest operations in all for q̈ from τ, of the three that can have them: docs/papers/rivals.md.
TEST(Rivals, TheCheapestForwardDynamicsChangesAtEightAndAtThirteenJoints) {
  const auto total = [](std::span<const Method<Counted>> rows, int n) {
    const OpCount cost = cost_of_row(row_of(rows, Quantity::fd), n);
    return cost.mul + cost.add;
  };
  for (int n = 3; n <= 30; ++n) {
    const long composite = total(rows::crba_udu_rows<Counted>(), n),
               udut = total(rows::udut_rows<Counted>(), n);
    const long articulated = total(rows::aba_rows<Counted>(), n);
    const long least = std::min({composite, udut, articulated});
    EXPECT_EQ(least, n <= 7 ? composite : n <= 12 ? udut : articulated) << n;
    EXPECT_EQ(udut, 432 * n - 637) << n;
  }
}

// 003, table 3: Kalman filtering and smoothing, 477N - 503, is the articulated-body algorithm in other terms.
TEST(Rivals, ArticulatedBodiesCostLessThanKalmanFilteringOf003) {
  expect_total_within(row_of(rows::brandl_johanni_otter_rows<Counted>(), Quantity::fd),
                      {0, 0, 6 * 477, -6 * 503});
}

}  // namespace
}  // namespace catena::test
