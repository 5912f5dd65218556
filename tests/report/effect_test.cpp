// SPDX-License-Identifier: Apache-2.0
// Effects of a parameter on a criterion: bins against values worked out by hand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "catena/report/report.hpp"

namespace catena::report {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;

const double kNan = std::nan("");

Measure measure(std::vector<double> values, bool log = false) { return {{"m", "", log}, std::move(values)}; }

TEST(ReportEffect, FewValuesHaveABinEach) {
  const Effect out = effect(measure({3, 1, 3, 1, 1}), measure({10, 1, 30, 2, 6}), 4);
  EXPECT_THAT(out.at, ElementsAre(1, 3));
  EXPECT_THAT(out.mean, ElementsAre(3, 20));
  EXPECT_THAT(out.count, ElementsAre(3, 2));
  // of 1, 2, 6 a tenth of the way is 0.2 beyond 1, nine tenths 0.8 beyond 2
  EXPECT_THAT(out.low, ElementsAre(DoubleNear(1.2, 1e-14), DoubleNear(12, 1e-13)));
  EXPECT_THAT(out.high, ElementsAre(DoubleNear(5.2, 1e-14), DoubleNear(28, 1e-13)));
}

TEST(ReportEffect, ManyValuesShareBinsOfOneWidth) {
  std::vector<double> x, y;
  for (int k = 0; k <= 100; ++k) x.push_back(k), y.push_back(2 * k);
  const Effect out = effect(measure(x), measure(y), 4);
  EXPECT_THAT(out.at, ElementsAre(12.5, 37.5, 62.5, 87.5));
  EXPECT_THAT(out.count, ElementsAre(25, 25, 25, 26));  // the last value is in the last bin
  EXPECT_THAT(out.mean, ElementsAre(24, 74, 124, 175));
}

TEST(ReportEffect, BinsOfALogarithmicParameterHaveOneRatio) {
  std::vector<double> x, y;
  for (int k = 0; k <= 300; ++k) x.push_back(std::pow(10, k / 100.0)), y.push_back(k);
  x.push_back(0), y.push_back(1e9);  // has no logarithm, does not count
  const Effect out = effect(measure(x, true), measure(y), 3);
  ASSERT_EQ(out.at.size(), 3u);
  for (std::size_t k = 0; k < 3; ++k)
    EXPECT_NEAR(out.at[k], std::pow(10, static_cast<double>(k) + 0.5), 1e-12 * out.at[k]);
  EXPECT_EQ(out.count[0] + out.count[1] + out.count[2], 301);
}

TEST(ReportEffect, GapsDoNotCountAndEmptyBinsAreGaps) {
  const Effect out = effect(measure({0, kNan, 0.1, 0.2, 9, 10}), measure({1, 100, kNan, 3, 5, 7}), 2);
  EXPECT_THAT(out.count, ElementsAre(2, 2));
  EXPECT_THAT(out.mean, ElementsAre(2, 6));
  const Effect hole = effect(measure({0, 1, 9, 10}), measure({1, 1, 1, 1}), 3);
  EXPECT_EQ(hole.count[1], 0);
  EXPECT_TRUE(std::isnan(hole.mean[1]) && std::isnan(hole.low[1]) && std::isnan(hole.high[1]));
  EXPECT_TRUE(effect(measure({kNan}), measure({1})).at.empty());
}

TEST(ReportEffect, AChoiceHasABinForEachLabel) {
  Measure kind = measure({2, 0, 2});
  kind.labels = {"RR", "RP", "PP"};
  const Effect out = effect(kind, measure({4, 1, 8}));
  EXPECT_THAT(out.at, ElementsAre(0, 1, 2));
  EXPECT_THAT(out.labels, ElementsAre("RR", "RP", "PP"));
  EXPECT_THAT(out.count, ElementsAre(1, 0, 2));
  EXPECT_EQ(out.mean[2], 6);
}

TEST(ReportEffect, WhatDoesNotFitIsRefused) {
  EXPECT_THROW(effect(measure({1, 2}), measure({1})), Error);
  EXPECT_THROW(effect(measure({1}), measure({1}), 0), Error);
}

// The result of `effect` is a valid part of a document.
TEST(ReportEffect, ADocumentTakesIt) {
  Measure kind = measure({1, 1});
  kind.labels = {"RR", "RP"};
  const double most = std::numeric_limits<double>::max();
  Report report{.title = "t"};
  report.sections = {Effects{.title = "e",
                             .effects = {effect(kind, measure({1, 2})), effect(measure({}), measure({})),
                                         effect(measure({1, 2, 3}), measure({-most, 0, most}), 2)}}};
  EXPECT_NO_THROW(document(report));
}

}  // namespace
}  // namespace catena::report
