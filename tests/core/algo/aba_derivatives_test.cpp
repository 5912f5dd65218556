// SPDX-License-Identifier: Apache-2.0
// Derivatives of forward dynamics by articulated bodies. How accurate they are on hard arms: tests/core/hard.
#include "catena/core/rows/aba_derivatives.hpp"

#include <gtest/gtest.h>

#include "catena/core/algo/aba.hpp"
#include "catena/core/algo/crba.hpp"
#include "support/derivatives.hpp"
#include "support/rivals.hpp"

namespace catena::test {
namespace {

struct All {
  MatrixXd q, qd, tau;
  std::vector<double> qdd;
};

All derivatives(const Case& c, const Force<double>& tip) {
  const int n = c.arm.dof();
  All a{MatrixXd::Constant(n, n, NAN), MatrixXd::Constant(n, n, NAN), MatrixXd::Constant(n, n, NAN), {}};
  AbaDerivativesWork<double> work(n);
  aba_derivatives<double>(c.arm, c.x(), c.qd, c.tau, c.arm.gravity(), tip, work,
                          {view(a.q), view(a.qd), view(a.tau)});
  a.qdd = work.qdd;
  return a;
}

MatrixXd inertia(const Case& c) {
  MatrixXd M(c.arm.dof(), c.arm.dof());
  crba(c.arm, c.x(), view(M));
  return M;
}

double rounding(const Case& c) { return 20 * c.arm.dof() * 2.3e-16 * condition(inertia(c)); }

TEST(AbaDerivatives, AreThoseOfDualNumbers) {
  for (const Case& c : cases())
    for (const Force<double>& tip : {Force<double>::zero(), kTip}) {
      const All found = derivatives(c, tip);
      EXPECT_LE(distance(found.q, by_dual(true, c, By::q, tip)), rounding(c)) << c.label;
      EXPECT_LE(distance(found.qd, by_dual(true, c, By::qd, tip)), rounding(c)) << c.label;
      EXPECT_LE(distance(found.tau, by_dual(true, c, By::third, tip)), rounding(c)) << c.label;
    }
}

TEST(AbaDerivatives, AreCentralDifferences) {
  for (const Case& c : cases()) {
    if (c.arm.dof() > 12) continue;  // finite differences of ill-conditioned arms prove nothing
    const double h = 1e-5, allowed = 1e-8 + rounding(c) / h;
    const All found = derivatives(c, kTip);
    EXPECT_LE(distance(found.q, by_difference(true, c, By::q, kTip, h)), allowed) << c.label;
    EXPECT_LE(distance(found.qd, by_difference(true, c, By::qd, kTip, h)), allowed) << c.label;
  }
}

TEST(AbaDerivatives, ByTorqueAreTheSymmetricInverseOfM) {
  for (const Case& c : cases()) {
    const int n = c.arm.dof();
    const MatrixXd M_inv = derivatives(c, kTip).tau;
    EXPECT_LE(distance(M_inv * inertia(c), MatrixXd::Identity(n, n)), rounding(c)) << c.label;
    EXPECT_EQ(M_inv, M_inv.transpose()) << c.label;
  }
}

TEST(AbaDerivatives, LeaveTheAccelerationsOfForwardDynamicsInTheirWork) {
  for (const Case& c : cases())
    EXPECT_LE(relative_error(derivatives(c, kTip).qdd, forward_by_aba(c, kTip)), rounding(c)) << c.label;
}

TEST(AbaDerivatives, OfOneMatrixAreThoseOfAll) {
  for (const Case& c : cases()) {
    const int n = c.arm.dof();
    const All all = derivatives(c, Force<double>::zero());
    for (const Method<double>& m : rows::aba_derivatives_rows<double>()) {
      const std::vector<double> out = answer(m, c, Force<double>::zero());
      const MatrixXd& expected = m.quantity == Quantity::dfd_dqd ? all.qd : all.q;
      EXPECT_LE(distance(Eigen::Map<const MatrixXd>(out.data(), n, n), expected), 1e-13) << c.label;
    }
  }
}

TEST(AbaDerivatives, CostWhatTheHeaderSays) {
  const auto rows = rows::aba_derivatives_rows<Counted>();
  expect_cost(row_of(rows, Quantity::dfd_dq), {0, 426, 1134, -1434}, {0, 318, 1080, -1464});
  expect_cost(row_of(rows, Quantity::dfd_dqd), {0, 426, 1320, -1626}, {0, 318, 1164, -1602});
  expect_cost(row_of(rows, Quantity::fd_derivatives), {0, 999, 483, -1398}, {0, 735, 537, -1428});
}

}  // namespace
}  // namespace catena::test
