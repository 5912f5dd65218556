// SPDX-License-Identifier: Apache-2.0
// Compiled computes what Arm computes and refuses what Arm refuses.
#include "catena/codegen/compiled.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "codegen/compile_fixture.hpp"
#include "support/eigen.hpp"
#include "support/golden.hpp"

namespace catena::test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using testing::StartsWith;

std::vector<double> flat(const MatrixXd& A) { return {A.data(), A.data() + A.size()}; }

class CompiledArm : public testing::TestWithParam<const char*> {};

TEST_P(CompiledArm, AgreesWithThePlainCalls) {
  const SourceFolder folder;
  const Variable cache("CATENA_CACHE", folder.file("cache"));
  const Arm arm = Arm::load(GetParam());
  const Compiled code(arm);
  ASSERT_TRUE(code.native()) << problem(code);
  expect_agreement(arm, code, tolerance(arm.dof()));
}

INSTANTIATE_TEST_SUITE_P(Arms, CompiledArm,
                         testing::Values("panda", "puma560", "ur5e", "stanford", "planar3", "rp", "sawyer",
                                         "chain:1", "mixed:1:1", "mixed:5:3", "mixed:9:2", "planar:4",
                                         "mixed:16:1"));

class CompiledGolden : public testing::TestWithParam<std::string> {};

TEST_P(CompiledGolden, IsReproduced) {
  const Golden g = load_golden(GetParam());
  const SourceFolder folder;
  const Variable cache("CATENA_CACHE", folder.file("cache"));
  const Compiled arm{Arm(g.robot)};
  ASSERT_TRUE(arm.native()) << problem(arm);
  for (const auto& state : g.states) {
    const VectorXd q = eigen(state["q"]), qd = eigen(state["qd"]);
    const auto error = [&](const MatrixXd& x, const char* field) {
      return error_of(flat(x.transpose()), state[field]);  // row by row
    };
    EXPECT_LE(error(arm.id(q, qd, eigen(state["qdd"])), "tau"), g.tolerance());
    EXPECT_LE(error(arm.fd(q, qd, eigen(state["fd_tau"])), "fd_qdd"), g.tolerance());
    EXPECT_LE(error(arm.inertia(q), "M"), g.tolerance());
    EXPECT_LE(error(arm.gravity(q), "gravity_vec"), g.tolerance());
    EXPECT_LE(error(arm.bias(q, qd), "coriolis"), g.tolerance());
  }
}

std::vector<std::string> some_golden() {
  std::vector<std::string> some;
  for (const Golden& g : all_golden())
    if (g.dof() <= 7 && g.file.starts_with("seed_")) some.push_back(g.file);
  return some;
}
INSTANTIATE_TEST_SUITE_P(Golden, CompiledGolden, testing::ValuesIn(some_golden()),
                         [](const auto& param) { return param.param; });

// --- like Arm ------------------------------------------------------------------------------------------------
TEST_F(Compile, InPlaceAndByValueAreOneAlsoInBlocksAndOverArguments) {
  const Arm arm(generate_robot("mixed:3:1"));
  const Compiled code(arm);
  ASSERT_TRUE(code.native()) << problem(code);
  Workspace work(code);
  const VectorXd q = VectorXd::LinSpaced(3, -1, 1), qd = VectorXd::LinSpaced(3, 2, -1),
                 u = VectorXd::LinSpaced(3, 3, 4);
  const Wrench tip{{1, 2, 3}, {4, 5, 6}};
  VectorXd y = u;
  code.id(q, qd, y, work, y);
  EXPECT_EQ(y, code.id(q, qd, u));
  y = u;
  code.fd(q, qd, y, tip, work, y);
  EXPECT_EQ(y, code.fd(q, qd, u, tip));
  y = q;
  code.gravity(y, work, y);
  EXPECT_EQ(y, code.gravity(q));
  y = qd;
  code.bias(q, y, work, y);
  EXPECT_EQ(y, code.bias(q, qd));
  MatrixXd big = MatrixXd::Constant(8, 5, 7);
  code.inertia(q, work, big.block(1, 1, 3, 3));
  EXPECT_EQ(MatrixXd(big.block(1, 1, 3, 3)), code.inertia(q));
  EXPECT_EQ(big.row(0), Eigen::RowVectorXd::Constant(5, 7));
  big.setConstant(7);
  code.jacobian(q, work, big.block(1, 1, 6, 3));
  EXPECT_EQ(MatrixXd(big.block(1, 1, 6, 3)), code.jacobian(q));
  EXPECT_EQ(big.col(4), VectorXd::Constant(8, 7));
}

// Code that writes a result before it reads its arguments, as a compiler may arrange it.
TEST_F(Compile, KeepsResultsApartFromArguments) {
  folder.write("hasty.c",
               "int catena_arm_id(const double* q, const double* qd, const double* u, const double* s,\n"
               "                   const double* c, double* tau) {\n"
               "  (void)q, (void)qd, (void)s, (void)c;\n"
               "  tau[0] = tau[1] = -1;\n  tau[0] = u[0];\n  tau[1] = u[1];\n  return 0;\n}\n"
               "int catena_arm_inertia(const double* q, const double* s, const double* c, double* M) {\n"
               "  (void)s, (void)c;\n"
               "  M[0] = M[1] = M[2] = M[3] = -1;\n  M[0] = q[0];\n  M[3] = q[1];\n  return 0;\n}\n");
  const std::string hasty =
      script("hasty", "while [ \"$1\" != -o ]; do shift; done\nexec cc -shared -fPIC -o \"$2\" '" +
                          folder.file("hasty.c") + "'");
  const Variable instead("CC", hasty);
  const Compiled code(planar(), {Quantity::id, Quantity::inertia});
  ASSERT_TRUE(code.native()) << problem(code);
  Workspace work(code);
  VectorXd q(2), y(3);
  q << 5, 6;
  y << 1, 2, 3;
  code.id(q, q, y.head(2), work, y.head(2));
  EXPECT_EQ(y, (VectorXd(3) << 1, 2, 3).finished());
  code.id(q, q, y.head(2), work, y.tail(2));
  EXPECT_EQ(y, (VectorXd(3) << 1, 1, 2).finished());
  MatrixXd M(2, 2);
  M.col(1) = q;
  code.inertia(M.col(1), work, M);
  EXPECT_EQ(M, (MatrixXd(2, 2) << 5, -1, -1, 6).finished());
}

TEST_F(Compile, RefusesWhatAnArmRefusesInTheSameWords) {
  const Compiled code(planar());
  ASSERT_TRUE(code.native()) << problem(code);
  const VectorXd two = VectorXd::Zero(2), three = VectorXd::Zero(3), bad = VectorXd::Constant(2, NAN);
  const Wrench wrench{{NAN, 0, 0}, {0, 0, 0}};
  Workspace work(code), other{Arm(generate_robot("chain:2"))};
  VectorXd y(2), long_y(3);
  MatrixXd M(2, 2), wide(3, 2), J(6, 2);
  const auto texts = [&](const auto& arm) {
    std::vector<std::string> all;
    const auto note = [&](const auto& call) { all.push_back(error_text(call)); };
    note([&] { arm.id(three, two, two); });
    note([&] { arm.id(two, three, two, work, y); });
    note([&] { arm.id(two, two, bad, work, y); });
    note([&] { arm.id(two, two, two, wrench, work, y); });
    note([&] { arm.id(two, two, two, work, long_y); });
    note([&] { arm.id(two, two, two, other, y); });
    note([&] { arm.fd(bad, two, two); });
    note([&] { arm.fd(two, two, three, work, y); });
    note([&] { arm.fd(two, two, two, wrench, work, y); });
    note([&] { arm.fd(two, two, two, work, long_y); });
    note([&] { arm.inertia(bad); });
    note([&] { arm.inertia(two, work, wide); });
    note([&] { arm.gravity(three); });
    note([&] { arm.gravity(two, work, long_y); });
    note([&] { arm.bias(two, bad); });
    note([&] { arm.bias(two, two, work, long_y); });
    note([&] { arm.jacobian(bad); });
    note([&] { arm.jacobian(two, work, M); });
    note([&] { arm.jacobian(two, other, J); });
    note([&] { arm.with_gravity({NAN, 0, 0}); });
    return all;
  };
  const std::vector<std::string> expected = texts(planar());
  EXPECT_EQ(texts(code), expected);
  EXPECT_THAT(expected, testing::Not(testing::Contains("no error")));
  EXPECT_EQ(
      error_text([] {
        Compiled(planar(), {Quantity::id, Quantity::pose});
      }),
      "Compiled: this quantity cannot be compiled\n  given   pose\n"
      "  need    id, fd, bias, gravity, inertia, jacobian, coriolis, inertia_inverse, christoffel, udut, "
      "did_dq, did_dqd, dfd_dq or dfd_dqd");
}

// The fast check of the arguments is their sum, which may overflow although they are finite.
TEST_F(Compile, TakesHugeNumbersAndLeavesResultsAloneOnErrors) {
  const Compiled code(planar());
  ASSERT_TRUE(code.native()) << problem(code);
  Workspace work(code);
  const VectorXd v = VectorXd::Constant(2, 0.3), huge = VectorXd::Constant(2, 1.7e308);
  EXPECT_EQ(code.jacobian(huge), planar().jacobian(huge));
  VectorXd y = VectorXd::Constant(2, 7), bad = v;
  bad[1] = INFINITY;
  MatrixXd M = MatrixXd::Constant(2, 2, 7);
  EXPECT_THROW(code.id(v, v, bad, work, y), Error);
  EXPECT_THROW(code.fd(bad, v, v, work, y), Error);
  EXPECT_THROW(code.gravity(bad, work, y), Error);
  EXPECT_THROW(code.inertia(bad, work, M), Error);
  EXPECT_EQ(y, VectorXd::Constant(2, 7));
  EXPECT_EQ(M, MatrixXd::Constant(2, 2, 7));
}

TEST_F(Compile, NamesTheJointThatMakesItSingular) {
  for (const int joint : {0, 3}) {
    Robot robot = generate_robot("chain:4");
    for (std::size_t i = static_cast<std::size_t>(joint); i < robot.links.size(); ++i) {
      robot.links[i].mass = 0;
      robot.links[i].inertia = Sym3<double>::zero();
    }
    const Arm arm(robot);
    const Compiled code(arm);
    ASSERT_TRUE(code.native()) << problem(code);
    const VectorXd v = VectorXd::Constant(4, 0.3);
    const std::string text = error_text([&] { arm.fd(v, v, v); });
    EXPECT_THAT(text, StartsWith("fd: the inertia matrix of 'chain:4' is singular here\n"));
    EXPECT_EQ(error_text([&] { code.fd(v, v, v); }), text);
    EXPECT_LE((code.id(v, v, v) - arm.id(v, v, v)).norm(), 1e-12);
  }
}

TEST_F(Compile, IsSharedByThreads) {
  const Arm arm(generate_robot("chain:4"));
  const Compiled code(arm);
  ASSERT_TRUE(code.native()) << problem(code);
  std::vector<std::thread> threads;
  std::atomic<int> wrong{0};
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      Workspace work(code);
      VectorXd y(4);
      const VectorXd v = VectorXd::Constant(4, 0.1 * t), expected = code.fd(v, v, v);
      for (int k = 0; k < 1000; ++k) {
        code.fd(v, v, v, work, y);
        wrong += y != expected;
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

TEST_F(Compile, MakesOnlyWhatIsWanted) {
  const Compiled code(planar(), {Quantity::gravity});
  EXPECT_TRUE(code.native());
  const VectorXd v = VectorXd::Constant(2, 0.4);
  EXPECT_EQ(code.id(v, v, v), planar().id(v, v, v)) << "the plain call";
  expect_agreement(planar(), code, 1e-13);
}

TEST_F(Compile, LeavesLongArmsToPlainCalls) {
  const Arm arm(generate_robot("chain:17"));
  const Compiled code(arm);
  EXPECT_FALSE(code.native());
  EXPECT_EQ(problem(code),
            "'chain:17' is computed by the library, without generated code: 17 joints, but code is generated "
            "for at most 16");
  EXPECT_EQ(runs(), 0);
  const VectorXd v = VectorXd::Constant(17, 0.4);
  EXPECT_EQ(code.id(v, v, v), arm.id(v, v, v));
}

// --- the cache -----------------------------------------------------------------------------------------------
}  // namespace
}  // namespace catena::test
