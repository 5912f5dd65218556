// SPDX-License-Identifier: Apache-2.0
// Second derivatives of inverse dynamics against differences of the first, and against identities of mechanics.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "catena/core/algo/rnea_derivatives.hpp"
#include "catena/core/arm.hpp"
#include "catena/core/registry.hpp"
#include "catena/core/scalar/dual.hpp"
#include "core/kernels/kernels.hpp"
#include "support/arms.hpp"
#include "support/eigen.hpp"

namespace catena::test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

class Second : public testing::TestWithParam<const char*> {
 protected:
  Case c{GetParam()};
  Arm arm{c.robot};
  int n = arm.dof();
  VectorXd q = eigen(c.q), qd = eigen(c.qd), qdd = eigen(c.qdd);
  Wrench tip{{1, -2, 3}, {4, 5, -6}};
};

// The first derivatives on dual numbers, one direction of q after the other.
TEST_P(Second, AreFirstDerivativesOfDualNumbers) {
  using D = Dual<1>;
  const IdSecondDerivatives d = arm.id_second_derivatives(q, qd, qdd, tip);
  const Chain<D> chain = arm.chain().cast<D>();
  const auto lift = [](const VectorXd& x) { return std::vector<D>(x.data(), x.data() + x.size()); };
  std::vector<D> qs = lift(q);
  const std::vector<D> qds = lift(qd), qdds = lift(qdd);
  const Force<D> wrench{{D(tip.ang.x), D(tip.ang.y), D(tip.ang.z)},
                        {D(tip.lin.x), D(tip.lin.y), D(tip.lin.z)}};
  RneaDerivativesWork<D> work(chain);
  MatX<D> by_q(n, n), by_qd(n, n), by_qdd(n, n);
  for (int k = 0; k < n; ++k) {
    qs[static_cast<std::size_t>(k)].d[0] = 1;
    rnea_derivatives<D>(chain, posture<D>(chain, qs), qds, qdds, chain.gravity(), wrench, work,
                        {by_q.view(), by_qd.view(), by_qdd.view()});
    qs[static_cast<std::size_t>(k)].d[0] = 0;
    const auto check = [&](const MatrixXd& all, const MatX<D>& matrix, const char* what) {
      double size = all.cwiseAbs().maxCoeff();  // of the terms: also of the first derivatives
      for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i) size = std::max(size, std::abs(matrix(i, j).value));
      for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i)
          EXPECT_NEAR(all(i, k * n + j), matrix(i, j).d[0], tolerance(n) * size)
              << what << " [" << i << "][" << j << "][" << k << "]";
    };
    check(d.by_q_q, by_q, "by q, q");
    check(d.by_qd_q, by_qd, "by qd, q");
    check(d.by_qdd_q, by_qdd, "by qdd, q");
  }
}

// Central differences of first derivatives, in each joint: an error of h² times third derivatives and eps/h.
TEST_P(Second, AreDifferencesOfFirstDerivatives) {
  const IdSecondDerivatives d = arm.id_second_derivatives(q, qd, qdd, tip);
  const double h = std::cbrt(0x1p-52);
  for (int k = 0; k < n; ++k) {
    const VectorXd e = h * VectorXd::Unit(n, k);
    const IdDerivatives up = arm.id_derivatives(q + e, qd, qdd, tip),
                        down = arm.id_derivatives(q - e, qd, qdd, tip);
    const IdDerivatives faster = arm.id_derivatives(q, qd + e, qdd, tip),
                        slower = arm.id_derivatives(q, qd - e, qdd, tip);
    const auto check = [&](const MatrixXd& all, const MatrixXd& above, const MatrixXd& below,
                           const char* what) {
      const double size = above.cwiseAbs().maxCoeff() + all.cwiseAbs().maxCoeff();
      EXPECT_LE((all.middleCols(k * n, n) - (above - below) / (2 * h)).cwiseAbs().maxCoeff(),
                100 * n * h * h * size)
          << what << ", joint " << k;
    };
    check(d.by_q_q, up.by_q, down.by_q, "by q, q");
    check(d.by_qd_q, up.by_qd, down.by_qd, "by qd, q");
    check(d.by_qdd_q, up.by_qdd, down.by_qdd, "by qdd, q");
    check(d.by_qd_qd, faster.by_qd, slower.by_qd, "by qd, qd");
  }
}

// The bias is a quadratic form of q̇: half its second derivative, applied twice.
TEST_P(Second, GiveTheBiasAndTheChristoffelSymbols) {
  const IdSecondDerivatives d = arm.id_second_derivatives(q, qd, qdd);
  VectorXd bias = VectorXd::Zero(n);
  for (int k = 0; k < n; ++k) bias += 0.5 * qd[k] * d.by_qd_qd.middleCols(k * n, n) * qd;
  const double size = arm.inertia(q).norm() * qd.squaredNorm();
  EXPECT_LE((bias - arm.bias(q, qd)).norm(), 10 * tolerance(n) * size);
  EXPECT_LE((0.5 * d.by_qd_qd - arm.christoffel(q)).norm(), 10 * tolerance(n) * n * arm.inertia(q).norm());
}

TEST_P(Second, DoNotDependOnTheOrder) {
  const IdSecondDerivatives d = arm.id_second_derivatives(q, qd, qdd, tip);
  for (int j = 0; j < n; ++j)
    for (int k = 0; k < n; ++k) {
      EXPECT_EQ(d.by_q_q.col(k * n + j), d.by_q_q.col(j * n + k));
      EXPECT_EQ(d.by_qd_qd.col(k * n + j), d.by_qd_qd.col(j * n + k));
    }
  Workspace work(arm);
  MatrixXd A[4] = {d.by_q_q, d.by_q_q, d.by_q_q, d.by_q_q};
  for (int twice = 0; twice < 2; ++twice) {  // nothing is left from the first call
    arm.id_second_derivatives(q, qd, qdd, tip, work, A[0], A[1], A[2], A[3]);
    EXPECT_EQ(A[0], d.by_q_q);
    EXPECT_EQ(A[1], d.by_qd_q);
    EXPECT_EQ(A[2], d.by_qd_qd);
    EXPECT_EQ(A[3], d.by_qdd_q);
  }
}

// The kernels of all instruction sets that the machine has, and the template.
TEST_P(Second, AreTheSameInEveryKernel) {
  std::vector<double> expected(size_of(Quantity::id_second_derivatives, n)), found(expected.size());
  const State<double> state = {c.q, c.qd, c.qdd, c.tau, c.arm.gravity(), tip};
  find_method<double>(Quantity::id_second_derivatives)->run(c.arm, c.x(), state, expected);
  const double size = eigen(expected).cwiseAbs().maxCoeff();
  for (const SimdLevel level : kSimdLevels) {
    const detail::Kernels* const kernels = detail::kernels_at(level);
    if (!kernels) continue;
    const detail::UseKernels use(*kernels);
    Workspace work(arm);
    std::fill(found.begin(), found.end(), NAN);
    arm.eval(Quantity::id_second_derivatives, {.q = q, .qd = qd, .qdd = qdd, .tip = tip}, work,
             Result<double>(Quantity::id_second_derivatives, n, found));
    for (std::size_t k = 0; k < found.size(); ++k)
      EXPECT_NEAR(found[k], expected[k], tolerance(n) * size) << simd_name(level) << " " << k;
  }
}

INSTANTIATE_TEST_SUITE_P(Arms, Second,
                         testing::Values("chain:1", "mixed:1:2", "mixed:2:3", "mixed:3:4", "mixed:4:1",
                                         "mixed:5:2", "chain:6", "mixed:7:1", "chain:8", "mixed:9:2",
                                         "mixed:13:3", "mixed:16:4", "chain:30", "mixed:30:5"));

TEST(SecondDerivativesOf, WrongInputsAreRefused) {
  const Arm arm(generate_robot("chain:3"));
  const VectorXd x = VectorXd::Zero(3);
  const auto message = [&](const VectorXd& q, const VectorXd& qd) -> std::string {
    try {
      arm.id_second_derivatives(q, qd, x);
    } catch (const Error& e) {
      return e.what();
    }
    return "no error";
  };
  EXPECT_EQ(
      message(VectorXd::Zero(2), x),
      "id_second_derivatives: 'q' has the wrong size\n  given   2 elements\n  need    3 elements, since "
      "'chain:3' has 3 joints");
  EXPECT_THAT(message(x, VectorXd::Constant(3, NAN)),
              testing::HasSubstr("'qd' is not finite\n  given   qd[0] = nan"));
  Workspace work(arm);
  MatrixXd A(3, 9), small(3, 3);
  try {
    arm.id_second_derivatives(x, x, x, Wrench::zero(), work, A, A, A, small);
    ADD_FAILURE();
  } catch (const Error& e) {
    EXPECT_STREQ(
        e.what(),
        "id_second_derivatives: 'd2id_dqdd_dq' has the wrong size\n  given   3 x 3\n  need    3 x 9, since "
        "'chain:3' has 3 joints");
  }
}

}  // namespace
}  // namespace catena::test
