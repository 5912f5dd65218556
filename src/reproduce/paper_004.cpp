// SPDX-License-Identifier: Apache-2.0
// Bhangale, Saha, Agrawal: Tables I, II, III and V, equations 14 to 18, Appendix B.
#include <fmt/format.h>

#include "catena/core/algo/gim_mci.hpp"
#include "catena/core/algo/gim_mci_dense.hpp"
#include "catena/core/algo/gim_mci_planar.hpp"
#include "catena/core/model/generate.hpp"
#include "catena/reproduce/papers.hpp"
#include "reproduce/gim_steps.hpp"
#include "reproduce/planar_counts.hpp"

namespace catena {
namespace {

using namespace reproduce::detail;
using detail::first_element;
using detail::planar_places;
using C = Counted;

struct Matrices {
  OpCount gim, mci, both;
};

Matrices matrices(const Chain<double>& plain, Constants constants) {
  const CountedArm a(plain, constants);
  GimMciWork<C> work(a.n);
  MatX<C> M(a.n, a.n), N(a.n, a.n);
  return {operations([&] { gim<C>(a.arm, a.x, M.view()); }),
          operations([&] { mci<C>(a.arm, a.x, a.qd, work, N.view()); }),
          operations([&] { gim_mci<C>(a.arm, a.x, a.qd, work, M.view(), N.view()); })};
}
OpCount gim_alone(const Chain<double>& arm) { return matrices(arm, Constants::general).gim; }
OpCount mci_alone(const Chain<double>& arm) { return matrices(arm, Constants::general).mci; }
OpCount gim_and_mci(const Chain<double>& arm) { return matrices(arm, Constants::general).both; }

// Step 5(b): the composites M~ as `gim` builds them, with the element of the first joint.
OpCount composites(const Chain<double>& plain) {
  const CountedArm a(plain);
  return operations([&] {
    RigidInertia<C> body = a.arm.link(a.n - 1).body;
    for (int i = a.n - 1; i > 1; --i) body = a.arm.link(i - 1).body + to_parent(a.x.step(i), body);
    first_element(a.arm.link(0), a.x.step(1), body);
  });
}
OpCount gim_elements(const Chain<double>& arm) { return gim_alone(arm) - composites(arm); }

struct PlanarCounts {
  OpCount places, gim, mci;
};

PlanarCounts planar(const PlanarArm<double>& flat, Constants constants) {
  const int n = flat.dof();
  const auto make = constants == Constants::general ? &C::general : &C::known;
  const PlanarArm<C> arm = flat.cast<C>(make);
  std::vector<C> q, qd;
  for (int i = 0; i < n; ++i) q.push_back(C::general(0.3 + 0.1 * i)), qd.push_back(C::general(0.7 + 0.1 * i));
  PlanarPosture<C> x(n);
  x.set(arm, q);
  PlanarWork<C> work(n);
  MatX<C> M(n, n), N(n, n);
  return {operations([&] { planar_places(arm, x, work); }),
          operations([&] { planar_gim<C>(arm, x, work, M.view()); }),
          operations([&] { planar_mci<C>(arm, x, qd, work, N.view()); })};
}

// n revolute joints in a plane.
PlanarCounts planar_of(int n) {
  Notes notes;
  return planar(*planar_arm(make_chain(generate_robot(fmt::format("planar:{}", n)), notes)),
                Constants::general);
}
OpCount planar_steps_1_to_4(const Chain<double>& arm) { return planar_of(arm.dof()).places; }
OpCount planar_steps_5_and_6(const Chain<double>& arm) {
  const PlanarCounts c = planar_of(arm.dof());
  return c.gim - c.places;
}
OpCount planar_gim_of(const Chain<double>& arm) { return planar_of(arm.dof()).gim; }
OpCount planar_mci_of(const Chain<double>& arm) { return planar_of(arm.dof()).mci; }

const P kEq14Mul({11, 42, -18}), kEq14Add({7, 44, -18}), kEq16Mul({14, 22, 4}), kEq16Add({27, 111, -131}, 2);
const P kEq17Mul({7, 23, -14}, 2), kEq17Add({2, 9, -7}), kEq18Mul({7, 13, 4}), kEq18Add({4, 13, 2});
const P kTurnMul({24, -24}), kTurnAdd({21, -21});  // what step 5(b) leaves out

// Steps as they are printed, complete, and their sum beside an equation.
std::vector<CountLine> step_lines(const std::vector<GimStep>& steps, const std::vector<int>& at,
                                  const Counting& turn, CountLine total) {
  std::vector<CountLine> lines;
  for (const GimStep& step : steps) {
    lines.push_back({fmt::format("{}: {}", step.name, step.what), printed(step.mul, step.add),
                     measured(step.count, at), step.why});
    if (step.name == std::string_view("5(b)"))
      lines.push_back({"of which the rotation", {}, measured(turn, at), "not printed"});
  }
  lines.push_back(std::move(total));
  return lines;
}

CountTable table_1() {
  const std::vector<int> at = {6};
  return {"Table I: GIM of a spatial arm, step by step",
          "Measured: `gim_paper`, the steps at the paper's points and in its frames.", at,
          step_lines(gim_steps(), at, gim_step_5b_turn,
                     {"total, eq 14", printed(kEq14Mul, kEq14Add), measured(gim_steps_total, at),
                      "sum of the above: 5(b) as above, 5(a) one addition less"})};
}

CountTable table_1_for_less() {
  const std::vector<int> at = {6};
  return {
      "The steps of Table I for less",
      "Measured: `gim`, in proximal frames, where a_i to M_i of steps 1 to 5(a) are constants of the arm.",
      at,
      {{"5(b): M~_i", printed(P({18, -18}), P({18, -18})), measured(composites, at),
        "the printed step lacks the rotation from frame to frame; ours includes it"},
       {"6: i_ij", printed(P({11, -11, 0}), P({7, -7, 0})), measured(gim_elements, at),
        "10M 6A per pair by planar screws; the first joint needs one component only"},
       {"total, eq 14", printed(kEq14Mul, kEq14Add), measured(gim_alone, at), "no steps 1 to 5(a)"},
       {"total with the rotations", printed(kEq14Mul + kTurnMul, kEq14Add + kTurnAdd),
        measured(gim_alone, at), "eq 14 with the rotations added, as Appendix B counts them"}}};
}

CountTable equations() {
  const std::vector<int> at = {3, 6};
  const CountSide mci_law = measured(mci_alone, at);
  return {"Equations 14 to 16: spatial arms",
          "",
          at,
          {{"eq 14, GIM", printed(kEq14Mul, kEq14Add), measured(gim_alone, at), "see Table I"},
           {"eq 15, Walker and Orin", printed(P({12, 56, -27}), P({7, 67, -53})),
            measured(counting(Quantity::inertia, "walker_orin_3"), at),
            "composites with centres of mass, by planar screws"},
           {"eq 16, MCI", printed(kEq16Mul, kEq16Add), mci_law,
            fmt::format("ours is below only from n = {} (M) and {} (A) on; eq 16 is not itemised, is never a "
                        "whole number of additions, and contradicts Table V: 389M 317A for an arm of three "
                        "joints with many zeros, where eq 16 has 196M for any",
                        overtakes(*mci_law.mul, kEq16Mul), overtakes(*mci_law.add, kEq16Add))},
           {"GIM and MCI together, eqs 14 + 16", printed(kEq14Mul + kEq16Mul, kEq14Add + kEq16Add),
            measured(gim_and_mci, at),
            "ours shares what they have in common; the printed sum lacks the rotations"},
           {"the same, with the rotations",
            printed(kEq14Mul + kEq16Mul + kTurnMul, kEq14Add + kEq16Add + kTurnAdd),
            measured(gim_and_mci, at), "below the printed sum for every n"}}};
}

CountTable table_2() {
  const std::vector<int> at = {3, 6};
  return {"Table II: GIM of a planar arm, step by step",
          "Measured: `gim_paper_planar`, the steps in the paper's frames.", at,
          step_lines(planar_gim_steps(), at, planar_gim_step_5b_turn,
                     {"total, eq 17", printed(kEq17Mul, kEq17Add), measured(planar_gim_steps_total, at),
                      "sum of the above: 5(a) and the rotation of 5(b) are not printed"})};
}

CountTable table_2_for_less() {
  const std::vector<int> at = {3, 6};
  return {
      "The steps of Table II for less",
      "Measured: `planar_gim`, in common axes, which rotate with link 1.",
      at,
      {{"1 to 4: a_i, r_i, d_i, m_i d_i", printed(P({8, 0}), P({4, 0})), measured(planar_steps_1_to_4, at),
        "first moments are turned at once; the first link needs nothing"},
       {"5 to 7: M~_i, i_ij", printed(P({7, 7, -14}, 2), P({2, 5, -7})), measured(planar_steps_5_and_6, at),
        "2M 2A per pair"},
       {"total, eq 17", printed(kEq17Mul, kEq17Add), measured(planar_gim_of, at),
        "two more additions per link, for the positions O_i; the pairs save more"}}};
}

CountTable planar_equations() {
  const std::vector<int> at = {2, 3, 6};
  const PlanarCounts two = planar_of(2);
  return {"Equations 17 and 18: planar arms",
          "",
          at,
          {{"eq 17, GIM", printed(kEq17Mul, kEq17Add), measured(planar_gim_of, at), "see Table II"},
           {"eq 18, MCI", printed(kEq18Mul, kEq18Add), measured(planar_mci_of, at),
            "in a plane no axis rotates: C consists of plane vectors"},
           {"both, two revolute joints (section 4.1)", value_at(2, 88, 63),
            measured_value(two.gim + two.mci, 2), "sum of the two"}}};
}

CountLine arm_line(const char* what, const OpCount& got, int n, double mul, double add, std::string remark) {
  return {what, value_at(n, mul, add), measured_value(got, n), std::move(remark)};
}

CountTable table_3() {
  const Chain<double> rp = arm_of_catalogue("rp"), pr = arm_of_catalogue("pr");
  const Matrices rp_space = matrices(rp, Constants::known), pr_space = matrices(pr, Constants::known);
  const PlanarCounts rp_plane = planar(*planar_arm(rp), Constants::known);
  const PlanarCounts pr_plane = planar(*planar_arm(pr), Constants::known);
  const std::string chosen =
      "the paper prints no centres of mass and inertias: those of the catalogue are chosen";
  return {"Table III: the two-link arms, customised",
          "Zeros and ones of the arm are known, in the spatial form and in the planar one.",
          {2},
          {arm_line("RP (`rp`), GIM, planar", rp_plane.gim, 2, 12, 6, chosen),
           arm_line("RP (`rp`), GIM, spatial", rp_space.gim, 2, 12, 6, "the spatial form on the same arm"),
           arm_line("RP (`rp`), MCI, planar", rp_plane.mci, 2, 26, 14, chosen),
           arm_line("RP (`rp`), MCI, spatial", rp_space.mci, 2, 26, 14, "the spatial form on the same arm"),
           arm_line("PR (`pr`), GIM, planar", pr_plane.gim, 2, 21, 6, chosen),
           arm_line("PR (`pr`), GIM, spatial", pr_space.gim, 2, 21, 6, "the spatial form on the same arm"),
           arm_line("PR (`pr`), MCI, planar", pr_plane.mci, 2, 28, 18, chosen),
           arm_line("PR (`pr`), MCI, spatial", pr_space.mci, 2, 28, 18, "the spatial form on the same arm")}};
}

CountTable table_5() {
  const Matrices rtx = matrices(arm_of_catalogue("rtx"), Constants::known);
  const Matrices stanford = matrices(arm_of_catalogue("stanford_004"), Constants::known);
  const Matrices any = matrices(revolute_arm(3), Constants::general);
  const std::string zeros = "the zeros and ones are carried through every step";
  return {
      "Table V: the three-link arms, customised",
      "Zeros and ones of the arm are known.",
      {3},
      {arm_line("RTX (`rtx`), GIM", rtx.gim, 3, 142, 138, zeros),
       arm_line("RTX (`rtx`), MCI", rtx.mci, 3, 389, 317, zeros),
       arm_line("Stanford (`stanford_004`), GIM", stanford.gim, 3, 170, 154, zeros),
       arm_line("Stanford (`stanford_004`), MCI", stanford.mci, 3, 522, 352, zeros),
       {"any arm of three revolute joints, GIM", value_at(3, kEq14Mul(3), kEq14Add(3)),
        measured_value(any.gim, 3), "printed: eq 14"},
       {"any arm of three revolute joints, MCI", value_at(3, kEq16Mul(3), kEq16Add(3)),
        measured_value(any.mci, 3), "printed: eq 16, less than this table has for its two simpler arms"}}};
}

CountTable appendix_b() {
  const auto g = [](double v) { return C::general(v); };
  const DhTurn<C> Q{g(0.8), g(0.6), g(0.28), g(0.96)};
  const Vec3<C> r{g(0.1), g(0.2), g(0.3)};
  const Sym3<C> I{g(0.3), g(0.4), g(0.5), g(0.01), g(0.02), g(0.03)};
  return {"Appendix B: single products",
          "",
          {},
          {{"Q v", said("8M 4A"), said(in_words(operations([&] { turned(Q, r); }))), ""},
           {"Q I Q^T", said("16M 17A"), said(in_words(operations([&] { turned(Q, I); }))),
            "two planar rotations of 8M 8A each"},
           {"d x (m d x 1)", said("6M 3A"), said(in_words(operations([&] { twice_crossed(r, r); }))), ""}}};
}

}  // namespace

namespace reproduce::detail {

OpCount planar_gim_operations(int n) { return planar_of(n).gim; }
OpCount planar_mci_operations(int n) { return planar_of(n).mci; }

}  // namespace reproduce::detail

PaperCounts paper_004() {
  return {"004",
          "Bhangale, Saha, Agrawal: generalized inertia matrix (GIM) and matrix of convective inertia (MCI)",
          {table_1(), table_1_for_less(), equations(), table_2(), table_2_for_less(), planar_equations(),
           table_3(), table_5(), appendix_b()}};
}

}  // namespace catena
