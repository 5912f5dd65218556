// SPDX-License-Identifier: Apache-2.0
// The derivative of inverse dynamics with respect to q, in link frames.
#include "catena/core/rows/link_derivatives.hpp"

#include <gtest/gtest.h>

#include "support/derivatives.hpp"
#include "support/one_row.hpp"

namespace catena::test {
namespace {

const Force<double> kTip{{1, -2, 3}, {-4, 5, 6}};
const Force<double> kFree = Force<double>::zero();

MatrixXd derivative(const Case& c, const Force<double>& tip) {
  MatrixXd A = MatrixXd::Constant(c.arm.dof(), c.arm.dof(), NAN);
  LinkDerivativesWork<double> work(c.arm.dof());
  link_derivatives<double>(c.arm, c.x(), c.qd, c.qdd, c.arm.gravity(), tip, work, view(A));
  return A;
}

// Some hundred operations an element, and sums over n links.
double rounding(const Case& c) { return 100 * c.arm.dof() * 2.3e-16; }

TEST(LinkDerivatives, AreThoseOfDualNumbers) {
  for (const Case& c : cases())
    for (const Force<double>& tip : {kFree, kTip})
      EXPECT_LE(distance(derivative(c, tip), by_dual(false, c, By::q, tip)), rounding(c)) << c.label;
}

TEST(LinkDerivatives, AreCentralDifferences) {
  for (const Case& c : cases())
    EXPECT_LE(distance(derivative(c, kTip), by_difference(false, c, By::q, kTip, 1e-5)), 1e-8) << c.label;
}

// Gravity has a potential.
TEST(LinkDerivatives, AtRestAreSymmetric) {
  for (Case c : cases()) {
    c.qd.assign(c.qd.size(), 0.0);
    c.qdd.assign(c.qdd.size(), 0.0);
    const MatrixXd A = derivative(c, kFree);
    EXPECT_LE(distance(A, A.transpose()), rounding(c)) << c.label;
  }
}

TEST(LinkDerivatives, CostWhatTheHeaderSays) {
  expect_cost(row_of(rows::link_derivatives_rows<Counted>(), Quantity::did_dq), {0, 168, 1464, -1434},
              {0, 105, 1401, -1464});
}

}  // namespace
}  // namespace catena::test
