// SPDX-License-Identifier: Apache-2.0
// Walker and Orin's fourth method: conjugate directions.
#include "catena/core/rows/walker_orin_4.hpp"

#include <gtest/gtest.h>

#include "catena/core/algo/crba.hpp"
#include "support/eigen.hpp"
#include "support/rivals.hpp"

namespace catena::test {
namespace {

const auto kRows = rows::walker_orin_4_rows<double>();
const auto kCounted = rows::walker_orin_4_rows<Counted>();

std::vector<double> solved(const Case& c, const std::vector<double>& phi, WalkerOrin4Work<double>& work) {
  std::vector<double> qdd(phi.size(), NAN);
  walker_orin_4<double>(c.arm, c.x(), phi, work, qdd);
  return qdd;
}

TEST(WalkerOrin4, GivesTheGoldenAnswers) { expect_golden(kRows); }

TEST(WalkerOrin4, SolvesForwardDynamics) { expect_forward_dynamics(row_of(kRows, Quantity::fd)); }

TEST(WalkerOrin4, HasConjugateDirections) {
  for (const Case& c : cases()) {
    const int n = c.arm.dof();
    WalkerOrin4Work<double> work(n);
    solved(c, c.tau, work);
    MatX<double> crba_M(n, n);
    crba(c.arm, c.x(), crba_M.view());
    const MatrixXd M = eigen(crba_M), D = eigen(work.D);
    const VectorXd delta = eigen(work.delta);
    const MatrixXd off = D.transpose() * M * D - MatrixXd(delta.asDiagonal());
    EXPECT_LE(off.cwiseAbs().maxCoeff(), tolerance_of(c.arm) * M.cwiseAbs().maxCoeff()) << c.label;
    EXPECT_GT(delta.minCoeff(), 0) << c.label;
  }
}

// Where conjugate gradients would divide zero by zero: a residual that vanishes before the last step.
TEST(WalkerOrin4, StaysFiniteWhenTheResidualVanishesEarly) {
  const Case c("chain:6");
  WalkerOrin4Work<double> work(6);
  for (double qdd : solved(c, std::vector<double>(6, 0.0), work)) EXPECT_EQ(qdd, 0);
  const std::vector<double> M = inertia_by_crba(c);
  for (std::size_t j = 0; j < 6; ++j) {
    const std::vector<double> phi(M.begin() + 6 * static_cast<std::ptrdiff_t>(j),
                                  M.begin() + 6 * static_cast<std::ptrdiff_t>(j + 1));
    std::vector<double> unit(6, 0.0);
    unit[j] = 1;
    EXPECT_LE(relative_error(solved(c, phi, work), unit), 1e-11) << j;
  }
}

TEST(WalkerOrin4, CostsWhatItsHeaderSays) {
  const Sixths mul{1, 258, -313, 54}, add{1, 186, -253, 54};
  for (int n : {2, 6, 7, 13, 30}) {
    const OpCount cost = cost_of_run(n, [&](const auto& arm, const auto& x, const auto& s) {
      WalkerOrin4Work<Counted> work(n);
      std::vector<Counted> qdd(static_cast<std::size_t>(n), Counted(0.0));
      const CountScope scope;
      walker_orin_4<Counted>(arm, x, s.tau, work, qdd);
      return scope.count();
    });
    EXPECT_EQ(cost.mul, mul(n)) << n;
    EXPECT_EQ(cost.add, add(n)) << n;
  }
}

// With the bias by rnea. Table 3's 132½N² + 207N - 31 (not a whole number for odd N) has no N³, which conjugate
// gradients do without: ours costs less up to 177 joints.
TEST(WalkerOrin4, CostsInForwardDynamicsWhatItsPageSaysAndLessThanTheTables) {
  const Method<Counted>& fd = row_of(kCounted, Quantity::fd);
  const Sixths mul{1, 258, 233, -570}, add{1, 186, 221, -540}, printed{0, 795, 1242, -186};
  expect_cost(fd, mul, add);
  expect_total_within(fd, printed);
  const auto total = [&](long n) { return mul.six_times(n) + add.six_times(n); };
  EXPECT_LE(total(177), printed.six_times(177));
  EXPECT_GT(total(178), printed.six_times(178));
}

}  // namespace
}  // namespace catena::test
