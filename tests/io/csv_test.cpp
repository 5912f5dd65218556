// SPDX-License-Identifier: Apache-2.0
// Tables of numbers with a line of names.
#include "io/csv.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/error_text.hpp"

namespace catena::test {
namespace {

using ::testing::ElementsAre;

std::string refusal(std::string_view text) {
  return error_text(ErrorKind::io, [&] { io::detail::parse_csv(text, "t.csv"); });
}

TEST(Csv, HasNamesAndRows) {
  const io::detail::CsvTable table = io::detail::parse_csv(
      "\xEF\xBB\xBF# a comment\n\n t , \"q 1\"\r\n0, -1.5e1\n# another\n 0.5,2\n", "t.csv");
  EXPECT_THAT(table.names, ElementsAre("t", "q 1"));
  ASSERT_EQ(table.rows(), 2u);
  EXPECT_THAT(table.numbers, ElementsAre(0, -15, 0.5, 2));
  EXPECT_TRUE(table.columns() == 2 && table.at(1, 0) == 0.5 && table.at(0, 1) == -15);
  EXPECT_EQ(table.column("q 1"), 1u);
  EXPECT_EQ(table.column("q"), std::nullopt);
  EXPECT_EQ(table.header, 3u);
  EXPECT_THAT(table.lines, ElementsAre(4, 6));
  EXPECT_EQ(table.place(1), "t.csv:6");
}

TEST(Csv, WithoutRowsIsRefused) {
  const std::string need = "\n  need    a line of names, then a line of numbers for each row";
  EXPECT_EQ(refusal(""), "t.csv: the table is empty" + need);
  EXPECT_EQ(refusal("# nothing\n"), "t.csv: the table is empty" + need);
  EXPECT_EQ(refusal("t, q\n"), "t.csv: the table has no rows" + need);
}

}  // namespace
}  // namespace catena::test
