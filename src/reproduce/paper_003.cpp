// SPDX-License-Identifier: Apache-2.0
// Kozłowski: Tables 2 and 3, and the inverse dynamics of section 6.
#include <fmt/format.h>

#include <numbers>

#include "catena/core/algo/quasi_velocity_fd.hpp"
#include "catena/reproduce/papers.hpp"
#include "catena/reproduce/table_rows.hpp"
#include "reproduce/kozlowski_counts.hpp"

namespace catena {
namespace {

using namespace reproduce::detail;
using C = Counted;

struct QuasiArm : CountedArm {
  QuasiArm(const Chain<double>& plain, Constants constants) : CountedArm(plain, constants), work(n) {}
  QuasiWork<C> work;
};

// The steps of our equations of motion; `nu` for the normalized ones.
void factors(QuasiArm& a) { quasi_factors(a.arm, a.x, a.work.factors); }
void from_xi(QuasiArm& a) { quasi_velocities_from_xi<C>(a.arm, a.x, a.qd, a.work); }
void from_nu(QuasiArm& a) { quasi_velocities_from_nu<C>(a.arm, a.x, a.qd, a.work); }
void bias_forces(QuasiArm& a) { quasi_bias_forces(a.arm, a.x, a.gravity, a.work); }
void rates(QuasiArm& a) { quasi_rates(a.arm, a.x, a.work); }
void xi_rates(QuasiArm& a) { xi_rate<C>(a.arm, a.x, a.tau, a.tip, a.work, a.out); }
void nu_rates(QuasiArm& a) { nu_rate<C>(a.arm, a.x, a.tau, a.tip, a.work, a.out); }
void nothing(QuasiArm&) {}
void xi_equations(QuasiArm& a) {
  for (const auto step : {factors, from_xi, bias_forces, rates, xi_rates}) step(a);
}
void nu_equations(QuasiArm& a) {
  factors(a);
  quasi_roots(a.work.factors);
  for (const auto step : {from_nu, bias_forces, rates, nu_rates}) step(a);
}

using Step = void (*)(QuasiArm&);

// Revolute axes, each at right angles to the one before, displaced along x alone; bodies general. Column 2 of Table 2.
Chain<double> perpendicular_arm(int n) {
  Robot robot;
  robot.name = "perpendicular axes";
  robot.convention = Convention::modified;
  for (int i = 0; i < n; ++i) {
    RobotLink link;
    link.dh = {.a = 0.3 + 0.01 * i, .alpha = i % 2 == 0 ? std::numbers::pi / 2 : -std::numbers::pi / 2};
    link.mass = 2 + 0.1 * i;
    link.com = {0.11, 0.07, -0.05};
    link.inertia = {0.3, 0.35, 0.4, 0.01, -0.02, 0.03};
    robot.links.push_back(link);
  }
  Notes notes;
  return make_chain(robot, notes);
}

OpCount counted_step(Step step, const Chain<double>& plain, Constants constants) {
  QuasiArm a(plain, constants);
  nu_equations(a);  // what a step starts from is not counted
  return operations([&] { step(a); });
}
Counting in_column_1(Step step) {
  return [step](const Chain<double>& arm) { return counted_step(step, arm, Constants::general); };
}
Counting in_column_2(Step step) {
  return [step](const Chain<double>& arm) {
    return counted_step(step, perpendicular_arm(arm.dof()), Constants::known);
  };
}

// Rows of Table 2: multiplications and additions, column 1 and column 2.
struct Row {
  P mul[2], add[2];
};
const Row kP{{P({101, -108}), P({51, -58})}, {P({94, -105}), P({53, -64})}};
const Row kG{{P({5, -1}), P({5, -1})}, {P({0}), P({0})}};
const Row kVplus{{P({6, -12}), P({2, -4})}, {P({6, -12}), P({2, -4})}};
const Row kV{{P({16, -29}), P({8, -16})}, {P({9, -17}), P({5, -9})}};
const Row kZ{{P({6, -12}), P({2, -4})}, {P({6, -12}), P({2, -4})}};
const Row kPsi{{P({44, -1}), P({12, -1})}, {P({19, -1}), P({5, -1})}};
const Row kB{{P({59, -43}), P({55, -53})}, {P({40, -27}), P({38, -35})}};
const Row kX{{P({18, -12}), P({18, -12})}, {P({0}), P({0})}};
const Row kLambda{{P({159, -6}), P({95, -6})}, {P({171, -6}), P({113, -6})}};
const Row kThetaNu{{P({7, -10}), P({7, -11})}, {P({6, -10}), P({6, -11})}};
const Row kEps{{P({1, 0}), P({1, 0})}, {P({1, -1}), P({1, -1})}};
const Row kZplusNu{{P({23, -4}), P({14, -3})}, {P({15, -8}), P({10, -7})}};
const Row kYNu{{P({158, -223}), P({134, -211})}, {P({162, -249}), P({140, -217})}};
const Row kCNu{{P({2, -1}), P({2, -1})}, {P({0}), P({0})}};
const Row kNuRate{{P({0}), P({0})}, {P({1, 0}), P({1, 0})}};
const Row kThetaXi{{P({5, -8}), P({5, -9})}, {P({5, -8}), P({5, -9})}};
const Row kKappa{{P({0}), P({0})}, {P({1, -1}), P({1, -1})}};
const Row kZplusXi{{P({21, -4}), P({13, -3})}, {P({13, -8}), P({9, -7})}};  // 43n - 3 is printed in column 2
const Row kYXi{{P({59, -83}), P({47, -71})}, {P({61, -89}), P({50, -78})}};
const Row kXiRate{{P({1, 0}), P({1, 0})}, {P({1, 0}), P({1, 0})}};

CountSide printed_sum(std::initializer_list<const Row*> rows, int column) {
  P mul, add;
  for (const Row* row : rows) mul = mul + row->mul[column], add = add + row->add[column];
  return printed(mul, add);
}

CountTable table_2(int column) {
  const std::vector<int> at = {6};
  const auto count = [&](Step step) {
    return measured(column == 0 ? in_column_1(step) : in_column_2(step), at);
  };
  const auto sum = [&](std::initializer_list<const Row*> rows) { return printed_sum(rows, column); };
  const bool general = column == 0;
  CountTable table{general ? "Table 2, column 1: any arm"
                           : "Table 2, column 2: axes parallel or perpendicular, offset along x",
                   general ? "Rows combined as in our steps. The normalized equations take n square roots in "
                             "addition."
                           : "Measured with the zeros and ones of such an arm (every axis across the one "
                             "before) known, its bodies general.",
                   at,
                   {}};
  const std::string remark_factors =
      general ? "15 of 21 numbers: the inertia passed on by a joint vanishes along its axis"
              : "more additions: rotation and translation take 40A per link; the printed 53A leave 23A for "
                "them after "
                "the rank-one update and the link's own inertia, 15A each";
  const std::string remark_velocities =
      general ? "one screw transformation per link; the paper treats the first two links separately, so that "
                "ours is below "
                "only from n = 8 on"
              : "one more addition per link: V and theta-dot do not share their sum";
  const std::string remark_z = general ? "z, kappa and C(theta, xi) are computed in one inward sweep"
                                       : "z+ printed as 43n - 3: its block needs 13n - 3";
  table.lines = {
      {"P, G (`quasi_factors`)", sum({&kP, &kG}), count(factors), remark_factors},
      {"V+, V, theta-dot, from xi", sum({&kVplus, &kV, &kThetaXi}), count(from_xi), remark_velocities},
      {"b (`quasi_bias_forces`)", sum({&kB}), count(bias_forces), "ours includes gravity"},
      {"psi", sum({&kPsi}), count(nothing), "not formed: Psi y = Phi (y - G y_joint)"},
      {"X, lambda-dot (`quasi_rates`)", sum({&kX, &kLambda}), count(rates),
       "lambda-dot is not formed: one column of the rate of P is enough"},
      {"z, kappa, z+, y, C, xi-dot (`xi_rate`)", sum({&kZ, &kKappa, &kZplusXi, &kYXi, &kXiRate}),
       count(xi_rates), remark_z},
      {"**unnormalized equations**, xi-dot from xi",
       sum({&kP, &kG, &kVplus, &kV, &kZ, &kPsi, &kB, &kX, &kLambda, &kThetaXi, &kKappa, &kZplusXi, &kYXi,
            &kXiRate}),
       count(xi_equations), "sum of the above"},
      {"V+, V, theta-dot, from nu", sum({&kVplus, &kV, &kThetaNu}), count(from_nu),
       "one screw transformation per link"},
      {"z, eps, z+, y, C, nu-dot (`nu_rate`)", sum({&kZ, &kEps, &kZplusNu, &kYNu, &kCNu, &kNuRate}),
       count(nu_rates), "C(theta, nu) by way of C(theta, xi), eq 46"},
      {"**normalized equations**, nu-dot from nu",
       sum({&kP, &kG, &kVplus, &kV, &kZ, &kPsi, &kB, &kX, &kLambda, &kThetaNu, &kEps, &kZplusNu, &kYNu, &kCNu,
            &kNuRate}),
       count(nu_equations),
       general ? "the printed subtotal of additions, 354n - 180, must read 345n - 180; the totals use that"
               : "sum of the above, with the rows for nu"},
  };
  return table;
}

// The rows as they are printed, by the recursions as they are printed.
CountTable table_2_by_rows(int column) {
  const std::vector<int> at = {6};
  CountTable table{column == 0
                       ? "Table 2 row by row, column 1: any arm"
                       : "Table 2 row by row, column 2: axes parallel or perpendicular, offset along x",
                   "`quasi_paper`: the recursions as printed, with Psi, X and lambda-dot as matrices; "
                   "`catena count ROBOT --paper 003` counts them on an arm.",
                   at,
                   {}};
  const std::vector<TableRow> rows = table_2_of_003(revolute_arm(at.front()));
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const Counting count = [column, r](const Chain<double>& arm) {
      return column == 0 ? table_2_of_003(arm)[r].general
                         : table_2_of_003(perpendicular_arm(arm.dof()))[r].customised;
    };
    const TableRow& row = rows[r];
    const bool sum = row.what == "subtotal" || row.what == "total";
    std::string what = row.part == "common" || row.what.find("nu") != std::string::npos ||
                               row.what.find("xi") != std::string::npos
                           ? row.what
                           : fmt::format("{}, {}", row.what, row.part);
    table.lines.push_back({sum ? fmt::format("**{}**", what) : std::move(what),
                           printed(row.mul[column], row.add[column]), measured(count, at),
                           row.remark[column]});
  }
  return table;
}

CountTable table_3() {
  const std::vector<int> at = {6, 12};
  const auto fd = [&](std::string_view method) { return measured_total(counting(Quantity::fd, method), at); };
  CountLine third{"third method of Walker and Orin 1982", printed_total(P({1, 129, 2149, -678}, 6)),
                  fd("walker_orin_3"), "printed n^3/6; n^3/3 gives the printed numbers"};
  third.printed.at = {{6, {{}, {}, 2882}}, {12, {{}, {}, 7857}}};
  CountLine fourth{"fourth method of Walker and Orin 1982", printed_total(P({265, 414, -62}, 2)),
                   fd("walker_orin_4"),
                   "the printed formula gives 5981 and 21533; ours makes directions conjugate, hence n^3/3"};
  fourth.printed.at = {{6, {{}, {}, 5967}}, {12, {{}, {}, 21537}}};
  return {
      "Table 3, M+A",
      "Forward dynamics with the bias.",
      at,
      {{"normalized equations, nu-dot from nu", printed_total(P({1135, -910})),
        measured_total(in_column_1(nu_equations), at), "see Table 2"},
       {"the same, on to qdd from qd", {}, fd("quasi_velocity_nu"), "not printed: the paper stops at nu-dot"},
       {"unnormalized equations, xi-dot from xi", printed_total(P({926, -605})),
        measured_total(in_column_1(xi_equations), at), "see Table 2"},
       {"the same, on to qdd from qd", {}, fd("quasi_velocity_xi"), "not printed: the paper stops at xi-dot"},
       {"Kalman filtering and smoothing", printed_total(P({477, -503})), fd("kalman"),
        "components that vanish along a joint axis are left out"},
       {"articulated bodies, Featherstone 1987", printed_total(P({579, -526})), fd("aba"),
        "ours leaves out components that vanish along a joint axis, as Brandl does"},
       {"first method of Walker and Orin 1982", printed_total(P({2, 783, 1183, -198}, 6)),
        fd("walker_orin_1"), "columns by inverse dynamics at rest, which has fewer terms"},
       {"second method of Walker and Orin 1982", printed_total(P({2, 399, 1567, -198}, 6)),
        fd("walker_orin_2"), "the same, from the joint that moves"},
       std::move(third),
       std::move(fourth),
       {"Brandl, Johanni, Otter 1986", printed_total(P({470, -420})), fd("brandl_johanni_otter"),
        "ours is `aba`: the same saving, in proximal frames"},
       {"numerical solution, Kozłowski 1992", printed_total(P({2, 123, 2047, -2370}, 6)), fd("crba_udu"),
        "not implemented as such: `crba_udu` is the same idea, M and its solution"}}};
}

CountTable section_6() {
  const std::vector<int> at = {6, 12};
  return {
      "Section 6, inverse dynamics by filtering",
      "",
      at,
      {{"any arm", printed(P({142, -161}), P({109, -135})), measured(counting(Quantity::id, "kalman"), at),
        "quantities on one side of each joint only; `rnea` needs even fewer"},
       {"axes parallel or perpendicular", printed(P({104, -117}), P({87, -102})),
        measured(filtered_inverse_dynamics_at_right_angles(), at), "gravity along z, known in advance"}}};
}

}  // namespace

namespace reproduce::detail {

Counting normalized_equations() { return in_column_1(nu_equations); }
Counting unnormalized_equations() { return in_column_1(xi_equations); }
Counting articulated_inertias() { return in_column_1(factors); }
Counting articulated_rates() { return in_column_1(rates); }
Counting normalized_equations_at_right_angles() { return in_column_2(nu_equations); }
Counting unnormalized_equations_at_right_angles() { return in_column_2(xi_equations); }
Counting filtered_inverse_dynamics_at_right_angles() {
  return [](const Chain<double>& arm) {
    return cost(perpendicular_arm(arm.dof()), counted_method(Quantity::id, "kalman"), Constants::known).work;
  };
}

}  // namespace reproduce::detail

PaperCounts paper_003() {
  return {"003",
          "Kozłowski: equations of motion in quasi-velocities",
          {table_2(0), table_2(1), table_2_by_rows(0), table_2_by_rows(1), table_3(), section_6()}};
}

}  // namespace catena
