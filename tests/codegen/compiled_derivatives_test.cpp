// SPDX-License-Identifier: Apache-2.0
// Derivatives by generated code are those of Arm and of dual numbers.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "codegen/arm_program.hpp"
#include "codegen/compile_fixture.hpp"
#include "codegen/compiled_source.hpp"
#include "codegen/optimise.hpp"
#include "support/derivatives.hpp"

namespace catena::test {
namespace {

using Eigen::VectorXd;

const std::vector<Quantity> kDerivatives = {Quantity::did_dq, Quantity::dfd_dqd};
const Wrench kTip{{1, -2, 3}, {-4, 5, 6}};
const Wrench kFree = Wrench::zero();

// Some hundred operations per element, and sums over n links; the solution loses accuracy with the condition number of
// M.
double rounding(int n) { return 100 * n * 2.3e-16; }
double rounding(const Arm& arm, const VectorXd& q) { return rounding(arm.dof()) * condition(arm.inertia(q)); }

long cost_of_code(const Arm& arm) {
  return codegen::detail::cost(codegen::detail::id_derivatives_program(arm.chain()));
}

Case random_state(const Arm& arm, std::uint64_t seed) {
  Random random(seed);
  const int n = arm.dof();
  Case c("chain:1");
  c.robot = arm.robot(), c.arm = arm.chain();
  c.q = random.vector(n, -3, 3), c.qd = random.vector(n, -2, 2);
  c.qdd = random.vector(n, -9, 9), c.tau = random.vector(n, -9, 9);
  return c;
}

class CompiledDerivatives : public testing::TestWithParam<const char*> {};

TEST_P(CompiledDerivatives, AreThoseOfDualNumbers) {
  const SourceFolder folder;
  const Variable cache("CATENA_CACHE", folder.file("cache"));
  const Arm arm = Arm::load(GetParam());
  const Compiled code(arm, kDerivatives);
  ASSERT_TRUE(code.native()) << problem(code);
  EXPECT_EQ(code.note().has_value(), cost_of_code(arm) > codegen::detail::most_operations(arm.dof()))
      << problem(code);
  const int n = arm.dof();
  for (const std::uint64_t seed : {1, 2, 3}) {
    const Case c = random_state(arm, seed);
    const VectorXd q = eigen(c.q), qd = eigen(c.qd), qdd = eigen(c.qdd), tau = eigen(c.tau);
    const IdDerivatives id = code.id_derivatives(q, qd, qdd);
    EXPECT_LE(distance(id.by_q, by_dual(false, c, By::q, kFree)), rounding(n)) << seed;
    EXPECT_LE(distance(id.by_qd, by_dual(false, c, By::qd, kFree)), rounding(n)) << seed;
    EXPECT_LE(distance(id.by_qdd, by_dual(false, c, By::third, kFree)), rounding(n)) << seed;
    EXPECT_EQ(id.by_qdd, id.by_qdd.transpose().eval()) << seed;
    const FdDerivatives fd = code.fd_derivatives(q, qd, tau);
    const double solved = rounding(arm, q);
    EXPECT_LE(distance(fd.by_q, by_dual(true, c, By::q, kFree)), solved) << seed;
    EXPECT_LE(distance(fd.by_qd, by_dual(true, c, By::qd, kFree)), solved) << seed;
    EXPECT_LE(distance(fd.by_tau, by_dual(true, c, By::third, kFree)), solved) << seed;
  }
}

INSTANTIATE_TEST_SUITE_P(Arms, CompiledDerivatives,
                         testing::Values("panda", "puma560", "ur5e", "stanford", "rp", "chain:1", "mixed:1:1",
                                         "mixed:2:5", "mixed:3:2", "chain:4", "planar:4", "mixed:5:3",
                                         "mixed:7:2", "planar:10"));

using CompileDerivatives = Compile;

// The wrench and another gravity than that of the code are left to the library.
TEST_F(CompileDerivatives, AreThoseOfArmWithAWrenchAndUnderAnotherGravity) {
  const Arm arm(generate_robot("planar:4"));
  const Compiled code(arm, kDerivatives), elsewhere = code.with_gravity({1, 2, 3});
  ASSERT_TRUE(code.native()) << problem(code);
  const Arm plain_elsewhere = arm.with_gravity({1, 2, 3});
  const VectorXd q = VectorXd::LinSpaced(4, -1, 1), qd = VectorXd::LinSpaced(4, 2, -1), u = 3 * q - qd;
  const auto equal = [](const auto& x, const auto& y) { return x.by_q == y.by_q && x.by_qd == y.by_qd; };
  EXPECT_TRUE(equal(code.id_derivatives(q, qd, u, kTip), arm.id_derivatives(q, qd, u, kTip)));
  EXPECT_TRUE(equal(code.fd_derivatives(q, qd, u, kTip), arm.fd_derivatives(q, qd, u, kTip)));
  EXPECT_TRUE(equal(elsewhere.id_derivatives(q, qd, u), plain_elsewhere.id_derivatives(q, qd, u)));
  EXPECT_TRUE(equal(elsewhere.fd_derivatives(q, qd, u), plain_elsewhere.fd_derivatives(q, qd, u)));
  // generated code rounds differently from the library
  EXPECT_FALSE(equal(code.id_derivatives(q, qd, u), arm.id_derivatives(q, qd, u)));
  EXPECT_FALSE(equal(code.fd_derivatives(q, qd, u), arm.fd_derivatives(q, qd, u)));
}

TEST_F(CompileDerivatives, InPlaceAndByValueAreOneAlsoInBlocksAndOverArguments) {
  const Compiled code(Arm(generate_robot("mixed:3:1")), kDerivatives);
  ASSERT_TRUE(code.native()) << problem(code);
  Workspace work(code);
  const VectorXd q = VectorXd::LinSpaced(3, -1, 1), qd = VectorXd::LinSpaced(3, 2, -1), u = 4 * q + qd;
  const auto expect_same = [&](const auto& call, const auto& expected, const MatrixXd& by_u) {
    MatrixXd big = MatrixXd::Constant(8, 11, 7), A(3, 3), B(3, 3), C(3, 3);
    call(q, qd, u, big.block(1, 1, 3, 3), big.block(4, 4, 3, 3), big.block(2, 7, 3, 3));
    EXPECT_EQ(MatrixXd(big.block(1, 1, 3, 3)), expected.by_q);
    EXPECT_EQ(MatrixXd(big.block(4, 4, 3, 3)), expected.by_qd);
    EXPECT_EQ(MatrixXd(big.block(2, 7, 3, 3)), by_u);
    EXPECT_EQ((big.array() == 7).count(), 88 - 27) << "the rest is left alone";
    A.col(1) = q, B.col(2) = qd, C.col(0) = u;
    call(A.col(1), B.col(2), C.col(0), A, B, C);
    EXPECT_EQ(A, expected.by_q);
    EXPECT_EQ(B, expected.by_qd);
    EXPECT_EQ(C, by_u);
  };
  const IdDerivatives id = code.id_derivatives(q, qd, u);
  expect_same([&](VecIn x, VecIn v, VecIn a, MatOut A, MatOut B,
                  MatOut C) { code.id_derivatives(x, v, a, work, A, B, C); },
              id, id.by_qdd);
  const FdDerivatives fd = code.fd_derivatives(q, qd, u);
  expect_same([&](VecIn x, VecIn v, VecIn t, MatOut A, MatOut B,
                  MatOut C) { code.fd_derivatives(x, v, t, kFree, work, A, B, C); },
              fd, fd.by_tau);
}

// Code that writes results before it reads arguments, as a compiler may arrange it.
TEST_F(CompileDerivatives, KeepResultsApartFromArguments) {
  folder.write("hasty.c",
               "int catena_arm_did_dq_did_dqd_inertia(const double* q, const double* qd, const double* u,\n"
               "    const double* s, const double* c, double* A, double* B, double* M) {\n"
               "  (void)s, (void)c;\n"
               "  for (int k = 0; k < 4; ++k) A[k] = B[k] = M[k] = -1;\n"
               "  A[0] = q[0] + qd[0] + u[0];\n  B[3] = q[1] + qd[1] + u[1];\n  M[0] = u[0];\n"
               "  return 0;\n}\n");
  const Variable instead(
      "CC", script("hasty", "while [ \"$1\" != -o ]; do shift; done\nexec cc -shared -fPIC -o \"$2\" '" +
                                folder.file("hasty.c") + "'"));
  const Compiled code(planar(), {Quantity::did_dq});
  ASSERT_TRUE(code.native()) << problem(code);
  Workspace work(code);
  MatrixXd A(2, 2), B(2, 2), M(2, 2);
  A.col(0) << 1, 2, B.col(1) << 10, 20, M.col(1) << 100, 200;
  code.id_derivatives(A.col(0), B.col(1), M.col(1), work, A, B, M);
  EXPECT_EQ(A, (MatrixXd(2, 2) << 111, -1, -1, -1).finished());
  EXPECT_EQ(B, (MatrixXd(2, 2) << -1, -1, -1, 222).finished());
  EXPECT_EQ(M, (MatrixXd(2, 2) << 100, -1, -1, -1).finished());
}

TEST_F(CompileDerivatives, RefuseWhatAnArmRefusesInTheSameWords) {
  const Compiled code(planar(), kDerivatives);
  ASSERT_TRUE(code.native()) << problem(code);
  const VectorXd two = VectorXd::Zero(2), three = VectorXd::Zero(3), bad = VectorXd::Constant(2, NAN);
  const Wrench wrench{{NAN, 0, 0}, {0, 0, 0}};
  Workspace work(code), other{Arm(generate_robot("chain:2"))};
  MatrixXd A = MatrixXd::Constant(2, 2, 7), wide(2, 3);
  const auto texts = [&](const auto& arm) {
    std::vector<std::string> all;
    const auto note = [&](const auto& call) { all.push_back(error_text(call)); };
    note([&] { arm.id_derivatives(three, two, two); });
    note([&] { arm.id_derivatives(two, two, bad); });
    note([&] { arm.id_derivatives(two, three, two, work, A, A, A); });
    note([&] { arm.id_derivatives(bad, two, two, work, A, A, A); });
    note([&] { arm.id_derivatives(two, two, two, wrench, work, A, A, A); });
    note([&] { arm.id_derivatives(two, two, two, work, wide, A, A); });
    note([&] { arm.id_derivatives(two, two, two, work, A, wide, A); });
    note([&] { arm.id_derivatives(two, two, two, work, A, A, wide); });
    note([&] { arm.id_derivatives(two, two, two, other, A, A, A); });
    note([&] { arm.fd_derivatives(two, two, three); });
    note([&] { arm.fd_derivatives(two, bad, two, work, A, A, A); });
    note([&] { arm.fd_derivatives(two, two, two, wrench, work, A, A, A); });
    note([&] { arm.fd_derivatives(two, two, two, work, wide, A, A); });
    note([&] { arm.fd_derivatives(two, two, two, work, A, wide, A); });
    note([&] { arm.fd_derivatives(two, two, two, work, A, A, wide); });
    note([&] { arm.fd_derivatives(two, two, two, other, A, A, A); });
    return all;
  };
  const std::vector<std::string> expected = texts(planar());
  EXPECT_EQ(texts(code), expected);
  EXPECT_THAT(expected, testing::Not(testing::Contains("no error")));
  EXPECT_EQ(A, MatrixXd::Constant(2, 2, 7)) << "left alone";
}

// A massless tip, and three slides in one plane that carry a mass together: there M is singular except for rounding.
TEST_F(CompileDerivatives, NameTheJointThatMakesItSingular) {
  Robot massless = generate_robot("chain:3"), plane = massless;
  for (RobotLink& link : plane.links) link.joint = JointKind::prismatic, link.dh = {0, 0.7, 0, 0};
  for (RobotLink* link : {&massless.links[2], &plane.links[0], &plane.links[1]})
    link->mass = 0, link->inertia = Sym3<double>::zero();
  for (const Robot& robot : {massless, plane}) {
    const Arm arm(robot);
    const Compiled code(arm, kDerivatives);
    ASSERT_TRUE(code.native()) << problem(code);
    for (const double q : {0.1, 0.3, 0.9}) {
      const VectorXd v = VectorXd::Constant(3, q);
      const std::string text = error_text([&] { arm.fd_derivatives(v, v, v); });
      EXPECT_THAT(text,
                  testing::StartsWith("fd_derivatives: the inertia matrix of 'chain:3' is singular here\n"));
      EXPECT_EQ(error_text([&] { code.fd_derivatives(v, v, v); }), text);
      EXPECT_LE(distance(code.id_derivatives(v, v, v).by_q, arm.id_derivatives(v, v, v).by_q), rounding(3));
    }
  }
}

TEST_F(CompileDerivatives, AreMadeOnlyIfWanted) {
  const Arm arm(generate_robot("planar:3"));
  const VectorXd v = VectorXd::LinSpaced(3, 0.3, 1);
  const IdDerivatives id = arm.id_derivatives(v, v, v);
  const FdDerivatives fd = arm.fd_derivatives(v, v, v);
  const Compiled by_default(arm), of_id(arm, {Quantity::did_dqd}), of_fd(arm, {Quantity::dfd_dq});
  for (const Compiled* code : {&by_default, &of_id, &of_fd}) {
    ASSERT_TRUE(code->native()) << problem(*code);
    EXPECT_LE(distance(code->id_derivatives(v, v, v).by_q, id.by_q), rounding(3));
    EXPECT_LE(distance(code->fd_derivatives(v, v, v).by_q, fd.by_q), rounding(arm, v));
  }
  // bitwise equal where the library computes it
  EXPECT_EQ(by_default.id_derivatives(v, v, v).by_q, id.by_q);
  EXPECT_NE(by_default.fd_derivatives(v, v, v).by_q, fd.by_q);  // at the q̈ of its code
  EXPECT_NE(of_id.id_derivatives(v, v, v).by_q, id.by_q);
  EXPECT_EQ(of_id.fd_derivatives(v, v, v).by_q, fd.by_q);
  EXPECT_NE(of_fd.fd_derivatives(v, v, v).by_q, fd.by_q);
  EXPECT_EQ(of_fd.quantities(), std::vector{Quantity::dfd_dq});
  // what comes along with them works too
  EXPECT_LE((of_fd.fd(v, v, v, kTip) - arm.fd(v, v, v, kTip)).norm(), 1e-12);
}

TEST_F(CompileDerivatives, AreLeftToPlainCallsThatAreFaster) {
  const Arm arm(generate_robot("chain:7"));
  const VectorXd v = VectorXd::LinSpaced(7, 0.3, 1);
  const std::string why = fmt::format(
      "the derivatives of 'chain:7' are computed by the library: generated code would be slower "
      "(4883 operations; the limit is {})",
      codegen::detail::most_operations(7));
  const Compiled none(arm, {Quantity::did_dq});
  EXPECT_FALSE(none.native());
  EXPECT_THAT(problem(none), why);
  EXPECT_EQ(runs(), 0);
  const Compiled some(arm, {Quantity::gravity, Quantity::dfd_dq});
  EXPECT_TRUE(some.native());
  EXPECT_THAT(problem(some), why);
  for (const Compiled* code : {&none, &some})
    EXPECT_EQ(code->id_derivatives(v, v, v).by_q, arm.id_derivatives(v, v, v).by_q);
  const FdDerivatives fd = arm.fd_derivatives(v, v, v), mixed = some.fd_derivatives(v, v, v);
  EXPECT_EQ(none.fd_derivatives(v, v, v).by_q, fd.by_q);
  EXPECT_EQ(none.fd(v, v, v), arm.fd(v, v, v));
  // at the q̈ of generated code, which is rounded otherwise
  EXPECT_NE(mixed.by_q, fd.by_q);
  EXPECT_LE(distance(mixed.by_q, fd.by_q), rounding(arm, v));
  EXPECT_EQ(mixed.by_tau, fd.by_tau);
  MatrixXd A(10, 7), B(7, 7), C(7, 7);
  Workspace work(arm);
  some.fd_derivatives(v, v, v, work, A.topRows(7), B, C);
  EXPECT_EQ(A.topRows(7), mixed.by_q);
  EXPECT_EQ(B, mixed.by_qd);
}

TEST_F(CompileDerivatives, OfForwardDynamicsArePlainAltogetherFromEightJointsOn) {
  const Arm arm(generate_robot("chain:8"));
  ASSERT_GT(arm.dof(), codegen::detail::kMostMixed);
  const VectorXd v = VectorXd::LinSpaced(8, 0.3, 1);
  const Compiled none(arm, {Quantity::dfd_dq}), some(arm, {Quantity::fd, Quantity::dfd_dq});
  EXPECT_FALSE(none.native());  // no need for fd either
  EXPECT_TRUE(some.native());
  const FdDerivatives fd = arm.fd_derivatives(v, v, v);
  EXPECT_EQ(none.fd_derivatives(v, v, v).by_q, fd.by_q);
  EXPECT_EQ(some.fd_derivatives(v, v, v).by_q, fd.by_q);
}

TEST_F(CompileDerivatives, AreThoseOfArmWithoutACompiler) {
  const Variable none("CC", "/no/such/compiler");
  const Arm arm(generate_robot("mixed:3:4"));
  const Compiled code(arm, kDerivatives);
  EXPECT_FALSE(code.native());
  const VectorXd v = VectorXd::LinSpaced(3, 0.3, 1);
  EXPECT_EQ(code.id_derivatives(v, v, v).by_q, arm.id_derivatives(v, v, v).by_q);
  EXPECT_EQ(code.fd_derivatives(v, v, v).by_tau, arm.fd_derivatives(v, v, v).by_tau);
}

}  // namespace
}  // namespace catena::test
