// SPDX-License-Identifier: Apache-2.0
// Derivatives through Arm: on every level of vector instructions what the templates give, in place as by value, and
// misuse is told.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "catena/core/arm.hpp"
#include "catena/core/library_methods.hpp"
#include "catena/core/simd.hpp"
#include "core/kernels/kernels.hpp"
#include "support/derivatives.hpp"

namespace catena::test {
namespace {

const Force<double> kTip{{1, -2, 3}, {-4, 5, 6}};

double condition(const Case& c) { return test::condition(Arm(c.robot).inertia(eigen(c.q))); }

template <class Call>
std::string error_of(Call call) {
  try {
    call();
  } catch (const Error& e) {
    return e.what();
  }
  return "no error";
}

// Sizes around the widths of the registers, 2, 4 and 8, and beyond a block of eight links.
std::vector<Case> sizes() {
  std::vector<Case> all = cases();
  for (const int n : {8, 10, 11, 13, 15, 16, 17}) all.emplace_back("mixed:" + std::to_string(n) + ":3", 3);
  return all;
}

TEST(ArmDerivatives, AgreeWithTheTemplatesOnEveryLevel) {
  for (const SimdLevel level : kSimdLevels) {
    if (!simd_supported(level)) continue;
    const detail::UseKernels use(*detail::kernels_at(level));
    for (const Case& c : sizes()) {
      const int n = c.arm.dof();
      const double rounding = 50 * n * 2.3e-16;
      MatrixXd q(n, n), qd(n, n), third(n, n), q2(n, n), qd2(n, n), third2(n, n);
      FdDerivativesWork<double> work(c.arm);
      rnea_derivatives<double>(c.arm, c.x(), c.qd, c.qdd, c.arm.gravity(), kTip, work.id,
                               {view(q), view(qd), view(third)});
      const State<double> s{c.q, c.qd, c.qdd, c.tau, c.arm.gravity(), kTip};
      library_method(Quantity::id_derivatives)
          ->prepare(c.arm)
          .run(c.x(), s, {view(q2), view(qd2), view(third2)});
      EXPECT_LE(distance(q2, q), rounding) << c.label << " " << simd_name(level);
      EXPECT_LE(distance(qd2, qd), rounding) << c.label << " " << simd_name(level);
      EXPECT_LE(distance(third2, third), rounding) << c.label << " " << simd_name(level);
      EXPECT_EQ(third2, third2.transpose()) << c.label << " " << simd_name(level);

      fd_derivatives<double>(c.arm, c.x(), c.qd, c.tau, c.arm.gravity(), kTip, work,
                             {view(q), view(qd), view(third)});
      library_method(Quantity::fd_derivatives)
          ->prepare(c.arm)
          .run(c.x(), s, {view(q2), view(qd2), view(third2)});
      const double solving = rounding * condition(c);
      EXPECT_LE(distance(q2, q), solving) << c.label << " " << simd_name(level);
      EXPECT_LE(distance(qd2, qd), solving) << c.label << " " << simd_name(level);
      EXPECT_LE(distance(third2, third), solving) << c.label << " " << simd_name(level);
    }
  }
}

TEST(ArmDerivatives, AreThoseOfDualNumbers) {
  for (const Case& c : sizes()) {
    const Arm arm(c.robot);
    const double rounding = 100 * arm.dof() * 2.3e-16;
    const VectorXd q = eigen(c.q), qd = eigen(c.qd), qdd = eigen(c.qdd), tau = eigen(c.tau);
    const IdDerivatives id = arm.id_derivatives(q, qd, qdd, kTip);
    EXPECT_LE(distance(id.by_q, by_dual(false, c, By::q, kTip)), rounding) << c.label;
    EXPECT_LE(distance(id.by_qd, by_dual(false, c, By::qd, kTip)), rounding) << c.label;
    EXPECT_LE(distance(id.by_qdd, by_dual(false, c, By::third, kTip)), rounding) << c.label;
    const FdDerivatives fd = arm.fd_derivatives(q, qd, tau, kTip);
    const double solving = rounding * condition(c);
    EXPECT_LE(distance(fd.by_q, by_dual(true, c, By::q, kTip)), solving) << c.label;
    EXPECT_LE(distance(fd.by_qd, by_dual(true, c, By::qd, kTip)), solving) << c.label;
    EXPECT_LE(distance(fd.by_tau, by_dual(true, c, By::third, kTip)), solving) << c.label;
  }
}

TEST(ArmDerivatives, ByValueAndInPlaceAreOneAndTakeBlocksOfLargerMatrices) {
  const Arm arm(generate_robot("mixed:6:2"));
  Workspace work(arm);
  const VectorXd q = VectorXd::LinSpaced(6, -1, 1), qd = VectorXd::LinSpaced(6, 0.5, -2);
  const VectorXd u = VectorXd::LinSpaced(6, 3, -4);
  MatrixXd big = MatrixXd::Constant(9, 20, 7);
  const auto block = [&](int k) { return big.block(1, 1 + 6 * k, 6, 6); };
  arm.id_derivatives(q, qd, u, work, block(0), block(1), block(2));
  const IdDerivatives id = arm.id_derivatives(q, qd, u);
  EXPECT_EQ(MatrixXd(block(0)), id.by_q);
  EXPECT_EQ(MatrixXd(block(1)), id.by_qd);
  EXPECT_EQ(MatrixXd(block(2)), id.by_qdd);
  arm.fd_derivatives(q, qd, u, work, block(0), block(1), block(2));
  const FdDerivatives fd = arm.fd_derivatives(q, qd, u);
  EXPECT_EQ(MatrixXd(block(0)), fd.by_q);
  EXPECT_EQ(MatrixXd(block(1)), fd.by_qd);
  EXPECT_EQ(MatrixXd(block(2)), fd.by_tau);
  big.block(1, 1, 6, 18).setConstant(7);
  EXPECT_EQ(big, MatrixXd::Constant(9, 20, 7));  // nothing around was touched
}

// One state after the other: nothing is left of the one before, nor of another gravity.
TEST(ArmDerivatives, DependOnNothingButTheirArguments) {
  const Arm arm(generate_robot("mixed:7:1")), light = arm.with_gravity({0, 0, -1.6});
  Workspace work(arm);
  const VectorXd a = VectorXd::LinSpaced(7, -1, 2), b = VectorXd::LinSpaced(7, 2, 0.3);
  MatrixXd q(7, 7), qd(7, 7), third(7, 7);
  const auto expect = [&](const Arm& some, const VectorXd& x, const VectorXd& y, const Wrench& tip) {
    some.id_derivatives(x, y, x, tip, work, q, qd, third);
    EXPECT_EQ(q, some.id_derivatives(x, y, x, tip).by_q);
    some.fd_derivatives(x, y, x, tip, work, q, qd, third);
    EXPECT_EQ(q, some.fd_derivatives(x, y, x, tip).by_q);
  };
  expect(arm, a, b, kTip);
  expect(arm, b, a, Wrench::zero());
  expect(light, b, a, Wrench::zero());
  expect(arm, b, a, kTip);
}

TEST(ArmDerivatives, TellMisuse) {
  const Arm arm = Arm::load("planar2");
  Workspace work(arm);
  const VectorXd v = VectorXd::Zero(2), three = VectorXd::Zero(3), bad = (VectorXd(2) << 1, NAN).finished();
  MatrixXd A(2, 2), B(2, 2), C(2, 3);
  EXPECT_EQ(error_of([&] { arm.id_derivatives(v, three, v); }),
            "id_derivatives: 'qd' has the wrong size\n  given   3 elements\n"
            "  need    2 elements, since 'Planar 2R' has 2 joints");
  EXPECT_EQ(error_of([&] { arm.fd_derivatives(v, v, bad); }),
            "fd_derivatives: 'tau' is not finite\n  given   tau[1] = nan (counted from 0)");
  EXPECT_EQ(error_of([&] { arm.id_derivatives(v, v, v, work, A, B, C); }),
            "id_derivatives: 'did_dqdd' has the wrong size\n  given   2 x 3\n"
            "  need    2 x 2, since 'Planar 2R' has 2 joints");
  EXPECT_EQ(error_of([&] { arm.fd_derivatives(v, v, v, work, A, C, B); }),
            "fd_derivatives: 'dfd_dqd' has the wrong size\n  given   2 x 3\n"
            "  need    2 x 2, since 'Planar 2R' has 2 joints");
  EXPECT_THAT(error_of([&] {
                arm.id_derivatives(v, v, v, {{NAN, 0, 0}, {0, 0, 0}});
              }),
              testing::StartsWith("id_derivatives: 'tip' is not finite"));
  Workspace other{Arm(generate_robot("chain:2"))};
  EXPECT_THAT(error_of([&] { arm.fd_derivatives(v, v, v, other, A, B, A); }),
              testing::StartsWith("fd_derivatives: the workspace was not made for 'Planar 2R'"));
}

// M⁻¹ has a place of its own in the workspace up to kMostPadded joints, which would else grow with their square.
TEST(ArmDerivatives, SolveTheirEquationsForManyJoints) {
  for (const int n : {kMostPadded, kMostPadded + 1, kMostPadded + 7}) {
    const Arm arm(generate_robot("mixed:" + std::to_string(n) + ":1"));
    const VectorXd q = VectorXd::LinSpaced(n, -2, 2), qd = VectorXd::LinSpaced(n, 1, -1);
    const VectorXd tau = VectorXd::LinSpaced(n, 9, -9);
    Workspace work(arm);
    EXPECT_EQ(FdDerivativesWork<double>(arm.chain()).inverse.empty(), n > kMostPadded);
    MatrixXd by_q(n + 3, n), by_qd(n, n), by_tau(n + 1, n);
    by_q.setConstant(5), by_tau.setConstant(5);
    arm.fd_derivatives(q, qd, tau, work, by_q.topRows(n), by_qd, by_tau.topRows(n));
    EXPECT_TRUE((by_q.bottomRows(3).array() == 5).all() && (by_tau.bottomRows(1).array() == 5).all());
    const IdDerivatives id = arm.id_derivatives(q, qd, arm.fd(q, qd, tau));
    const MatrixXd M = arm.inertia(q), M_inv = by_tau.topRows(n);
    const double rounding = 10 * n * 2.3e-16 * test::condition(M);
    EXPECT_EQ(M_inv, M_inv.transpose());
    EXPECT_LE((M * M_inv - MatrixXd::Identity(n, n)).norm(), rounding) << n;
    EXPECT_LE((M * by_q.topRows(n) + id.by_q).norm(), rounding * id.by_q.norm()) << n;
    EXPECT_LE((M * by_qd + id.by_qd).norm(), rounding * id.by_qd.norm()) << n;
  }
}

TEST(ArmDerivatives, NameTheJointThatMakesItSingular) {
  Robot robot = generate_robot("chain:4");
  robot.links.back().mass = 0;
  robot.links.back().inertia = Sym3<double>::zero();
  const Arm arm(robot);
  const VectorXd v = VectorXd::Constant(4, 0.3);
  EXPECT_THAT(error_of([&] { arm.fd_derivatives(v, v, v); }),
              testing::StartsWith("fd_derivatives: the inertia matrix of '" + arm.name() +
                                  "' is singular here\n  given   joint 4 (counted from 1)"));
  EXPECT_TRUE(arm.id_derivatives(v, v, v).by_q.allFinite());
}

}  // namespace
}  // namespace catena::test
