// SPDX-License-Identifier: Apache-2.0
// The diagonalised equations of motion as forward dynamics, in O(n): ξ̇ and ν̇ from the forces, then q̈. To
// simulate in (q, ξ): quasi_factors, quasi_velocities_from_xi, quasi_bias_forces, quasi_rates, xi_rate.
//
// Paper    Kozłowski 1995, eqs 36, 40, 44 and Table 2.
// Symbols  as in quasi_velocity_bias.hpp
// Frames   link i in frame i, at its origin.
// Differs  κ and C(θ,ξ) are computed in one inward sweep. C(θ,ν) follows from C(θ,ξ), eq 46, which costs less
//          than the normalized recursion (`cnu`).
// Misprint eq 36 has either Ṗ with Φ* or λ̇ with Φ~*; we use the first, with Ġ = τ̄ Ṗ H*/D.
// Cost     as the paper counts, 003 (Table2): ξ̇ from ξ 315n - 351 mul, 314n - 393 add (printed 500n - 319,
//          426n - 286); ν̇ from ν 318n - 353 mul, 315n - 394 add, n sqrt (printed 605n - 462, 530n - 448).
//          q̈ from q̇ through ξ̇: 351n - 401 mul, 343n - 437 add; through ν̇: 357n - 406 mul, 345n - 439 add,
//          n sqrt. All revolute; asserted in quasi_velocity_test.cpp.
#pragma once

#include "catena/core/algo/quasi_velocity_bias.hpp"
#include "catena/core/model/chain_ends.hpp"

namespace catena {

// ξ̇ of D ξ̇ + C(θ,ξ) = κ, with the wrench at the tool. After set_quasi.
template <class T>
void xi_rate(const Chain<T>& arm, const Posture<T>& x, std::span<const T> tau, const Force<T>& tip,
             const QuasiWork<T>& work, std::span<T> xid) {
  quasi_sweep(arm, x, tau, at_last_frame(arm, tip), work, xid);
  for (int i = 0; i < arm.dof(); ++i) xid[i] = xid[i] * work.factors.D_inv[i];  //              003 (44)
}

// ν̇ of ν̇ + C(θ,ν) = ε. After set_quasi and quasi_roots.
template <class T>
void nu_rate(const Chain<T>& arm, const Posture<T>& x, std::span<const T> tau, const Force<T>& tip,
             const QuasiWork<T>& work, std::span<T> nud) {
  quasi_sweep(arm, x, tau, at_last_frame(arm, tip), work, nud);
  for (int i = 0; i < arm.dof(); ++i) {
    const T Dd = joint_component(arm.link(i), work.w[i]);
    nud[i] =
        (nud[i] + T(0.5) * Dd * work.xi[i]) / work.factors.root[i];  //                         003 (40) (46)
  }
}

// ξ̇ = D^-½ ν̇ - ½ D⁻¹ Ḋ ξ
template <class T>
void xi_rate_from_nu_rate(const Chain<T>& arm, const QuasiWork<T>& work, std::span<const T> nud,
                          std::span<T> xid) {
  const QuasiFactors<T>& f = work.factors;
  for (int i = 0; i < arm.dof(); ++i) {
    const T Dd = joint_component(arm.link(i), work.w[i]);
    xid[i] = nud[i] / f.root[i] - T(0.5) * Dd * work.xi[i] * f.D_inv[i];
  }
}

// q̈ from ξ̇ = Ġ* V + G* V̇ with Ġ* V = w·(V - S ξ)/D. May be done in place. After set_quasi.
template <class T>
void qdd_from_xi_rate(const Chain<T>& arm, const Posture<T>& x, const QuasiWork<T>& work,
                      std::span<const T> xid, std::span<T> qdd) {
  const QuasiFactors<T>& f = work.factors;
  Motion<T> Vd = Motion<T>::zero();
  for (int i = 0; i < arm.dof(); ++i) {
    const ChainLink<T>& l = arm.link(i);
    Vd = to_child(x.step(i), Vd) + bias_acceleration(l, work.V[i], work.qd[i]);
    const T GdV = f.D_inv[i] * dot(detail::quasi::less_joint(l, work.V[i], work.xi[i]), work.w[i]);
    qdd[i] = xid[i] - GdV - dot(Vd, f.G[i]);  //                                                003 (36)
    Vd = add_joint(l, Vd, qdd[i]);
  }
}

// q̈ through ξ̇.
template <class T>
void fd_by_xi(const Chain<T>& arm, const Posture<T>& x, std::span<const T> qd, std::span<const T> tau,
              const Vec3<T>& gravity, const Force<T>& tip, QuasiWork<T>& work, std::span<T> qdd) {
  set_quasi(arm, x, qd, gravity, work);
  xi_rate(arm, x, tau, tip, work, qdd);
  qdd_from_xi_rate<T>(arm, x, work, qdd, qdd);
}

// q̈ through ν̇: D must be positive.
template <class T>
void fd_by_nu(const Chain<T>& arm, const Posture<T>& x, std::span<const T> qd, std::span<const T> tau,
              const Vec3<T>& gravity, const Force<T>& tip, QuasiWork<T>& work, std::span<T> qdd) {
  set_quasi(arm, x, qd, gravity, work);
  quasi_roots(work.factors);
  nu_rate(arm, x, tau, tip, work, qdd);
  xi_rate_from_nu_rate<T>(arm, work, qdd, qdd);
  qdd_from_xi_rate<T>(arm, x, work, qdd, qdd);
}

}  // namespace catena
