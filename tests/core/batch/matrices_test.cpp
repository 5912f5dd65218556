// SPDX-License-Identifier: Apache-2.0
// Batches of matrices against `Arm`, one state at a time: C, Christoffel symbols, M⁻¹ and the derivatives of inverse and
// forward dynamics, in both layouts, at every level, with tails, threads, wrenches at the tool and states that are refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

#include "catena/core/batch.hpp"
#include "catena/core/model/generate.hpp"
#include "core/batch/states.hpp"
#include "support/algebra.hpp"
#include "support/hard_arm.hpp"

namespace catena::test {
namespace {

using batch::Layout;

constexpr double kEps = std::numeric_limits<double>::epsilon();
constexpr Quantity kMatrices[] = {Quantity::coriolis, Quantity::christoffel, Quantity::inertia_inverse,
                                  Quantity::id_derivatives, Quantity::fd_derivatives};

// The results of a batch, array after array, state-major whatever the layout.
std::vector<Numbers> run(Quantity quantity, const Arm& arm, const States& s, bool by_joint, bool tips,
                         batch::Workspace& work) {
  const auto in = [&](const Numbers& x, std::size_t each) { return by_joint ? joint_major(x, each) : x; };
  const Numbers q = in(s.q, s.n), qd = in(s.qd, s.n), qdd = in(s.qdd, s.n), tau = in(s.tau, s.n),
                tip = tips ? in(s.tip, 6) : Numbers();
  std::vector<Numbers> out;
  for (const ArrayInfo& array : info(quantity).results())
    out.emplace_back(size_of(array.shape, arm.dof()).count() * s.N, 1e300);
  const batch::States states = {.q = q, .qd = qd, .qdd = qdd, .tau = tau, .tip = tip};
  const Layout layout = by_joint ? Layout::joint_major : Layout::state_major;
  if (out.size() == 1)
    batch::eval(quantity, arm, layout, states, work, {out[0]});
  else
    batch::eval(quantity, arm, layout, states, work, {out[0], out[1], out[2]});
  for (Numbers& x : out) {
    const std::size_t each = x.size() / s.N;
    if (!by_joint) continue;
    Numbers back(x.size());
    for (std::size_t k = 0; k < s.N; ++k)
      for (std::size_t i = 0; i < each; ++i) back[k * each + i] = x[i * s.N + k];
    x = back;
  }
  return out;
}

bool divides(Quantity quantity) {
  return quantity == Quantity::inertia_inverse || quantity == Quantity::fd_derivatives;
}

void expect_as_arm(Quantity quantity, const Arm& arm, const States& s, bool tips,
                   const std::vector<Numbers>& found, const std::string& trace) {
  for (std::size_t k = 0; k < s.N; ++k) {
    const std::vector<Eigen::MatrixXd> expected = by_arm(quantity, arm, s, k, tips);
    double allowed = 1000 * arm.dof() * kEps;
    if (divides(quantity)) allowed *= condition(expected.back());
    for (std::size_t a = 0; a < found.size(); ++a) {
      const auto each = static_cast<std::size_t>(expected[a].size());
      const Eigen::Map<const Eigen::VectorXd> x(&found[a][k * each], expected[a].size());
      const Eigen::Map<const Eigen::VectorXd> y(expected[a].data(), expected[a].size());
      ASSERT_LE((x - y).norm(), allowed * (y.norm() + 1e-9))
          << info(quantity).name << ' ' << a << ", state " << k << ", " << arm.name() << trace;
    }
  }
}

TEST(BatchMatrices, GiveWhatArmGivesInBothLayoutsAtEveryLevel) {
  for (const char* spec : {"chain:1", "mixed:2", "mixed:3:2", "chain:6", "chain:7", "mixed:8", "mixed:16"})
    for (const SimdLevel level : kSimdLevels) {
      if (!simd_supported(level)) continue;
      const Arm arm{generate_robot(spec)};
      batch::Workspace work(arm, {.threads = 1, .level = level});
      for (const int count : {1, 9, 35}) {
        const States s(arm.dof(), count, 7);
        for (const Quantity quantity : kMatrices)
          for (const bool by_joint : {false, true})
            expect_as_arm(quantity, arm, s, false, run(quantity, arm, s, by_joint, false, work),
                          std::string(" ") + std::string(simd_name(level)));
      }
    }
}

TEST(BatchMatrices, TakeWrenchesAtTheToolAndThreads) {
  const Arm arm{generate_robot("mixed:6:2")};
  const States s(6, 201, 3);
  for (const int threads : {1, 3}) {
    batch::Workspace work(arm, {.threads = threads, .level = {}});
    for (const Quantity quantity : {Quantity::id_derivatives, Quantity::fd_derivatives})
      for (const bool by_joint : {false, true})
        expect_as_arm(quantity, arm, s, true, run(quantity, arm, s, by_joint, true, work), " with tip");
  }
}

// Longer arms: one matrix after the other, as by `Arm`, to the last digit. Of 19 states, two groups of eight are stored together.
void expect_those_of_arm(const std::string& spec, std::span<const Quantity> quantities) {
  const Arm arm{generate_robot(spec)};
  const States s(arm.dof(), 19, 5);
  batch::Workspace work(arm);
  for (const Quantity quantity : quantities) {
    EXPECT_TRUE(batch::has_kernel(quantity));
    EXPECT_EQ(&batch::method(quantity, arm), &arm.method(quantity));
    for (const bool by_joint : {false, true}) {
      const std::vector<Numbers> found = run(quantity, arm, s, by_joint, false, work);
      for (std::size_t k = 0; k < s.N; ++k) {
        const std::vector<Eigen::MatrixXd> expected = by_arm(quantity, arm, s, k, false);
        for (std::size_t a = 0; a < found.size(); ++a)
          for (Eigen::Index i = 0; i < expected[a].size(); ++i)
            ASSERT_EQ(
                found[a][k * static_cast<std::size_t>(expected[a].size()) + static_cast<std::size_t>(i)],
                expected[a].data()[i])
                << info(quantity).name << " of " << spec << ", state " << k << ", number " << i;
      }
    }
  }
}

TEST(BatchMatrices, OfLongArmsAreThoseOfArm) {
  expect_those_of_arm("chain:17", kMatrices);
  const Quantity inertia[] = {Quantity::inertia};
  for (const char* spec : {"chain:33", "mixed:33", "chain:100"}) expect_those_of_arm(spec, inertia);
  EXPECT_EQ(batch::method(Quantity::inertia, Arm{generate_robot("chain:32")}).name, "gdahj");
}

// States that the kernel's method is not trusted with are computed as by `Arm`, among others that it is trusted with.
TEST(BatchMatrices, OfHardArmsAreThoseOfArm) {
  int fell_back = 0;
  for (std::uint64_t seed = 600; seed < 640; ++seed) {
    const Arm arm{hard_robot(seed, 6)};
    const States s(arm.dof(), 21, seed);
    batch::Workspace work(arm);
    for (const Quantity quantity : {Quantity::inertia_inverse, Quantity::fd_derivatives})
      for (const bool by_joint : {false, true}) {
        std::vector<Numbers> found;
        try {
          found = run(quantity, arm, s, by_joint, false, work);
        } catch (const Error& error) {  // a singular M, which Arm must refuse as well
          bool refused = false;
          for (std::size_t k = 0; k < s.N; ++k) try {
              by_arm(quantity, arm, s, k, false);
            } catch (const Error&) {
              refused = true;
            }
          EXPECT_TRUE(refused) << "seed " << seed << ": " << error.what();
          continue;
        }
        for (std::size_t k = 0; k < s.N; ++k) {
          const std::vector<Eigen::MatrixXd> expected = by_arm(quantity, arm, s, k, false);
          bool same = true;
          for (std::size_t a = 0; a < found.size(); ++a)
            for (Eigen::Index i = 0; i < expected[a].size(); ++i)
              same =
                  same &&
                  found[a][k * static_cast<std::size_t>(expected[a].size()) + static_cast<std::size_t>(i)] ==
                      expected[a].data()[i];
          fell_back += same ? 1 : 0;
          for (const Numbers& x : found)
            for (const double each : x) ASSERT_FALSE(std::isnan(each)) << "seed " << seed;
        }
      }
  }
  EXPECT_GT(fell_back, 100);
}

std::string message(const auto& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(BatchMatrices, NameTheFirstStateThatIsNotFiniteAndComputeTheOthers) {
  const Arm arm{generate_robot("chain:4")};
  States s(4, 12, 2);
  const States good = s;
  s.q[4 * 5 + 2] = NAN;
  s.q[4 * 9] = INFINITY;
  batch::Workspace work(arm);
  for (const Quantity quantity : kMatrices) {
    std::vector<Numbers> out;
    for (const ArrayInfo& array : info(quantity).results())
      out.emplace_back(size_of(array.shape, 4).count() * s.N, 1e300);
    const batch::States states = {.q = s.q, .qd = s.qd, .qdd = s.qdd, .tau = s.tau, .tip = {}};
    const std::string said = message([&] {
      if (out.size() == 1)
        batch::eval(quantity, arm, Layout::state_major, states, work, {out[0]});
      else
        batch::eval(quantity, arm, Layout::state_major, states, work, {out[0], out[1], out[2]});
    });
    EXPECT_THAT(said, testing::HasSubstr("'q' is not finite")) << info(quantity).name;
    EXPECT_THAT(said, testing::HasSubstr("state 5, joint 2: nan")) << info(quantity).name;
    const Eigen::MatrixXd expected = by_arm(quantity, arm, good, 6, false)[0];
    const auto each = static_cast<std::size_t>(expected.size());
    EXPECT_NEAR(out[0][6 * each], expected(0, 0), 1e-9 * (1 + std::abs(expected(0, 0))))
        << info(quantity).name;
  }
}

TEST(BatchMatrices, SayWhereTheInertiaMatrixIsSingular) {
  Robot robot = generate_robot("chain:3");
  robot.links.back().mass = 0;
  robot.links.back().inertia = {};
  const Arm arm(robot);
  const States s(3, 5, 2);
  batch::Workspace work(arm);
  Numbers A(9 * 5), B(A), M(A);
  EXPECT_THAT(message([&] {
                batch::eval(Quantity::inertia_inverse, arm, Layout::state_major, {.q = s.q}, work, {M});
              }),
              testing::AllOf(testing::HasSubstr("singular"), testing::HasSubstr("state 0")));
  EXPECT_THAT(message([&] {
                batch::eval(Quantity::fd_derivatives, arm, Layout::joint_major,
                            {.q = s.q, .qd = s.qd, .tau = s.tau}, work, {A, B, M});
              }),
              testing::AllOf(testing::HasSubstr("singular"), testing::HasSubstr("state 0")));
}

}  // namespace
}  // namespace catena::test
