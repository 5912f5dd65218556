// SPDX-License-Identifier: Apache-2.0
#include "reproduce/saha_counts.hpp"

#include "catena/core/algo/aba.hpp"
#include "catena/core/algo/udut.hpp"
#include "catena/core/algo/udut_paper.hpp"

namespace catena::reproduce::detail {
namespace {

// The frame beyond the last link can be chosen at will: any numbers, or as the arm's own are known, zeros and ones.
UdutPaperWork<Counted> paper_work(const CountedArm& a, Constants constants = Constants::general) {
  if (constants == Constants::known) return UdutPaperWork<Counted>(a.arm);
  return {a.arm, {Counted::general(0.8), Counted::general(0.6), Counted::general(0.3)}};
}

}  // namespace

UdutSteps udut_steps(const Chain<double>& plain) {
  CountedArm arm(plain);
  UdutWork<Counted> work(arm.n);
  std::vector<Counted>& v = arm.tau;  // φ
  UdutSteps steps;
  steps.factor = operations([&] { udut_factor(arm.arm, arm.x, work); });
  steps.a = operations([&] { udut_solve_a<Counted>(arm.arm, arm.x, work, v); });
  steps.b = operations([&] { udut_solve_b<Counted>(work, v); });
  steps.c = operations([&] { udut_solve_c<Counted>(arm.arm, arm.x, work, v); });
  return steps;
}
OpCount udut_given_phi(const Chain<double>& plain) { return udut_steps(plain).all(); }

OpCount aba_at_rest(const Chain<double>& plain) {
  CountedArm a(plain);
  AbaWork<Counted> work(a.n);
  const std::vector<Counted> none(static_cast<std::size_t>(a.n), Counted(0.0));
  return operations(
      [&] { aba<Counted>(a.arm, a.x, none, a.tau, Vec3<Counted>::zero(), a.tip, work, a.out); });
}

OpCount composite_and_udu(const Chain<double>& plain) {
  CountedArm a(plain);
  MatX<Counted> M(a.n, a.n);
  return operations([&] {
    crba(a.arm, a.x, M.view());
    udu_factor(M.view());
    udu_solve<Counted>(M.view(), a.tau);
  });
}

std::map<std::string, OpCount> udut_braces(const Chain<double>& plain, Constants constants) {
  CountedArm arm(plain, constants);
  const int n = arm.n;
  UdutPaperWork<Counted> work = paper_work(arm, constants);
  std::vector<Counted>& v = arm.tau;
  std::map<std::string, OpCount> sum;
  const auto count = [&sum](const std::string& brace, auto&& run) {
    sum[brace] = sum[brace] + operations(run);
  };
  count("A1", [&] { udut_paper_a1(arm.x, work); });
  count("A1, offsets b_i", [&] { udut_paper_offsets(arm.x, work); });
  count("A2", [&] { udut_paper_a2(work); });
  for (int i = n - 1; i >= 0; --i) {
    const std::string which = i == 0 ? ", i = 1" : "";
    const OpCount printed = operations([&] { udut_paper_a3(arm.x, i, work, false); }),
                  complete = operations([&] { udut_paper_a3(arm.x, i, work); });
    sum["A3" + which] = sum["A3" + which] + printed;
    sum["A3, own inertia"] = sum["A3, own inertia"] + (complete - printed);
    count("A4" + which, [&] { udut_paper_a4(i, work); });
    count("A5", [&] { udut_paper_a5(i, work); });
    count("A10",
          [&] { v[static_cast<std::size_t>(i)] = udut_paper_a10(i, v[static_cast<std::size_t>(i)], work); });
    if (i == 0) break;
    count("A6", [&] { udut_paper_a6(i, work); });
    count("A7", [&] { udut_paper_a7(i, work); });
    Halves<Counted> eta = work.psi[static_cast<std::size_t>(i)];
    count("A8", [&] { eta = udut_paper_a8(i, v[static_cast<std::size_t>(i)], work); });
    count("A9", [&] { udut_paper_a9(arm.x, i, eta, work); });
  }
  for (int i = 0; i < n; ++i) {
    Counted& qdd = v[static_cast<std::size_t>(i)];
    count("B", [&] { qdd = qdd / work.m_hat[static_cast<std::size_t>(i)]; });
    if (i > 0) count("C1", [&] { qdd = udut_paper_c1(i, qdd, work); });
    Halves<Counted> mu = work.mu[0];
    count("C2", [&] { mu = udut_paper_c2(arm.x, i, qdd, work); });
    if (i + 1 < n) count("C3", [&] { udut_paper_c3(i + 1, mu, work); });
  }
  return sum;
}

OpCount udut_as_printed(const Chain<double>& plain) {
  CountedArm arm(plain);
  UdutPaperWork<Counted> work = paper_work(arm);
  return operations([&] { udut_paper<Counted>(arm.x, work, arm.tau); });
}

const std::vector<Brace>& printed_braces() {
  static const std::vector<Brace> all = {
      {"A1", P({4, 0}), P({2, 0}), ""},
      {"A2", P({0}), P({3, -3}), ""},
      {"A3", P({86, -163}), P({101, -198}),
       "one addition fewer for each of two rotations of a symmetric matrix, and zeros of link n - 1"},
      {"A4", P({12, -34}), P({12, -36}), "printed n - 3 times in place of n - 2"},
      {"A5", P({2, 0}), P({2, 0}), ""},
      {"A6", P({6, -7}), P({0}), ""},
      {"A7", P({21, -27}), P({21, -34}), ""},
      {"A8", P({6, -7}), P({6, -12}), ""},
      {"A9", P({22, -26}), P({14, -18}), ""},
      {"A10", P({2, -2}), P({3, -3}), ""},
      {"B", P({1, 0}), P({0}), ""},
      {"C1", P({6, -6}), P({6, -6}), "the acceleration of link 1 has no component along its x axis"},
      {"C2", P({18, -6}), P({11, -9}), "as C1; Q_1^T e takes 2M, printed 4M"},
      {"C3", P({6, -6}), P({6, -6}), "as C1"},
  };
  return all;
}

P walker_orin_mul() { return P({1, 69, 230, -282}, 6); }
P walker_orin_add() { return P({1, 42, 233, -276}, 6); }

}  // namespace catena::reproduce::detail
