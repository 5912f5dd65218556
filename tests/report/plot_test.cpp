// SPDX-License-Identifier: Apache-2.0
// Plots: valid for unusual numbers and names, below zero, clipped, side by side.
#include "catena/report/plot.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace catena::test {
namespace {

using report::svg::Plot;
using testing::HasSubstr;
using testing::Not;

TEST(Plot, StaysWholeForOnePointAndForNames) {
  const std::string svg = report::svg::Plot{"a < b & c", "x", "y", true, {{"one", {0}, {1}}}}.svg();
  EXPECT_NE(svg.find("a &lt; b &amp; c"), std::string::npos);
  EXPECT_EQ(svg.find("nan"), std::string::npos);
  EXPECT_EQ(svg.find("inf"), std::string::npos) << svg;
}

TEST(Plot, PutsRoundNumbersOnAxesThatReachBelowZero) {
  const std::string svg = Plot{"t", "x", "y", false, {{"one", {0, 1}, {-3.1, 2.2}}}}.svg();
  for (const char* tick : {">-3<", ">-2<", ">0<", ">2<"}) EXPECT_THAT(svg, HasSubstr(tick));
}

TEST(Plot, LeavesAGapWhereThereIsNoNumber) {
  const Plot plot{"t", "x", "y", false, {{"one", {0, 1, 2, 3}, {0, 1, NAN, 1}, {}, {}, false}}};
  const std::string svg = plot.svg();
  EXPECT_THAT(svg, Not(HasSubstr("nan")));
  const std::size_t path = svg.rfind("class=\"curve\"", svg.find("h26"));  // before the legend's
  EXPECT_EQ(std::count(svg.begin() + static_cast<long>(svg.rfind("d=", path)),
                       svg.begin() + static_cast<long>(path), 'M'),
            2);
  EXPECT_THAT(svg, Not(HasSubstr("<circle")));
}

TEST(PlotSheet, CutsOffWhatLeavesARangeAndNamesCurvesOnce) {
  report::svg::PlotSheet sheet{"all", 2, {}};
  for (const char* name : {"a", "b", "c"})
    sheet.plots.push_back(
        {name,
         "x",
         "m < km",
         false,
         {{"run", {0, 1, 2}, {0, 1e9, 0}, {}, {}, false}, {"path", {0, 2}, {0, 1}, {}, {}, false, true}},
         {{-1, 1}}});
  const std::string svg = sheet.svg();
  EXPECT_THAT(svg, HasSubstr("width=\"636\""));
  EXPECT_THAT(svg, HasSubstr("m &lt; km"));
  EXPECT_THAT(svg, HasSubstr("<clipPath id=\"box2\">"));
  EXPECT_THAT(svg, Not(HasSubstr("box3")));
  EXPECT_THAT(svg, Not(HasSubstr("e+")));  // no coordinate is huge
  EXPECT_EQ(svg.find(">run<"), svg.rfind(">run<"));
  EXPECT_NE(svg.find(">run<"), std::string::npos);
  EXPECT_THAT(svg, HasSubstr("stroke-dasharray"));
}

TEST(PlotSheet, NeedsNoLegendForOneCurve) {
  const report::svg::PlotSheet sheet{
      "all", 3, {{"a", "x", "y", false, {{"alone", {0, 1}, {0, 1}, {}, {}, false}}}}};
  EXPECT_THAT(sheet.svg(), Not(HasSubstr("alone")));
}

}  // namespace
}  // namespace catena::test
