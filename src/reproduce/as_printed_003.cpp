// SPDX-License-Identifier: Apache-2.0
#include "reproduce/as_printed_003.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "catena/core/algo/quasi_components.hpp"
#include "catena/core/algo/spatial_dynamics.hpp"
#include "reproduce/runs.hpp"

namespace catena::reproduce::detail {
namespace {

using namespace operators;
using operators::operator+;
using operators::operator-;
using operators::operator*;
using M = MatX<double>;
using In = const OperatedArm&;

M column(const Eigen::VectorXd& v) {
  return column_of<double>(std::span(v.data(), static_cast<std::size_t>(v.size())));
}
M one(In a) { return operators::identity<double>(a.o.P.rows()); }

M rate_of(const MatX<Dual<1>>& A) {
  M out(A.rows(), A.cols());
  for (int j = 0; j < A.cols(); ++j)
    for (int i = 0; i < A.rows(); ++i) out(i, j) = A(i, j).d[0];
  return out;
}
std::vector<Dual<1>> along(const std::vector<double>& v, const std::vector<double>& by) {
  std::vector<Dual<1>> out;
  for (std::size_t i = 0; i < v.size(); ++i) {
    out.emplace_back(v[i]);
    out.back().d[0] = by[i];
  }
  return out;
}

Operators<Dual<1>> operators_along(const Specimen& s) {
  const Chain<Dual<1>> arm = s.arm.cast<Dual<1>>();
  return spatial_operators(arm, posture<Dual<1>>(arm, along(s.q, s.qd)));
}

M xi_rate_along(const Specimen& s, const Operators<Dual<1>>& moving) {
  return rate_of(star(unit_factor(moving)) * column_of<Dual<1>>(along(s.qd, s.qdd)));
}

// --- the operators as printed

// Omega_delta = diag(h~, h~) theta-dot for every joint.
M turning_omega(In a) {
  M omega(a.o.P.rows(), a.o.P.rows());
  for (int i = 0; i < a.s.n(); ++i)
    for (const int h : {6 * i, 6 * i + 3}) {
      omega(h, h + 1) = -a.s.qd[static_cast<std::size_t>(i)];
      omega(h + 1, h) = a.s.qd[static_cast<std::size_t>(i)];
    }
  return omega;
}

// H Φ M Φ* H* with l(k,k-1) from O_k-1 to O_k.
M mass_matrix_with_l_reversed(In a) {
  M shift = a.o.E_Phi;
  for (int b = 0; b + 6 < shift.rows(); b += 6)
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) shift(b + i, b + 9 + j) = -shift(b + i, b + 9 + j);
  const M Phi = operators::detail::sum_of_shifts(shift);
  return a.o.H * Phi * a.o.M * star(Phi) * star(a.o.H);
}

// C(θ,q̇) of eq 38 with the force row of b(k) as the nomenclature has it: m p × v + m ω × (ω × p).
M bias_with_b_of_nomenclature(In a) {
  M b = a.r.V_cross * a.o.M * a.r.V;
  for (int i = 0; i < a.s.n(); ++i) {
    const RigidInertia<double>& body = a.s.arm.link(i).body;
    const int at = 6 * i;
    const Vec3<double> w = {a.r.V(at, 0), a.r.V(at + 1, 0), a.r.V(at + 2, 0)},
                       v = {a.r.V(at + 3, 0), a.r.V(at + 4, 0), a.r.V(at + 5, 0)};
    const Vec3<double> force = cross(body.h, v) + cross(w, cross(w, body.h));
    b(at + 3, 0) = force.x, b(at + 4, 0) = force.y, b(at + 5, 0) = force.z;
  }
  const M bias = star(a.r.Omega_delta) * a.r.V;
  return a.o.H * a.o.Phi * (a.o.M * star(a.o.Phi) * bias + b);
}

// [E_Ψ, λ̇] as the nomenclature defines a commutator.
M printed_commutator(In a) { return commutator(a.o.E_Psi, a.r.lambda); }

M driving(In a) {
  const M X = a.r.Omega_delta * a.o.P;
  return X + star(X);
}

M nu_of(In a) { return nu_by_operators<double>(a.o, a.s.qd); }
M bias_of(In a) { return column(a.s.value(Quantity::bias, "rnea", false)); }
M cnu_of(In a) { return column(a.s.value(Quantity::cnu, "crba_udu", false)); }

// c_ki of eq 48 with the given Ω, k nearer to the base than i, and c_ik = -c_ki.
M elements(In a, const M& omega, bool normalized) {
  const int n = a.s.n();
  const M terms = a.o.P * omega;
  M c(n, n);
  for (int i = 0; i < n; ++i) {
    M beyond(a.o.P.rows(), a.o.P.rows());
    for (int m = i + 1; m < n; ++m) put_block(block(terms, m, m), m, m, beyond);
    const M all = a.o.H * a.o.Psi * beyond * star(a.o.Psi) * star(a.o.H);
    for (int k = 0; k < i; ++k) {
      const double scale = normalized ? std::sqrt(a.o.D(k, k) * a.o.D(i, i)) : 1;
      c(k, i) = all(k, i) / scale, c(i, k) = -c(k, i);
    }
  }
  return c;
}
// The vector C(θ,ξ) by such elements, with the diagonal given, and the bias forces.
M cxi_by(In a, M c, const M& diagonal) {
  for (int i = 0; i < c.rows(); ++i) c(i, i) = diagonal(i, i);
  const M xi = star(unit_factor(a.o)) * column_of<double>(a.s.qd);
  return c * xi + a.o.H * a.o.Psi * a.r.V_cross * a.o.M * a.r.V;
}
M cxi_of(In a) { return column(a.s.value(Quantity::cxi, "crba_udu", false)); }

// The symmetric part of a matrix that should be skew-symmetric, relative to the matrix.
double symmetric_part(const M& A) {
  return (dense(A) + dense(A).transpose()).cwiseAbs().maxCoeff() /
         std::max(1e-3, dense(A).cwiseAbs().maxCoeff());
}

const PrintedFormula kFormulas[] = {
    {"nomenclature, eqs 12, 22", "H Phi M Phi* H* is the mass matrix, with l(k,k-1) from O_k-1 to O_k",
     "l(k,k-1) from O_k to O_k-1",
     [](In a) { return difference(dense(mass_matrix_with_l_reversed(a)), a.s.inertia()); },
     [](In a) { return difference(dense(mass_matrix(a.o)), a.s.inertia()); }},
    {"nomenclature, eq 38",
     "H Phi M Phi* a + H Phi b are the velocity terms, with m p x v in the force row of b(k)",
     "m omega x v in that row (and theta-dd, l as above)",
     [](In a) { return apart(bias_with_b_of_nomenclature(a), bias_of(a)); },
     [](In a) { return apart(standard_bias(a.o, a.r), bias_of(a)); }},
    {"eqs 3, 4, 14",
     "the rate of Phi A is Phi A Omega_delta, Omega_delta = diag(h~, h~) theta-dot for an axis of rotation "
     "or translation",
     "for a slide Omega_delta has h~ theta-dot at its upper right alone",
     [](In a) { return apart(a.o.E_Phi * turning_omega(a), a.E_Phi_rate); },
     [](In a) { return apart(a.o.E_Phi * a.r.Omega_delta, a.E_Phi_rate); }},
    {"eqs 13, 15, 17", "the rate of P is the sum of Psi [Omega_delta, P] Psi* over the links beyond",
     "for a slide Omega_delta as above, and Omega_delta P + P Omega_delta* for the commutator",
     [](In a) { return apart(articulated_rate_closed(a.o, commutator(turning_omega(a), a.o.P)), a.P_rate); },
     [](In a) { return apart(articulated_rate_closed(a.o, driving(a)), a.P_rate); }},
    {"eq 16", "the rate of P is E_Psi (P + [Omega_delta, P]) E_Psi*", "P-dot for P in the bracket",
     [](In a) { return apart(a.o.E_Psi * (a.o.P + driving(a)) * star(a.o.E_Psi), a.P_rate); },
     [](In a) { return apart(a.o.E_Psi * (a.P_rate + driving(a)) * star(a.o.E_Psi), a.P_rate); }},
    {"eqs 18, 19",
     "P-dot = E_Psi (P-dot + [Omega_delta, P]) E_Psi* + [Omega_delta, P] = diag[Psi [Omega_delta, P] Psi*]",
     "lambda-dot of eq 20 on the left: the rate of P seen from the frame before",
     [](In a) { return apart(lambda_closed(a.o, driving(a)), a.P_rate); },
     [](In a) { return apart(lambda_closed(a.o, driving(a)), a.P_rate + driving(a)); }},
    {"Table 1, row 1", "the local derivative of E_Phi is E_Phi Omega_delta Phi", "E_Phi Omega_delta",
     [](In a) { return apart(a.o.E_Phi * a.r.Omega_delta * a.o.Phi, a.E_Phi_rate); },
     [](In a) { return apart(a.r.E_Phi, a.E_Phi_rate); }},
    {"eq 31", "m-dot nu with the commutator [E_Psi, lambda-dot]", "E_Psi lambda-dot - lambda-dot E_Psi*",
     [](In a) {
       const M inner = a.r.Omega_delta * a.o.Phi * a.o.K * a.o.H * a.o.P +
                       scaled(0.5, driving(a) + printed_commutator(a));
       return apart(a.o.H * a.o.Phi * inner * a.r.V, a.m_rate * nu_of(a));
     },
     [](In a) { return apart(mass_factor_rate_times_nu(a.o, a.r), a.m_rate * nu_of(a)); }},
    {"eqs 34, 38, 43, 44", "xi from theta, M theta, the energy from xi-dot, D xi + C = kappa",
     "a dot more in 34 and 44, two in 38, none in 43; lost in print or in our copy",
     [](In a) {
       const M U = star(unit_factor(a.o)), qd = column_of<double>(a.s.qd), xi = U * qd;
       const M mass = mass_matrix(a.o), tau = column(a.s.value(Quantity::id, "rnea", false));
       const M kappa = unit_factor_inverse(a.o) * tau;
       const double energy = (star(qd) * mass * qd)(0, 0);
       return std::min({apart(U * column_of<double>(a.s.q), xi),
                        apart(mass * column_of<double>(a.s.q) + bias_of(a), tau),
                        std::abs((star(a.xi_rate) * a.o.D * a.xi_rate)(0, 0) - energy) / energy,
                        apart(a.o.D * xi + cxi_of(a), kappa)});
     },
     [](In a) {
       const M U = star(unit_factor(a.o)), qd = column_of<double>(a.s.qd), xi = U * qd;
       const M mass = mass_matrix(a.o), tau = column(a.s.value(Quantity::id, "rnea", false));
       const M kappa = unit_factor_inverse(a.o) * tau;
       const double energy = (star(qd) * mass * qd)(0, 0);
       return worse(worse(apart(xi, column(a.s.value(Quantity::xi, "crba_udu"))),
                          apart(mass * column_of<double>(a.s.qdd) + bias_of(a), tau)),
                    worse(std::abs((star(xi) * a.o.D * xi)(0, 0) - energy) / energy,
                          apart(a.o.D * a.xi_rate + cxi_of(a), kappa)));
     }},
    {"eq 35", "xi-dot by the product rule, with (1 + H Phi K) theta-dd", "(1 + H Phi K)* theta-dd",
     [](In a) {
       const M U = unit_factor(a.o), qdd = column_of<double>(a.s.qdd);
       return apart(a.xi_rate - star(U) * qdd + U * qdd, a.xi_rate);
     },
     [](In a) {
       const M factor =
           (a.m_rate - scaled(0.5, unit_factor(a.o) * a.D_rate * root(a.o.D_inv))) * root(a.o.D_inv);
       return apart(
           star(factor) * column_of<double>(a.s.qd) + star(unit_factor(a.o)) * column_of<double>(a.s.qdd),
           a.xi_rate);
     }},
    {"eq 36", "xi-dot with P-dot taubar* and Phi~*", "P-dot with Phi*, or lambda-dot with Phi~*",
     [](In a) {
       const M still = a.o.D_inv * a.o.H *
                       (a.r.P * star(a.o.taubar) + a.o.P * star(a.o.Phi - one(a)) * star(a.r.Omega_delta)) *
                       a.r.V;
       return apart(still + star(a.o.G) * star(a.o.Phi) * star(a.o.H) * column_of<double>(a.s.qdd),
                    a.xi_rate);
     },
     [](In a) {
       return worse(apart(xi_rate_by_operators<double>(a.o, a.r, a.s.qdd), a.xi_rate),
                    apart(xi_rate_by_lambda<double>(a.o, a.r, a.s.qdd), a.xi_rate));
     }},
    {"eq 42", "C(theta, nu) with the commutator [E_Psi, lambda-dot]", "E_Psi lambda-dot - lambda-dot E_Psi*",
     [](In a) {
       const M X = a.r.Omega_delta * a.o.P;
       const M inner = scaled(0.5, printed_commutator(a) - X + star(X)) + a.r.V_cross * a.o.M;
       return apart(root(a.o.D_inv) * a.o.H * a.o.Psi * inner * a.r.V, cnu_of(a));
     },
     [](In a) { return apart(cnu_by_operators(a.o, a.r), cnu_of(a)); }},
    {"eq 47", "[E_Psi, lambda-dot] - lambda-dot E_Psi* - Omega_delta P - P Omega_delta is skew-symmetric",
     "E_Psi lambda-dot for the commutator, and P Omega_delta* for a slide's -P Omega_delta",
     [](In a) {
       const M X = a.r.Omega_delta * a.o.P;
       return symmetric_part(printed_commutator(a) - a.r.lambda * star(a.o.E_Psi) - X + star(X));
     },
     [](In a) { return symmetric_part(skew_middle(a.o, a.r)); }},
    {"eq 48", "the elements c_ki off the diagonal of C(theta, nu), with P Omega_delta",
     "P Omega_delta*: for turning joints the other sign",
     [](In a) { return apart(elements(a, a.r.Omega_delta, true), bias_matrix(a, false)); },
     [](In a) { return apart(elements(a, star(a.r.Omega_delta), true), bias_matrix(a, false)); }},
    {"section 5, after eq 48",
     "the elements of C(theta, xi) off the diagonal are those of eq 48, on it the sum runs to i",
     "without the factors D^-1/2 (and with P Omega_delta*); D-dot / 2 on the diagonal",
     [](In a) {
       const M c = elements(a, star(a.r.Omega_delta), true);
       M sum(a.s.n(), a.s.n());
       const M all = a.o.P * star(a.r.Omega_delta);
       for (int i = 0; i < a.s.n(); ++i) {
         M upto(a.o.P.rows(), a.o.P.rows());
         for (int m = i; m < a.s.n(); ++m) put_block(block(all, m, m), m, m, upto);
         sum(i, i) = (a.o.H * a.o.Psi * upto * star(a.o.Psi) * star(a.o.H))(i, i) / a.o.D(i, i);
       }
       return apart(cxi_by(a, c, sum), cxi_of(a));
     },
     [](In a) {
       return apart(cxi_by(a, elements(a, star(a.r.Omega_delta), false), scaled(0.5, a.r.D)), cxi_of(a));
     }},
    {"section 5, after eq 49", "-Omega_delta V is the spatial bias acceleration a(k) of the nomenclature",
     "Omega_delta* V, with Omega_delta as above for a slide",
     [](In a) {
       M bias(a.o.P.rows(), 1);
       for (int i = 0; i < a.s.n(); ++i) {
         const int b = 6 * i;
         const double h = a.s.qd[static_cast<std::size_t>(i)];
         const bool turns = a.s.arm.link(i).revolute();
         const auto crossed = [&](int from, int to) {  // x h with h = (0, 0, θ̇)
           bias(to, 0) = a.r.V(from + 1, 0) * h, bias(to + 1, 0) = -a.r.V(from, 0) * h;
         };
         if (turns) crossed(b, b), crossed(b + 3, b + 3);
         if (!turns) crossed(b, b + 3);
       }
       return apart(scaled(-1.0, turning_omega(a) * a.r.V), bias);
     },
     [](In a) {
       M bias(a.o.P.rows(), 1);
       for (int i = 0; i < a.s.n(); ++i) {
         const int b = 6 * i;
         const Motion<double> V = {{a.r.V(b, 0), a.r.V(b + 1, 0), a.r.V(b + 2, 0)},
                                   {a.r.V(b + 3, 0), a.r.V(b + 4, 0), a.r.V(b + 5, 0)}};
         const Motion<double> each =
             bias_acceleration(a.s.arm.link(i), V, a.s.qd[static_cast<std::size_t>(i)]);
         operators::detail::put(bias, b, 0, each.ang, each.lin);
       }
       return apart(star(a.r.Omega_delta) * a.r.V, bias);
     }},
    {"section 6", "theta-dot = [1 - H Psi K] D^-1/2 nu", "[1 - H Psi K]*; the recursion below it is right",
     [](In a) {
       return apart(unit_factor_inverse(a.o) * root(a.o.D_inv) * nu_of(a), column_of<double>(a.s.qd));
     },
     [](In a) {
       return apart(star(unit_factor_inverse(a.o)) * root(a.o.D_inv) * nu_of(a), column_of<double>(a.s.qd));
     }},
    {"section 7", "in the standard formulation the bias vectors pass through H Psi, as in the new one",
     "H Phi in the standard formulation, as section 5 has it",
     [](In a) {
       const M bias = star(a.r.Omega_delta) * a.r.V, b = a.r.V_cross * a.o.M * a.r.V;
       return apart(a.o.H * a.o.Psi * (a.o.M * star(a.o.Phi) * bias + b), bias_of(a));
     },
     [](In a) { return apart(standard_bias(a.o, a.r), bias_of(a)); }},
};

}  // namespace

Eigen::MatrixXd dense(const MatX<double>& A) {
  return Eigen::Map<const Eigen::MatrixXd>(A.values().data(), A.rows(), A.cols());
}

double apart(const MatX<double>& a, const MatX<double>& b) { return difference(dense(a), dense(b)); }

OperatedArm::OperatedArm(const Specimen& s_)
    : s(s_),
      o(spatial_operators(s.arm, s.x)),
      r(operator_rates<double>(s.arm, o, s.qd)),
      moving(operators_along(s)),
      P_rate(rate_of(moving.P)),
      E_Phi_rate(rate_of(moving.E_Phi)),
      Phi_rate(rate_of(moving.Phi)),
      D_rate(rate_of(moving.D)),
      G_rate(rate_of(moving.G)),
      taubar_rate(rate_of(moving.taubar)),
      E_Psi_rate(rate_of(moving.E_Psi)),
      m_rate(rate_of(mass_factor(moving))),
      xi_rate(xi_rate_along(s, moving)) {}

MatX<double> bias_matrix(const OperatedArm& a, bool with_bodies) {
  MatX<double> inner = scaled(0.5, skew_middle(a.o, a.r));
  if (with_bodies) inner = inner + a.r.V_cross * a.o.M;
  return root(a.o.D_inv) * a.o.H * a.o.Psi * inner * star(a.o.Psi) * star(a.o.H) * root(a.o.D_inv);
}

std::span<const PrintedFormula> printed_formulas_003() { return kFormulas; }

Statement judged(const PrintedFormula& formula, const std::vector<OperatedArm>& arms) {
  constexpr double kHolds = 1e-9;
  double turning = 0, all = 0, right = 0;
  for (const OperatedArm& a : arms) {
    bool slides = false;
    for (int i = 0; i < a.s.n(); ++i) slides = slides || !a.s.arm.link(i).revolute();
    const double gap = formula.printed(a);
    all = worse(all, gap);
    if (!slides) turning = worse(turning, gap);
    right = worse(right, formula.corrected(a));
  }
  const bool on_turning = turning < kHolds;
  const auto size = [](double x) { return x < 10 ? fmt::format("{:.1g}", x) : fmt::format("{:.0f}", x); };
  return {formula.where,
          formula.what,
          "equal",
          on_turning ? fmt::format("relative difference {} on revolute arms, {} with slides",
                                   below(turning, kHolds), size(all))
                     : "relative difference " + size(turning),
          all < kHolds ? Verdict::reproduced
          : on_turning ? Verdict::depends
                       : Verdict::refuted,
          fmt::format("corrected: {}; then {}", formula.correction,
                      right < kHolds ? below(right, kHolds) : fmt::format("{:.1g}", right))};
}

}  // namespace catena::reproduce::detail
