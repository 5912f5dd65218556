// SPDX-License-Identifier: Apache-2.0
// Kozłowski: what the text claims.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "catena/core/algo/crba.hpp"
#include "catena/core/algo/quasi_velocity_fd.hpp"
#include "catena/core/algo/spatial_dynamics.hpp"
#include "catena/core/base_parameters.hpp"
#include "catena/core/scalar/dual.hpp"
#include "catena/io/load.hpp"
#include "catena/reproduce/claims.hpp"
#include "core/math/linear.hpp"
#include "reproduce/as_printed_003.hpp"
#include "reproduce/flatness.hpp"
#include "reproduce/kozlowski_counts.hpp"
#include "reproduce/runs.hpp"

namespace catena {
namespace {

using namespace reproduce::detail;
using operators::operator+;
using operators::operator-;
using operators::operator*;
using operators::scaled;
using operators::star;

Eigen::MatrixXd identity_of(int n) { return Eigen::MatrixXd::Identity(n, n); }

// The symmetric part of C(theta, nu) as a matrix, relative to the whole matrix.
double asymmetry(const OperatedArm& a, bool with_bodies) {
  const Eigen::MatrixXd C = dense(bias_matrix(a, with_bodies));
  return (C + C.transpose()).cwiseAbs().maxCoeff() / dense(bias_matrix(a, true)).cwiseAbs().maxCoeff();
}

// --- the equations of motion -----------------------------------------------------------------------------------

// The derivatives of theta-dot* M theta-dot with respect to the joint positions.
Eigen::VectorXd energy_gradient(const Specimen& s) {
  using D1 = Dual<1>;
  const Chain<D1> arm = s.arm.cast<D1>();
  Eigen::VectorXd gradient(s.n());
  MatX<D1> M(s.n(), s.n());
  for (int k = 0; k < s.n(); ++k) {
    std::vector<D1> q;
    for (const double each : s.q) q.emplace_back(each);
    q[static_cast<std::size_t>(k)].d[0] = 1;
    crba(arm, posture<D1>(arm, q), M.view());
    double sum = 0;
    for (int i = 0; i < s.n(); ++i)
      for (int j = 0; j < s.n(); ++j) sum += s.qd[i] * M(i, j).d[0] * s.qd[j];
    gradient[k] = sum;
  }
  return gradient;
}

// C(a + b) + C(a - b) = 2 C(a) + 2 C(b) for two velocities: what makes a function of velocities quadratic.
double away_from_quadratic(const Specimen& s) {
  const auto bias = [&](double a, double b) {
    Specimen moved = s;
    for (std::size_t i = 0; i < s.qd.size(); ++i) moved.qd[i] = a * s.qd[i] + b * s.tau[i];
    return moved.value(Quantity::cnu, "quasi_velocity", false);
  };
  return difference(bias(1, 1) + bias(1, -1), 2 * bias(1, 0) + 2 * bias(0, 1));
}

void add_identities(const std::vector<Specimen>& arms, const std::vector<OperatedArm>& few,
                    std::vector<Statement>& s) {
  s.push_back(
      identity("eqs 22-26", "H Phi M Phi* H* = (1 + H Phi K) D (1 + H Phi K)* = m m* is the mass matrix",
               worst_of(few,
                        [](const OperatedArm& a) {
                          const MatX<double> m = operators::mass_factor(a.o), L = operators::unit_factor(a.o);
                          const Eigen::MatrixXd M = a.s.inertia();
                          return worse(worse(difference(dense(operators::mass_matrix(a.o)), M),
                                             difference(dense(m * star(m)), M)),
                                       difference(dense(L * a.o.D * star(L)), M));
                        }),
               "with l(k,k-1) from O_k to O_k-1, see above"));
  s.push_back(identity(
      "eqs 24, 25", "the factors invert link by link", worst_of(few, [](const OperatedArm& a) {
        const Eigen::MatrixXd one = dense(operators::unit_factor(a.o) * operators::unit_factor_inverse(a.o)),
                              M = catena::detail::product(dense(operators::mass_matrix_inverse(a.o)),
                                                          a.s.inertia());
        return worse(difference(one, identity_of(a.s.n())), difference(M, identity_of(a.s.n())));
      })));
  s.push_back(
      identity("eqs 27, 28", "the kinetic energy is half the sum of nu^2", worst(arms, [](const Specimen& a) {
                 const double got = a.value(Quantity::nu, "quasi_velocity").squaredNorm() / 2,
                              want = a.value(Quantity::kinetic_energy, "energy")[0];
                 return std::abs(got - want) / want;
               })));
  s.push_back(identity("section 2.1, eqs 29, 30", "local and inertial derivatives of m are the same",
                       worst_of(few,
                                [](const OperatedArm& a) {
                                  return worse(
                                      apart(operators::mass_factor_rate(a.o, a.r), a.m_rate),
                                      apart(operators::mass_factor_rate_by_lambda(a.o, a.r), a.m_rate));
                                }),
                       "eqs 29 and 30, from local rates, against the derivative of m"));
  s.push_back(identity("eqs 32, 33", "the gradient of theta-dot* M theta-dot",
                       worst_of(few,
                                [](const OperatedArm& a) {
                                  return difference(dense(operators::quadratic_gradient(a.o, a.r)),
                                                    energy_gradient(a.s));
                                }),
                       "against the derivative of M by each joint"));
  s.push_back(identity(
      "eq 39", "a torque can be written down by components",
      worst_of(few,
               [](const OperatedArm& a) {
                 double most = 0;
                 const Eigen::VectorXd tau = a.s.value(Quantity::id, "rnea", false);
                 for (int i = 0; i < a.s.n(); ++i)
                   most = worse(most, std::abs(operators::torque_by_components<double>(a.o, a.r, a.s.qdd, i) -
                                               tau[i]) /
                                          tau.cwiseAbs().maxCoeff());
                 return most;
               }),
      "n(k) there is a(k) of the nomenclature; the quantity `torque_terms` has each term"));
  s.push_back(identity("eqs 37, 40, 41, section 4", "the normalized equations are the standard ones",
                       worst(arms,
                             [](const Specimen& a) {
                               return difference(a.value(Quantity::fd, "quasi_velocity_nu"),
                                                 a.value(Quantity::fd, "crba_udu"));
                             }),
                       "accelerations, with gravity"));
  s.push_back(identity("eq 44, section 4", "the unnormalized equations are the standard ones",
                       worst(arms,
                             [](const Specimen& a) {
                               return difference(a.value(Quantity::fd, "quasi_velocity_xi"),
                                                 a.value(Quantity::fd, "crba_udu"));
                             }),
                       "accelerations, with gravity"));
  s.push_back(identity("section 4", "gravity can be put into b",
                       worst(arms,
                             [](const Specimen& a) {
                               return difference(a.value(Quantity::cnu, "quasi_velocity"),
                                                 a.value(Quantity::cnu, "crba_udu"));
                             }),
                       "C(theta, nu) with gravity against its definition by the inertia matrix"));
  s.push_back(
      identity("section 4", "C(theta, nu) depends quadratically on nu", worst(arms, away_from_quadratic),
               "the parallelogram law for two velocities, without gravity; theta-dot is linear in nu"));
  s.push_back(identity("eq 46", "C(theta, xi) = D^1/2 C(theta, nu) + D-dot xi / 2",
                       worst_of(few, [](const OperatedArm& a) {
                         Eigen::VectorXd got = a.s.value(Quantity::cnu, "quasi_velocity");
                         const Eigen::VectorXd xi = a.s.value(Quantity::xi, "quasi_velocity");
                         for (int i = 0; i < a.s.n(); ++i)
                           got[i] = std::sqrt(a.o.D(i, i)) * got[i] + a.r.D(i, i) * xi[i] / 2;
                         return difference(got, a.s.value(Quantity::cxi, "quasi_velocity"));
                       })));
  const auto xi_of = [](const OperatedArm& a) {
    const Eigen::VectorXd xi = a.s.value(Quantity::xi, "quasi_velocity");
    MatX<double> column(a.s.n(), 1);
    for (int i = 0; i < a.s.n(); ++i) column(i, 0) = xi[i];
    return column;
  };
  s.push_back(identity("eq 45", "C(theta, xi) by operators", worst_of(few, [&](const OperatedArm& a) {
                         return difference(dense(operators::cxi_by_operators(a.o, a.r, xi_of(a))),
                                           a.s.value(Quantity::cxi, "crba_udu", false));
                       })));
  s.push_back(identity("eq 49", "V follows from xi through Psi*", worst_of(few, [&](const OperatedArm& a) {
                         return apart(operators::velocity_from_xi(a.o, xi_of(a)), a.r.V);
                       })));
  s.push_back(
      identity("eqs 42, 45, section 5",
               "bias accelerations and forces pass through H Psi as in the standard equations through H Phi",
               worst_of(few,
                        [](const OperatedArm& a) {
                          return difference(dense(operators::cnu_by_operators(a.o, a.r)),
                                            a.s.value(Quantity::cnu, "quasi_velocity", false));
                        }),
               "eq 42 corrected as above, against the recursion"));
  s.push_back(identity("eq 47", "nu* C(theta, nu) = 0",
                       worst(arms,
                             [](const Specimen& a) {
                               const Eigen::VectorXd nu = a.value(Quantity::nu, "quasi_velocity"),
                                                     C = a.value(Quantity::cnu, "quasi_velocity", false);
                               return std::abs(nu.dot(C)) / (nu.norm() * C.norm() + 1e-12);
                             }),
                       "without gravity; only the sum over the joints vanishes, not each term"));
  const double with = worst_of(few, [](const OperatedArm&a) { return asymmetry(a, true); }),
               without = worst_of(few, [](const OperatedArm&a) { return asymmetry(a, false); });
  s.push_back(
      {"section 4, after eq 46", "the matrix C(theta, nu) is skew-symmetric", "skew",
       fmt::format("symmetric part {:.1g} of the matrix; without V x M {}", with, below(without, 1e-9)),
       verdict(with < 1e-9), "only the part without V x M is skew"});
  s.push_back(identity("section 1", "in nu the mass matrix is the unit matrix",
                       worst(arms,
                             [](const Specimen& a) {
                               QuasiFactors<double> f(a.n());
                               quasi_factors(a.arm, a.x, f);
                               quasi_roots(f);
                               Eigen::MatrixXd l(a.n(), a.n());  // columns of l = m^-1
                               for (int j = 0; j < a.n(); ++j) {
                                 std::vector<double> unit(static_cast<std::size_t>(a.n())), out(unit);
                                 unit[static_cast<std::size_t>(j)] = 1;
                                 eps_from_tau<double>(a.arm, a.x, f, unit, out);
                                 l.col(j) = Eigen::Map<const Eigen::VectorXd>(out.data(), a.n());
                               }
                               return difference(catena::detail::product(
                                                     catena::detail::product(l, a.inertia()), l.transpose()),
                                                 identity_of(a.n()));
                             }),
                       "each nu-dot answers to its own force alone, once C is compensated"));
}

// How wrong accelerations become if P, G and D are those of a posture in which every joint was `angle` less, relative to
// their size; examples/13_frozen_inertias.cpp.
double frozen_error(double angle) {
  const Arm panda = Arm::load("panda");
  const Chain<double>& arm = panda.chain();
  const std::vector<double> q = {0.1, -0.4, 0.2, -1.9, 0.1, 1.6, 0.6}, qd(q.size(), 0.5),
                            tau = {5, -20, 5, 15, 1, 2, 0.5};
  const Posture<double> x = posture<double>(arm, q);
  QuasiWork<double> work(arm.dof());
  std::vector<double> exact(q.size()), frozen(q.size()), before = q;
  fd_by_xi<double>(arm, x, qd, tau, arm.gravity(), Force<double>::zero(), work, exact);
  for (double& each : before) each -= angle;
  quasi_factors(arm, posture<double>(arm, before), work.factors);
  quasi_velocities_from_qd<double>(arm, x, qd, work);
  quasi_bias_forces(arm, x, arm.gravity(), work);
  quasi_rates(arm, x, work);
  xi_rate<double>(arm, x, tau, Force<double>::zero(), work, frozen);
  qdd_from_xi_rate<double>(arm, x, work, frozen, frozen);
  double wrong = 0, size = 0;
  for (std::size_t i = 0; i < q.size(); ++i)
    wrong += (frozen[i] - exact[i]) * (frozen[i] - exact[i]), size += exact[i] * exact[i];
  return std::sqrt(wrong / size);
}

void add_geometry(std::vector<Statement>& s) {
  constexpr const char* kArms[] = {"planar2",      "planar3",         "rp",   "pr",    "rtx",
                                   "stanford_002", "puma560_002_abs", "ur5e", "panda", "iiwa14"};
  int flat = 0, integrable = 0;
  std::string flat_ones;
  for (const char* stem : kArms) {
    const Chain<double> arm = arm_of_catalogue(stem);
    const Specimen state(fmt::format("chain:{}", arm.dof()), 7);
    const bool is_flat = curvature(arm, state.q) < 1e-9;
    flat += is_flat;
    if (is_flat) flat_ones += std::string(flat_ones.empty() ? "" : ", ") + stem;
    integrable += quasi_velocity_curl(arm, state.q) < 1e-9;
  }
  const int all = static_cast<int>(std::size(kArms));
  s.push_back({"section 1", "coordinates in which the mass matrix is constant rarely exist", "rarely",
               fmt::format("the Riemann tensor vanishes for {} of {} arms{}", flat, all,
                           flat ? " (" + flat_ones + ")" : ""),
               verdict(flat < all / 2),
               "a slide that carries one turning link is flat: its metric depends on one angle alone"});
  s.push_back({"section 1", "nu is not the rate of any configuration variables", "not integrable",
               fmt::format("its curl vanishes for {} of {} arms", integrable, all),
               verdict(integrable < all / 2), "the same arms"});
}

// D of an arm whose inertial parameters were found from torques alone, at a posture that was not among the data.
double identified_D() {
  const Specimen arm("chain:4", 11);
  const int n = arm.n(), parameters = 10 * n, states = 40;
  Eigen::MatrixXd A = Eigen::MatrixXd::Zero(parameters, parameters);
  Eigen::VectorXd b = Eigen::VectorXd::Zero(parameters);
  for (int k = 0; k < states; ++k) {
    const Specimen at("chain:4", 100 + static_cast<std::uint64_t>(4 * k));
    const Eigen::MatrixXd Y = at.value(Quantity::regressor, "regressor").reshaped(n, parameters);
    A += catena::detail::product(Y.transpose(), Y);
    b += catena::detail::times(Y.transpose(), at.value(Quantity::id, "rnea"));
  }
  const Eigen::VectorXd found = catena::detail::solve(A, b);
  std::vector<std::array<double, 10>> bodies(static_cast<std::size_t>(n));
  for (int i = 0; i < parameters; ++i)
    bodies[static_cast<std::size_t>(i / 10)][static_cast<std::size_t>(i % 10)] = found[i];
  Specimen other = arm;
  other.arm = with_bodies(arm.arm, bodies);
  return difference(other.value(Quantity::udut, "crba_udu").tail(n),
                    arm.value(Quantity::udut, "crba_udu").tail(n));
}

}  // namespace

std::vector<Statement> claims_003() {
  const std::vector<Specimen> arms = specimens();
  std::vector<OperatedArm> few;  // dense operators grow with (6n)^3
  for (const Specimen& a : arms)
    if (a.n() <= 7) few.emplace_back(a);
  std::vector<Statement> s;
  add_cost_claims_003(s);
  add_rate_claims_003(few, s);
  add_identities(arms, few, s);
  add_geometry(s);
  s.push_back({"section 7", "D(k) and its use for control need more work", "open",
               "an inertia that a joint feels, see 002, appendix B", Verdict::not_checked,
               "a question, not a claim; `catena eval` gives D, the map below shows it, and two controllers "
               "in nu are in "
               "docs/papers/quasi_velocity.md"});
  const double identified = identified_D();
  s.push_back(
      {"section 7", "the identification of D(k) has not been solved", "open",
       fmt::format("from the torques of 40 states of an arm of four joints, by its regressor: D at another "
                   "posture, relative difference {}",
                   below(identified, 1e-6)),
       Verdict::not_checked,
       "a question, not a claim; D follows from the base parameters, which torques determine "
       "(docs/control.md)"});
  s.push_back(
      {"section 7", "sensitivity to a Riccati equation that does not change from step to step", "open",
       fmt::format("accelerations wrong by {:.1f} % after 0.1 rad", 100 * frozen_error(0.1)),
       Verdict::not_checked,
       "a question, not a claim; examples/13_frozen_inertias.cpp measures it, in proportion to the angle"});
  return s;
}

}  // namespace catena
