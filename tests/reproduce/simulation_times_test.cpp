// SPDX-License-Identifier: Apache-2.0
// Simulation times of the arms of 002: every method, in order, as numbers and as a file.
#include "catena/reproduce/simulation_times.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "catena/sim/simulation.hpp"

namespace catena::test {
namespace {

SimulationTimesOptions hasty() {
  SimulationTimesOptions options;
  options.steps = 20, options.samples = 3, options.window = 1e-5;
  return options;
}

TEST(SimulationTimes, AreOfEveryMethodThatSimulates) {
  int arms = 0;
  const std::vector<SimulationTimes> times = simulation_times(hasty(), [&](const Advance& to) {
    EXPECT_EQ(to.done, ++arms);
    EXPECT_EQ(to.of, 3);
    return true;
  });
  EXPECT_EQ(arms, 3);
  std::vector<std::string> got, want(sim::simulation_methods().begin(), sim::simulation_methods().end());
  double before = 0;
  for (const SimulationTimes& t : times) {
    got.push_back(t.method);
    double mean = 0;
    for (const SimulationTimes::Of& of : t.arms) {
      EXPECT_GT(of.time.lower, 1e-8) << t.method;
      EXPECT_LE(of.time.lower, of.time.median);
      EXPECT_LE(of.time.median, of.time.upper);
      EXPECT_LT(of.time.median, 1e-3) << "of one forward dynamics: " << t.method;
      mean += of.ratio.median / 3;
      if (t.method == "aba") {
        EXPECT_EQ(of.ratio.median, 1);
      }
    }
    EXPECT_GE(mean, before * (1 - 1e-12)) << t.method;
    before = mean;
  }
  std::sort(got.begin(), got.end()), std::sort(want.begin(), want.end());
  EXPECT_EQ(got, want);
}

TEST(SimulationTimes, AreCompleteOrNone) {
  EXPECT_TRUE(simulation_times(hasty(), [](const Advance& to) { return to.done < 2; }).empty());
  EXPECT_FALSE(simulation_times(hasty(), [](const Advance& to) { return to.done < 3; }).empty());
}

// What the paper hopes for holds if its own method wins on all arms, and depends if some method of O(n) wins on one.
TEST(SimulationTimes, DecideWhetherALinearMethodTakesLess) {
  const auto of = [](const char* method, double ratio) {
    const SimulationTimes::Of all = {{1e-6, 1e-6, 1e-6}, {ratio, ratio, ratio}};
    return SimulationTimes{method, {all, all, all}};
  };
  const auto decided = [](const std::vector<SimulationTimes>& times) {
    const std::vector<Statement> s = simulation_statements(times);
    EXPECT_EQ(s.size(), 1u);
    return s.at(0);
  };
  const std::vector<SimulationTimes> slow = {of("aba", 1), of("crba", 0.9), of("udut", 1.2), of("gdahj", 2)};
  EXPECT_EQ(decided(slow).verdict, Verdict::refuted);
  EXPECT_NE(decided(slow).measured.find("PUMA: `aba` 1.11, `udut` 1.33 times `crba`"), std::string::npos)
      << decided(slow).measured;
  std::vector<SimulationTimes> one = slow;
  one[1].arms[2].ratio.median = 1.1;
  EXPECT_EQ(decided(one).verdict, Verdict::depends);
  EXPECT_EQ(decided({of("aba", 1), of("crba", 1.4), of("udut", 1.2)}).verdict, Verdict::reproduced);
  EXPECT_TRUE(simulation_statements({}).empty());
}

TEST(SimulationTimes, AreWrittenInMicroseconds) {
  const SimulationTimes::Of of = {{2e-6, 1e-6, 3e-6}, {1.5, 1.25, 1.75}};
  EXPECT_EQ(simulation_times_csv({{"aba", {of, of, {{4e-6, 4e-6, 4e-6}, {1, 1, 1}}}}}),
            "method,planar3_us,planar3_us_lower,planar3_us_upper,planar3_ratio,planar3_ratio_lower,planar3_"
            "ratio_upper,"
            "stanford_002_us,stanford_002_us_lower,stanford_002_us_upper,stanford_002_ratio,stanford_002_"
            "ratio_lower,"
            "stanford_002_ratio_upper,puma560_002_abs_us,puma560_002_abs_us_lower,puma560_002_abs_us_upper,"
            "puma560_002_abs_ratio,puma560_002_abs_ratio_lower,puma560_002_abs_ratio_upper\n"
            "aba,2,1,3,1.5,1.25,1.75,2,1,3,1.5,1.25,1.75,4,4,4,1,1,1\n");
}

}  // namespace
}  // namespace catena::test
