// SPDX-License-Identifier: Apache-2.0
// Derivatives of forward dynamics.
#include "catena/core/rows/fd_derivatives.hpp"

#include <gtest/gtest.h>

#include "support/derivatives.hpp"
#include "support/rivals.hpp"

namespace catena::test {
namespace {

const Force<double> kTip{{1, -2, 3}, {-4, 5, 6}};

struct All {
  MatrixXd q, qd, tau;
};

All derivatives(const Case& c, const Force<double>& tip) {
  const int n = c.arm.dof();
  All a{MatrixXd::Constant(n, n, NAN), MatrixXd::Constant(n, n, NAN), MatrixXd::Constant(n, n, NAN)};
  FdDerivativesWork<double> work(c.arm);
  fd_derivatives<double>(c.arm, c.x(), c.qd, c.tau, c.arm.gravity(), tip, work,
                         {view(a.q), view(a.qd), view(a.tau)});
  return a;
}

MatrixXd inertia(const Case& c) {
  MatrixXd M(c.arm.dof(), c.arm.dof());
  crba(c.arm, c.x(), view(M));
  return M;
}

// Solving amplifies rounding errors by the condition number of M.
double rounding(const Case& c) { return 20 * c.arm.dof() * 2.3e-16 * condition(inertia(c)); }

TEST(FdDerivatives, AreThoseOfDualNumbers) {
  for (const Case& c : cases())
    for (const Force<double>& tip : {Force<double>::zero(), kTip}) {
      const All found = derivatives(c, tip);
      EXPECT_LE(distance(found.q, by_dual(true, c, By::q, tip)), rounding(c)) << c.label;
      EXPECT_LE(distance(found.qd, by_dual(true, c, By::qd, tip)), rounding(c)) << c.label;
      EXPECT_LE(distance(found.tau, by_dual(true, c, By::third, tip)), rounding(c)) << c.label;
    }
}

TEST(FdDerivatives, AreCentralDifferences) {
  for (const Case& c : cases()) {
    if (c.arm.dof() > 12) continue;  // finite differences of ill-conditioned arms prove nothing
    const double h = 1e-5, allowed = 1e-8 + rounding(c) / h;
    const All found = derivatives(c, kTip);
    EXPECT_LE(distance(found.q, by_difference(true, c, By::q, kTip, h)), allowed) << c.label;
    EXPECT_LE(distance(found.qd, by_difference(true, c, By::qd, kTip, h)), allowed) << c.label;
    EXPECT_LE(distance(found.tau, by_difference(true, c, By::third, kTip, h)), allowed) << c.label;
  }
}

TEST(FdDerivatives, ByTorqueAreTheInverseOfM) {
  for (const Case& c : cases()) {
    const int n = c.arm.dof();
    const MatrixXd M_inv = derivatives(c, kTip).tau;
    EXPECT_LE(distance(M_inv * inertia(c), MatrixXd::Identity(n, n)), rounding(c)) << c.label;
    EXPECT_EQ(M_inv, M_inv.transpose()) << c.label;
  }
}

// id(q, q̇, fd(q, q̇, τ)) = τ: differentiated, M ∂q̈ + ∂τ = 0.
TEST(FdDerivatives, UndoThoseOfInverseDynamics) {
  for (Case c : cases()) {
    const int n = c.arm.dof();
    const All found = derivatives(c, kTip);
    c.qdd = forward_by_aba(c, kTip);
    MatrixXd q(n, n), qd(n, n), M(n, n);
    RneaDerivativesWork<double> work(c.arm);
    rnea_derivatives<double>(c.arm, c.x(), c.qd, c.qdd, c.arm.gravity(), kTip, work,
                             {view(q), view(qd), view(M)});
    EXPECT_LE(distance(-M * found.q, q), rounding(c)) << c.label;
    EXPECT_LE(distance(-M * found.qd, qd), rounding(c)) << c.label;
  }
}

TEST(FdDerivatives, AgreeWithTheOtherRows) {
  for (const Case& c : cases()) {
    const int n = c.arm.dof();
    const All found = derivatives(c, kTip);
    for (const Method<double>& m : rows::fd_derivatives_rows<double>()) {
      const std::vector<double> out = answer(m, c, kTip);  // the first matrix of several
      const MatrixXd& expected = m.quantity == Quantity::dfd_dqd ? found.qd : found.q;
      EXPECT_LE(distance(Eigen::Map<const MatrixXd>(out.data(), n, n), expected), rounding(c))
          << m.name << c.label;
    }
  }
}

TEST(FdDerivatives, CostWhatTheHeaderSays) {
  const auto rows = rows::fd_derivatives_rows<Counted>();
  expect_cost(row_of(rows, Quantity::dfd_dq), {12, 69, 3219, -3786}, {12, 42, 2982, -3768});
  expect_cost(row_of(rows, Quantity::dfd_dqd), {12, 69, 1263, -1704}, {12, 42, 1182, -1626});
}

}  // namespace
}  // namespace catena::test
