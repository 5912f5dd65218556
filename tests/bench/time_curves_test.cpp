// SPDX-License-Identifier: Apache-2.0
#include "catena/bench/time_curves.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace catena::test {
namespace {

using bench::ArmTimings;
using bench::Race;
using bench::TimeCurve;
using bench::Timing;
using testing::ElementsAre;

Timing timing(Quantity quantity, const char* way, const char* method, int threads, double median) {
  Timing t{quantity, way, method, threads, {}, {}, {}, {}};
  t.seconds.least = median / 2, t.seconds.median = median, t.seconds.p90 = 2 * median;
  return t;
}

std::vector<std::string> names(const std::vector<TimeCurve>& curves) {
  std::vector<std::string> out;
  for (const TimeCurve& curve : curves) out.push_back(curve.name);
  return out;
}

TEST(TimeCurves, CollectEachWayOverTheNumberOfJoints) {
  const std::vector<ArmTimings> timed = {
      {"chain:9",
       9,
       {timing(Quantity::id, "arm", "rnea", 1, 9e-7), timing(Quantity::id, "batch", "rnea", 4, 3e-7)}},
      {"chain:2", 2, {timing(Quantity::id, "arm", "rnea", 1, 2e-7)}}};
  const std::vector<TimeCurve> curves = bench::time_curves(timed);
  ASSERT_THAT(names(curves), ElementsAre("id arm", "id batch x4"));
  EXPECT_THAT(curves[0].joints, ElementsAre(2, 9)) << "rising, in whatever order they were timed";
  EXPECT_THAT(curves[0].median, ElementsAre(2e-7, 9e-7));
  EXPECT_THAT(curves[0].least, ElementsAre(1e-7, 4.5e-7));
  EXPECT_THAT(curves[0].p90, ElementsAre(4e-7, 18e-7));
  EXPECT_THAT(curves[1].joints, ElementsAre(9));
}

TEST(TimeCurves, ShowMethodsOfOneQuantityOnly) {
  std::vector<ArmTimings> timed = {
      {"chain:2",
       2,
       {timing(Quantity::id, "arm", "rnea", 1, 1e-7), timing(Quantity::id, "method", "denoc", 1, 2e-7)}}};
  EXPECT_THAT(names(bench::time_curves(timed)), ElementsAre("id arm", "id denoc"));
  timed.push_back({"chain:2", 2, {timing(Quantity::fd, "arm", "aba", 1, 1e-7)}});
  EXPECT_THAT(names(bench::time_curves(timed)), ElementsAre("fd arm", "id arm"));
}

TEST(TimeCurves, OfARaceHaveOneCurveForEachCandidate) {
  Race race{.quantity = Quantity::fd,
            .methods = {"aba", "udut"},
            .joints = {1, 3},
            .times = {},
            .best = {Quantity::fd, {}}};
  for (const auto& medians : {std::pair{4e-7, 5e-7}, std::pair{3e-7, 6e-7}})
    race.times.push_back({timing(Quantity::fd, "", "", 1, medians.first).seconds,
                          timing(Quantity::fd, "", "", 1, medians.second).seconds});
  const std::vector<TimeCurve> curves = bench::time_curves(std::vector{race});
  ASSERT_THAT(names(curves), ElementsAre("fd aba", "fd udut"));
  EXPECT_THAT(curves[1].joints, ElementsAre(1, 3));
  EXPECT_THAT(curves[1].median, ElementsAre(3e-7, 6e-7));
  EXPECT_EQ(race.quickest(0), 1u);
  EXPECT_EQ(race.quickest(1), 0u);
}

TEST(Timing, GivesStatesForASecondFromTheMedian) {
  EXPECT_DOUBLE_EQ(timing(Quantity::id, "arm", "rnea", 1, 2e-7).states_per_second(), 5e6);
}

TEST(Machine, DividesItsPeakByItsClock) {
  const bench::Machine machine{
      .processor = "", .threads = 1, .hertz = 2e9, .peaks = {{SimdLevel::sse2, 8e9}}};
  EXPECT_DOUBLE_EQ(machine.peak_per_cycle(SimdLevel::sse2), 4);
}

}  // namespace
}  // namespace catena::test
