// SPDX-License-Identifier: Apache-2.0
// Saha: what the text claims, but for its simulations (forced_002.cpp, stanford_free_fall_002.cpp, ...).
#include <fmt/format.h>

#include <cmath>

#include "catena/core/algo/kalman.hpp"
#include "catena/core/algo/quasi_velocity.hpp"
#include "catena/core/algo/udut.hpp"
#include "catena/core/algo/udut_paper.hpp"
#include "catena/reproduce/claims.hpp"
#include "catena/sim/scenario.hpp"
#include "core/math/linear.hpp"
#include "reproduce/claim.hpp"
#include "reproduce/runs.hpp"
#include "reproduce/saha_counts.hpp"

namespace catena {
namespace {

using namespace reproduce::detail;

const P kProposedMul({191, -284}), kProposedAdd({187, -325}), kBracesMul({192, -284});

// D_i: the torque of a unit acceleration of joint i with the joints before it locked and those after it free.
double articulated_inertia_error(const Specimen& a) {
  UdutWork<double> work(a.n());
  udut_factor(a.arm, a.x, work);
  const Eigen::MatrixXd M = a.inertia();
  double most = 0;
  for (int i = 0; i < a.n(); ++i) {
    const int rest = a.n() - i;
    Eigen::VectorXd unit = Eigen::VectorXd::Zero(rest);
    unit[0] = 1;
    const double want = 1 / catena::detail::solve(M.bottomRightCorner(rest, rest), unit)[0];
    most = worse(most, std::abs(work.m_hat[static_cast<std::size_t>(i)] - want) / want);
  }
  return most;
}

double filter_error(const Specimen& a) {
  UdutWork<double> work(a.n());
  udut_factor(a.arm, a.x, work);
  QuasiFactors<double> filter(a.n());
  quasi_factors(a.arm, a.x, filter);
  const auto map = [&](const std::vector<double>& v) {
    return Eigen::Map<const Eigen::VectorXd>(v.data(), a.n());
  };
  return worse(difference(map(filter.D), map(work.m_hat)),
               difference(a.value(Quantity::fd, "kalman"), a.value(Quantity::fd, "crba_udu")));
}

double factor_error(const Specimen& a) {
  UdutWork<double> work(a.n());
  udut_factor(a.arm, a.x, work);
  MatX<double> U(a.n(), a.n());
  udut_factors(a.arm, a.x, work, U.view());
  const Eigen::Map<const Eigen::MatrixXd> u(U.values().data(), a.n(), a.n());
  Eigen::MatrixXd ud = u;
  for (int i = 0; i < a.n(); ++i) ud.col(i) *= work.m_hat[static_cast<std::size_t>(i)];
  return difference(catena::detail::product(ud, u.transpose()), a.inertia());
}

double section_3_error(const Specimen& a) {
  UdutPaperWork<double> work(a.arm);
  std::vector<double> v = a.tau;
  udut_paper<double>(a.x, work, v);
  const Eigen::VectorXd qdd = Eigen::Map<const Eigen::VectorXd>(v.data(), a.n());
  return difference(catena::detail::times(a.inertia(), qdd),
                    Eigen::Map<const Eigen::VectorXd>(a.tau.data(), a.n()));
}

// The steps that an integrator takes for a free fall, by the method of forward dynamics.
long steps_of(const char* scenario, const char* method) {
  sim::Setup setup = sim::prepare(sim::load_scenario(scenario));
  setup.options.method = method;
  setup.options.integrator = "dormand_prince";
  setup.options.rtol = setup.options.atol = 1e-6;
  setup.options.duration = 2;
  return sim::simulate(setup.arm, setup.start, *setup.drive, setup.options).statistics.steps;
}

Statement smoothness() {
  const long linear[] = {steps_of("stanford_free_fall", "udut"), steps_of("puma_free_fall", "udut")},
             cubic[] = {steps_of("stanford_free_fall", "crba_udu"), steps_of("puma_free_fall", "crba_udu")};
  return {
      "introduction",
      "O(n) algorithms give smoother accelerations, so that integration is faster than with O(n^3) ones",
      "faster",
      linear[0] == cubic[0] && linear[1] == cubic[1]
          ? std::string(
                "the same number of steps by `udut` and by `crba_udu`: Stanford and PUMA, 2 s of free fall")
          : fmt::format(
                "steps in 2 s of free fall: {} and {} by `udut`, {} and {} by `crba_udu` (Stanford, PUMA)",
                linear[0], linear[1], cubic[0], cubic[1]),
      verdict(10 * linear[0] < 9 * cubic[0] && 10 * linear[1] < 9 * cubic[1]),
      "both give the same accelerations to rounding; a tolerance of 1e-6 does not notice rounding"};
}

void add_costs(std::vector<Statement>& s) {
  s.push_back(order_claim("abstract", "forward dynamics by U D U^T", 1, udut_given_phi));
  s.push_back(order_claim("introduction", "forward dynamics by factorising the inertia matrix", 3,
                          composite_and_udu));
  s.push_back(cost_claim("Table I", "proposed, phi given", kProposedMul, kProposedAdd, udut_as_printed,
                         "section 3 at its own points, complete: Table I leaves out i = 1 in A3 and A4 (98M) "
                         "and each link's own "
                         "inertia (6A), and its braces sum to 192n - 284"));
  s.push_back(cost_claim("Table I", "the same algorithm, arranged at will", kProposedMul, kProposedAdd,
                         udut_given_phi,
                         "`udut`: the joint's axis as a unit vector, 15 of 21 numbers of an inertia"));
  s.push_back(cost_claim("Table I", "Featherstone 1983", P({199, -198}), P({174, -173}), aba_at_rest,
                         "`aba` at rest"));
  s.push_back(cost_claim("Table I", "Brandl et al.", P({250, -222}), P({220, -198}),
                         counting(Quantity::fd, "brandl_johanni_otter"), "from tau, as printed"));
  s.push_back(cost_claim("Table I", "Walker and Orin, as implemented by Featherstone", walker_orin_mul(),
                         walker_orin_add(), composite_and_udu, "composite bodies, then U D U^T"));
  s.push_back({"Table I", "Valasek", "226n - 343 M, 206n - 345 A", "not implemented", Verdict::not_checked,
               "the source is a book that is not available"});
  s.push_back(
      {"Table I", "Walker and Orin at n = 6", "633M 480A",
       fmt::format("the printed formula gives {:.0f}M {:.0f}A", walker_orin_mul()(6), walker_orin_add()(6)),
       verdict(walker_orin_mul()(6) == 633 && walker_orin_add()(6) == 480), "480A is a misprint for 475A"});
}

void add_braces(std::vector<Statement>& s) {
  struct Brace {
    const char* name;
    P mul, add;
    const char* why;
  };
  const Brace all[] = {
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
  for (const Brace& b : all)
    s.push_back(cost_claim(
        "section 3", fmt::format("step {}", b.name), b.mul, b.add,
        [name = std::string(b.name)](const Chain<double>& arm) { return udut_braces(arm)[name]; }, b.why));
  P mul({0});
  for (const Brace& b : all) mul = mul + b.mul;
  s.push_back({"section 3, Table I", "the braces sum to the total of Table I", kProposedMul.str(), mul.str(),
               verdict(mul == kProposedMul), "one multiplication per link is missing in Table I"});
  const auto rotation = [](auto&& turn) { return in_words(operations(turn)); };
  const Counted k = Counted::general(0.5);
  const Step<Counted> z = {k, k, k, k, k, k, {}};
  const UdutPaperLink<Counted> l = {true, k, k, k, k, {k, k, k}, {k, k, k, k, k, k}, {k, k, k}};
  const std::string vector = rotation([&] {
    catena::detail::udut_to_frame(z, l, Vec3<Counted>{k, k, k});
  }),
                    tensor = rotation([&] {
                      catena::detail::udut_to_frame(z, l, Sym3<Counted>{k, k, k, k, k, k});
                    }),
                    matrix = rotation([&] {
                      catena::detail::udut_to_frame(z, l, Mat3<Counted>{k, k, k, k, k, k, k, k, k});
                    });
  s.push_back({"section 3", "Q v, Q I Q^T and Q F Q^T take", "8M 4A, 16M 17A, 24M 22A",
               fmt::format("{}, {}, {}", vector, tensor, matrix),
               vector == "8M 4A" && matrix == "24M 22A" ? Verdict::reproduced : Verdict::refuted,
               "16A are enough for a symmetric matrix"});
}

void add_comparisons(std::vector<Statement>& s) {
  const auto mul_of = [](const Counting& count) {
    return [count](int n) { return static_cast<double>(count(revolute_arm(n)).mul); };
  };
  const double ours = mul_of(udut_given_phi)(6), featherstone = mul_of(aba_at_rest)(6),
               brandl = mul_of(counting(Quantity::fd, "brandl_johanni_otter"))(6);
  s.push_back(
      {"section 3, conclusion", "the fewest multiplications of all O(n) algorithms",
       "862 at n = 6; 996, 1013, 1278", fmt::format("{:.0f}; {:.0f}, {:.0f}", ours, featherstone, brandl),
       verdict(ours < featherstone && ours < brandl), "`udut` beside `aba` at rest and `aba` from tau"});
  const double printed = (kProposedMul + kProposedAdd)(6) / (P({199, -198}) + P({174, -173}))(6),
               measured = total(udut_given_phi(revolute_arm(6))) / total(aba_at_rest(revolute_arm(6)));
  s.push_back({"section 3", "otherwise very similar to Featherstone's",
               fmt::format("{:.2f} of its M+A at n = 6", printed), fmt::format("{:.2f}", measured),
               verdict(measured > 0.8 && measured < 1.25),
               "it is the same algorithm: see `aba` in the table above"});
  const P earlier_mul({201, -335}), earlier_add({193, -361});
  const int fewer = overtakes(kProposedMul, earlier_mul), fewer_add = overtakes(kProposedAdd, earlier_add);
  s.push_back({"conclusion", "better than the author's earlier (201n - 335)M (193n - 361)A", "better",
               fmt::format("fewer multiplications {}, fewer additions {}", from_joints(fewer),
                           from_joints(fewer_add)),
               fewer <= 2 && fewer_add <= 2 ? Verdict::reproduced : Verdict::depends, "not for short arms"});
  const int cross_mul = overtakes(mul_of(udut_given_phi), mul_of(composite_and_udu)),
            cross_all = overtakes(total_of(udut_given_phi), total_of(composite_and_udu)),
            table_all = overtakes(kProposedMul + kProposedAdd, walker_orin_mul() + walker_orin_add());
  s.push_back({"introduction", "cheaper than the O(n^3) scheme for n >= 10", "n >= 10",
               fmt::format("multiplications {}, M+A {}", from_joints(cross_mul), from_joints(cross_all)),
               cross_all <= 10 && table_all > 10 ? Verdict::depends : verdict(cross_all <= 10),
               fmt::format("Table I's own M+A cross {}", from_joints(table_all))});
  s.push_back(
      order_claim("section 2", "phi comes from an inverse dynamics of", 1, counting(Quantity::bias, "rnea")));
}

}  // namespace

std::vector<Statement> claims_002() {
  const std::vector<Specimen> arms = specimens();
  std::vector<Statement> s;
  add_costs(s);
  add_comparisons(s);
  add_braces(s);
  s.push_back(identity("eqs 2-6", "N_d^T M~ N_d is the inertia matrix", worst(arms, [](const Specimen& a) {
                         return difference(a.value(Quantity::inertia, "denoc"), a.inertia().reshaped());
                       })));
  s.push_back(identity("eqs 7-11, 19-28", "U D U^T is the inertia matrix", worst(arms, factor_error)));
  s.push_back(
      identity("section 3", "its steps solve I theta-dd = phi", worst(arms, section_3_error),
               "with i down to 1, the links' own inertias, (b) for (t) in C3, and p = (0; e) for a slide"));
  s.push_back(identity(
      "introduction", "an explicit inverse of the inertia matrix follows", worst(arms, [](const Specimen& a) {
        const Eigen::MatrixXd inverse = a.value(Quantity::inertia_inverse, "udut").reshaped(a.n(), a.n());
        return difference(catena::detail::product(inverse, a.inertia()),
                          Eigen::MatrixXd::Identity(a.n(), a.n()));
      })));
  s.push_back(identity("appendix B", "m-hat_i is the inertia of articulated body i about joint i",
                       worst(arms, articulated_inertia_error),
                       "joints before it locked, joints beyond it free; a mass for a slide"));
  s.push_back(identity("appendix B", "M-hat_i satisfies the Riccati equation of Kalman filtering",
                       worst(arms, filter_error), "D and accelerations of 003's filter"));
  s.push_back(smoothness());
  s.push_back({"introduction", "the approach extends to closed loops", "shown in reference 22",
               "not implemented", Verdict::not_checked, "Catena serves serial arms"});
  return s;
}

}  // namespace catena
