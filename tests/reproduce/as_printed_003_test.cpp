// SPDX-License-Identifier: Apache-2.0
// The misprints of paper 003: each formula fails as it stands, with turning joints or with slides, and holds corrected.
#include "reproduce/as_printed_003.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cctype>

namespace catena::test {
namespace {

using namespace reproduce::detail;

struct Arms {
  std::vector<Specimen> specimens;
  std::vector<OperatedArm> turning, sliding;  // with at least one slide

  Arms() {
    for (const char* spec : {"chain:3", "chain:4", "chain:6", "mixed:4:2", "mixed:5:2", "mixed:6:1"})
      specimens.emplace_back(spec, 40 + specimens.size());
    for (const Specimen& s : specimens) {
      bool slides = false;
      for (int i = 0; i < s.n(); ++i) slides = slides || !s.arm.link(i).revolute();
      (slides ? sliding : turning).emplace_back(s);
    }
  }
};
const Arms& arms() {
  static const Arms all;
  return all;
}

// Right for turning joints.
bool only_slides_fail(std::string_view where) {
  return where == "eqs 3, 4, 14" || where == "eqs 13, 15, 17" || where == "section 5, after eq 49";
}

class EveryPrintedFormula : public testing::TestWithParam<PrintedFormula> {};

TEST_P(EveryPrintedFormula, FailsAsItStandsAndHoldsCorrected) {
  const PrintedFormula& formula = GetParam();
  ASSERT_EQ(arms().turning.size(), 3u);
  ASSERT_EQ(arms().sliding.size(), 3u);
  for (const OperatedArm& a : arms().turning) {
    EXPECT_LT(formula.corrected(a), 1e-10) << a.s.spec;
    if (only_slides_fail(formula.where))
      EXPECT_LT(formula.printed(a), 1e-10) << a.s.spec;
    else
      EXPECT_GT(formula.printed(a), 1e-3) << a.s.spec;
  }
  for (const OperatedArm& a : arms().sliding) {
    EXPECT_LT(formula.corrected(a), 1e-10) << a.s.spec;
    if (only_slides_fail(formula.where)) {
      EXPECT_GT(formula.printed(a), 1e-3) << a.s.spec;
    }
  }
}

TEST_P(EveryPrintedFormula, IsJudgedByTheJointsForWhichItFails) {
  const PrintedFormula& formula = GetParam();
  EXPECT_EQ(judged(formula, arms().turning).verdict,
            only_slides_fail(formula.where) ? Verdict::reproduced : Verdict::refuted);
  std::vector<OperatedArm> all = arms().turning;
  for (const OperatedArm& a : arms().sliding) all.push_back(a);
  const Statement s = judged(formula, all);
  EXPECT_EQ(s.verdict, only_slides_fail(formula.where) ? Verdict::depends : Verdict::refuted);
  EXPECT_THAT(s.remark, testing::EndsWith("then less than 1e-09"));
}

INSTANTIATE_TEST_SUITE_P(Paper003, EveryPrintedFormula, testing::ValuesIn(printed_formulas_003()),
                         [](const auto& each) {
                           std::string name = each.param.where;
                           for (char& c : name)
                             if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
                           return name;
                         });

// The derivatives that the judgements rest on, against differences.
TEST(OperatedArm, HasTheDerivativesOfItsOperators) {
  const Specimen here("mixed:4:2", 43);
  const double h = 1e-6;
  Specimen before = here, after = here;
  for (std::size_t i = 0; i < here.q.size(); ++i) {
    before.q[i] -= h * here.qd[i], after.q[i] += h * here.qd[i];
    before.qd[i] -= h * here.qdd[i], after.qd[i] += h * here.qdd[i];
  }
  before.x = posture<double>(here.arm, before.q), after.x = posture<double>(here.arm, after.q);
  const OperatedArm a(here), b(before), c(after);
  const auto rate = [&](const MatX<double>& x, const MatX<double>& y) {
    return Eigen::MatrixXd((dense(y) - dense(x)) / (2 * h));
  };
  EXPECT_LT(difference(rate(b.o.P, c.o.P), dense(a.P_rate)), 1e-6);
  EXPECT_LT(difference(rate(b.o.E_Phi, c.o.E_Phi), dense(a.E_Phi_rate)), 1e-6);
  EXPECT_LT(difference(rate(b.o.E_Psi, c.o.E_Psi), dense(a.E_Psi_rate)), 1e-6);
  EXPECT_LT(difference(rate(b.o.G, c.o.G), dense(a.G_rate)), 1e-6);
  const Eigen::VectorXd xi =
      (after.value(Quantity::xi, "crba_udu") - before.value(Quantity::xi, "crba_udu")) / (2 * h);
  EXPECT_LT(difference(xi, dense(a.xi_rate)), 1e-6);
}

}  // namespace
}  // namespace catena::test
