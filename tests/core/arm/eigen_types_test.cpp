// SPDX-License-Identifier: Apache-2.0
// Eigen's other types as arguments and results: fixed sizes, maps, blocks, row-major matrices.
#include <gtest/gtest.h>

#include <Eigen/Core>

#include "catena/core/algo/crba.hpp"
#include "catena/core/arm.hpp"
#include "catena/core/model/generate.hpp"

namespace catena::test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using Vector7d = Eigen::Vector<double, 7>;
using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

// Vectors with gaps between their numbers cannot be results: that is told by the compiler, not by wrong numbers.
template <class Out>
concept TakesResult = requires(const Arm& arm, const VectorXd& q, Workspace& work, Out&& out) {
  arm.gravity(q, work, out);
};
static_assert(TakesResult<VectorXd&> && TakesResult<Vector7d&> && TakesResult<Eigen::Map<VectorXd>>);
static_assert(TakesResult<decltype(std::declval<MatrixXd&>().col(0))>);
static_assert(TakesResult<decltype(std::declval<VectorXd&>().segment(0, 7))>);
static_assert(!TakesResult<decltype(std::declval<MatrixXd&>().row(0))>);
static_assert(!TakesResult<Eigen::Map<VectorXd, 0, Eigen::InnerStride<>>>);
static_assert(!TakesResult<const VectorXd&>);

struct Seven {
  Arm arm{generate_robot("mixed:7:2")};
  Workspace work{arm};
  Vector7d q = Vector7d::LinSpaced(-1, 1), qd = Vector7d::LinSpaced(0.5, -2), u = Vector7d::LinSpaced(3, -4);
  VectorXd dynamic_q = q, dynamic_qd = qd, dynamic_u = u;
};

TEST(EigenTypes, OfFixedSizeAreArgumentsAndResults) {
  Seven s;
  Vector7d tau;
  s.arm.id(s.q, s.qd, s.u, s.work, tau);
  EXPECT_EQ(VectorXd(tau), s.arm.id(s.dynamic_q, s.dynamic_qd, s.dynamic_u));
  Eigen::Matrix<double, 7, 7> M;
  s.arm.inertia(s.q, s.work, M);
  EXPECT_EQ(MatrixXd(M), s.arm.inertia(s.dynamic_q));
  Eigen::Matrix<double, 6, 7> J;
  s.arm.jacobian(s.q, s.work, J);
  EXPECT_EQ(MatrixXd(J), s.arm.jacobian(s.dynamic_q));
  EXPECT_EQ(s.arm.eval(Quantity::id, {.q = s.q, .qd = s.qd, .qdd = s.u})[0], MatrixXd(tau));
}

TEST(EigenTypes, InMapsAndBlocksAreArgumentsAndResults) {
  Seven s;
  MatrixXd states(7, 3);
  states << s.q, s.qd, s.u;
  const MatrixXd across = states.transpose();  // its rows have gaps between their numbers
  MatrixXd out = MatrixXd::Zero(9, 9);
  const VectorXd tau = s.arm.id(s.dynamic_q, s.dynamic_qd, s.dynamic_u);
  s.arm.id(states.col(0), states.col(1), states.col(2), s.work, out.col(0).segment(1, 7));
  EXPECT_EQ(VectorXd(out.col(0).segment(1, 7)), tau);
  EXPECT_EQ(s.arm.id(across.row(0).transpose(), across.row(1).transpose(), across.row(2).transpose()), tau);
  EXPECT_EQ(s.arm.id(across.row(0), across.row(1), across.row(2)), tau);  // a row is taken as a vector
  double memory[14];
  for (int i = 0; i < 7; ++i) memory[2 * i] = s.q[i], memory[2 * i + 1] = 99;
  const Eigen::Map<const VectorXd, 0, Eigen::InnerStride<>> every_second(memory, 7, Eigen::InnerStride<>(2));
  EXPECT_EQ(s.arm.gravity(every_second), s.arm.gravity(s.dynamic_q));
  s.arm.inertia(s.q, s.work, out.block(1, 1, 7, 7));
  EXPECT_EQ(MatrixXd(out.block(1, 1, 7, 7)), s.arm.inertia(s.dynamic_q));
  EXPECT_EQ(out.row(0).tail(8), Eigen::RowVectorXd::Zero(8));
  try {  // At keeps addresses, not copies
    (void)s.arm.eval(Quantity::gravity, {.q = every_second});
    ADD_FAILURE() << "a vector with gaps was accepted";
  } catch (const Error& e) {
    EXPECT_STREQ(e.what(),
                 "vector: the vector is not contiguous in memory\n  hint    pass a copy, such as x.eval()");
  }
}

TEST(EigenTypes, RowMajorMatricesGetTheSameNumbers) {
  Seven s;
  RowMatrix A(7, 7), J(6, 7), X(4, 4), big = RowMatrix::Constant(9, 10, 5);
  s.arm.inertia(s.q, s.work, A);
  EXPECT_EQ(MatrixXd(A), s.arm.inertia(s.dynamic_q));
  s.arm.inertia_inverse(s.q, s.work, A);
  EXPECT_EQ(MatrixXd(A), s.arm.inertia_inverse(s.dynamic_q));
  s.arm.inertia_rate(s.q, s.qd, s.work, A);
  EXPECT_EQ(MatrixXd(A), s.arm.inertia_rate(s.dynamic_q, s.dynamic_qd));
  s.arm.coriolis(s.q, s.qd, s.work, A);
  EXPECT_EQ(MatrixXd(A), s.arm.coriolis(s.dynamic_q, s.dynamic_qd));
  EXPECT_NE(MatrixXd(A), MatrixXd(A.transpose()));  // so that the test could fail
  s.arm.coriolis(s.q, s.qd, s.work, big.block(1, 2, 7, 7));
  EXPECT_EQ(MatrixXd(big.block(1, 2, 7, 7)), MatrixXd(A));
  EXPECT_EQ(big.col(1), VectorXd::Constant(9, 5));
  EXPECT_EQ(big.row(8), Eigen::RowVectorXd::Constant(10, 5));
  s.arm.jacobian(s.q, s.work, J);
  EXPECT_EQ(MatrixXd(J), s.arm.jacobian(s.dynamic_q));
  s.arm.jacobian_rate(s.q, s.qd, s.work, J);
  EXPECT_EQ(MatrixXd(J), s.arm.jacobian_rate(s.dynamic_q, s.dynamic_qd));
  s.arm.pose(s.q, s.work, X);
  EXPECT_EQ(MatrixXd(X), MatrixXd(s.arm.pose(s.dynamic_q)));
  Vector7d d;
  s.arm.udut(s.q, s.work, A, d);
  EXPECT_EQ(MatrixXd(A), s.arm.udut(s.dynamic_q).U);
  Eigen::Matrix<double, 7, 7, Eigen::RowMajor> fixed;
  s.arm.coriolis(s.q, s.qd, s.work, fixed);
  EXPECT_EQ(MatrixXd(fixed), s.arm.coriolis(s.dynamic_q, s.dynamic_qd));
  const RowMatrix V = RowMatrix::Random(7, 3);
  EXPECT_EQ(s.arm.eval(Quantity::inertia_solve, {.q = s.q, .V = V})[0],
            s.arm.eval(Quantity::inertia_solve, {.q = s.q, .V = MatrixXd(V)})[0]);
}

TEST(EigenTypes, RowMajorMatricesGetWhatControlNeeds) {
  Seven s;
  const Frame<double> elbow = s.arm.frame("link4");
  RowMatrix A(7, 7), B(7, 7), J(6, 7), X(4, 4), L(6, 6), J_inv(7, 6), Y(7, 70);
  Vector7d g;
  s.arm.jacobian(s.q, elbow, s.work, J);
  EXPECT_EQ(MatrixXd(J), s.arm.jacobian(s.dynamic_q, elbow));
  s.arm.jacobian_rate(s.q, s.qd, elbow, s.work, J);
  EXPECT_EQ(MatrixXd(J), s.arm.jacobian_rate(s.dynamic_q, s.dynamic_qd, elbow));
  s.arm.pose(s.q, elbow, s.work, X);
  EXPECT_EQ(MatrixXd(X), MatrixXd(s.arm.pose(s.dynamic_q, elbow)));
  s.arm.terms(s.q, s.qd, s.work, A, B, g);
  EXPECT_EQ(MatrixXd(A), s.arm.terms(s.dynamic_q, s.dynamic_qd).M);
  EXPECT_EQ(MatrixXd(B), s.arm.terms(s.dynamic_q, s.dynamic_qd).C);
  EXPECT_NE(MatrixXd(B), MatrixXd(B.transpose()));  // so that the test could fail
  s.arm.operational_inertia(s.q, {}, 0.1, s.work, L);
  EXPECT_EQ(MatrixXd(L), MatrixXd(s.arm.operational_inertia(s.dynamic_q, {}, 0.1)));
  s.arm.operational_inertia_inverse(s.q, {}, s.work, L);
  EXPECT_EQ(MatrixXd(L), MatrixXd(s.arm.operational_inertia_inverse(s.dynamic_q)));
  s.arm.jacobian_inverse(s.q, {}, 0.1, s.work, J_inv);
  EXPECT_EQ(MatrixXd(J_inv), s.arm.jacobian_inverse(s.dynamic_q, {}, 0.1));
  s.arm.null_space(s.q, {}, 0.1, s.work, A);
  EXPECT_EQ(MatrixXd(A), s.arm.null_space(s.dynamic_q, {}, 0.1));
  s.arm.regressor(s.q, s.qd, s.u, s.work, Y);
  EXPECT_EQ(MatrixXd(Y), s.arm.regressor(s.dynamic_q, s.dynamic_qd, s.dynamic_u));
  s.arm.momentum_regressor(s.q, s.qd, s.work, Y);
  EXPECT_EQ(MatrixXd(Y), s.arm.momentum_regressor(s.dynamic_q, s.dynamic_qd));
  RowMatrix wide(7, 75);
  EXPECT_THROW(s.arm.regressor(s.q, s.qd, s.u, s.work, wide.leftCols(70)), Error);  // its rows have gaps
  EXPECT_THROW(s.arm.regressor(s.q, s.qd, s.u, s.work, wide), Error);               // it is too wide
}

TEST(EigenTypes, MatricesOfAnyShapeAreTransposedInPlace) {
  for (int rows = 1; rows <= 12; ++rows)
    for (int cols = 1; cols <= 12; ++cols) {
      const MatrixXd expected = MatrixXd::Random(rows, cols);
      MatrixXd x = expected;
      detail::transpose_in_place(x.data(), rows, cols);
      EXPECT_EQ(MatrixXd(Eigen::Map<RowMatrix>(x.data(), rows, cols)), expected) << rows << " x " << cols;
    }
}

TEST(EigenTypes, DerivativesGoToRowMajorMatricesMapsAndBlocks) {
  Seven s;
  const VectorXd qdd = VectorXd::LinSpaced(7, -1, 2);
  const Wrench tip{{1, 2, 3}, {4, 5, 6}};
  RowMatrix A(7, 7), B(7, 7), C(7, 7), big = RowMatrix::Constant(9, 10, 5);
  MatrixXd columns(7, 7);
  Eigen::Matrix<double, 7, 7, Eigen::RowMajor> fixed;
  std::vector<double> memory(49);
  Eigen::Map<Eigen::Matrix<double, 7, 7, Eigen::RowMajor>> map(memory.data());
  const IdDerivatives id = s.arm.id_derivatives(s.dynamic_q, s.dynamic_qd, qdd),
                      pushed = s.arm.id_derivatives(s.dynamic_q, s.dynamic_qd, qdd, tip);
  s.arm.id_derivatives(s.q, s.qd, qdd, s.work, A, B, C);
  EXPECT_EQ(MatrixXd(A), id.by_q);
  EXPECT_EQ(MatrixXd(B), id.by_qd);
  EXPECT_EQ(MatrixXd(C), id.by_qdd);
  EXPECT_NE(MatrixXd(A), MatrixXd(A.transpose()));  // so that the test could fail
  s.arm.id_derivatives(s.q, s.qd, qdd, tip, s.work, columns, big.block(1, 2, 7, 7), fixed);
  EXPECT_EQ(columns, pushed.by_q);
  EXPECT_NE(columns, id.by_q);
  EXPECT_EQ(MatrixXd(big.block(1, 2, 7, 7)), pushed.by_qd);
  EXPECT_EQ(big.col(1), VectorXd::Constant(9, 5));
  EXPECT_EQ(big.row(8), Eigen::RowVectorXd::Constant(10, 5));
  EXPECT_EQ(MatrixXd(fixed), pushed.by_qdd);
  const FdDerivatives fd = s.arm.fd_derivatives(s.dynamic_q, s.dynamic_qd, qdd),
                      held = s.arm.fd_derivatives(s.dynamic_q, s.dynamic_qd, qdd, tip);
  s.arm.fd_derivatives(s.q, s.qd, qdd, s.work, A, columns, map);
  EXPECT_EQ(MatrixXd(A), fd.by_q);
  EXPECT_EQ(columns, fd.by_qd);
  EXPECT_EQ(MatrixXd(map), fd.by_tau);
  s.arm.fd_derivatives(s.q, s.qd, qdd, tip, s.work, A, B, C);
  EXPECT_EQ(MatrixXd(A), held.by_q);
  EXPECT_EQ(MatrixXd(B), held.by_qd);
  EXPECT_EQ(MatrixXd(C), held.by_tau);
}

TEST(EigenTypes, ChristoffelSymbolsGoToRowMajorMatrices) {
  Seven s;
  RowMatrix A(7, 49), wide = RowMatrix::Zero(7, 50), small(7, 7);
  Eigen::Matrix<double, 7, 49, Eigen::RowMajor> fixed;
  s.arm.christoffel(s.q, s.work, A);
  EXPECT_EQ(MatrixXd(A), s.arm.christoffel(s.dynamic_q));
  s.arm.christoffel(s.q, s.work, fixed);
  EXPECT_EQ(MatrixXd(fixed), s.arm.christoffel(s.dynamic_q));
  EXPECT_THROW(s.arm.christoffel(s.q, s.work, small), Error);
  EXPECT_THROW(s.arm.christoffel(s.q, s.work, wide.leftCols(49)), Error);  // rows with gaps between them
  EXPECT_EQ(wide, RowMatrix::Zero(7, 50));
  const Arm one(generate_robot("chain:1"));
  Workspace work(one);
  RowMatrix single(1, 1);
  one.christoffel(VectorXd::Zero(1), work, single);
  EXPECT_EQ(MatrixXd(single), one.christoffel(VectorXd::Zero(1)));
}

TEST(EigenTypes, RowMajorResultsOfTheWrongSizeAreRefused) {
  Seven s;
  RowMatrix square(6, 6), wide(6, 8), tall(7, 6);
  EXPECT_THROW(s.arm.inertia(s.q, s.work, square), Error);
  EXPECT_THROW(s.arm.jacobian(s.q, s.work, wide), Error);
  EXPECT_THROW(s.arm.jacobian(s.q, s.work, tall), Error);
  EXPECT_THROW(s.arm.pose(s.q, s.work, wide), Error);
  RowMatrix good(7, 7);
  EXPECT_THROW(s.arm.id_derivatives(s.q, s.qd, s.qd, s.work, good, good, square), Error);
  EXPECT_THROW(s.arm.fd_derivatives(s.q, s.qd, s.qd, s.work, tall, good, good), Error);
}

TEST(MatX, IsAcceptedWhereAViewIs) {
  const Robot robot = generate_robot("chain:3");
  Notes notes;
  const Chain<double> chain = make_chain(robot, notes);
  const std::vector<double> q = {0.1, 0.2, 0.3};
  MatX<double> M(3, 3), N(3, 3);
  crba(chain, posture<double>(chain, q), M);
  crba(chain, posture<double>(chain, q), N.view());
  EXPECT_TRUE(std::equal(M.values().begin(), M.values().end(), N.values().begin()));
  MatX<double> copy = M;
  copy(0, 0) = -1;
  EXPECT_EQ(copy.view()(0, 0), -1);
  EXPECT_NE(M.view()(0, 0), -1);
  M = copy;
  copy(0, 0) = -2;
  EXPECT_EQ(M.view()(0, 0), -1);
  const MatX<double> moved = std::move(copy);
  EXPECT_EQ(moved(0, 0), -2);
}

}  // namespace
}  // namespace catena::test
