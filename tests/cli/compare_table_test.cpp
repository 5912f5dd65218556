// SPDX-License-Identifier: Apache-2.0
// How `catena compare` writes numbers: values with their errors, and ranges of weights.
#include "compare_table.hpp"

#include <gtest/gtest.h>

namespace catena::test {
namespace {

TEST(CompareTable, WritesAsManyDigitsAsTheErrorJustifies) {
  EXPECT_EQ(cli::shown(0.5, 0), "0.5");
  EXPECT_EQ(cli::shown(2.49412, 0.0402), "2.494 ± 0.040");
  EXPECT_EQ(cli::shown(-1.5, 0.3), "-1.50 ± 0.30");
  EXPECT_EQ(cli::shown(81880, 340), "8.188e+04 ± 3.4e+02");
}

TEST(CompareTable, WritesRangesOfWeightsInPercent) {
  const auto text = [](double low, double high) { return cli::range_text({.low = low, .high = high}); };
  EXPECT_EQ(text(0, 1), "any");
  EXPECT_EQ(text(0.171, 1), "17.1-100");
  EXPECT_EQ(text(0, 0.375), "0-37.5");
  EXPECT_EQ(text(5.75e-11, 1), "above 0") << "not 5.75e-09-100";
  EXPECT_EQ(text(5.75e-11, 0.5), "above 0, to 50");
  EXPECT_EQ(text(1e-4, 1), "0.01-100");
}

}  // namespace
}  // namespace catena::test
