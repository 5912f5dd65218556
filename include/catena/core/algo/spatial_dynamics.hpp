// SPDX-License-Identifier: Apache-2.0
// The mass factor, its rate and the equations of motion as products of spatial operators, for study.
//
// Paper    Kozłowski 1995, eqs 22-32, 34-36, 38, 39, 41, 42, 45, 47, 49.
// Symbols  as in spatial_operators.hpp | m = (1 + HΦK) D^½ = U D^½, l = m⁻¹ | r composite inertias
// Frames   as in spatial_operators.hpp; without gravity.
// Misprint [E_Ψ, λ̇] of eqs 31, 42 and 47 is E_Ψ λ̇ - λ̇ E_Ψ*. 36 has Ṗ with Φ*, or λ̇ with Φ~*; 35 has lost a
//          star. n(k) of 39 is a(k).
// Cost     O(n³); everything here allocates.
#pragma once

#include "catena/core/algo/spatial_operators.hpp"

namespace catena::operators {

template <class T>
MatX<T> mass_matrix(const Operators<T>& o) {
  return o.H * o.Phi * o.M * star(o.Phi) * star(o.H);  //                                       003 (22)
}

// 1 + HΦK = HΦG, which is U, and its inverse 1 - HΨK.
template <class T>
MatX<T> unit_factor(const Operators<T>& o) {
  return identity<T>(o.H.rows()) + o.H * o.Phi * o.K;  //                                       003 (23)
}
template <class T>
MatX<T> unit_factor_inverse(const Operators<T>& o) {
  return identity<T>(o.H.rows()) - o.H * o.Psi * o.K;  //                                       003 (24)
}
template <class T>
MatX<T> mass_matrix_inverse(const Operators<T>& o) {
  const MatX<T> L = unit_factor_inverse(o);
  return star(L) * o.D_inv * L;  //                                                             003 (25)
}

// D^½ and D^-½.
template <class T>
MatX<T> root(const MatX<T>& D) {
  using std::sqrt;
  MatX<T> R(D.rows(), D.cols());
  for (int i = 0; i < D.rows(); ++i) R(i, i) = sqrt(D(i, i));
  return R;
}

// m with m m* = the mass matrix.
template <class T>
MatX<T> mass_factor(const Operators<T>& o) {
  return unit_factor(o) * root(o.D);  //                                                        003 (26)
}

// ν = D^½ (1 + HΦK)* q̇; half its square is the kinetic energy.
template <class T>
MatX<T> nu_by_operators(const Operators<T>& o, std::span<const T> qd) {
  return star(mass_factor(o)) *
         column_of(qd);  //                                                                     003 (27) (28)
}

// ṁ, from Ṗ and from λ̇.
template <class T>
MatX<T> mass_factor_rate(const Operators<T>& o, const OperatorRates<T>& r) {
  const MatX<T> half = scaled(T(0.5), (identity<T>(o.P.rows()) + o.taubar) * r.P);
  return o.H * o.Phi * (r.Omega_delta * o.Phi * o.P + half) * star(o.H) * root(o.D_inv);  //    003 (29)
}
template <class T>
MatX<T> mass_factor_rate_by_lambda(const Operators<T>& o, const OperatorRates<T>& r) {
  const MatX<T> one = identity<T>(o.P.rows());
  const MatX<T> half = scaled(T(0.5), (one + o.taubar) * r.lambda);
  return o.H * o.Phi * (r.Omega_delta * (o.Phi - one) * o.P + half) * star(o.H) * root(o.D_inv);  // 003 (30)
}

// E_Ψ λ̇ - λ̇ E_Ψ*: skew.
template <class T>
MatX<T> shifted_lambda(const Operators<T>& o, const OperatorRates<T>& r) {
  return o.E_Psi * r.lambda - r.lambda * star(o.E_Psi);
}

// ṁ ν
template <class T>
MatX<T> mass_factor_rate_times_nu(const Operators<T>& o, const OperatorRates<T>& r) {
  const MatX<T> X = r.Omega_delta * o.P;
  const MatX<T> inner =
      r.Omega_delta * o.Phi * o.K * o.H * o.P + scaled(T(0.5), X + star(X) + shifted_lambda(o, r));
  return o.H * o.Phi * inner * r.V;  //                                                         003 (31)
}

// The gradient of q̇* M q̇ with respect to q.
template <class T>
MatX<T> quadratic_gradient(const Operators<T>& o, const OperatorRates<T>& r) {
  const MatX<T> one = identity<T>(o.P.rows());
  const MatX<T> inner = r.Omega_delta * (one + o.Phi * o.K * o.H) * o.P - r.V_cross * o.M;
  return scaled(T(2), o.H * o.Phi * inner * r.V);  //                                           003 (32)
}

// ξ̇ at the acceleration q̈, with Ṗ and Φ*, or with λ̇ and Φ~*.
template <class T>
MatX<T> xi_rate_by_operators(const Operators<T>& o, const OperatorRates<T>& r, std::span<const T> qdd) {
  const MatX<T> still =
      o.D_inv * o.H * (r.P * star(o.taubar) + o.P * star(o.Phi) * star(r.Omega_delta)) * r.V;
  return still +
         star(o.G) * star(o.Phi) * star(o.H) * column_of(qdd);  //                              003 (36)
}
template <class T>
MatX<T> xi_rate_by_lambda(const Operators<T>& o, const OperatorRates<T>& r, std::span<const T> qdd) {
  const MatX<T> Phi_til = o.Phi - identity<T>(o.Phi.rows());
  const MatX<T> still =
      o.D_inv * o.H * (r.lambda * star(o.taubar) + o.P * star(Phi_til) * star(r.Omega_delta)) * r.V;
  return still + star(o.G) * star(o.Phi) * star(o.H) * column_of(qdd);  //                      003 (36)
}

// C(θ,q̇) of the standard equations, HΦMΦ*a + HΦb with a = Ω_δ* V, b = V× M V: through HΦ, 003 (Section7).
template <class T>
MatX<T> standard_bias(const Operators<T>& o, const OperatorRates<T>& r) {
  const MatX<T> a = star(r.Omega_delta) * r.V, b = r.V_cross * o.M * r.V;
  return o.H * o.Phi * (o.M * star(o.Phi) * a + b);  //                                         003 (38)
}

// The torque of joint i by components: the composite inertia of the link farther out, moved to the other.
template <class T>
T torque_by_components(const Operators<T>& o, const OperatorRates<T>& r, std::span<const T> qdd, int i) {
  MatX<T> composite(o.M.rows(), o.M.cols());
  for (int pass = 0; pass < o.H.rows(); ++pass) composite = o.M + o.E_Phi * composite * star(o.E_Phi);
  const MatX<T> Phi_til = o.Phi - identity<T>(o.Phi.rows());
  const MatX<T> between = o.Phi * composite + composite * star(Phi_til);  // Φ(i,j) r(j), or r(i) Φ*(j,i)
  const MatX<T> acceleration = star(o.H) * column_of(qdd) + star(r.Omega_delta) * r.V;
  const MatX<T> f = between * acceleration + o.Phi * r.V_cross * o.M * r.V;
  return (o.H * f)(i, 0);  //                                                                   003 (39)
}

// C(θ,ν) = l (ṁ ν - ½ grad), then as one operator, and C(θ,ξ); without gravity.
template <class T>
MatX<T> cnu_by_definition(const Operators<T>& o, const OperatorRates<T>& r) {
  const MatX<T> l = root(o.D_inv) * unit_factor_inverse(o);
  return l * (mass_factor_rate_times_nu(o, r) - scaled(T(0.5), quadratic_gradient(o, r)));  //  003 (41)
}
// The middle of C(θ,ν) without V×M, which is skew.
template <class T>
MatX<T> skew_middle(const Operators<T>& o, const OperatorRates<T>& r) {
  const MatX<T> X = r.Omega_delta * o.P;
  return shifted_lambda(o, r) - X + star(X);  //                                                003 (47)
}
template <class T>
MatX<T> cnu_by_operators(const Operators<T>& o, const OperatorRates<T>& r) {
  const MatX<T> inner = scaled(T(0.5), skew_middle(o, r)) + r.V_cross * o.M;
  return root(o.D_inv) * o.H * o.Psi * inner * r.V;  //                                         003 (42)
}
template <class T>
MatX<T> cxi_by_operators(const Operators<T>& o, const OperatorRates<T>& r, const MatX<T>& xi) {
  const MatX<T> inner = r.lambda * star(o.H) * xi - (r.Omega_delta * o.P - r.V_cross * o.M) * r.V;
  return o.H * o.Psi * inner;  //                                                               003 (45)
}
// V from ξ: Ψ* H* ξ.
template <class T>
MatX<T> velocity_from_xi(const Operators<T>& o, const MatX<T>& xi) {
  return star(o.Psi) * star(o.H) * xi;  //                                                      003 (49)
}

}  // namespace catena::operators
