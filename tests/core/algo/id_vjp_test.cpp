// SPDX-License-Identifier: Apache-2.0
// Vector-Jacobian products of inverse and forward dynamics, beside products with the matrices of dual numbers.
#include "catena/core/rows/id_vjp.hpp"

#include <gtest/gtest.h>

#include "support/derivatives.hpp"
#include "support/one_row.hpp"

namespace catena::test {
namespace {

const Force<double> kTip{{1, -2, 3}, {-4, 5, 6}};

struct Products {
  VectorXd q, qd, third;
};

// A vector that is none of the state's.
std::vector<double> weights(const Case& c) { return Random(7).vector(c.arm.dof(), -1, 1); }

Products found(bool forward, const Case& c, const std::vector<double>& v, const Force<double>& tip) {
  const int n = c.arm.dof();
  std::vector<double> q(c.q.size(), NAN), qd = q, third = q;
  if (forward) {
    FdVjpWork<double> work(n);
    fd_vjp<double>(c.arm, c.x(), c.qd, c.tau, c.arm.gravity(), tip, v, work, q, qd, third);
  } else {
    IdVjpWork<double> work(n);
    id_vjp<double>(c.arm, c.x(), c.qd, c.qdd, c.arm.gravity(), tip, v, work, q, qd, third);
  }
  return {eigen(q), eigen(qd), eigen(third)};
}

// Relative to the largest terms of the product, whose sum may be smaller.
void expect_products(const VectorXd& product, const MatrixXd& matrix, const VectorXd& v, double most,
                     const std::string& label) {
  const double size = (matrix.cwiseAbs().transpose() * v.cwiseAbs()).maxCoeff();
  EXPECT_LE((product - matrix.transpose() * v).cwiseAbs().maxCoeff(), most * size) << label;
}

// Rounding: some hundred operations an element, and sums over n links.
double rounding(const Case& c) { return 100 * c.arm.dof() * 2.3e-16; }

TEST(IdVjp, IsTheProductWithTheMatricesOfDualNumbers) {
  for (const Case& c : cases())
    for (const Force<double>& tip : {Force<double>::zero(), kTip}) {
      const std::vector<double> v = weights(c);
      const Products p = found(false, c, v, tip);
      expect_products(p.q, by_dual(false, c, By::q, tip), eigen(v), rounding(c), c.label);
      expect_products(p.qd, by_dual(false, c, By::qd, tip), eigen(v), rounding(c), c.label);
      expect_products(p.third, by_dual(false, c, By::third, tip), eigen(v), rounding(c), c.label);
    }
}

// M may be ill-conditioned: the error grows with its condition number.
TEST(FdVjp, IsTheProductWithTheMatricesOfDualNumbers) {
  for (const Case& c : cases())
    for (const Force<double>& tip : {Force<double>::zero(), kTip}) {
      const std::vector<double> v = weights(c);
      const Products p = found(true, c, v, tip);
      const double most = rounding(c) * condition(by_dual(false, c, By::third, tip));
      expect_products(p.q, by_dual(true, c, By::q, tip), eigen(v), most, c.label);
      expect_products(p.qd, by_dual(true, c, By::qd, tip), eigen(v), most, c.label);
      expect_products(p.third, by_dual(true, c, By::third, tip), eigen(v), most, c.label);
    }
}

TEST(IdVjp, IsTheProductWithCentralDifferences) {
  const double h = 1e-5;
  for (const char* spec : {"chain:1", "mixed:6:2", "chain:7", "mixed:12:5"}) {
    const Case c(spec);
    const std::vector<double> v = weights(c);
    const Products id = found(false, c, v, kTip), fd = found(true, c, v, kTip);
    expect_products(id.q, by_difference(false, c, By::q, kTip, h), eigen(v), 1e-7, spec);
    expect_products(id.qd, by_difference(false, c, By::qd, kTip, h), eigen(v), 1e-7, spec);
    expect_products(fd.q, by_difference(true, c, By::q, kTip, h), eigen(v), 1e-6, spec);
    expect_products(fd.qd, by_difference(true, c, By::qd, kTip, h), eigen(v), 1e-6, spec);
  }
}

// A gradient of v.id is linear in v.
TEST(IdVjp, IsLinearInTheVector) {
  const Case c("mixed:8:3");
  const std::vector<double> v = weights(c), w = Random(8).vector(8, -1, 1);
  std::vector<double> sum;
  for (std::size_t i = 0; i < v.size(); ++i) sum.push_back(2 * v[i] - w[i]);
  const Products a = found(false, c, v, kTip), b = found(false, c, w, kTip),
                 both = found(false, c, sum, kTip);
  EXPECT_LE((both.q - (2 * a.q - b.q)).norm(), rounding(c) * a.q.norm());
  EXPECT_LE((both.qd - (2 * a.qd - b.qd)).norm(), rounding(c) * a.qd.norm());
  EXPECT_LE((both.third - (2 * a.third - b.third)).norm(), rounding(c) * a.third.norm());
}

// Results may take the places of the vectors that they are computed from, in any order.
TEST(IdVjp, MayOverwriteItsInputs) {
  const Case c("mixed:7:1");
  const Products id = found(false, c, weights(c), kTip), fd = found(true, c, weights(c), kTip);
  IdVjpWork<double> work(7);
  FdVjpWork<double> both(7);
  for (int order = 0; order < 3; ++order) {
    std::vector<double> x[3] = {c.qd, c.qdd, weights(c)};
    std::vector<double>*by_q = &x[order], *by_qd = &x[(order + 1) % 3], *by_third = &x[(order + 2) % 3];
    id_vjp<double>(c.arm, c.x(), x[0], x[1], c.arm.gravity(), kTip, x[2], work, *by_q, *by_qd, *by_third);
    EXPECT_EQ(eigen(*by_q), id.q) << order;
    EXPECT_EQ(eigen(*by_qd), id.qd) << order;
    EXPECT_EQ(eigen(*by_third), id.third) << order;
    x[0] = c.qd, x[1] = c.tau, x[2] = weights(c);
    fd_vjp<double>(c.arm, c.x(), x[0], x[1], c.arm.gravity(), kTip, x[2], both, *by_q, *by_qd, *by_third);
    EXPECT_EQ(eigen(*by_q), fd.q) << order;
    EXPECT_EQ(eigen(*by_qd), fd.qd) << order;
    EXPECT_EQ(eigen(*by_third), fd.third) << order;
  }
}

TEST(ArticulatedSolve, IsTheInverseOfTheInertiaMatrix) {
  for (const Case& c : cases()) {
    const int n = c.arm.dof();
    AbaWork<double> work(n);
    std::vector<double> qdd(c.q.size()), y = weights(c);
    aba<double>(c.arm, c.x(), c.qd, c.tau, c.arm.gravity(), work, qdd);
    articulated_solve<double>(c.arm, c.x(), y, work, y);
    const MatrixXd M = by_dual(false, c, By::third, Force<double>::zero());
    EXPECT_LE((M * eigen(y) - eigen(weights(c))).norm(), rounding(c) * condition(M) * eigen(y).norm())
        << c.label;
  }
}

TEST(IdVjp, CostsWhatTheHeaderSays) {
  const auto rows = rows::id_vjp_rows<Counted>();
  expect_cost(row_of(rows, Quantity::id_vjp), {0, 0, 6 * 309, -6 * 280}, {0, 0, 6 * 245, -6 * 253});
  expect_cost(row_of(rows, Quantity::fd_vjp), {0, 0, 6 * 579, -6 * 576}, {0, 0, 6 * 482, -6 * 544});
}

}  // namespace
}  // namespace catena::test
