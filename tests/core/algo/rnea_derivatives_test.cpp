// SPDX-License-Identifier: Apache-2.0
// Derivatives of inverse dynamics by inner products in one frame.
#include "catena/core/rows/rnea_derivatives.hpp"

#include <gtest/gtest.h>

#include "catena/core/algo/coriolis.hpp"
#include "support/derivatives.hpp"
#include "support/one_row.hpp"

namespace catena::test {
namespace {

const Force<double> kTip{{1, -2, 3}, {-4, 5, 6}};
const Force<double> kFree = Force<double>::zero();

struct All {
  MatrixXd q, qd, qdd;
};

All by_inner_products(const Case& c, const Force<double>& tip) {
  const int n = c.arm.dof();
  All a{MatrixXd::Constant(n, n, NAN), MatrixXd::Constant(n, n, NAN), MatrixXd::Constant(n, n, NAN)};
  RneaDerivativesWork<double> work(c.arm);
  rnea_derivatives<double>(c.arm, c.x(), c.qd, c.qdd, c.arm.gravity(), tip, work,
                           {view(a.q), view(a.qd), view(a.qdd)});
  return a;
}

// Rounding: some hundred operations an element, and sums over n links.
double rounding(const Case& c) { return 100 * c.arm.dof() * 2.3e-16; }

TEST(RneaDerivatives, AreThoseOfDualNumbers) {
  for (const Case& c : cases())
    for (const Force<double>& tip : {kFree, kTip}) {
      const All found = by_inner_products(c, tip);
      EXPECT_LE(distance(found.q, by_dual(false, c, By::q, tip)), rounding(c)) << c.label;
      EXPECT_LE(distance(found.qd, by_dual(false, c, By::qd, tip)), rounding(c)) << c.label;
      EXPECT_LE(distance(found.qdd, by_dual(false, c, By::third, tip)), rounding(c)) << c.label;
    }
}

TEST(RneaDerivatives, AreCentralDifferences) {
  const double h = 1e-5;
  for (const Case& c : cases()) {
    const All found = by_inner_products(c, kTip);
    EXPECT_LE(distance(found.q, by_difference(false, c, By::q, kTip, h)), 1e-8) << c.label;
    EXPECT_LE(distance(found.qd, by_difference(false, c, By::qd, kTip, h)), 1e-8) << c.label;
  }
}

// Of the derivatives the golden data know M and, twice, C q̇.
TEST(RneaDerivatives, GiveTheGoldenAnswers) {
  int compared = 0;
  for (const Golden& g : all_golden()) {
    Case c("chain:1");
    c.label = g.file, c.robot = g.robot, c.arm = chain_of(g.robot);
    for (const GoldenState& state : g.states) {
      c.q = state["q"], c.qd = state["qd"], c.qdd = state["qdd"];
      const All found = by_inner_products(c, kFree);
      const auto M = state["M"], bias = state["coriolis"];
      const int n = c.arm.dof();
      EXPECT_LE(distance(found.qdd, Eigen::Map<const MatrixXd>(M.data(), n, n)), g.tolerance()) << g.file;
      EXPECT_LE(distance(found.qd * eigen(c.qd), 2 * eigen(bias)), g.tolerance()) << g.file;
      EXPECT_LE(distance(found.q, by_dual(false, c, By::q, kFree)), g.tolerance()) << g.file;
      ++compared;
    }
  }
  EXPECT_GE(compared, 50);
}

// --- identities ----------------------------------------------------------------------------------------------

Case at_rest(Case c) {
  c.qd.assign(c.qd.size(), 0.0);
  c.qdd.assign(c.qdd.size(), 0.0);
  return c;
}

// Gravity has a potential: its derivative is symmetric.
TEST(RneaDerivatives, AtRestAreSymmetric) {
  for (const Case& moving : cases()) {
    const Case c = at_rest(moving);
    const All found = by_inner_products(c, kFree);
    EXPECT_LE(distance(found.q, found.q.transpose()), rounding(c)) << c.label;
    EXPECT_EQ(found.qd.cwiseAbs().maxCoeff(), 0.0) << c.label;
  }
}

TEST(RneaDerivatives, ByVelocityAreTwiceTheCoriolisMatrix) {
  for (const Case& c : cases()) {
    const int n = c.arm.dof();
    MatrixXd C(n, n);
    CoriolisWork<double> work(n);
    coriolis<double>(c.arm, c.x(), c.qd, work, view(C));
    EXPECT_LE(distance(by_inner_products(c, kFree).qd, 2 * C), rounding(c)) << c.label;
  }
}

// ∂(M q̈)/∂q and ∂g/∂q add up without velocities; a wrench at the tool adds a term of its own.
TEST(RneaDerivatives, AreLinearInAccelerationGravityAndTipAtRest) {
  for (const char* spec : {"chain:6", "mixed:7:1"}) {
    Case c(spec);
    c.qd.assign(c.qd.size(), 0.0);
    const MatrixXd once = by_inner_products(c, kTip).q, none = by_inner_products(at_rest(c), kTip).q;
    Case twice = c;
    for (double& x : twice.qdd) x *= 2;
    EXPECT_LE(distance(by_inner_products(twice, kTip).q - none, 2 * (once - none)), rounding(c)) << spec;
    const MatrixXd held = by_inner_products(c, kTip).q - by_inner_products(c, kFree).q;
    const Force<double> doubled{2.0 * kTip.ang, 2.0 * kTip.lin};
    EXPECT_LE(distance(by_inner_products(c, doubled).q - by_inner_products(c, kFree).q, 2 * held),
              rounding(c));
    EXPECT_GT(held.cwiseAbs().maxCoeff(), 1e-3);
  }
}

TEST(RneaDerivatives, TakeAnyPartThatIsWanted) {
  for (const char* spec : {"chain:1", "mixed:9:1"}) {
    const Case c(spec);
    const int n = c.arm.dof();
    const All all = by_inner_products(c, kTip);
    MatrixXd q(n, n), qd(n, n), M(n, n);
    RneaDerivativesWork<double> work(c.arm);
    const auto run = [&](const RneaDerivativesOut<double>& out) {
      rnea_derivatives<double>(c.arm, c.x(), c.qd, c.qdd, c.arm.gravity(), kTip, work, out);
    };
    run({view(q), {}, {}});
    run({{}, view(qd), {}});
    run({{}, {}, view(M)});
    EXPECT_EQ(q, all.q) << spec;
    EXPECT_EQ(qd, all.qd) << spec;
    EXPECT_EQ(M, all.qdd) << spec;
  }
}

// --- cost ----------------------------------------------------------------------------------------------------

TEST(RneaDerivatives, CostWhatTheHeaderSays) {
  for (const int n : {3, 6, 7, 13, 30}) {
    const OpCount cost = cost_of_run(n, [&](const auto& arm, const auto& x, const State<Counted>& s) {
      RneaDerivativesWork<Counted> work(arm);
      MatX<Counted> A(n, n), B(n, n);
      const CountScope scope;
      rnea_derivatives<Counted>(arm, x, s.qd, s.qdd, s.gravity, s.tip, work, {A.view(), B.view(), {}});
      return scope.count();
    });
    EXPECT_EQ(cost, (OpCount{.mul = 15 * n * n + 344 * n - 441, .add = 13 * n * n + 322 * n - 438})) << n;
  }
}

// One matrix alone, and 3n additions that prepare the arm.
TEST(RneaDerivatives, RowsCostWhatTheHeaderSays) {
  const auto rows = rows::rnea_derivatives_rows<Counted>();
  expect_cost(row_of(rows, Quantity::did_dq), {0, 45, 1929, -2388}, {0, 39, 1791, -2352});
  expect_cost(row_of(rows, Quantity::did_dqd), {0, 45, 1287, -1710}, {0, 39, 1203, -1632});
}

}  // namespace
}  // namespace catena::test
