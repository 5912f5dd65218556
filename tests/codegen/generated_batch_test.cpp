// SPDX-License-Identifier: Apache-2.0
// Batches by code generated for the arm, against batches by the algorithms, which batch_test.cpp checks.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "catena/codegen/compiled.hpp"
#include "catena/core/batch.hpp"
#include "catena/core/model/generate.hpp"
#include "support/arms.hpp"
#include "support/compiled.hpp"
#include "support/environment.hpp"

namespace catena::test {
namespace {

using batch::Layout;
using Numbers = std::vector<double>;
using testing::AllOf;
using testing::HasSubstr;

constexpr double kEps = std::numeric_limits<double>::epsilon();
constexpr std::size_t kN = 37;

struct States {
  Numbers q, qd, u;
  explicit States(int dof) {
    Random random(1);
    const int count = dof * static_cast<int>(kN);
    q = random.vector(count, -3, 3), qd = random.vector(count, -2, 2), u = random.vector(count, -10, 10);
  }
};

// All results, one after the other.
struct Results {
  Numbers id, fd, bias, gravity, inertia, jacobian;
  Results(const Arm& arm, Layout layout, const States& s, batch::Workspace& work)
      : id(s.q.size()),
        fd(id),
        bias(id),
        gravity(id),
        inertia(s.q.size() * static_cast<std::size_t>(arm.dof())),
        jacobian(6 * s.q.size()) {
    batch::id(arm, layout, s.q, s.qd, s.u, work, id);
    batch::fd(arm, layout, s.q, s.qd, s.u, work, fd);
    batch::bias(arm, layout, s.q, s.qd, work, bias);
    batch::gravity(arm, layout, s.q, work, gravity);
    batch::inertia(arm, layout, s.q, work, inertia);
    batch::jacobian(arm, layout, s.q, work, jacobian);
  }
};

void expect_close(const Numbers& x, const Numbers& y, double tolerance, const std::string& what) {
  double scale = 0, error = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    scale = std::max(scale, std::abs(y[i]));
    error = std::max(error, std::abs(x[i] - y[i]));
  }
  EXPECT_LE(error, tolerance * scale) << what;
}

class GeneratedBatch : public testing::Test {
 protected:
  SourceFolder folder;
  Variable cache{"CATENA_CACHE", folder.file("cache")};
};

TEST_F(GeneratedBatch, AgreesWithTheAlgorithmsAtEveryLevelInBothLayouts) {
  for (const char* spec : {"chain:1", "mixed:1:1", "mixed:5:3", "chain:6", "mixed:9:2"}) {
    const Compiled code{Arm(generate_robot(spec))};
    const Arm& arm = code.arm();
    const States s(arm.dof());
    for (const SimdLevel level : kSimdLevels) {
      if (!simd_supported(level)) continue;
      batch::Workspace plain(arm, {.threads = 1, .level = level}), fast(code, {.threads = 1, .level = level});
      ASSERT_TRUE(fast.native()) << fast.note()->what;
      EXPECT_FALSE(plain.native());
      for (const Layout layout : {Layout::state_major, Layout::joint_major}) {
        const Results x(arm, layout, s, fast), y(arm, layout, s, plain);
        const double rounding = 4 * kEps * (arm.dof() + 4);
        const std::string where = std::string(" of ") + spec + " " + std::string(simd_name(level));
        expect_close(x.id, y.id, rounding, "id" + where);
        expect_close(x.fd, y.fd, 250 * rounding, "fd" + where);
        expect_close(x.bias, y.bias, rounding, "bias" + where);
        expect_close(x.gravity, y.gravity, rounding, "gravity" + where);
        expect_close(x.inertia, y.inertia, rounding, "inertia" + where);
        expect_close(x.jacobian, y.jacobian, rounding, "jacobian" + where);
      }
    }
  }
}

TEST_F(GeneratedBatch, GivesTheSameBitsWhateverTheThreadsAndTheTail) {
  const Compiled code(Arm(generate_robot("mixed:4:1")), {Quantity::id});
  const Arm& arm = code.arm();
  Random random(2);
  const int count = 1001;
  const Numbers q = random.vector(4 * count, -3, 3), qd = random.vector(4 * count, -2, 2);
  Numbers one(q.size()), many(q.size());
  batch::Workspace alone(code), crowd(code, {.threads = 3, .level = {}});
  batch::id(arm, Layout::state_major, q, qd, qd, alone, one);
  batch::id(arm, Layout::state_major, q, qd, qd, crowd, many);
  EXPECT_EQ(one, many);
  for (std::size_t N = 0; N <= 20; ++N) {
    const std::span<const double> cut_q(q.data(), 4 * N), cut_qd(qd.data(), 4 * N);
    Numbers some(4 * N);
    batch::id(arm, Layout::state_major, cut_q, cut_qd, cut_qd, alone, some);
    EXPECT_EQ(some, Numbers(one.begin(), one.begin() + static_cast<long>(4 * N))) << N;
  }
}

// One state at a time takes another path to memory than a full tile.
TEST_F(GeneratedBatch, WritesWhereverTheResultsLieAndNothingElse) {
  constexpr double kUntouched = 12345;
  constexpr std::size_t kMost = 45;
  for (const char* spec : {"chain:5", "mixed:7:1"}) {
    const Compiled code(Arm(generate_robot(spec)), {Quantity::inertia, Quantity::fd});
    const Arm& arm = code.arm();
    const auto n = static_cast<std::size_t>(arm.dof());
    Random random(3);
    const Numbers q = random.vector(static_cast<int>(n * kMost), -3, 3);
    const Numbers tau = random.vector(static_cast<int>(n * kMost), -2, 2);
    const auto some = [&](const Numbers& x, std::size_t first, std::size_t count) {
      return std::span(x).subspan(n * first, n * count);
    };
    for (const SimdLevel level : kSimdLevels) {
      if (!simd_supported(level)) continue;
      batch::Workspace work(code, {.threads = 1, .level = level});
      ASSERT_TRUE(work.native()) << work.note()->what;
      Numbers M(n * n * kMost), qdd(n * kMost);
      for (std::size_t k = 0; k < kMost; ++k) {
        batch::inertia(arm, Layout::state_major, some(q, k, 1), work, std::span(M).subspan(n * n * k, n * n));
        batch::fd(arm, Layout::state_major, some(q, k, 1), some(tau, k, 1), some(tau, k, 1), work,
                  std::span(qdd).subspan(n * k, n));
      }
      for (const std::size_t N : {7, 8, 16, 37, 45})
        for (std::size_t begin = 0; begin < 8; ++begin) {
          Numbers room(begin + n * n * N + 8, kUntouched);
          batch::inertia(arm, Layout::state_major, some(q, 0, N), work,
                         std::span(room).subspan(begin, n * n * N));
          for (std::size_t i = 0; i < room.size(); ++i) {
            const bool inside = i >= begin && i < begin + n * n * N;
            ASSERT_EQ(room[i], inside ? M[i - begin] : kUntouched)
                << spec << " " << simd_name(level) << " N " << N << " begin " << begin << " at " << i;
          }
        }
      Numbers over = tau;  // results in the place of the torques
      batch::fd(arm, Layout::state_major, q, tau, over, work, over);
      EXPECT_EQ(over, qdd) << spec << " " << simd_name(level);
    }
  }
}

TEST_F(GeneratedBatch, RunsPlainlyUnderAnotherGravity) {
  const Compiled code{Arm(generate_robot("chain:3"))};
  const Arm floating = code.arm().with_gravity({0, 0, 0});
  const States s(3);
  batch::Workspace work(code);
  Numbers g(s.q.size(), 1);
  batch::gravity(floating, Layout::state_major, s.q, work, g);
  for (const double x : g) EXPECT_EQ(x, 0);
}

TEST_F(GeneratedBatch, HasTheGravityOfItsArm) {
  const Compiled code = Compiled(Arm(generate_robot("chain:3"))).with_gravity({0, 0, 0});
  const States s(3);
  batch::Workspace work(code);
  ASSERT_TRUE(work.native());
  Numbers g(s.q.size(), 1);
  batch::gravity(code, Layout::state_major, s.q, work, g);
  for (const double x : g) EXPECT_EQ(x, 0);
}

TEST_F(GeneratedBatch, LeavesArraysOfFloatToTheAlgorithms) {
  const Compiled code{Arm(generate_robot("chain:3"))};
  const States s(3);
  batch::Workspace native(code), plain(code.arm());
  ASSERT_TRUE(native.native());
  const auto floats = [](const Numbers& x) { return std::vector<float>(x.begin(), x.end()); };
  const std::vector<float> q = floats(s.q), qd = floats(s.qd), u = floats(s.u);
  std::vector<float> found(q.size()), expected(q.size());
  batch::fd(code, Layout::state_major, q, qd, u, native, found);
  batch::fd(code, Layout::state_major, q, qd, u, plain, expected);
  EXPECT_EQ(found, expected);
}

template <class F>
std::string message(F f, ErrorKind kind) {
  try {
    f();
  } catch (const Error& e) {
    EXPECT_EQ(e.kind(), kind);
    return e.what();
  }
  return "nothing was thrown";
}

TEST_F(GeneratedBatch, NamesTheFirstStateThatIsNotFinite) {
  const Compiled code(Arm(generate_robot("chain:3")), {Quantity::id});
  States s(3);
  batch::Workspace work(code);
  Numbers good(s.q.size()), tau(s.q.size());
  batch::id(code, Layout::state_major, s.q, s.qd, s.u, work, good);
  s.qd[17 * 3 + 1] = NAN, s.q[29 * 3] = INFINITY;
  EXPECT_THAT(
      message([&] { batch::id(code, Layout::state_major, s.q, s.qd, s.u, work, tau); }, ErrorKind::usage),
      AllOf(HasSubstr("'qd' is not finite"), HasSubstr("state 17, joint 1: nan")));
  for (std::size_t i = 0; i < tau.size(); ++i) {
    if (i / 3 != 17 && i / 3 != 29) {
      EXPECT_EQ(tau[i], good[i]) << i;
    }
  }
}

TEST_F(GeneratedBatch, NamesTheFirstStateWithASingularInertiaMatrix) {
  Robot robot = generate_robot("chain:3");
  robot.links.back().mass = 0;
  robot.links.back().inertia = {};
  const Compiled code(Arm(robot), {Quantity::fd});
  const States s(3);
  batch::Workspace work(code);
  Numbers qdd(s.q.size());
  EXPECT_THAT(
      message([&] { batch::fd(code, Layout::state_major, s.q, s.qd, s.u, work, qdd); }, ErrorKind::numerical),
      AllOf(HasSubstr("is singular here"), HasSubstr("state 0"), HasSubstr("joint 3")));
}

// Generated code forms M, whose small pivots have few digits; such states are computed by articulated bodies, and only these.
TEST_F(GeneratedBatch, ComputesStatesWithSmallPivotsAsABatchWithoutGeneratedCode) {
  Robot robot = generate_robot("mixed:4:3");
  RobotLink thin;  // a point mass close to the axis of its joint
  thin.mass = 1;
  thin.com = {1e-7, 0, 0.3};
  robot.links.back() = thin;
  const Compiled hard(Arm(robot), {Quantity::fd}), easy(Arm(generate_robot("mixed:4:3")), {Quantity::fd});
  const States s(4);
  for (const Layout layout : {Layout::state_major, Layout::joint_major})
    for (const int threads : {1, 3}) {
      const batch::Options options = {.threads = threads, .level = {}};
      const auto fd = [&](const Compiled& code, bool generated) {
        batch::Workspace work =
            generated ? batch::Workspace(code, options) : batch::Workspace(code.arm(), options);
        EXPECT_EQ(work.native(), generated);
        Numbers qdd(s.q.size());
        batch::fd(code.arm(), layout, s.q, s.qd, s.u, work, qdd);
        return qdd;
      };
      EXPECT_EQ(fd(hard, true), fd(hard, false));
      EXPECT_NE(fd(easy, true), fd(easy, false)) << "generated code ran";
    }
}

// A slide on a turntable without mass: where its mass is on the axis, and only there, the first pivot is small.
TEST_F(GeneratedBatch, ComputesOnlyTheHardStatesAgain) {
  RobotLink table, slide;
  table.dh = {0, -1.5707963267948966, 0, 0};
  slide.joint = JointKind::prismatic;
  slide.dh = {0, 0, 1, 0};
  slide.mass = 1;
  Robot robot;
  robot.name = "turntable";
  robot.links = {table, slide};
  const Compiled code(Arm(robot), {Quantity::fd});
  States s(2);
  for (std::size_t k = 0; k < kN; ++k) s.q[2 * k + 1] = 0.01 * static_cast<double>(k);
  const auto fd = [&](batch::Workspace work) {
    Numbers qdd(s.q.size());
    batch::fd(code.arm(), Layout::state_major, s.q, s.qd, s.u, work, qdd);
    return qdd;
  };
  ASSERT_TRUE(batch::Workspace(code).native());
  const Numbers easy = fd(batch::Workspace(code));
  s.q[2 * 11 + 1] = -1 + 1e-6;
  const Numbers plain = fd(batch::Workspace(code.arm())), found = fd(batch::Workspace(code));
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_EQ(found[i], i / 2 == 11 ? plain[i] : easy[i]) << i;
}

TEST_F(GeneratedBatch, DoesWithoutACompiler) {
  const Variable compiler("CC", "/no/such/compiler");
  const Compiled code{Arm(generate_robot("chain:3"))};
  batch::Workspace work(code);
  EXPECT_FALSE(work.native());
  ASSERT_TRUE(work.note());
  EXPECT_THAT(work.note()->what, HasSubstr("/no/such/compiler"));
  const States s(3);
  Numbers g(s.q.size()), expected(s.q.size());
  batch::gravity(code, Layout::state_major, s.q, work, g);
  batch::gravity(code.arm(), Layout::state_major, s.q, expected);
  EXPECT_EQ(g, expected);
}

}  // namespace
}  // namespace catena::test
