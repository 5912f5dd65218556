// SPDX-License-Identifier: Apache-2.0
// Saha: Table I, and the braces of section 3.
#include <fmt/format.h>

#include "catena/reproduce/papers.hpp"
#include "reproduce/saha_counts.hpp"

namespace catena {
namespace {

using namespace reproduce::detail;

CountTable table_1() {
  const std::vector<int> at = {6, 10};
  CountLine walker{"Walker and Orin, as implemented by Featherstone",
                   printed(walker_orin_mul(), walker_orin_add()), measured(composite_and_udu, at),
                   "ours: `crba`, then U D U^T; the formula gives 475A at n = 6, not 480A"};
  walker.printed.at[6] = {633, 480, {}};
  return {"Table I",
          "The paper counts its own method with phi = tau - C qd - g given. All rows but Brandl's are "
          "measured so.",
          at,
          {{"Proposed", printed(P({191, -284}), P({187, -325})), measured(udut_given_phi, at),
            "the braces of section 3 sum to 192n - 284; ours has the joint's axis as a unit vector, and 15 "
            "of 21 numbers of an inertia"},
           {"Featherstone 1983", printed(P({199, -198}), P({174, -173})), measured(aba_at_rest, at),
            "ours: `aba` at rest and without gravity, which leaves out the rows that a joint makes vanish"},
           {"Valasek",
            printed(P({226, -343}), P({206, -345})),
            {},
            "not implemented: the source is a book that is not available"},
           {"Brandl et al., with the bias", printed(P({250, -222}), P({220, -198})),
            measured(counting(Quantity::fd, "brandl_johanni_otter"), at),
            "ours is `aba`, from tau; 003 prints the same sum, 470n - 420, so the bias is in it"},
           std::move(walker)}};
}

CountTable braces() {
  const std::vector<int> at = {6, 10};
  const P factor_mul = P({4, 0}) + P({16}) + P({86, -179}) + P({2}) + P({12, -36}) + P({2, 0}) + P({6, -7}) +
                       P({15}) + P({21, -42});
  const P factor_add =
      P({2, 0}) + P({3, -3}) + P({17}) + P({101, -215}) + P({12, -36}) + P({2, 0}) + P({8}) + P({21, -42});
  const P a_mul = P({5}) + P({6, -12}) + P({22, -26}) + P({2, -2});
  const P a_add = P({6, -12}) + P({14, -18}) + P({3, -3});
  const P c_mul = P({6, -6}) + P({12}) + P({18, -18}) + P({6, -6});
  const P c_add = P({6, -6}) + P({2}) + P({11, -11}) + P({6, -6});
  const P b_mul({1, 0}), b_add({0});
  return {"Section 3, the braces",
          "Printed braces, summed as in our functions.",
          at,
          {{"A1-A7: factors (`udut_factor`)", printed(factor_mul, factor_add),
            measured([](const Chain<double>& arm) { return udut_steps(arm).factor; }, at),
            "A1, A2, A4 and A5 cost nothing in proximal frames; the printed A3b lacks the link's own inertia "
            "(6A per link), and i = 1"},
           {"A8-A10: U^-1 phi (`udut_solve_a`)", printed(a_mul, a_add),
            measured([](const Chain<double>& arm) { return udut_steps(arm).a; }, at),
            "psi is 1 along its joint; the first joint needs one inner product only"},
           {"B: D^-1 (`udut_solve_b`)", printed(b_mul, b_add),
            measured([](const Chain<double>& arm) { return udut_steps(arm).b; }, at), ""},
           {"C1-C3: U^-T (`udut_solve_c`)", printed(c_mul, c_add),
            measured([](const Chain<double>& arm) { return udut_steps(arm).c; }, at),
            "two planar screws per link, 20M 12A, whereas the paper rotates and translates for 24M 17A"},
           {"sum", printed(factor_mul + a_mul + b_mul + c_mul, factor_add + a_add + b_add + c_add),
            measured(udut_given_phi, at), "Table I has 191n - 284: a misprint"}}};
}

CountTable crossover() {
  const auto value = [](const Counting& count, double mul, double add) {
    return [=](int n) {
      const OpCount c = count(revolute_arm(n));
      return mul * static_cast<double>(c.mul) + add * static_cast<double>(c.add);
    };
  };
  const auto from = [](int n) { return fmt::format("from n = {} on", n); };
  const P mul({191, -284}), add({187, -325});
  return {"Where O(n) takes fewer operations than O(n^3)",
          "",
          {},
          {{"multiplications", said("n >= 10"),
            said(from(overtakes(value(udut_given_phi, 1, 0), value(composite_and_udu, 1, 0)))),
            fmt::format("printed formulas: {}", from(overtakes(mul, walker_orin_mul())))},
           {"M+A", said("n >= 10"),
            said(from(overtakes(value(udut_given_phi, 1, 1), value(composite_and_udu, 1, 1)))),
            fmt::format("printed formulas: {}",
                        from(overtakes(mul + add, walker_orin_mul() + walker_orin_add())))}}};
}

}  // namespace

PaperCounts paper_002() {
  return {"002", "Saha: forward dynamics by U D U^T", {table_1(), braces(), crossover()}};
}

}  // namespace catena
