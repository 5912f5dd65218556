// SPDX-License-Identifier: Apache-2.0
// A recorded program computes the same as the algorithm, before and after optimisation.
#include <gtest/gtest.h>

#include "catena/codegen/program.hpp"
#include "catena/core/model/pivot.hpp"
#include "support/arms.hpp"
#include "support/by_rows.hpp"
#include "support/golden.hpp"

namespace catena::test {
namespace {

std::vector<double> joined(const Case& c) {
  std::vector<double> all;
  for (const auto* part : {&c.q, &c.qd, &c.qdd, &c.tau}) all.insert(all.end(), part->begin(), part->end());
  return all;
}

// A determinant is the small difference of large products: nearly singular postures cost digits.
double tolerance(Quantity quantity) { return quantity == Quantity::manipulability ? 1e-8 : 1e-12; }

class ProgramOf : public testing::TestWithParam<const char*> {};

TEST_P(ProgramOf, EveryMethodComputesWhatTheAlgorithmComputes) {
  const Case c(GetParam());
  const State<double> s{c.q, c.qd, c.qdd, c.tau, c.arm.gravity(), Force<double>::zero()};
  const auto recorded = methods<Expr>();
  const auto plain = methods<double>();
  ASSERT_EQ(recorded.size(), plain.size());
  const int n = c.arm.dof();
  for (std::size_t k = 0; k < plain.size(); ++k) {
    ASSERT_EQ(recorded[k].name, plain[k].name);
    std::vector<double> out(size_of(plain[k].quantity, n), NAN);
    Prepared<double> prepared = plain[k].prepare(c.arm);
    const Posture<double> x = c.x();
    if (const Pivots<double> found = prepared.run(x, s, out); least_rank(found.rank) <= kLeastRank)
      continue;  // the Jacobian is rank-deficient: there is no result to agree on
    const Quantity quantity = plain[k].quantity;
    const auto error = [&](const Program& program) {
      return relative_error(quantity, evaluate(program, joined(c)), by_rows(info(quantity), n, out));
    };
    const Program program = record(recorded[k], c.arm);
    const std::string label = std::string(info(quantity).name) + " by " + std::string(plain[k].name);
    EXPECT_LE(error(program), tolerance(quantity)) << label;
    const Program better = optimised(program);
    EXPECT_LE(error(better), tolerance(quantity)) << label << ", optimised";
    const Program best = n <= 6 ? best_program(recorded[k], c.arm) : better;
    EXPECT_LE(error(best), 3 * tolerance(quantity)) << label << ", best";
    const OpCount before = operations(program), after = operations(better);
    EXPECT_LE(after.mul + after.add, before.mul + before.add) << label;
  }
}

INSTANTIATE_TEST_SUITE_P(Arms, ProgramOf,
                         testing::Values("chain:1", "mixed:1:1", "mixed:1:2", "chain:2", "mixed:2:2",
                                         "mixed:3:1", "chain:4", "mixed:5:3", "chain:6", "chain:7",
                                         "mixed:7:1", "mixed:12:2", "planar:5", "snake:8"));

TEST(Program, TakesOnlyWhatItsOutputsNeed) {
  const Case c("chain:6");
  const Program gravity = record(*find_method<Expr>(Quantity::gravity), c.arm);
  const std::vector<ExprId> needed = order(gravity);
  EXPECT_LT(needed.size(), gravity.graph.size());
  for (const ExprId id : needed) {
    const ExprNode& node = gravity.graph[id];
    EXPECT_TRUE(node.op != ExprOp::input || node.a < 6) << "q alone";
  }
}

TEST(Program, NamesOperandsBeforeWhatUsesThem) {
  const Program program = optimised(record(*find_method<Expr>(Quantity::fd), Case("mixed:6:2").arm));
  std::vector<char> seen(program.graph.size(), 0);
  for (const ExprId id : order(program)) {
    const ExprNode& node = program.graph[id];
    const ExprId operands[] = {node.a, node.b, node.c, node.d};
    for (int k = 0; k < operand_count(node.op); ++k) ASSERT_TRUE(seen[operands[k]]);
    ASSERT_FALSE(seen[id]);
    seen[id] = 1;
  }
}

TEST(Program, FactorsSumsAndConstantProducts) {
  Program program{Quantity::gravity, "test", 4, {}, {}, {}};
  {
    const ExprScope scope(program.graph);
    const Expr a = Expr::input(0), b = Expr::input(1), c = Expr::input(2), d = Expr::input(3);
    program.outputs = {(a * b + a * c - d * a).id(), ((Expr(3) * a) * (Expr(5) * b)).id(),
                       (a * b * Expr(2) + (c + Expr(3) * b * a)).id()};
  }
  EXPECT_EQ(operations(program), (OpCount{8, 5, 0, 0}));
  const Program better = optimised(program);
  EXPECT_EQ(operations(better), (OpCount{4, 3, 0, 0}));
  const std::vector<double> at = {2, 3, 5, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
  EXPECT_EQ(evaluate(better, at), (std::vector<double>{2, 90, 35}));
}

}  // namespace
}  // namespace catena::test
