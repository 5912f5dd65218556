// SPDX-License-Identifier: Apache-2.0
// The papers' tables: the printed side adds up, the measured side is complete, and every difference is explained.
#include "catena/reproduce/papers.hpp"

#include <gtest/gtest.h>

#include "catena/core/error.hpp"

namespace catena::test {
namespace {

using P = Polynomial;

const CountTable& table_of(const PaperCounts& paper, const std::string& begins) {
  for (const CountTable& table : paper.tables)
    if (table.title.starts_with(begins)) return table;
  throw std::out_of_range(begins);
}
const CountLine& line_of(const CountTable& table, const std::string& begins) {
  for (const CountLine& line : table.lines)
    if (line.what.starts_with(begins)) return line;
  throw std::out_of_range(begins);
}
const CountLine& line_of(const PaperCounts& paper, const std::string& table, const std::string& line) {
  return line_of(table_of(paper, table), line);
}

bool empty(const CountSide& side) {
  return !side.mul && !side.add && !side.total && side.at.empty() && side.words.empty();
}

bool same(const CountSide& a, const CountSide& b, const std::vector<int>& at) {
  for (const int n : at)
    if (a.value(n).str() != b.value(n).str()) return false;
  return a.mul == b.mul && a.add == b.add && a.total == b.total && a.words == b.words;
}

class EveryPaper : public testing::TestWithParam<std::string_view> {
 protected:
  const PaperCounts paper = paper_counts(GetParam());
};

TEST_P(EveryPaper, ExplainsEveryDifferenceInOneLine) {
  ASSERT_FALSE(paper.tables.empty());
  for (const CountTable& table : paper.tables)
    for (const CountLine& line : table.lines) {
      const std::string where = paper.paper + ", " + table.title + ", " + line.what;
      EXPECT_EQ(line.remark.find('\n'), std::string::npos) << where;
      EXPECT_EQ(line.remark.find('|'), std::string::npos) << where;
      const bool differs = !empty(line.printed) && !same(line.printed, line.measured, table.at);
      EXPECT_FALSE(differs && line.remark.empty()) << where;
    }
}

TEST_P(EveryPaper, IsMeasuredWhereverItIsBuilt) {
  for (const CountTable& table : paper.tables)
    for (const CountLine& line : table.lines) {
      const std::string where = paper.paper + ", " + table.title + ", " + line.what;
      if (empty(line.measured)) {
        EXPECT_TRUE(line.remark.starts_with("not implemented")) << where;
        continue;
      }
      // where the paper has a law, so have we
      EXPECT_LE(line.printed.mul.has_value(), line.measured.mul.has_value()) << where;
      EXPECT_LE(line.printed.add.has_value(), line.measured.add.has_value()) << where;
      EXPECT_LE(line.printed.total.has_value(), line.measured.total.has_value()) << where;
    }
}

// Laws come from runs at n = 6 to 12, values from other runs: they must agree from n = 6 on.
TEST_P(EveryPaper, HasMeasuredLawsThatGiveTheMeasuredValues) {
  for (const CountTable& table : paper.tables)
    for (const CountLine& line : table.lines)
      for (const auto& [n, value] : line.measured.at) {
        if (n < 6 || (!line.measured.mul && !line.measured.total)) continue;
        CountSide laws = line.measured;
        laws.at.clear();
        EXPECT_EQ(laws.value(n).str(), value.str()) << table.title << ", " << line.what << ", n = " << n;
      }
}

TEST_P(EveryPaper, GivesTheSamePageTwice) {
  const PaperCounts again = paper_counts(GetParam());
  for (std::size_t i = 0; i < paper.tables.size(); ++i)
    EXPECT_EQ(paper.tables[i].markdown(), again.tables[i].markdown());
}

INSTANTIATE_TEST_SUITE_P(Papers, EveryPaper, testing::ValuesIn(paper_numbers()),
                         [](const auto& each) { return std::string(each.param); });

TEST(Papers, AreFive) {
  EXPECT_EQ(paper_numbers().size(), 5u);
  for (const std::string_view number : paper_numbers()) EXPECT_EQ(paper_counts(number).paper, number);
  EXPECT_THROW(paper_counts("005"), Error);
}

// No total costs more than its paper prints, but for two that docs/papers/gim_mci.md explains.
TEST(Papers, PrintNoTotalThatIsExceededButEquation16) {
  std::vector<std::string> exceeded;
  for (const std::string_view number : paper_numbers()) {
    const PaperCounts paper = paper_counts(number);
    for (const CountTable& table : paper.tables)
      for (const CountLine& line : table.lines) {
        const bool part = table.title.find("step") != std::string::npos || table.title.starts_with("Table 2");
        for (const int n : table.at) {
          const OpValues p = line.printed.value(n), m = line.measured.value(n);
          const bool more = (p.mul && m.mul && *m.mul > *p.mul) || (p.add && m.add && *m.add > *p.add) ||
                            (p.total && m.total && *m.total > *p.total);
          if (more && !part) exceeded.push_back(paper.paper + " " + line.what);
        }
      }
  }
  EXPECT_EQ(exceeded, (std::vector<std::string>{"004 eq 16, MCI", "004 eq 16, MCI",
                                                "004 GIM and MCI together, eqs 14 + 16",
                                                "004 any arm of three revolute joints, MCI"}));
}

TEST(Paper000, MeasuresWhereGdahjOvertakes) {
  const PaperCounts paper = paper_000();
  EXPECT_EQ(line_of(paper, "Where", "without kinematics").measured.words, "from n = 7 on");
  EXPECT_EQ(line_of(paper, "Where", "with kinematics").measured.words, "from n = 11 on");
  EXPECT_NE(line_of(paper, "Where", "without kinematics").remark.find("from n = 13 on"), std::string::npos);
  EXPECT_EQ(line_of(paper, "Where", "quadratic part of GDAHJ").measured.words, "5.5n^2");
  EXPECT_EQ(line_of(paper, "Table I", "GDAHJ, without kinematics").measured.mul, P({3, 61, -35}));
}

TEST(Paper001, HasStepsThatSumToWhatTheRemarkSays) {
  const CountTable table = table_of(paper_001(), "Section 4.2");
  P printed_mul, printed_add, mul, add;
  for (std::size_t k = 0; k < 7; ++k) {
    const CountLine& line = table.lines[k];
    printed_mul = printed_mul + *line.printed.mul, printed_add = printed_add + *line.printed.add;
    mul = mul + *line.measured.mul, add = add + *line.measured.add;
  }
  const CountLine& all = line_of(table, "I* and P*, steps 1-7");
  EXPECT_EQ(printed_mul, *all.printed.mul);
  EXPECT_EQ(printed_add, P({23, 39, 697, -828}, 6));  // 691/6 n is printed
  EXPECT_EQ(printed_mul(6) + printed_add(6), 3268);
  EXPECT_EQ(mul, *all.measured.mul);
  EXPECT_EQ(add, *all.measured.add);
}

TEST(Paper002, HasBracesThatSumToOneMoreThanTable1) {
  const PaperCounts paper = paper_002();
  const CountLine& sum = line_of(paper, "Section 3", "sum");
  EXPECT_EQ(*sum.printed.mul, P({192, -284}));
  EXPECT_EQ(*sum.printed.add, P({187, -325}));
  P mul, add;
  for (std::size_t k = 0; k < 4; ++k) {
    const CountLine& line = table_of(paper, "Section 3").lines[k];
    mul = mul + *line.measured.mul, add = add + *line.measured.add;
  }
  EXPECT_EQ(mul, *sum.measured.mul);
  EXPECT_EQ(add, *sum.measured.add);
  // misprint: the formula gives 475
  const CountSide walker = line_of(paper, "Table I", "Walker").printed;
  EXPECT_EQ(walker.value(6).str(), "633M 480A");
  EXPECT_EQ((*walker.add)(6), 475);
  EXPECT_EQ(walker.value(10).str(), "1653M 1209A");
}

TEST(Paper003, HasRowsThatSumToTheTotalsOfTable2) {
  const PaperCounts paper = paper_003();
  const auto expect = [&](const std::string& table, const std::string& line, P mul, P add) {
    const CountSide& printed = line_of(paper, table, line).printed;
    EXPECT_EQ(*printed.mul, mul) << table << line;
    EXPECT_EQ(*printed.add, add) << table << line;
  };
  expect("Table 2, column 1", "**unnormalized", P({500, -319}), P({426, -286}));
  expect("Table 2, column 1", "**normalized", P({605, -462}), P({530, -448}));
  expect("Table 2, column 2", "**unnormalized", P({314, -238}), P({284, -218}));
  expect("Table 2, column 2", "**normalized", P({406, -381}), P({376, -359}));
  EXPECT_EQ(line_of(paper, "Table 3", "normalized").printed.value(12).str(), "12710");
  EXPECT_EQ(line_of(paper, "Table 3", "first method").printed.value(6).str(), "5920");
}

TEST(Paper004, HasStepsThatSumToEquations14And17) {
  const PaperCounts paper = paper_004();
  const auto expect = [&](const std::string& title, std::size_t steps, const std::string& total) {
    const CountTable& table = table_of(paper, title);
    P mul, add, measured_mul, measured_add;
    for (const CountLine& line : table.lines) {
      if (line.what.starts_with("of which") || steps == 0) continue;
      --steps;
      mul = mul + *line.printed.mul, add = add + *line.printed.add;
      measured_mul = measured_mul + *line.measured.mul, measured_add = measured_add + *line.measured.add;
    }
    const CountLine& sum = line_of(table, total);
    EXPECT_EQ(mul, *sum.printed.mul);
    EXPECT_EQ(add, *sum.printed.add);
    EXPECT_EQ(measured_mul, *sum.measured.mul);
    EXPECT_EQ(measured_add, *sum.measured.add);
  };
  expect("Table I:", 8, "total, eq 14");
  expect("Table II:", 8, "total, eq 17");
  EXPECT_EQ(line_of(paper, "Equations 14", "eq 16").printed.value(6).str(), "640M 753.5A");
  EXPECT_EQ(line_of(paper, "Equations 17", "both").printed.value(2).str(), "88M 63A");
}

// Each step: what Table I or II prints, the step as printed, and what the library needs.
TEST(Paper004, CountsEveryStepAsPrintedAndForLess) {
  const PaperCounts paper = paper_004();
  const auto expect = [&](const std::string& table, const std::string& line, P mul, P add) {
    const CountSide& measured = line_of(paper, table, line).measured;
    EXPECT_EQ(*measured.mul, mul) << table << line << ": " << measured.mul->str();
    EXPECT_EQ(*measured.add, add) << table << line << ": " << measured.add->str();
  };
  expect("Table I:", "1: ", P({2, 0}), P({0}));
  expect("Table I:", "2: ", P({8, 0}), P({4, 0}));
  expect("Table I:", "3: ", P({0}), P({3, 0}));
  expect("Table I:", "4: ", P({3, 0}), P({0}));
  expect("Table I:", "5(a)", P({22, 0}), P({25, 0}));
  expect("Table I:", "5(b)", P({39, -39}), P({50, -50}));
  expect("Table I:", "of which the rotation", P({24, -24}), P({20, -20}));
  expect("Table I:", "6(a)", P({0}), P({0}));
  expect("Table I:", "6(b)", P({11, -11, 0}), P({7, -7, 0}));
  expect("Table I:", "total", P({11, 63, -39}), P({7, 75, -50}));
  expect("The steps of Table I for", "5(b)", P({32, -47}), P({42, -65}));
  expect("The steps of Table I for", "6:", P({10, -20, 11}), P({6, -13, 8}));
  expect("The steps of Table I for", "total, eq 14", P({10, 12, -36}), P({6, 29, -57}));
  expect("Table II:", "1: ", P({2, 0}), P({0}));
  expect("Table II:", "2: ", P({4, 0}), P({2, 0}));
  expect("Table II:", "3: ", P({0}), P({2, 0}));
  expect("Table II:", "4: ", P({2, 0}), P({0}));
  expect("Table II:", "5(a)", P({2, 0}), P({2, 0}));
  expect("Table II:", "5(b)", P({10, -10}), P({11, -11}));
  expect("Table II:", "of which the rotation", P({4, -4}), P({2, -2}));
  expect("Table II:", "6(a)", P({0}), P({0}));
  expect("Table II:", "7: ", P({3, -3, 0}), P({2, -2, 0}));
  expect("Table II:", "total", P({3, 17, -10}), P({2, 15, -11}));
  expect("The steps of Table II for", "1 to 4", P({6, -8}), P({4, -7}));
  expect("The steps of Table II for", "5 to 7", P({1, 2, -5}), P({1, 7, -12}));
}

}  // namespace
}  // namespace catena::test
