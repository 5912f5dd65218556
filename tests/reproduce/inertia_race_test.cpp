// SPDX-License-Identifier: Apache-2.0
// Figures 4 and 5 of paper 000: the random arms, the race, and its drawings.
#include "catena/reproduce/inertia_race.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace catena::test {
namespace {

RaceOptions quick() {
  RaceOptions options;
  options.joints = {2, 5, 9};
  options.arms = 3;
  options.samples = 5;
  options.window = 1e-5;
  return options;
}

std::size_t count(const std::string& text, const std::string& what) {
  std::size_t found = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++found;
  return found;
}

TEST(InertiaRace, TakesArmsAsSection4OfThePaperSays) {
  for (const std::uint64_t seed : {1u, 2u, 77u}) {
    const Chain<double> arm = random_arm_of_000(7, seed);
    ASSERT_EQ(arm.dof(), 7);
    for (int i = 0; i < 7; ++i) {
      EXPECT_TRUE(arm.link(i).revolute());
      EXPECT_GE(arm.link(i).body.m, 1);
      EXPECT_LE(arm.link(i).body.m, 10);
    }
    const Chain<double> again = random_arm_of_000(7, seed), other = random_arm_of_000(7, seed + 1);
    EXPECT_EQ(arm.link(3).body.m, again.link(3).body.m);
    EXPECT_NE(arm.link(3).body.m, other.link(3).body.m);
  }
}

TEST(InertiaRace, MeasuresTimesInOrderAndErrorsOfRounding) {
  int calls = 0;
  const std::vector<RaceLap> laps = inertia_race(quick(), [&](const Advance& to) {
    EXPECT_EQ(to.done, ++calls);
    EXPECT_EQ(to.of, 3);
    return true;
  });
  ASSERT_EQ(laps.size(), 3u);
  EXPECT_EQ(calls, 3);
  for (const RaceLap& lap : laps) {
    for (const Quartiles& q :
         {lap.crba, lap.gdahj, lap.gdahj_with_kinematics, lap.ratio, lap.ratio_with_kinematics}) {
      EXPECT_GT(q.lower, 0);
      EXPECT_LE(q.lower, q.median);
      EXPECT_LE(q.median, q.upper);
    }
    EXPECT_LT(lap.error, 1e-15 * lap.n * lap.n);
  }
}

TEST(InertiaRace, StopsWhenAskedAndKeepsWhatIsRun) {
  const std::vector<RaceLap> laps = inertia_race(quick(), [](const Advance& to) { return to.done < 2; });
  ASSERT_EQ(laps.size(), 2u);
  EXPECT_EQ(laps.back().n, 5);
}

RaceLap made_up(int n, double ratio) {
  return {
      n,    {2e-6, 1e-6, 3e-6}, {1e-6, 0.5e-6, 2e-6}, {1.5e-6, 1e-6, 2e-6}, {ratio, ratio, ratio}, {1, 1, 1},
      1e-15};
}

TEST(InertiaRace, FindsWhereOneStaysAhead) {
  const std::vector<RaceLap> laps = {made_up(2, 1.1), made_up(4, 0.9), made_up(6, 1.2), made_up(8, 1.5)};
  EXPECT_EQ(race_crossover(laps, &RaceLap::ratio), 6);
  EXPECT_EQ(race_crossover(laps, &RaceLap::ratio_with_kinematics), 0);
  EXPECT_EQ(race_crossover({}, &RaceLap::ratio), 0);
}

TEST(InertiaRace, WritesNumbersInMicroseconds) {
  const std::string csv = race_csv({made_up(2, 1.5), made_up(100, 2)});
  EXPECT_EQ(count(csv, "\n"), 3u);
  EXPECT_TRUE(csv.starts_with("n,crba_us,crba_us_lower,crba_us_upper,gdahj_us,")) << csv;
  EXPECT_NE(csv.find("\n2,2,1,3,1,0.5,2,1.5,1,2,1.5,1.5,1.5,1,1,1,1e-15\n"), std::string::npos) << csv;
}

TEST(InertiaRace, DrawsEveryCurve) {
  const std::vector<RaceLap> laps = {made_up(2, 1.5), made_up(100, 2)};
  const std::string times = race_times_svg(laps), errors = race_errors_svg(laps);
  for (const std::string& svg : {times, errors}) {
    EXPECT_TRUE(svg.starts_with("<svg ")) << svg;
    EXPECT_TRUE(svg.ends_with("</svg>\n"));
    EXPECT_EQ(svg.find("nan"), std::string::npos);
    EXPECT_EQ(svg.find("inf"), std::string::npos);
    EXPECT_EQ(count(svg, "<text"), count(svg, "</text>"));
  }
  EXPECT_EQ(count(times, "fill-opacity"), 3u);
  EXPECT_EQ(count(times, "<circle"), 3u * 2 + 3);
  EXPECT_EQ(count(errors, "<circle"), 2u * 2 + 2);
}

}  // namespace
}  // namespace catena::test
