// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "choose/arms.hpp"

namespace catena::test {
namespace {

constexpr double kPi = std::numbers::pi;

double w(const Arm& arm, std::vector<double> q) {
  return arm.manipulability(Eigen::Map<Eigen::VectorXd>(q.data(), arm.dof()));
}

// 004, Tables III and V, corrected.
TEST(Manipulability, HasTheClosedFormsOfThePaperAtEveryPosture) {
  const Arm rp = rp_arm(0.7, 1.1), across = rp_arm_across(0.7, 1.1), pr = pr_arm(0.9, 1);
  const Arm rtx = rtx_arm(0.8, 0.6, 0.4), stanford = stanford_arm(0.3, 0.9);
  Random random(4);
  for (int k = 0; k < 200; ++k) {
    const double t1 = random(-kPi, kPi), t2 = random(-kPi, kPi), b = random(0, 1);
    EXPECT_NEAR(w(rp, {t1, b}), 0.7 + b, 1e-12);
    EXPECT_NEAR(w(across, {t1, b}), b, 1e-12);
    EXPECT_NEAR(w(pr, {b, t2}), 0.9 * std::abs(std::cos(t2)), 1e-12);
    EXPECT_NEAR(w(rtx, {b, t1, t2}), 0.6 * 0.4 * std::abs(std::sin(t2)), 1e-12);
    EXPECT_NEAR(w(stanford, {t1, t2, b}), b * b * std::abs(std::sin(t2)), 1e-12);
  }
}

TEST(Manipulability, HasTheGreatestAndLeastOfTheClosedForms) {
  const auto expect = [](const Arm& arm, double most, double least, std::string_view unit) {
    const choose::Score max = score(arm, "manipulability_max"), min = score(arm, "manipulability_min");
    EXPECT_NEAR(max.value, most, 1e-12) << arm.name();
    EXPECT_NEAR(min.value, least, 1e-8) << arm.name();
    EXPECT_EQ(max.error, 0);
    EXPECT_EQ(max.unit, unit);
  };
  expect(rp_arm(0.7, 1.1), 1.8, 0.7, "m");
  expect(pr_arm(0.9, 1), 0.9, 0, "m");
  expect(rtx_arm(0.8, 0.6, 0.4), 0.24, 0, "m^2");
  expect(stanford_arm(0.3, 0.9), 0.81, 0, "m^2");
  expect(Arm::load("planar2"), 1, 0, "m^2");
}

TEST(Manipulability, HasTheMeanOfTheClosedFormsWithinItsErrorBarAtItsRate) {
  struct Known {
    Arm arm;
    double mean;
  };
  for (const Known& k :
       {Known{rp_arm(0.7, 1.1), 0.7 + 0.55}, Known{pr_arm(0.9, 1), 0.9 * 2 / kPi},
        Known{rtx_arm(0.8, 0.6, 0.4), 0.24 * 2 / kPi}, Known{stanford_arm(0.3, 0.9), 0.81 / 3 * 2 / kPi}}) {
    int covered = 0;
    double squares = 0, bars = 0;
    constexpr int kSeeds = 100;
    for (int seed = 1; seed <= kSeeds; ++seed) {
      const choose::Score mean =
          score(k.arm, "manipulability_mean", {.samples = 256, .seed = static_cast<std::uint64_t>(seed)});
      squares += (mean.value - k.mean) * (mean.value - k.mean) / kSeeds;
      bars += mean.error / kSeeds;
      covered += std::abs(mean.value - k.mean) <= mean.error;
    }
    EXPECT_GE(covered, 88) << k.arm.name();  // 95 less 3.2 standard deviations
    EXPECT_LE(bars, 1.5 * 1.96 * std::sqrt(squares)) << k.arm.name();
  }
}

TEST(Manipulability, IsThatOfArmOnRandomArms) {
  for (int n = 1; n <= 8; ++n)
    for (const char* kind : {"chain", "mixed"}) {
      const Arm arm(ranged(std::string(kind) + ":" + std::to_string(n) + ":3"));
      const choose::Score mean = score(arm, "manipulability_mean", {.samples = 2048});
      // plain random postures, an independent mean
      Random random(n);
      double sum = 0, squares = 0;
      constexpr int kStates = 4000;
      for (int k = 0; k < kStates; ++k) {
        std::vector<double> q;
        for (int i = 0; i < n; ++i)
          q.push_back(arm.chain().link(i).revolute() ? random(-kPi, kPi) : random(0.1, 0.6));
        const double value = w(arm, q);
        sum += value / kStates, squares += value * value / kStates;
      }
      const double spread = std::sqrt(std::max(0.0, squares - sum * sum) / kStates);
      EXPECT_NEAR(mean.value, sum, 1.5 * mean.error + 3.5 * spread + 1e-12) << kind << n;
    }
}

// Three joints in a plane have two rows, of which Arm takes three.
TEST(Manipulability, OfAnArmInAPlaneIsThatOfItsPlane) {
  const Arm arm = Arm::load("planar3");
  const choose::Score max = score(arm, "manipulability_max");
  EXPECT_GT(max.value, 1);
  EXPECT_EQ(max.unit, "m^2");
  double most = 0;  // brute force: sqrt(sum of squared minors)
  for (int i = 0; i < 200; ++i)
    for (int j = 0; j < 200; ++j) {
      const double b = 2 * kPi * i / 200, c = b + 2 * kPi * j / 200;
      const double x[] = {1 + std::cos(b) + 0.5 * std::cos(c), std::cos(b) + 0.5 * std::cos(c),
                          0.5 * std::cos(c)};
      const double y[] = {std::sin(b) + 0.5 * std::sin(c), std::sin(b) + 0.5 * std::sin(c),
                          0.5 * std::sin(c)};
      double sum = 0;
      for (int k = 0; k < 3; ++k)
        for (int l = 0; l < k; ++l) sum += std::pow(x[k] * y[l] - x[l] * y[k], 2);
      most = std::max(most, std::sqrt(sum));
    }
  EXPECT_NEAR(max.value, most, 1e-3);
  EXPECT_GE(max.value, most);
}

}  // namespace
}  // namespace catena::test
