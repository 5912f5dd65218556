// SPDX-License-Identifier: Apache-2.0
#include "catena/choose/workspace/reachable_volume.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "choose/arms.hpp"
#include "choose/workspace/reachable_volume.hpp"

namespace catena::test {
namespace {

using choose::sampled_reachable_volume, choose::reachable_volume_closed_form, choose::ReachableVolume;
constexpr double kPi = std::numbers::pi;

struct Known {
  const char* name;
  Arm arm;
  double size;
};

// What two discs of radius a have in common, by quadrature: centres (0, 0) and (b, 0).
double lens(double a, double b) {
  double area = 0;
  constexpr int kSteps = 200000;
  for (int k = 0; k < kSteps; ++k) {
    const double x = b / 2 + (a - b / 2) * (k + 0.5) / kSteps;  // the half of it beyond the middle
    area += 4 * std::sqrt(a * a - x * x) * (a - b / 2) / kSteps;
  }
  return area;
}

// 004, Tables III and V, corrected; PR without the lens that the tool cannot enter.
std::vector<Known> known() {
  return {{"RP, collinear", rp_arm(0.7, 1.1), kPi * (2 * 0.7 * 1.1 + 1.1 * 1.1)},
          {"RP, across", rp_arm_across(0.7, 1.1), kPi * 1.1 * 1.1},
          {"PR, long slide", pr_arm(0.5, 1.3), kPi * 0.25 + 2 * 0.5 * 1.3},
          {"PR, short slide", pr_arm(1, 1), kPi + 2 - lens(1, 1)},
          {"RTX", rtx_arm(0.8, 0.6, 0.4), 4 * kPi * 0.8 * 0.6 * 0.4},
          {"Stanford", stanford_arm(0.3, 0.9), 4 * kPi * 0.729 / 3},
          {"Stanford without offset", stanford_arm(0, 0.9), 4 * kPi * 0.729 / 3}};
}

TEST(ReachableVolume, HasTheClosedFormsOfThePaper) {
  for (const Known& k : known()) {
    const auto found = reachable_volume_closed_form(k.arm);
    ASSERT_TRUE(found) << k.name;
    EXPECT_NEAR(found->value, k.size, 1e-7 * k.size) << k.name;
    EXPECT_TRUE(found->exact && found->error == 0);
  }
  EXPECT_NEAR(reachable_volume_closed_form(Arm::load("planar2"))->value, 4 * kPi, 1e-12);
  EXPECT_FALSE(reachable_volume_closed_form(Arm::load("puma560")));
}

// A comparison uses one point for all of its criteria, which leave it anywhere.
TEST(ReachableVolume, HasTheClosedFormsWhereverThePointIs) {
  for (const Known& k : known()) {
    choose::detail::ToolPoint point(k.arm.chain());
    const std::vector<double> somewhere(static_cast<std::size_t>(k.arm.dof()), 0.3);
    point.set(somewhere.data());
    const auto found =
        choose::detail::reachable_volume_closed_form(point, choose::detail::joint_box(k.arm.robot()));
    ASSERT_TRUE(found) << k.name;
    EXPECT_NEAR(found->value, k.size, 1e-7 * k.size) << k.name;
  }
}

// The same arm on a base that is turned and displaced, with a tool in the last frame.
Arm mounted(const Arm& arm, Dh tool = {}) {
  Robot robot = arm.robot();
  RobotLink base, end;
  base.joint = end.joint = JointKind::fixed;
  base.dh = {0.3, 0.7, -0.4, 1.1}, end.dh = tool;
  robot.links.insert(robot.links.begin(), base);
  robot.links.push_back(end);
  return Arm(robot);
}

// Prismatic joints only, in the distal convention: link i turns the axis of the next one by alpha, after a turn of theta.
Arm slides(std::initializer_list<Dh> rows, std::initializer_list<double> strokes) {
  Robot robot = Arm::load("rp").robot();
  const RobotLink slide = robot.links[1];
  robot.links.clear();
  for (const Dh& dh : rows) robot.links.push_back(slide), robot.links.back().dh = dh;
  int k = 0;
  for (const double stroke : strokes) set_range(robot, k++, -0.2, stroke - 0.2);
  return Arm(robot);
}

Arm two_turns(double a1, double a2) {
  Robot robot = Arm::load("planar2").robot();
  robot.links[0].dh.a = a1, robot.links[1].dh.a = a2;
  return Arm(robot);
}

// Closed forms by hand, of arms whose base is somewhere else and whose prismatic joints have other ranges.
TEST(ReachableVolume, HasClosedFormsOfMountedArms) {
  const auto with_range = [](const Arm& arm, int link, double lower, double upper) {
    Robot robot = arm.robot();
    set_range(robot, link, lower, upper);
    return Arm(robot);
  };
  const auto cube = [](double x) { return x * x * x; };
  const Arm stanford = stanford_arm(0.3, 1);
  const Known all[] = {
      {"RP through the axis", with_range(rp_arm(0, 1), 1, -0.4, 0.7), kPi * 0.49},
      {"RP through the axis, more behind", with_range(rp_arm(0, 1), 1, -0.9, 0.7), kPi * 0.81},
      {"RP, a ring", with_range(rp_arm(0.2, 1), 1, 0.3, 1.1), kPi * (1.3 * 1.3 - 0.5 * 0.5)},
      {"RP, a ring behind", with_range(rp_arm(0, 1), 1, -1.3, -0.5), kPi * (1.3 * 1.3 - 0.5 * 0.5)},
      {"PR, long slide", with_range(pr_arm(0.5, 1), 0, -0.3, 1), kPi * 0.25 + 1.3},
      {"PR, short slide", with_range(pr_arm(0.8, 1), 0, 0.2, 1), kPi * 0.64 + 1.28 - lens(0.8, 0.8)},
      {"RR", two_turns(0.7, 0.4), kPi * (1.1 * 1.1 - 0.3 * 0.3)},
      {"PP", slides({{0.1, 0.6, 0, 0.3}, {}}, {0.9, 0.5}), 0.45 * std::sin(0.6)},
      {"RTX", with_range(rtx_arm(1, 0.6, 0.4), 0, -0.3, 0.5), kPi * 0.8 * (1 - 0.04)},
      {"Stanford", with_range(stanford, 2, 0.2, 0.9), 4 * kPi / 3 * (cube(0.9) - cube(0.2))},
      {"Stanford, both ways", with_range(stanford, 2, -0.5, 0.9), 4 * kPi / 3 * cube(0.9)},
      {"PPP", slides({{0, 0.6, 0, 0}, {0, 1.1, 0, 0.8}, {}}, {0.9, 0.5, 0.7}),
       0.9 * 0.5 * 0.7 * std::sin(0.6) * std::sin(1.1) * std::sin(0.8)}};
  for (const Known& k : all)
    for (const Arm& arm : {k.arm, mounted(k.arm)}) {
      const auto found = reachable_volume_closed_form(arm);
      ASSERT_TRUE(found) << k.name;
      EXPECT_NEAR(found->value, k.size, 1e-7 * k.size) << k.name;
      EXPECT_EQ(found->flat, arm.dof() == 2) << k.name;
      EXPECT_TRUE(found->exact && found->error == 0) << k.name;
    }
  // a tool along the slide, or beyond it
  EXPECT_NEAR(reachable_volume_closed_form(mounted(rp_arm(0.2, 1), {0, 0, 0.3, 0}))->value,
              kPi * (1.5 * 1.5 - 0.5 * 0.5), 1e-12);
  EXPECT_NEAR(reachable_volume_closed_form(mounted(stanford, {0, 0, 0.1, 0}))->value,
              4 * kPi / 3 * (cube(1.1) - cube(0.1)), 1e-12);
  EXPECT_NEAR(reachable_volume_closed_form(mounted(two_turns(0.7, 0.3), {0.1, 0, 0.2, 0}))->value,
              kPi * (1.1 * 1.1 - 0.3 * 0.3), 1e-12);
  EXPECT_NEAR(reachable_volume_closed_form(mounted(rtx_arm(0.8, 0.6, 0.3), {0.1, 0, 0.2, 0}))->value,
              kPi * 0.8 * (1 - 0.04), 1e-12);
}

// One condition of a closed form is broken at a time.
TEST(ReachableVolume, HasNoClosedFormOfOtherArms) {
  const auto changed = [](const Arm& arm, auto&& change) {
    Robot robot = arm.robot();
    change(robot);
    return Arm(robot);
  };
  const Arm stanford = stanford_arm(0.3, 0.9), rtx = rtx_arm(0.8, 0.6, 0.4);
  const std::pair<const char*, Arm> all[] = {
      {"one joint", Arm(changed(two_turns(1, 1), [](Robot& r) { r.links.pop_back(); }))},
      {"four joints", slides({{0, 0.6, 0, 0}, {0, 1.1, 0, 0.8}, {0, 1, 0, 0}, {}}, {0.9, 0.5, 0.7, 0.3})},
      {"limits of a turn", changed(two_turns(1, 1), [](Robot& r) { set_range(r, 0, -1, 1); })},
      {"limits of the second turn", changed(two_turns(1, 1), [](Robot& r) { set_range(r, 1, -1, 1); })},
      {"RP on a cone", changed(rp_arm(0.2, 1), [](Robot& r) { r.links[0].dh.alpha += 0.3; })},
      {"PR on a cylinder", changed(pr_arm(0.5, 1), [](Robot& r) { r.links[0].dh.alpha = 0.3; })},
      {"RR on a ball", changed(two_turns(0.7, 0.4), [](Robot& r) { r.links[0].dh.alpha = 0.3; })},
      {"RTX, second axis tilted", changed(rtx, [](Robot& r) { r.links[0].dh.alpha = 0.3; })},
      {"RTX, third axis tilted", changed(rtx, [](Robot& r) { r.links[1].dh.alpha = 0.3; })},
      {"Stanford, shoulder tilted", changed(stanford, [](Robot& r) { r.links[0].dh.alpha += 0.3; })},
      {"Stanford, slide tilted", changed(stanford, [](Robot& r) { r.links[1].dh.alpha += 0.3; })},
      {"Stanford, axes that do not meet", changed(stanford, [](Robot& r) { r.links[0].dh.a = 0.2; })},
      {"Stanford, tool off the slide", mounted(stanford, {0.2, 0, 0, 0})},
      {"RPR", changed(rp_arm(0.2, 1), [](Robot& r) { r.links.push_back(r.links[0]), r.links[2].dh.a = 1; })}};
  for (const auto& [name, arm] : all) {
    EXPECT_FALSE(reachable_volume_closed_form(arm)) << name;
    EXPECT_FALSE(reachable_volume_closed_form(mounted(arm))) << name;
  }
}

TEST(ReachableVolume, SampledHitsTheClosedFormsWithinItsErrorBar) {
  for (const Known& k : known()) {
    const ReachableVolume found = sampled_reachable_volume(k.arm, 200000, 1);
    EXPECT_NEAR(found.value, k.size, found.error) << k.name;
    EXPECT_LE(found.error, 0.01 * k.size) << k.name;
    EXPECT_FALSE(found.exact);
  }
}

// 2e6 samples, on the two arms whose border is curved.
TEST(ReachableVolume, SampledIsWithinAPercentAtTwoMillionSamples) {
  for (const Known& k : {Known{"PR", pr_arm(1, 1), kPi + 2 - lens(1, 1)},
                         Known{"Stanford", stanford_arm(0.3, 0.9), 4 * kPi * 0.729 / 3}}) {
    const ReachableVolume found = sampled_reachable_volume(k.arm, 2000000, 1);
    EXPECT_NEAR(found.value, k.size, std::min(found.error, 0.01 * k.size)) << k.name;
    EXPECT_LE(found.error, 0.001 * k.size) << k.name;
  }
}

// Of a ball: all of q1 from 0.3 to 1.5 and q2 from 0.2 to 2.
Arm wedge() {
  Robot robot = stanford_arm(0, 1).robot();
  set_range(robot, 0, 0.3, 1.5);
  set_range(robot, 1, 0.2, 2.0);
  return Arm(robot);
}

TEST(ReachableVolume, HasAnErrorBarThatCoversTheTruthAtItsRate) {
  const double wedge_size = 1.2 / 3 * (std::cos(0.2) - std::cos(2.0));
  for (const Known& k : {Known{"PR", pr_arm(1, 1), kPi + 2 - lens(1, 1)},
                         Known{"Stanford", stanford_arm(0.3, 0.9), 4 * kPi * 0.729 / 3},
                         Known{"wedge of a ball", wedge(), wedge_size}}) {
    constexpr int kSeeds = 200;
    int covered = 0;
    double squares = 0, bars = 0;
    for (int seed = 1; seed <= kSeeds; ++seed) {
      const ReachableVolume found = sampled_reachable_volume(k.arm, 256, static_cast<std::uint64_t>(seed));
      covered += std::abs(found.value - k.size) <= found.error;
      squares += (found.value - k.size) * (found.value - k.size) / kSeeds;
      bars += found.error / kSeeds;
    }
    EXPECT_GE(covered, 0.91 * kSeeds) << k.name;                 // 95 % less 2.6 standard deviations
    EXPECT_LE(bars, 1.5 * 1.96 * std::sqrt(squares)) << k.name;  // and it is not too long
  }
}

// The sections of all places by brute force: points of a fine grid of joints, in cells finer than the tolerance.
TEST(ReachableVolume, IsThatOfBruteForceWithLimits) {
  Robot robot = Arm::load("planar3").robot();
  set_range(robot, 0, -1, 1);
  set_range(robot, 1, 0.2, 2);
  set_range(robot, 2, -1.5, 0.5);
  constexpr double kCell = 0.02;
  std::vector<char> hit(300 * 300, 0);
  constexpr int kSteps = 400;
  for (int i = 0; i <= kSteps; ++i)
    for (int j = 0; j <= kSteps; ++j)
      for (int k = 0; k <= 60; ++k) {
        const double a = -1 + 2.0 * i / kSteps, b = a + 0.2 + 1.8 * j / kSteps, c = b - 1.5 + 2.0 * k / 60;
        const double x = std::cos(a) + std::cos(b) + 0.5 * std::cos(c);
        const double y = std::sin(a) + std::sin(b) + 0.5 * std::sin(c);
        hit[static_cast<int>((x + 3) / kCell) * 300 + static_cast<int>((y + 3) / kCell)] = 1;
      }
  // cells on the border count half
  double area = 0;
  for (int i = 1; i + 1 < 300; ++i)
    for (int j = 1; j + 1 < 300; ++j) {
      const char* h = &hit[i * 300 + j];
      if (*h) area += (h[-1] && h[1] && h[-300] && h[300] ? 1 : 0.5) * kCell * kCell;
    }
  const ReachableVolume found = sampled_reachable_volume(Arm(robot), 40000, 3);
  EXPECT_TRUE(found.flat);
  EXPECT_NEAR(found.value, area, found.error + 0.01 * area);
}

TEST(ReachableVolume, GrowsWithTheCubeOfLengths) {
  for (const char* spec : {"chain:3:4", "mixed:4:7", "chain:6:3"}) {
    Robot robot = ranged(spec), large = robot;
    for (RobotLink& link : large.links) {
      link.dh.a *= 1000, link.dh.d *= 1000;
      if (link.joint == JointKind::prismatic) {
        (*link.limits->position)[0] *= 1000, (*link.limits->position)[1] *= 1000;
      }
    }
    const ReachableVolume small = sampled_reachable_volume(Arm(robot), 1024, 5),
                          big = sampled_reachable_volume(Arm(large), 1024, 5);
    EXPECT_NEAR(big.value, 1e9 * small.value, 0.02 * big.value) << spec;
  }
}

TEST(ReachableVolume, IsNothingForAToolThatMovesOnASurface) {
  Robot robot = Arm::load("stanford_004").robot();
  robot.links.pop_back();
  robot.links[1].dh.a = 0.5;
  const ReachableVolume size = choose::reachable_volume(Arm(robot));
  EXPECT_EQ(size.value, 0);
  EXPECT_FALSE(size.flat);
}

TEST(ReachableVolume, OfASlideWithoutLimitsIsRefused) {
  Robot robot = Arm::load("rp").robot();
  robot.links[1].limits.reset();
  try {
    sampled_reachable_volume(Arm(robot), 100, 1);
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(e.kind(), ErrorKind::model);
    EXPECT_NE(std::string(e.what()).find("joint 2 is prismatic without limits"), std::string::npos)
        << e.what();
  }
}

}  // namespace
}  // namespace catena::test
