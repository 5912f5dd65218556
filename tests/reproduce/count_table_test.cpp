// SPDX-License-Identifier: Apache-2.0
// Tables of counts: what is shown, and what is left out.
#include "catena/reproduce/count_table.hpp"

#include <gtest/gtest.h>

namespace catena::test {
namespace {

using P = Polynomial;

CountSide laws(P mul, P add) {
  CountSide side;
  side.mul = mul, side.add = add;
  return side;
}

TEST(CountTable, PutsLawsAndValuesSideBySide) {
  CountTable table{"T", "A note.", {6}, {{"row", laws(P({3, 1}), P({2})), laws(P({2, 0}), P({1})), "why"}}};
  EXPECT_EQ(
      table.markdown(),
      "### T\n\nA note.\n\n"
      "| | mul: printed | mul: measured | add: printed | add: measured | n = 6: printed | n = 6: measured | "
      "remark |\n"
      "|---|---|---|---|---|---|---|---|\n"
      "| row | 3n + 1 | 2n | 2 | 1 | 19M 2A | 12M 1A | why |\n");
}

TEST(CountTable, ShowsOnlyColumnsThatSaySomething) {
  CountSide printed, measured;
  printed.total = P({10, -1});
  printed.at[6] = {{}, {}, 60};  // the paper's own number, which its formula contradicts
  measured.words = "from n = 7 on";
  CountTable table{"T", "", {6}, {{"a", printed, {}, ""}, {"b", {}, measured, ""}}};
  EXPECT_EQ(
      table.markdown(),
      "### T\n\n"
      "| | M+A: printed | M+A: measured | n = 6: printed | n = 6: measured | printed | measured | remark |\n"
      "|---|---|---|---|---|---|---|---|\n"
      "| a | 10n - 1 | | 60 | | | | |\n"
      "| b | | | | | | from n = 7 on | |\n");
}

TEST(CountTable, PrefersAPrintedValueToWhatTheLawGives) {
  CountSide side = laws(P({1, 0}), P({2, 0}));
  side.at[6] = {7, 8, {}};
  EXPECT_EQ(side.value(6).str(), "7M 8A");
  EXPECT_EQ(side.value(5).str(), "5M 10A");
  EXPECT_EQ(CountSide{}.value(5).str(), "");
}

}  // namespace
}  // namespace catena::test
