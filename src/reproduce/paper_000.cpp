// SPDX-License-Identifier: Apache-2.0
// Safeea, Bearee, Neto: Table I.
#include <fmt/format.h>

#include "catena/core/algo/gdahj.hpp"
#include "catena/reproduce/papers.hpp"
#include "reproduce/measure.hpp"

namespace catena {
namespace {

using namespace reproduce::detail;

OpCount gdahj_with_kinematics(const Chain<double>& plain) {
  const CountedArm a(plain);
  GdahjWork<Counted> work(a.n);
  MatX<Counted> M(a.n, a.n);
  return operations([&] { gdahj(a.arm, a.x, work, M.view()); });
}

CountTable table_1() {
  const std::vector<int> at = {13, 30};
  return {
      "Table I",
      "Poses of all frames (direct kinematics) are not counted for GDAHJ, as in the paper. CRBA and RNEA "
      "work in link frames and need none.",
      at,
      {{"GDAHJ, without kinematics", printed(P({3, 88, -3}), P({5, 191, -36}, 2)),
        measured(counting(Quantity::inertia, "gdahj"), at),
        "bodies are combined in link frames, where a step is cheap; only one wrench per link is transformed "
        "to base "
        "axes"},
       {"GDAHJ with kinematics", {}, measured(gdahj_with_kinematics, at), "not printed"},
       {"CRBA", printed(P({10, 22, -32}), P({6, 37, -43})), measured(counting(Quantity::inertia, "crba"), at),
        "the wrench of a joint starts without a force along its axis, which saves 2M 2A per link; combining "
        "two bodies takes 42A, not "
        "43A"},
       {"Symbolic-Numeric, M and Coriolis terms",
        printed(P({9, 105, 54, -96}, 6), P({7, 69, 128, -168}, 6)),
        {},
        "not implemented: the paper only cites it"},
       {"RNEA, inverse dynamics", printed(P({93, -108}), P({81, -100})),
        measured(counting(Quantity::id, "rnea"), at),
        "link frames and second moments; of the first link only the joint's component"},
       {"RNEA, once for each column of M", printed(P({93, -108, 0}), P({81, -100, 0})),
        measured(counting(Quantity::inertia, "rnea_columns"), at),
        "printed as 93n^2 - x1 n, 81n^2 - x2 n without x1, x2: shown is n times the line above; ours starts "
        "each column at its joint, at rest"}}};
}

double total(const OpCount& c) { return static_cast<double>(c.mul + c.add); }

std::string n_squared(const CountSide& law) {
  const Fraction c = (*law.mul + *law.add).coefficient(2);
  return fmt::format("{:g}n^2", static_cast<double>(c.num) / static_cast<double>(c.den));
}

std::string from(int n) { return fmt::format("from n = {} on", n); }

CountTable crossover() {
  const Counting gdahj_apart = counting(Quantity::inertia, "gdahj"),
                 crba = counting(Quantity::inertia, "crba");
  const auto at = [](const Counting& count) {
    return [count](int n) { return total(count(revolute_arm(n))); };
  };
  const P gdahj_printed = P({3, 88, -3}) + P({5, 191, -36}, 2),
          crba_printed = P({10, 22, -32}) + P({6, 37, -43});
  const int apart = overtakes(at(gdahj_apart), at(crba)),
            with = overtakes(at(gdahj_with_kinematics), at(crba));
  const CountSide gdahj_law = measured(gdahj_apart, {}), crba_law = measured(crba, {});
  return {"Where GDAHJ takes fewer operations than CRBA",
          "",
          {},
          {{"without kinematics", said("more than 13 joints"), said(from(apart)),
            fmt::format("the printed formulas already cross {}; our linear part is smaller",
                        from(overtakes(gdahj_printed, crba_printed)))},
           {"with kinematics", {}, said(from(with)), "not printed; CRBA needs no poses"},
           {"quadratic part of GDAHJ, M+A", said("5.5n^2"), said(n_squared(gdahj_law)), ""},
           {"quadratic part of CRBA, M+A", said("16n^2"), said(n_squared(crba_law)), ""}}};
}

}  // namespace

PaperCounts paper_000() {
  return {"000", "Safeea, Bearee, Neto: inertia matrix by GDAHJ", {table_1(), crossover()}};
}

}  // namespace catena
