// SPDX-License-Identifier: Apache-2.0
// Compiled Christoffel symbols and factors of M: what Arm computes, in place and by value, refused where Arm refuses, and in
// batches; and Compiled for an arm with its motors.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "catena/core/batch.hpp"
#include "codegen/compile_fixture.hpp"
#include "support/algebra.hpp"
#include "support/arms.hpp"
#include "support/eigen.hpp"
#include "support/hard_arm.hpp"

namespace catena::test {
namespace {

using batch::Layout;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using testing::HasSubstr;

const std::vector<Quantity> kTensors = {Quantity::christoffel, Quantity::udut};

TEST_F(Compile, MakesChristoffelSymbolsAndFactors) {
  for (const char* spec : {"panda", "puma560", "stanford", "chain:1", "mixed:5:3"}) {
    const Arm arm = Arm::load(spec);
    const Compiled code(arm, kTensors);
    ASSERT_TRUE(code.native()) << problem(code);
    const int n = arm.dof();
    Workspace work(code);
    Random random(4);
    for (int k = 0; k < 3; ++k) {
      const VectorXd q = eigen(random.vector(n, -3, 3));
      const MatrixXd gamma = arm.christoffel(q), M = arm.inertia(q);
      EXPECT_LE((code.christoffel(q) - gamma).norm(), 1e-13 * n * (gamma.norm() + 1e-9)) << spec;
      EXPECT_TRUE(n == 1 || k > 0 || code.christoffel(q) != gamma) << "generated code rounds otherwise";
      const Udut x = code.udut(q);
      EXPECT_LE((x.U * x.d.asDiagonal() * x.U.transpose() - M).norm(), 1e-13 * n * M.norm()) << spec;
      EXPECT_TRUE(x.U.isUpperTriangular(0)) << spec;
      EXPECT_EQ(VectorXd(x.U.diagonal()), VectorXd::Ones(n)) << spec;

      MatrixXd big = MatrixXd::Constant(n + 2, n * n + 1, 7);  // in a block
      code.christoffel(q, work, big.block(1, 1, n, n * n));
      EXPECT_EQ(MatrixXd(big.block(1, 1, n, n * n)), code.christoffel(q)) << spec;
      VectorXd over = q;  // d in the place of q
      code.udut(over, work, big.block(1, 0, n, n), over);
      EXPECT_EQ(MatrixXd(big.block(1, 0, n, n)), x.U) << spec;
      EXPECT_EQ(over, x.d) << spec;
      EXPECT_EQ(big.row(0), Eigen::RowVectorXd::Constant(n * n + 1, 7)) << spec;
      EXPECT_EQ(big.row(n + 1), Eigen::RowVectorXd::Constant(n * n + 1, 7)) << spec;

      const At at{.q = std::span(q.data(), static_cast<std::size_t>(n))};  // by the table of quantities
      std::vector<double> cube(size_of(Quantity::christoffel, n)), factors(size_of(Quantity::udut, n));
      code.eval(Quantity::christoffel, at, work, Result<double>(Quantity::christoffel, n, cube));
      EXPECT_EQ(MatrixXd(Eigen::Map<MatrixXd>(cube.data(), n, n * n)), code.christoffel(q)) << spec;
      code.eval(Quantity::udut, at, work, Result<double>(Quantity::udut, n, factors));
      EXPECT_EQ(MatrixXd(Eigen::Map<MatrixXd>(factors.data(), n, n)), x.U) << spec;
      EXPECT_EQ(VectorXd(Eigen::Map<VectorXd>(factors.data() + n * n, n)), x.d) << spec;
    }
  }
}

TEST_F(Compile, RefusesTensorsAsArmDoes) {
  const Compiled code(planar(), kTensors);
  ASSERT_TRUE(code.native()) << problem(code);
  const VectorXd two = VectorXd::Zero(2), three = VectorXd::Zero(3), bad = VectorXd::Constant(2, NAN);
  const auto texts = [&](const auto& arm) {
    MatrixXd wide(2, 3), square(2, 2);
    VectorXd d(3);
    Workspace work(arm);
    return std::vector{error_text([&] { arm.christoffel(three); }),
                       error_text([&] { arm.christoffel(bad); }),
                       error_text([&] { arm.christoffel(two, work, wide); }),
                       error_text([&] { arm.udut(three); }),
                       error_text([&] { arm.udut(bad); }),
                       error_text([&] { arm.udut(two, work, wide, d); }),
                       error_text([&] { arm.udut(two, work, square, d); })};
  };
  EXPECT_EQ(texts(code), texts(planar()));
  for (const std::string& text : texts(code)) EXPECT_NE(text, "");
}

// Where the pivots are not trusted, the library computes.
TEST_F(Compile, LeavesHardFactorsToArm) {
  const Arm arm(point_near_axis());
  const Compiled code(arm, {Quantity::udut});
  ASSERT_TRUE(code.native()) << problem(code);
  const JointState s = state_of_point_near_axis();
  const VectorXd q = eigen(s.q);
  EXPECT_EQ(code.udut(q).d, arm.udut(q).d);
  EXPECT_EQ(code.udut(q).U, arm.udut(q).U);
  std::vector<double> many;  // and in batches, which compute such states without M
  for (int k = 0; k < 5; ++k) many.insert(many.end(), s.q.begin(), s.q.end());
  const auto factors = [&](batch::Workspace work) {
    std::vector<double> U(4 * 5), d(2 * 5);
    batch::udut(arm, Layout::state_major, many, work, U, d);
    U.insert(U.end(), d.begin(), d.end());
    return U;
  };
  EXPECT_EQ(factors(batch::Workspace(code)), factors(batch::Workspace(arm)));
  Robot robot = generate_robot("chain:3");
  robot.links.back().mass = 0;
  robot.links.back().inertia = {};
  const Compiled singular(Arm(robot), {Quantity::udut});
  ASSERT_TRUE(singular.native()) << problem(singular);
  EXPECT_THAT(error_text([&] { singular.udut(VectorXd::Ones(3)); }), HasSubstr("singular"));
}

// Against Arm, state by state; whatever the number of states, and nothing beyond the results is written.
TEST_F(Compile, MakesBatchesOfTensors) {
  constexpr double kUntouched = 12345;
  for (const char* spec : {"panda", "stanford", "chain:1", "mixed:5:3"}) {
    const Arm arm = Arm::load(spec);
    const Compiled code(arm, kTensors);
    const int dof = arm.dof();
    const auto n = static_cast<std::size_t>(dof), most = std::size_t{37};
    Random random(2);
    const std::vector<double> q = random.vector(dof * static_cast<int>(most), -3, 3);
    for (const SimdLevel level : kSimdLevels) {
      if (!simd_supported(level)) continue;
      batch::Workspace plain(arm, {.threads = 1, .level = level}), fast(code, {.threads = 1, .level = level});
      ASSERT_TRUE(fast.native()) << fast.note()->what;
      for (batch::Workspace* const work : {&plain, &fast})
        for (const Layout layout : {Layout::state_major, Layout::joint_major})
          for (const std::size_t N : {most, std::size_t{8}, std::size_t{1}}) {
            const bool by_joint = layout == Layout::joint_major;
            std::vector<double> states(n * N);
            for (std::size_t k = 0; k < N; ++k)
              for (std::size_t i = 0; i < n; ++i) states[by_joint ? i * N + k : k * n + i] = q[k * n + i];
            std::vector<double> gamma(n * n * n * N + 9, kUntouched), U(n * n * N + 9, kUntouched),
                d(n * N + 9, kUntouched);
            const auto but_nine = [](std::vector<double>& x) { return std::span(x).first(x.size() - 9); };
            batch::eval(Quantity::christoffel, arm, layout, {.q = states}, *work, {but_nine(gamma)});
            batch::udut(arm, layout, states, *work, but_nine(U), but_nine(d));
            for (const std::vector<double>* x : {&gamma, &U, &d})
              for (std::size_t i = x->size() - 9; i < x->size(); ++i) EXPECT_EQ((*x)[i], kUntouched);
            for (std::size_t k = 0; k < N; ++k) {
              const VectorXd at = Eigen::Map<const VectorXd>(&q[k * n], dof);
              const auto expect = [&](const std::vector<double>& found, const auto& expected,
                                      double allowed) {
                const auto each = static_cast<std::size_t>(expected.size());
                double error = 0;
                for (std::size_t i = 0; i < each; ++i)
                  error = std::max(error,
                                   std::abs(found[by_joint ? i * N + k : k * each + i] - expected.data()[i]));
                EXPECT_LE(error, allowed * (expected.norm() + 1e-9))
                    << spec << ' ' << simd_name(level) << ' ' << N << ", state " << k;
              };
              const Udut factors = arm.udut(at);
              expect(gamma, arm.christoffel(at), 1e-13 * dof);
              expect(U, factors.U, 1e-9);
              expect(d, factors.d, 1e-9);
            }
          }
    }
  }
}

Robot motorised(const char* spec) {
  Robot robot = generate_robot(spec);
  Random random(7);
  for (RobotLink& link : robot.links)
    link.motor = Motor{.inertia = random(1e-4, 1e-3),
                       .gear = random(50, 150),
                       .viscous = random(1e-4, 1e-3),
                       .coulomb = {random(0.01, 0.1), random(-0.1, -0.01)}};
  return robot;
}

TEST_F(Compile, AddsTheTermsOfMotors) {
  const Arm links(motorised("mixed:5:3")), arm = links.with_motors();
  const Compiled code(arm,
                      {Quantity::id, Quantity::fd, Quantity::inertia, Quantity::gravity, Quantity::did_dq});
  ASSERT_TRUE(code.native()) << problem(code);
  EXPECT_THAT(problem(code), HasSubstr("what divides by M with the rotors"));
  const int n = arm.dof(), N = 37;
  Workspace work(code);
  Random random(4);
  const VectorXd q = eigen(random.vector(n, -3, 3)), qd = eigen(random.vector(n, -2, 2)),
                 u = eigen(random.vector(n, -5, 5));
  const auto near = [&](const MatrixXd& x, const MatrixXd& y, double allowed = 1e-13) {
    EXPECT_LE((x - y).norm(), allowed * n * y.norm());
  };
  near(code.id(q, qd, u), arm.id(q, qd, u));
  EXPECT_NE(code.id(q, qd, u), arm.id(q, qd, u)) << "generated code rounds otherwise";
  near(code.id(q, qd, u, {{1, 2, 3}, {4, 5, 6}}), arm.id(q, qd, u, {{1, 2, 3}, {4, 5, 6}}));
  near(code.inertia(q), arm.inertia(q));
  near(code.gravity(q), arm.gravity(q));
  EXPECT_EQ(code.fd(q, qd, u), arm.fd(q, qd, u));
  const IdDerivatives x = code.id_derivatives(q, qd, u), y = arm.id_derivatives(q, qd, u);
  near(x.by_q, y.by_q), near(x.by_qd, y.by_qd), near(x.by_qdd, y.by_qdd);
  VectorXd over = u;
  code.id(q, qd, over, work, over);
  EXPECT_EQ(over, code.id(q, qd, u));
  const Compiled none(arm, {Quantity::fd});
  EXPECT_FALSE(none.native());
  EXPECT_EQ(none.fd(q, qd, u), arm.fd(q, qd, u));

  const std::vector<double> Q = random.vector(n * N, -3, 3), QD = random.vector(n * N, -2, 2),
                            QDD = random.vector(n * N, -5, 5);
  for (const SimdLevel level : kSimdLevels) {
    if (!simd_supported(level)) continue;
    batch::Workspace fast(code, {.threads = 1, .level = level});
    ASSERT_TRUE(fast.native()) << fast.note()->what;
    for (const Arm* const which : {&arm, &links}) {  // the code is that of the links
      const auto square = static_cast<std::size_t>(n * n * N);
      std::vector<double> tau(Q.size()), qdd(Q.size()), M(square), A(square), B(square), C(square);
      batch::id(*which, Layout::state_major, Q, QD, QDD, fast, tau);
      batch::fd(*which, Layout::state_major, Q, QD, QDD, fast, qdd);
      batch::inertia(*which, Layout::state_major, Q, fast, M);
      batch::eval(Quantity::id_derivatives, *which, Layout::state_major, {.q = Q, .qd = QD, .qdd = QDD}, fast,
                  {A, B, C});
      for (int k = 0; k < N; ++k) {
        const auto of = [&](const std::vector<double>& v) {
          return VectorXd(Eigen::Map<const VectorXd>(&v[static_cast<std::size_t>(k * n)], n));
        };
        const auto matrix = [&](const std::vector<double>& v) {
          return MatrixXd(Eigen::Map<const MatrixXd>(&v[static_cast<std::size_t>(k * n * n)], n, n));
        };
        const IdDerivatives z = which->id_derivatives(of(Q), of(QD), of(QDD));
        near(of(tau), which->id(of(Q), of(QD), of(QDD)));
        near(of(qdd), which->fd(of(Q), of(QD), of(QDD)), 1e-9);
        near(matrix(M), which->inertia(of(Q)));
        near(matrix(A), z.by_q, 1e-12), near(matrix(B), z.by_qd, 1e-12), near(matrix(C), z.by_qdd);
      }
    }
  }
}

}  // namespace
}  // namespace catena::test
