// SPDX-License-Identifier: Apache-2.0
// Batches of an arm with its motors against `Arm`, one state at a time: at every level, in both layouts, with tails, threads, wrenches
// at the tool, and results in the place of inputs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "catena/core/batch.hpp"
#include "catena/core/model/generate.hpp"
#include "catena/core/motors.hpp"
#include "core/batch/states.hpp"
#include "support/algebra.hpp"

namespace catena::test {
namespace {

using batch::Layout;

constexpr double kEps = std::numeric_limits<double>::epsilon(),
                 kFloatEps = std::numeric_limits<float>::epsilon();

// The second joint has no motor.
Robot motorised(const char* spec) {
  Robot robot = generate_robot(spec);
  Random random(7);
  for (std::size_t k = 0; k < robot.links.size(); ++k)
    if (k != 1)
      robot.links[k].motor = Motor{.inertia = random(1e-4, 1e-3),
                                   .gear = random(50, 150),
                                   .viscous = random(1e-4, 1e-3),
                                   .coulomb = {random(0.01, 0.1), random(-0.1, -0.01)}};
  return robot;
}

template <class Number>
std::vector<std::vector<Number>> run(Quantity quantity, const Arm& arm, const States& s, Layout layout,
                                     bool tips, batch::Workspace& work) {
  const auto in = [&](const Numbers& x, std::size_t each) {
    const Numbers y = layout == Layout::joint_major ? joint_major(x, each) : x;
    return std::vector<Number>(y.begin(), y.end());
  };
  const std::vector<Number> q = in(s.q, s.n), qd = in(s.qd, s.n), qdd = in(s.qdd, s.n), tau = in(s.tau, s.n),
                            tip = tips ? in(s.tip, 6) : std::vector<Number>();
  const batch::StatesOf<Number> states = {.q = q, .qd = qd, .qdd = qdd, .tau = tau, .tip = tip, .v = tau};
  std::vector<std::vector<Number>> out;
  for (const ArrayInfo& array : info(quantity).results())
    out.emplace_back(size_of(array.shape, arm.dof()).count() * s.N, Number(1e30));
  if (out.size() == 1)
    batch::eval(quantity, arm, layout, states, work, {out[0]});
  else
    batch::eval(quantity, arm, layout, states, work, {out[0], out[1], out[2]});
  return out;
}

template <class Number>
void expect_as_arm(Quantity quantity, const Arm& arm, const States& s, Layout layout, bool tips,
                   batch::Workspace& work, double allowed) {
  const auto found = run<Number>(quantity, arm, s, layout, tips, work);
  for (std::size_t k = 0; k < s.N; ++k) {
    const std::vector<Eigen::MatrixXd> expected = by_arm(quantity, arm, s, k, tips);
    for (std::size_t a = 0; a < found.size(); ++a) {
      const auto each = static_cast<std::size_t>(expected[a].size());
      double error = 0;
      for (std::size_t i = 0; i < each; ++i) {
        const std::size_t at = layout == Layout::joint_major ? i * s.N + k : k * each + i;
        error = std::max(error, std::abs(static_cast<double>(found[a][at]) - expected[a].data()[i]));
      }
      ASSERT_LE(error, allowed * (expected[a].norm() + 1e-9))
          << info(quantity).name << ' ' << a << ", state " << k << ", " << arm.name() << ", "
          << simd_name(work.level()) << (tips ? ", tip" : "");
    }
  }
}

TEST(BatchMotors, AreIncludedAsByArm) {
  for (const char* spec : {"chain:1", "mixed:5:3", "chain:7", "mixed:13:1"}) {
    const Arm links(motorised(spec)), arm = links.with_motors();
    const States s(arm.dof(), 37);
    // M with rotors is far better conditioned than M; fd divides by it
    const double condition_of_M =
        condition(arm.inertia(Eigen::Map<const Eigen::VectorXd>(s.q.data(), arm.dof())));
    for (const SimdLevel level : kSimdLevels) {
      if (!simd_supported(level)) continue;
      batch::Workspace work(arm, {.threads = 1, .level = level});
      for (const Layout layout : {Layout::state_major, Layout::joint_major})
        for (const bool tips : {false, true}) {
          const double rounding = 1000 * arm.dof() * kEps;
          for (const Quantity quantity : {Quantity::id, Quantity::inertia, Quantity::id_derivatives,
                                          Quantity::id_vjp, Quantity::gravity, Quantity::inertia_inverse})
            if (quantity != Quantity::inertia_inverse || !tips)
              expect_as_arm<double>(quantity, arm, s, layout, tips, work, rounding);
          expect_as_arm<double>(Quantity::fd, arm, s, layout, tips, work, rounding * condition_of_M);
          for (const Quantity quantity : {Quantity::id, Quantity::inertia})
            expect_as_arm<float>(quantity, arm, s, layout, tips, work, 50 * arm.dof() * kFloatEps);
        }
    }
  }
}

// The same workspace serves the arm without its motors, and results do not depend on threads.
TEST(BatchMotors, BelongToTheArmOfTheCall) {
  const Arm links(motorised("mixed:5:3")), arm = links.with_motors();
  const States s(5, 300);
  batch::Workspace work(links), crowd(arm, {.threads = 3, .level = {}});
  for (const Quantity quantity : {Quantity::id, Quantity::fd, Quantity::inertia}) {
    const auto with = run<double>(quantity, arm, s, Layout::state_major, false, work);
    const auto without = run<double>(quantity, links, s, Layout::state_major, false, work);
    EXPECT_NE(with, without) << info(quantity).name;
    EXPECT_EQ(with, run<double>(quantity, arm, s, Layout::state_major, false, crowd)) << info(quantity).name;
    expect_as_arm<double>(quantity, links, s, Layout::state_major, false, work, 1e-9);
  }
  EXPECT_EQ(batch::method(Quantity::id, arm).name, batch::method(Quantity::id, links).name);
  EXPECT_EQ(batch::method(Quantity::fd, arm).name, arm.method(Quantity::fd).name);
}

TEST(BatchMotors, AreTakenBeforeResultsReplaceInputs) {
  const Arm arm = Arm(motorised("chain:6")).with_motors();
  const States s(6, 45);
  batch::Workspace work(arm);
  for (const Layout layout : {Layout::state_major, Layout::joint_major}) {
    Numbers tau(s.q.size()), over = s.qdd, qdd(s.q.size()), driven = s.qd;
    batch::id(arm, layout, s.q, s.qd, s.qdd, work, tau);
    batch::id(arm, layout, s.q, s.qd, over, work, over);
    EXPECT_EQ(over, tau);
    batch::fd(arm, layout, s.q, s.qd, s.tau, work, qdd);
    batch::fd(arm, layout, s.q, driven, s.tau, work, driven);
    EXPECT_EQ(driven, qdd);
  }
}

// A last link without mass: its rotor makes M + R regular, and without the rotor M is singular.
TEST(BatchMotors, KeepMRegular) {
  Robot robot = motorised("chain:3");
  robot.links.back().mass = 0;
  robot.links.back().inertia = {};
  const Arm links(robot), arm = links.with_motors();
  const States s(3, 9);
  batch::Workspace work(arm);
  expect_as_arm<double>(Quantity::fd, arm, s, Layout::state_major, false, work, 1e-9);
  Numbers qdd(s.q.size());
  EXPECT_THROW(batch::fd(links, Layout::state_major, s.q, s.qd, s.tau, work, qdd), Error);
}

}  // namespace
}  // namespace catena::test
