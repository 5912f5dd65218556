// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <set>

#include "catena/sim/cycloid.hpp"
#include "choose/arms.hpp"

namespace catena::test {
namespace {

using choose::Criterion, choose::Score, choose::Scores, choose::Task;

std::vector<const Criterion*> untimed() {
  std::vector<const Criterion*> list;
  for (const Criterion& c : choose::criteria())
    if (!c.timed) list.push_back(&c);
  return list;
}

std::vector<Arm> some_arms() {
  std::vector<Arm> arms;
  for (const char* spec : {"chain:6:1", "mixed:6:2", "chain:2:3", "mixed:3:4", "planar:4", "mixed:6:5"})
    arms.emplace_back(ranged(spec));
  arms.push_back(Arm::load("panda"));
  return arms;
}

bool same(const Score& a, const Score& b) {
  return std::bit_cast<std::uint64_t>(a.value) == std::bit_cast<std::uint64_t>(b.value) &&
         std::bit_cast<std::uint64_t>(a.error) == std::bit_cast<std::uint64_t>(b.error) && a.why == b.why &&
         a.unit == b.unit;
}

TEST(Evaluate, GivesTheSameBitsOnAnyNumberOfThreadsAndForAnArmAlone) {
  const std::vector<Arm> arms = some_arms();
  const std::vector<const Criterion*> wanted = untimed();
  const Scores one = choose::evaluate(arms, wanted, {.samples = 128}),
               three = choose::evaluate(arms, wanted, {.samples = 128, .threads = 3});
  for (int k = 0; k < one.arms(); ++k)
    for (int c = 0; c < one.criteria(); ++c)
      EXPECT_TRUE(same(one.at(k, c), three.at(k, c))) << k << wanted[c]->stem;
  for (int k = one.arms() - 1; k >= 0; --k)
    for (int c = one.criteria() - 1; c >= 0; --c) {
      const Criterion* alone[] = {wanted[c]};
      const Scores again = choose::evaluate(std::vector{arms[k]}, alone, {.samples = 128});
      EXPECT_TRUE(same(one.at(k, c), again.at(0, 0))) << k << wanted[c]->stem;
    }
}

TEST(Evaluate, DependsOnTheSeedWhereItSamplesAndOnlyThere) {
  const Arm arm(ranged("mixed:6:2"));
  for (const Criterion* c : untimed()) {
    const std::string stem(c->stem);
    const Score first = score(arm, stem.c_str(), {.samples = 128}),
                other = score(arm, stem.c_str(), {.samples = 128, .seed = 2});
    if (!c->sampled) {
      EXPECT_TRUE(same(first, other)) << stem;
    }
    if (stem == "manipulability_mean" || stem == "workspace") {
      EXPECT_NE(first.value, other.value) << stem;
    }
  }
}

TEST(Evaluate, TellsEveryCriterionOfAnArmWithAllLimits) {
  for (const Criterion* c : untimed()) {
    if (c->stem.ends_with("_optimised")) continue;
    const Score s = score(Arm::load("panda"), std::string(c->stem).c_str(), {.samples = 256});
    EXPECT_TRUE(std::isfinite(s.value)) << c->stem << ": " << s.why;
    EXPECT_TRUE(std::isfinite(s.error) && s.error >= 0) << c->stem;
  }
}

TEST(Evaluate, SaysWhyASlideWithoutLimitsHasNoSampledCriteria) {
  Robot robot = Arm::load("rtx").robot();
  robot.links[0].limits.reset();
  for (const Criterion* c : untimed()) {
    const Score s = score(Arm(robot), std::string(c->stem).c_str());
    if (!c->sampled) continue;
    EXPECT_TRUE(std::isnan(s.value)) << c->stem;
    EXPECT_EQ(s.why, "joint 1 is prismatic without limits; set limits.position = [lower, upper]") << c->stem;
  }
}

TEST(Evaluate, TimesArmsByTurns) {
  const std::vector<Arm> arms = {Arm::load("planar2"), Arm::load("chain:12")};
  const Criterion* wanted[] = {&choose::criterion("id_time"), &choose::criterion("reach")};
  const Scores scores = choose::evaluate(arms, wanted);
  for (int k = 0; k < 2; ++k) {
    EXPECT_GT(scores.at(k, 0).value, 0);
    EXPECT_GE(scores.at(k, 0).error, 0);
  }
  EXPECT_NEAR(scores.at(0, 1).value, 2, 1e-12);
}

TEST(Evaluate, CarriesTheTasksPayload) {
  const Arm arm = Arm::load("planar2");
  Task task;
  task.payload = 2;
  task.trajectory =
      std::make_shared<sim::Cycloid>(Eigen::VectorXd::Zero(2), Eigen::VectorXd::Constant(2, 1e-12), 1);
  // at rest, level: 9.81 (0.5 + 1.5 + 2 x 2)
  EXPECT_NEAR(score(arm, "peak_torque", task).value, 9.81 * 6, 1e-9);
}

TEST(Criteria, HaveOneStemEachAndSayWhatTheyAre) {
  std::set<std::string_view> stems;
  for (const Criterion& c : choose::criteria()) {
    EXPECT_TRUE(stems.insert(c.stem).second) << c.stem;
    EXPECT_FALSE(c.what.empty() || c.what.ends_with('.')) << c.stem;
    EXPECT_EQ(&choose::criterion(c.stem), &c);
  }
}

template <class Call>
std::string error_of(Call call) {
  try {
    call();
  } catch (const Error& e) {
    EXPECT_EQ(e.kind(), ErrorKind::usage);
    return e.what();
  }
  return "no error";
}

TEST(Evaluate, RefusesBadInput) {
  const Arm arm = Arm::load("planar2");
  const auto with = [&](const Task& task) { return error_of([&] { score(arm, "reach", task); }); };
  const std::string unknown = error_of([] { choose::criterion("workspce"); });
  EXPECT_TRUE(unknown.starts_with("criterion 'workspce': no such criterion\n  need    one of gim_general, "))
      << unknown;
  EXPECT_TRUE(unknown.ends_with("\n  hint    did you mean 'workspace'?")) << unknown;
  for (const int samples : {0, -3, 1})
    EXPECT_EQ(with({.samples = samples}), "samples: too few for an error bar\n  given   " +
                                              std::to_string(samples) +
                                              "\n  need    2 or more; 256 for a sweep, 4096 for a table");
  EXPECT_EQ(with({.payload = std::numeric_limits<double>::quiet_NaN()}),
            "payload: invalid value\n  given   nan kg\n  need    a finite number, 0 or more");
  EXPECT_EQ(with({.payload = -1}),
            "payload: invalid value\n  given   -1 kg\n  need    a finite number, 0 or more");
  EXPECT_EQ(with({.length = std::numeric_limits<double>::infinity()}),
            "length: invalid value\n  given   inf m\n  need    a finite number, 0 or more");
  EXPECT_EQ(with({.threads = -1}),
            "threads: a negative number of threads\n  given   -1\n  need    1 or more, or 0 for one per "
            "available processor");
  Task task;
  task.trajectory = std::make_shared<sim::Cycloid>(Eigen::VectorXd::Zero(3), Eigen::VectorXd::Ones(3), 1);
  EXPECT_EQ(with(task),
            "trajectory: it does not fit the arm 'Planar 2R'\n  given   3 joints\n  need    2 joints, as the "
            "arm has");
}

TEST(Evaluate, IsWatchedArmByArm) {
  const std::vector<Arm> arms = some_arms();
  const Criterion* reach[] = {&choose::criterion("reach")};
  for (const int threads : {1, 3}) {
    double seen = 0;
    choose::evaluate(arms, reach, {.samples = 64, .threads = threads}, [&](const Advance& to) {
      EXPECT_EQ(to.done, ++seen);
      EXPECT_EQ(to.of, static_cast<double>(arms.size()));
      return true;
    });
    EXPECT_EQ(seen, static_cast<double>(arms.size()));
  }
}

TEST(Evaluate, EndsWhenItsWatchSaysSo) {
  const std::vector<Arm> arms = some_arms();
  const Criterion* wanted[] = {&choose::criterion("reach"), &choose::criterion("id_time")};
  const Scores all = choose::evaluate(arms, std::span(wanted).first(1), {.samples = 64});
  const Scores some =
      choose::evaluate(arms, wanted, {.samples = 64}, [](const Advance& to) { return to.done < 2; });
  for (int k = 0; k < some.arms(); ++k) {
    if (k < 2)
      EXPECT_TRUE(same(some.at(k, 0), all.at(k, 0))) << k;
    else
      EXPECT_EQ(some.at(k, 0).why, "the evaluation was interrupted") << k;
    EXPECT_EQ(some.at(k, 1).why, "the evaluation was interrupted") << k;
  }
}

}  // namespace
}  // namespace catena::test
