// SPDX-License-Identifier: Apache-2.0
// Saha: what the text claims, but for its simulations (forced_002.cpp, stanford_free_fall_002.cpp, ...).
#include <fmt/format.h>

#include <cmath>

#include "catena/core/algo/denoc.hpp"
#include "catena/core/algo/kalman.hpp"
#include "catena/core/algo/quasi_velocity.hpp"
#include "catena/core/algo/udut.hpp"
#include "catena/core/algo/udut_paper.hpp"
#include "catena/core/model/generate.hpp"
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

// The same for half a second of a bent chain of rods whose masses grow a thousandfold towards the tip (docs/stiffness.md).
long steps_of_rods(int n, const char* method) {
  Robot robot = generate_robot(fmt::format("planar:{}", n));
  sim::JointState start = {Eigen::VectorXd(n), Eigen::VectorXd::Zero(n)};
  for (int i = 0; i < n; ++i) {
    RobotLink& link = robot.links[static_cast<std::size_t>(i)];
    const double scale = std::pow(1e3, static_cast<double>(i) / (n - 1));
    link.mass *= scale;
    Sym3<double>& I = link.inertia;
    for (double* x : {&I.xx, &I.yy, &I.zz, &I.xy, &I.xz, &I.yz}) *x *= scale;
    start.q[i] = 0.3 * std::sin(1.0 + i);
  }
  sim::Options options;
  options.method = method;
  options.integrator = "dormand_prince";
  options.rtol = options.atol = 1e-10;
  options.duration = 0.5;
  options.sample_times = {0, 0.5};
  return sim::simulate(Arm(robot), start, options).statistics.steps;
}

// Numbers of steps depend on rounding, so that only their ratios are printed.
Statement smoothness() {
  bool same = true;
  for (const char* arm : {"stanford_free_fall", "puma_free_fall"}) {
    const double linear = static_cast<double>(steps_of(arm, "udut")),
                 cubic = static_cast<double>(steps_of(arm, "crba_udu"));
    same = same && std::abs(cubic / linear - 1) < 0.1;
  }
  const double ratio =
      static_cast<double>(steps_of_rods(60, "crba_udu")) / static_cast<double>(steps_of_rods(60, "udut"));
  const bool fewer = ratio > 1.5;
  return {"introduction",
          "O(n) algorithms give smoother accelerations, so that integration is faster than with O(n^3) ones",
          "faster",
          fmt::format(
              "steps of `udut` and `crba_udu`: {} for the Stanford arm and the PUMA at a tolerance of 1e-6; "
              "{} for 60 rods with a heavy tip at 1e-10",
              same ? "as many" : "not as many", fewer ? "fewer than two thirds" : "as many"),
          same && fewer ? Verdict::depends : verdict(fewer),
          "both give the same accelerations to rounding; only where the rounding of an ill-conditioned M "
          "reaches the "
          "tolerance does the integrator see it (docs/stiffness.md)"};
}

// Eq 12 as printed: tau, which the paper takes to include gravity, in the place of phi.
double printed_eq_12_error(const Specimen& a) {
  UdutWork<double> work(a.n());
  udut_factor(a.arm, a.x, work);
  std::vector<double> v = a.tau;
  udut_solve<double>(a.arm, a.x, work, MatView<double>{v.data(), a.n(), 1, a.n()});
  return difference(Eigen::Map<const Eigen::VectorXd>(v.data(), a.n()),
                    a.value(Quantity::fd, "crba_udu", false));
}

// Eq 4: |t_i - (B_ij t_j + p_i theta-dot_i)|, for j = i - 1 or for all j < i - 1.
double twist_error(const Specimen& a, bool neighbours) {
  Kinematics<double> k(a.n());
  set_poses(a.arm, a.x, k);
  Denoc<double> N(a.n());
  denoc_mass_centres(a.arm, k, N);
  set_denoc(a.arm, k, N);
  const auto map = [](const MatX<double>& m) {
    return Eigen::Map<const Eigen::MatrixXd>(m.values().data(), m.rows(), m.cols());
  };
  const Eigen::MatrixXd Nd = map(N.Nd), Nl = map(N.Nl);
  const Eigen::VectorXd t =
      catena::detail::times(map(N.N), Eigen::Map<const Eigen::VectorXd>(a.qd.data(), a.n()));
  double most = 0;
  for (int i = 1; i < a.n(); ++i)
    for (int j = neighbours ? i - 1 : 0; j < (neighbours ? i : i - 1); ++j) {
      const Eigen::VectorXd got = catena::detail::times(Nl.block(6 * i, 6 * j, 6, 6), t.segment(6 * j, 6)) +
                                  Nd.block(6 * i, i, 6, 1).col(0) * a.qd[static_cast<std::size_t>(i)];
      most = worse(most, difference(got, t.segment(6 * i, 6)));
    }
  return most;
}

// Appendix A, rule 2, for the joints 1 and 2 of the Stanford arm: its frame 1 is that of the base.
Statement intersecting_axes() {
  const Chain<double> arm = arm_of_catalogue("stanford_002");
  Kinematics<double> k(arm.dof());
  set_poses(arm, posture<double>(arm, std::vector<double>(static_cast<std::size_t>(arm.dof()), 0.3)), k);
  const Vec3<double> z = k.frame[0].R.col_z(), z2 = k.frame[1].R.col_z(), apart = k.frame[1].p - k.frame[0].p,
                     normal = cross(z, z2);
  const double distance = std::abs(dot(apart, normal)) / std::sqrt(dot(normal, normal));
  const Vec3<double> meet = k.frame[0].p + (dot(cross(apart, z2), normal) / dot(normal, normal)) * z;
  const double from_first = std::sqrt(dot(meet, meet));
  return {
      "appendix A, rule 2",
      "where two axes intersect, O_i coincides with O_i-1",
      "coincide",
      fmt::format("Stanford arm: axes 1 and 2 are {} m apart and meet {:.1f} m from O_1",
                  below(distance, 1e-12), from_first),
      verdict(distance < 1e-12 && from_first < 1e-12),
      "O_i is the point of intersection, which is O_i-1 only if b_i-1 = 0; the table of this arm has b_1 = "
      "0.1 m"};
}

void add_costs(std::vector<Statement>& s) {
  s.push_back(order_claim("abstract", "forward dynamics by U D U^T", 1, udut_given_phi));
  s.push_back(order_claim("introduction", "forward dynamics by factorising the inertia matrix", 3,
                          composite_and_udu));
  s.push_back(
      cost_claim("Table I", "proposed, phi given", kProposedMul, kProposedAdd, udut_as_printed,
                 "section 3 at its own points, complete: Table I leaves out i = 1 in A3 and A4 (98M), the "
                 "offsets b_i in d_i (nA) "
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
  for (const Brace& b : printed_braces())
    s.push_back(cost_claim(
        "section 3", fmt::format("step {}", b.name), b.mul, b.add,
        [name = std::string(b.name)](const Chain<double>& arm) { return udut_braces(arm)[name]; }, b.remark));
  P mul({0});
  for (const Brace& b : printed_braces()) mul = mul + b.mul;
  s.push_back({"section 3, Table I", "the braces sum to the total of Table I", kProposedMul.str(), mul.str(),
               verdict(mul == kProposedMul), "one multiplication per link is missing in Table I"});
  const Counted k = Counted::general(0.5);
  const Step<Counted> z = {k, k, k, k, k, k, {}};
  const UdutPaperLink<Counted> l = {true, k, k, k, k, {k, k, k}, {k, k, k, k, k, k}, {k, k, k}};
  const OpCount vector = operations([&] {
    catena::detail::udut_to_frame(z, l, Vec3<Counted>{k, k, k});
  }),
                tensor = operations([&] {
                  catena::detail::udut_to_frame(z, l, Sym3<Counted>{k, k, k, k, k, k});
                }),
                matrix = operations([&] {
                  catena::detail::udut_to_frame(z, l, Mat3<Counted>{k, k, k, k, k, k, k, k, k});
                });
  s.push_back({"section 3", "Q v, Q I Q^T and Q F Q^T take", "8M 4A, 16M 17A, 24M 22A",
               fmt::format("{}, {}, {}", in_words(vector), in_words(tensor), in_words(matrix)),
               cost_verdict({{8, vector.mul},
                             {4, vector.add},
                             {16, tensor.mul},
                             {17, tensor.add},
                             {24, matrix.mul},
                             {22, matrix.add}}),
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
  s.push_back(identity(
      "eq 12", "U^-1 phi starts from tau_i", worst(arms, printed_eq_12_error),
      "from phi_i = tau_i - (C theta-dot)_i, as in step A10; accelerations with tau against those with phi"));
  s.push_back(identity(
      "eq 4", "t_i = B_ij t_j + p_i theta-dot_i for any j < i",
      worst(arms, [](const Specimen& a) { return twist_error(a, false); }),
      fmt::format("for j = i - 1 it holds: {}; else the joints between j and i are missing",
                  below(worst(arms, [](const Specimen& a) { return twist_error(a, true); }), 1e-9))));
  s.push_back(intersecting_axes());
  s.push_back(smoothness());
  s.push_back({"introduction", "the approach extends to closed loops", "shown in reference 22",
               "not implemented", Verdict::not_checked, "Catena serves serial arms"});
  return s;
}

}  // namespace catena
