// SPDX-License-Identifier: Apache-2.0
// Compiled C and M⁻¹: what Arm computes, in place and by value, refused where Arm refuses, and in batches.
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

using Eigen::MatrixXd;
using Eigen::VectorXd;
using testing::HasSubstr;

const std::vector<Quantity> kMatrices = {Quantity::coriolis, Quantity::inertia_inverse};

TEST_F(Compile, MakesTheCoriolisMatrixAndTheInverse) {
  for (const char* spec : {"panda", "puma560", "stanford", "chain:1", "mixed:5:3"}) {
    const Arm arm = Arm::load(spec);
    const Compiled code(arm, kMatrices);
    ASSERT_TRUE(code.native()) << problem(code);
    const int n = arm.dof();
    Workspace work(code);
    Random random(4);
    for (int k = 0; k < 3; ++k) {
      const VectorXd q = eigen(random.vector(n, -3, 3)), qd = eigen(random.vector(n, -2, 2));
      const MatrixXd C = arm.coriolis(q, qd), M_inv = arm.inertia_inverse(q);
      EXPECT_LE((code.coriolis(q, qd) - C).norm(), 1e-13 * n * (C.norm() + 1e-9)) << spec;
      EXPECT_LE((code.inertia_inverse(q) - M_inv).norm(), 1e-14 * n * condition(M_inv) * M_inv.norm())
          << spec;

      MatrixXd big = MatrixXd::Constant(n + 2, n + 1, 7);  // in a block
      code.coriolis(q, qd, work, big.block(1, 1, n, n));
      EXPECT_EQ(MatrixXd(big.block(1, 1, n, n)), code.coriolis(q, qd)) << spec;
      code.inertia_inverse(q, work, big.block(1, 0, n, n));
      EXPECT_EQ(MatrixXd(big.block(1, 0, n, n)), code.inertia_inverse(q)) << spec;
      EXPECT_EQ(big.row(0), Eigen::RowVectorXd::Constant(n + 1, 7)) << spec;
      EXPECT_EQ(big.row(n + 1), Eigen::RowVectorXd::Constant(n + 1, 7)) << spec;

      std::vector<double> out(static_cast<std::size_t>(n * n));  // by the table of quantities
      const At at{.q = std::span(q.data(), static_cast<std::size_t>(n)),
                  .qd = std::span(qd.data(), static_cast<std::size_t>(n))};
      code.eval(Quantity::coriolis, at, work, Result<double>(Quantity::coriolis, n, out));
      EXPECT_EQ(Eigen::Map<MatrixXd>(out.data(), n, n), code.coriolis(q, qd)) << spec;
    }
  }
}

TEST_F(Compile, RefusesMatricesAsArmDoes) {
  const Compiled code(planar(), kMatrices);
  ASSERT_TRUE(code.native()) << problem(code);
  const VectorXd two = VectorXd::Zero(2), three = VectorXd::Zero(3), bad = VectorXd::Constant(2, NAN);
  const auto texts = [&](const auto& arm) {
    MatrixXd wide(3, 2);
    Workspace work(arm);
    return std::vector{error_text([&] { arm.coriolis(two, three); }),
                       error_text([&] { arm.coriolis(bad, two); }),
                       error_text([&] { arm.coriolis(two, two, work, wide); }),
                       error_text([&] { arm.inertia_inverse(three); }),
                       error_text([&] { arm.inertia_inverse(bad); }),
                       error_text([&] { arm.inertia_inverse(two, work, wide); })};
  };
  EXPECT_EQ(texts(code), texts(planar()));
  for (const std::string& text : texts(code)) EXPECT_NE(text, "");
}

// Where the pivots are not trusted, the library computes.
TEST_F(Compile, LeavesHardInversesToArm) {
  const Arm arm(point_near_axis());
  const Compiled code(arm, {Quantity::inertia_inverse});
  ASSERT_TRUE(code.native()) << problem(code);
  const JointState s = state_of_point_near_axis();
  const VectorXd q = eigen(s.q);
  EXPECT_EQ(code.inertia_inverse(q), arm.inertia_inverse(q));
  Robot robot = generate_robot("chain:3");
  robot.links.back().mass = 0;
  robot.links.back().inertia = {};
  const Compiled singular(Arm(robot), {Quantity::inertia_inverse});
  ASSERT_TRUE(singular.native()) << problem(singular);
  EXPECT_THAT(error_text([&] { singular.inertia_inverse(VectorXd::Ones(3)); }), HasSubstr("singular"));
}

TEST_F(Compile, MakesBatchesOfMatrices) {
  for (const char* spec : {"stanford", "mixed:5:3"}) {
    const Arm arm = Arm::load(spec);
    const Compiled code(arm, kMatrices);
    const auto n = static_cast<std::size_t>(arm.dof()), N = std::size_t{37};
    Random random(2);
    const std::vector<double> q = random.vector(static_cast<int>(n * N), -3, 3),
                              qd = random.vector(static_cast<int>(n * N), -2, 2);
    for (const SimdLevel level : kSimdLevels) {
      if (!simd_supported(level)) continue;
      batch::Workspace plain(arm, {.threads = 1, .level = level}), fast(code, {.threads = 1, .level = level});
      ASSERT_TRUE(fast.native()) << fast.note()->what;
      for (const batch::Layout layout : {batch::Layout::state_major, batch::Layout::joint_major})
        for (const Quantity quantity : kMatrices) {
          std::vector<double> x(n * n * N, NAN), y(x);
          batch::eval(quantity, arm, layout, {.q = q, .qd = qd}, plain, {x});
          batch::eval(quantity, arm, layout, {.q = q, .qd = qd}, fast, {y});
          double scale = 0, error = 0;
          for (std::size_t i = 0; i < x.size(); ++i)
            scale = std::max(scale, std::abs(x[i])), error = std::max(error, std::abs(x[i] - y[i]));
          EXPECT_LE(error, 1e-9 * scale) << info(quantity).name << ' ' << spec << ' ' << simd_name(level);
        }
    }
  }
}

// Of id and of fd, in both layouts; with wrenches at the tool by the algorithms.
TEST_F(Compile, MakesBatchesOfDerivatives) {
  for (const char* spec : {"stanford", "mixed:4:3"}) {
    const Arm arm = Arm::load(spec);
    const Compiled code(arm, {Quantity::did_dq, Quantity::dfd_dq});
    const auto n = static_cast<std::size_t>(arm.dof()), N = std::size_t{37};
    Random random(2);
    const auto numbers = [&](std::size_t count, double most) {
      return random.vector(static_cast<int>(count), -most, most);
    };
    const std::vector<double> q = numbers(n * N, 3), qd = numbers(n * N, 2), u = numbers(n * N, 9),
                              tip = numbers(6 * N, 9);
    for (const SimdLevel level : kSimdLevels) {
      if (!simd_supported(level)) continue;
      batch::Workspace plain(arm, {.threads = 1, .level = level}), fast(code, {.threads = 1, .level = level});
      ASSERT_TRUE(fast.native()) << fast.note()->what;
      for (const batch::Layout layout : {batch::Layout::state_major, batch::Layout::joint_major})
        for (const Quantity quantity : {Quantity::id_derivatives, Quantity::fd_derivatives})
          for (const bool tips : {false, true}) {
            const batch::States states = {
                .q = q, .qd = qd, .qdd = u, .tau = u, .tip = tips ? batch::In(tip) : batch::In()};
            std::vector<std::vector<double>> x(3, std::vector<double>(n * n * N, NAN)), y(x);
            batch::eval(quantity, arm, layout, states, plain, {x[0], x[1], x[2]});
            batch::eval(quantity, arm, layout, states, fast, {y[0], y[1], y[2]});
            for (std::size_t a = 0; a < 3; ++a) {
              double scale = 0, error = 0;
              for (std::size_t i = 0; i < x[a].size(); ++i)
                scale = std::max(scale, std::abs(x[a][i])),
                error = std::max(error, std::abs(x[a][i] - y[a][i]));
              EXPECT_LE(error, 1e-9 * scale)
                  << info(quantity).name << a << ' ' << spec << ' ' << simd_name(level);
              EXPECT_TRUE(std::isfinite(error));
              EXPECT_TRUE(tips || error != 0) << "generated code rounds otherwise: " << spec;
            }
          }
    }
  }
}

TEST_F(Compile, MakesBatchesOfHardInversesAsArm) {
  const Arm arm(point_near_axis());
  const Compiled code(arm, {Quantity::inertia_inverse});
  batch::Workspace fast(code);
  ASSERT_TRUE(fast.native()) << fast.note()->what;
  const JointState s = state_of_point_near_axis();
  std::vector<double> q, M(4 * 5);
  for (int k = 0; k < 5; ++k) q.insert(q.end(), s.q.begin(), s.q.end());
  batch::eval(Quantity::inertia_inverse, arm, batch::Layout::state_major, {.q = q}, fast, {M});
  const MatrixXd expected = arm.inertia_inverse(eigen(s.q));
  for (int k = 0; k < 5; ++k)
    EXPECT_EQ(Eigen::Map<MatrixXd>(&M[4 * static_cast<std::size_t>(k)], 2, 2), expected);
}

}  // namespace
}  // namespace catena::test
