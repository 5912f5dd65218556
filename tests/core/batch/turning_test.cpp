// SPDX-License-Identifier: Apache-2.0
// Batches of arms whose joints all turn, which have their own kernels with regrouped links.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "catena/core/batch.hpp"
#include "catena/core/model/generate.hpp"
#include "core/batch/states.hpp"
#include "support/hard_arm.hpp"

namespace catena::test {
namespace {

using batch::Layout;

// The largest error of a batch of an arm, relative to the largest number of its state.
double error_of(Quantity quantity, const Arm& arm, const States& s, bool tips) {
  const std::size_t each = size_of(quantity, arm.dof());
  Numbers out(each * s.N, NAN);
  const std::span<const double> tip = tips ? std::span<const double>(s.tip) : std::span<const double>();
  batch::Workspace work(arm, {.threads = 1, .level = {}});
  batch::eval(quantity, arm, Layout::state_major,
              {.q = s.q, .qd = s.qd, .qdd = s.qdd, .tau = s.tau, .tip = tip}, work, {out});
  double worst = 0;
  for (std::size_t k = 0; k < s.N; ++k) {
    const Eigen::MatrixXd right = by_arm(quantity, arm, s, k, tips)[0];
    double error = 0;
    for (std::size_t i = 0; i < each; ++i)
      error = std::max(error, std::abs(out[k * each + i] - right.data()[i]));
    worst = std::isnan(error) ? error : std::max(worst, error / right.cwiseAbs().maxCoeff());
  }
  return worst;
}

// Every twist with and without a and d, base and tool anywhere; n = 1..30.
TEST(BatchTurning, AgreesWithSingleArmsWhateverTheGeometry) {
  constexpr double kRight = 1.5707963267948966;
  for (int shape = 0; shape < 64; ++shape) {
    Robot robot = generate_robot("chain:4:" + std::to_string(shape + 1));
    robot.convention = Convention::modified;
    for (std::size_t i = 0; i < robot.links.size(); ++i) {
      const auto digit = static_cast<unsigned>(shape + static_cast<int>(7 * i)) % 16;
      Dh& dh = robot.links[i].dh;
      if (digit / 4 < 3) dh.alpha = (static_cast<int>(digit / 4) - 1) * kRight;
      if (digit % 2 == 0) dh.a = 0;
      if (digit / 2 % 2 == 0) dh.d = 0;
    }
    const Arm arm(robot);
    const States s(4, 9, static_cast<std::uint64_t>(shape + 1));
    for (const bool tips : {false, true}) {
      EXPECT_LE(error_of(Quantity::id, arm, s, tips), 1e-13) << shape;
      EXPECT_LE(error_of(Quantity::fd, arm, s, tips), 1e-11) << shape;
    }
    EXPECT_LE(error_of(Quantity::bias, arm, s, false), 1e-13) << shape;
    EXPECT_LE(error_of(Quantity::gravity, arm, s, false), 1e-13) << shape;
    EXPECT_LE(error_of(Quantity::inertia, arm, s, false), 1e-13) << shape;
    EXPECT_LE(error_of(Quantity::inertia_inverse, arm, s, false), 1e-11) << shape;
  }
}

TEST(BatchTurning, AgreesWithSingleArmsOfAnyLength) {
  for (int n = 1; n <= 30; ++n) {
    const Arm arm(generate_robot("chain:" + std::to_string(n)));
    const States s(n, 9);
    EXPECT_LE(error_of(Quantity::id, arm, s, true), n * 1e-14) << n;
    EXPECT_LE(error_of(Quantity::gravity, arm, s, false), n * 1e-14) << n;
    EXPECT_LE(error_of(Quantity::inertia, arm, s, false), n * 1e-14) << n;
    EXPECT_LE(error_of(Quantity::fd, arm, s, false), n * n * 1e-13) << n;
  }
}

// A light link with a weight at the end of the second: M is nearly singular where the arm is stretched. The states where M is not
// trusted share vectors with others, whose results must not depend on that.
TEST(BatchTurning, UsesArticulatedBodiesForEachStateThatNeedsThem) {
  Robot robot = generate_robot("planar:2");
  robot.allow_nonphysical = true;
  for (RobotLink& link : robot.links) link.mass = 0, link.inertia = Sym3<double>::zero();
  robot.links[0].inertia = Sym3<double>::diagonal(1e-9);
  robot.links[1].mass = 1;
  robot.links[1].inertia = Sym3<double>::diagonal(1e-3);
  const Arm arm(robot);
  States s(2, 16);
  for (std::size_t k = 0; k < s.N; ++k) s.q[2 * k + 1] = k % 3 == 0 ? 1e-5 : 1;
  const auto accelerations = [&](const States& states) {
    Numbers out(2 * states.N);
    batch::fd(arm, Layout::state_major, states.q, states.qd, states.tau, out, {.threads = 1, .level = {}});
    return out;
  };
  const Numbers together = accelerations(s);
  for (std::size_t k = 0; k < s.N; ++k) {
    States one(2, 1);
    for (const auto x : {&States::q, &States::qd, &States::tau})
      (one.*x) = Numbers((s.*x).begin() + static_cast<std::ptrdiff_t>(2 * k),
                         (s.*x).begin() + static_cast<std::ptrdiff_t>(2 * k + 2));
    const Numbers alone = accelerations(one);
    EXPECT_EQ(together[2 * k], alone[0]) << k;
    EXPECT_EQ(together[2 * k + 1], alone[1]) << k;
    const Eigen::MatrixXd right = by_arm(Quantity::fd, arm, s, k, false)[0];
    for (std::size_t i = 0; i < 2; ++i)
      EXPECT_NEAR(alone[i], right.data()[i], 1e-11 * right.cwiseAbs().maxCoeff()) << k;
  }
}

// On these arms, solving with M loses digits that articulated bodies keep.
TEST(BatchTurning, KeepsTheDigitsOfHardArms) {
  int found = 0;
  for (std::uint64_t seed = 1; seed <= 6000; ++seed) {
    Robot robot = hard_robot(seed, 6);
    for (RobotLink& link : robot.links) link.joint = JointKind::revolute;
    const Arm arm(robot);
    const States s(arm.dof(), 1, seed);
    const At at{.q = s.q, .qd = s.qd, .tau = s.tau};
    const Eigen::MatrixXd stable = arm.eval(Quantity::fd, at, "aba")[0],
                          by_M = arm.eval(Quantity::fd, at, "crba_udu")[0];
    const double lost = (by_M - stable).cwiseAbs().maxCoeff();
    if (!(lost > 1e-9 * stable.cwiseAbs().maxCoeff())) continue;
    ++found;
    Numbers out(s.n);
    batch::fd(arm, Layout::state_major, s.q, s.qd, s.tau, out, {.threads = 1, .level = {}});
    for (std::size_t i = 0; i < s.n; ++i)
      EXPECT_NEAR(out[i], stable.data()[i], lost / 100) << "seed " << seed;
  }
  EXPECT_GE(found, 5);
}

}  // namespace
}  // namespace catena::test
