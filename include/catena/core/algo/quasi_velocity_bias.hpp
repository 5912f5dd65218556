// SPDX-License-Identifier: Apache-2.0
// The quadratic terms of the diagonalised equations of motion, in O(n), with gravity:
// ν̇ + C(θ,ν) = ε and D ξ̇ + C(θ,ξ) = κ.
//
// Paper    Kozłowski 1995, section 4: the normalized and the unnormalized recursion; gravity goes into b.
// Symbols  as in quasi_velocity.hpp | Ṗ rate of P in frame i | X = Ω_δ P | λ̇ = Ṗ + X + X* | a = Ω_δ* V
//          w = Ṗ S | y swept force
// Frames   link i in frame i, at its origin.
// Differs  λ̇ is not formed. With Ψ* V = V - S ξ (the V on the left is of the link before) and X S = Ω_δ D G
//            λ̇ S ξ - X V = w ξ - Ω_δ τ̄P V       the zeros of τ̄P are not multiplied
//            λ̇ Ψ* V = λ̇ V - λ̇ S ξ               y + λ̇ V is swept instead of y
//            λ̇ S·V = w·V + D (G·a)
// Misprint b: the force row has m ω × v (printed m p × v). X of prismatic joints: see quasi_velocity.hpp.
// Cost     C(θ,ξ) 312n - 349 mul, 310n - 390 add; C(θ,ν) 344n - 386 mul, 342n - 423 add, n sqrt; from q and
//          q̇, all revolute; asserted in quasi_velocity_test.cpp, compared with 003 (Table2) in docs/papers.
#pragma once

#include "catena/core/algo/quasi_velocity.hpp"
#include "catena/core/math/rigid_acceleration.hpp"

namespace catena {

template <class T>
struct QuasiWork {
  explicit QuasiWork(int n)
      : factors(n),
        qd(static_cast<std::size_t>(n), not_set<T>()),
        xi(qd),
        V(static_cast<std::size_t>(n), Motion<T>::zero()),
        b(static_cast<std::size_t>(n), not_set<T>() * Force<T>::zero()),
        w(b),
        none(static_cast<std::size_t>(n), T(0)) {}
  QuasiFactors<T> factors;   //     of q                                                quasi_factors
  std::vector<T> qd, xi;     // (n) joint and quasi-velocities                          quasi_velocities
  std::vector<Motion<T>> V;  // (n) velocity of link i                                  quasi_velocities
  std::vector<Force<T>> b;   // (n) bias force of link i, with gravity                  quasi_bias_forces
  std::vector<Force<T>> w;   // (n) Ṗ S; along the joint it is Ḋ                        quasi_rates
  std::vector<T> none;       // (n) zeros
};

namespace detail::quasi {

// Ω_δ F
template <class T>
CATENA_INLINE Force<T> carried(const ChainLink<T>& l, const T& qd, const Force<T>& F) {
  const T fx = -(qd * F.lin.y), fy = qd * F.lin.x;
  if (!l.revolute()) return {{fx, fy, T(0)}, Vec3<T>::zero()};  // crf(S q̇)                     003 (4)
  return {{-(qd * F.ang.y), qd * F.ang.x, T(0)}, {fx, fy, T(0)}};
}

// Ω_δ A V; its components along the joint are zero
template <class T>
CATENA_INLINE Force<T> carried(const ChainLink<T>& l, const T& qd, const ArticulatedInertia<T>& A,
                               const Motion<T>& V) {
  const T fx = dot(A.H.col_x(), V.ang) + dot(A.G.col_x(), V.lin);
  const T fy = dot(A.H.col_y(), V.ang) + dot(A.G.col_y(), V.lin);
  if (!l.revolute()) return carried(l, qd, Force<T>{Vec3<T>::zero(), {fx, fy, T(0)}});
  const T nx = dot(A.I.col_x(), V.ang) + dot(A.H.row_x(), V.lin);
  const T ny = dot(A.I.col_y(), V.ang) + dot(A.H.row_y(), V.lin);
  return carried(l, qd, Force<T>{{nx, ny, T(0)}, {fx, fy, T(0)}});
}

// Ω_δ A + A Ω_δ*
template <class T>
CATENA_INLINE ArticulatedInertia<T> carried(const ChainLink<T>& l, const T& qd,
                                            const ArticulatedInertia<T>& A) {
  const Mat3<T>& H = A.H;
  if (l.revolute()) {
    const auto sym = [&](const Sym3<T>& S) {
      const T t = qd * (S.xy + S.xy);
      return Sym3<T>{-t, t, T(0), qd * (S.xx - S.yy), -(qd * S.yz), qd * S.xz};
    };
    const T s = qd * (H.xy + H.yx), d = qd * (H.xx - H.yy);
    return {sym(A.I), {-s, d, -(qd * H.yz), d, s, qd * H.xz, -(qd * H.zy), qd * H.zx, T(0)}, sym(A.G)};
  }
  const Sym3<T>& G = A.G;
  return {{-(qd * (H.xy + H.xy)), qd * (H.yx + H.yx), T(0), qd * (H.xx - H.yy), -(qd * H.zy), qd * H.zx},
          {-(qd * G.xy), -(qd * G.yy), -(qd * G.yz), qd * G.xx, qd * G.xy, qd * G.xz, T(0), T(0), T(0)},
          Sym3<T>::zero()};
}

// A - a bᵀ - b aᵀ
template <class T>
CATENA_INLINE ArticulatedInertia<T> deflate_both(const ArticulatedInertia<T>& A, const Force<T>& a,
                                                 const Force<T>& b) {
  const auto twice = [](const T& t) { return t + t; };
  const auto sym = [&](const Vec3<T>& u, const Vec3<T>& v) {
    return Sym3<T>{twice(u.x * v.x),      twice(u.y * v.y),      twice(u.z * v.z),
                   u.x * v.y + v.x * u.y, u.x * v.z + v.x * u.z, u.y * v.z + v.y * u.z};
  };
  return {A.I - sym(a.ang, b.ang), A.H - (outer(a.ang, b.lin) + outer(b.ang, a.lin)),
          A.G - sym(a.lin, b.lin)};
}

}  // namespace detail::quasi

// From q̇: V and ξ of the work.
template <class T>
void quasi_velocities_from_qd(const Chain<T>& arm, const Posture<T>& x, std::span<const T> qd,
                              QuasiWork<T>& work) {
  Motion<T> V = Motion<T>::zero();
  for (int i = 0; i < arm.dof(); ++i) {
    work.qd[i] = qd[i];
    work.V[i] = V = add_joint(arm.link(i), to_child(x.step(i), V), qd[i]);
    work.xi[i] = dot(V, work.factors.G[i]);  // ξ = G* V                                        003 (34)
  }
}

// From ξ: V and q̇ of the work.
template <class T>
void quasi_velocities_from_xi(const Chain<T>& arm, const Posture<T>& x, std::span<const T> xi,
                              QuasiWork<T>& work) {
  Motion<T> V = Motion<T>::zero();
  for (int i = 0; i < arm.dof(); ++i) {
    V = to_child(x.step(i), V);
    work.xi[i] = xi[i];
    work.qd[i] = xi[i] - dot(V, work.factors.G[i]);
    work.V[i] = V = add_joint(arm.link(i), V, work.qd[i]);  // V = Σ Ψ* H* ξ            003 (49)
  }
}

// From ν, which is divided by D^½ first. After quasi_roots.
template <class T>
void quasi_velocities_from_nu(const Chain<T>& arm, const Posture<T>& x, std::span<const T> nu,
                              QuasiWork<T>& work) {
  for (int i = 0; i < arm.dof(); ++i) work.xi[i] = nu[i] / work.factors.root[i];
  quasi_velocities_from_xi<T>(arm, x, work.xi, work);
}

// b of the work; gravity in the robot's base frame. After quasi_velocities.
template <class T>
void quasi_bias_forces(const Chain<T>& arm, const Posture<T>& x, const Vec3<T>& gravity, QuasiWork<T>& work) {
  Vec3<T> g = transpose_times(arm.base().R, gravity);
  for (int i = 0; i < arm.dof(); ++i) {
    const Step<T>& s = x.step(i);
    g = turn_back_z(s.c, s.s, turn_back_x(s.ca, s.sa, g));
    work.b[i] = bias_force(arm.link(i).body, work.V[i], g);
  }
}

// w = Ṗ S of the work: the rate of the articulated inertia, along each joint. After quasi_velocities.
template <class T>
void quasi_rates(const Chain<T>& arm, const Posture<T>& x, QuasiWork<T>& work) {
  using namespace detail::quasi;
  const QuasiFactors<T>& f = work.factors;
  ArticulatedInertia<T> Pd = ArticulatedInertia<T>::rigid(RigidInertia<T>::zero());
  for (int i = arm.dof() - 1; i >= 0; --i) {
    const ChainLink<T>& l = arm.link(i);
    const Force<T> w = work.w[i] = along_joint(l, Pd);
    if (i == 0) break;
    // τ̄ Ṗ τ̄* = Ṗ - G r* - r G* with r = w - ½ Ḋ G
    const Force<T> G = without_joint(l, f.G[i]);
    const Force<T> r = without_joint(l, w) - (T(0.5) * joint_component(l, w)) * G;
    Pd = deflate_both(without_joint(l, Pd), G, r);
    Pd = Pd + carried(l, work.qd[i], f.Pbar[i]);  // + X + X*
    Pd = to_parent(x.step(i), Pd);  // Ṗ = Ψ λ̇ Ψ*                                               003 (13) (16)
  }
}

// D ξ̇ = κ - C(θ,ξ), both in one inward sweep, since y and z obey the same recursion: Ψ y + Φ (z + G κ). `tip` is in
// the last frame. After all of the above.
template <class T>
void quasi_sweep(const Chain<T>& arm, const Posture<T>& x, std::span<const T> tau, const Force<T>& tip,
                 const QuasiWork<T>& work, std::span<T> rest) {
  using namespace detail::quasi;
  const QuasiFactors<T>& f = work.factors;
  Force<T> y = tip;
  for (int i = arm.dof() - 1; i >= 0; --i) {
    const ChainLink<T>& l = arm.link(i);
    y = y + (work.b[i] + work.xi[i] * work.w[i]);  // Ψ y + λ̇ H* ξ + b - X V                    003 (C2) (45)
    rest[i] = tau[i] - joint_component(l, y);      // κ - H y                                   003 (44)
    if (i == 0) break;
    y = y - carried(l, work.qd[i], f.Pbar[i], work.V[i]) + rest[i] * without_joint(l, f.G[i]);
    y = to_parent(x.step(i), with_joint(l, y, tau[i]));
  }
}

// Factors, velocities from q̇, bias forces and rates: what C needs.
template <class T>
void set_quasi(const Chain<T>& arm, const Posture<T>& x, std::span<const T> qd, const Vec3<T>& gravity,
               QuasiWork<T>& work) {
  quasi_factors(arm, x, work.factors);
  quasi_velocities_from_qd(arm, x, qd, work);
  quasi_bias_forces(arm, x, gravity, work);
  quasi_rates(arm, x, work);
}

// C(θ,ξ), with gravity: what the unnormalized equations need at constant ξ. After set_quasi.
template <class T>
void cxi(const Chain<T>& arm, const Posture<T>& x, const QuasiWork<T>& work, std::span<T> out) {
  quasi_sweep<T>(arm, x, work.none, Force<T>::zero(), work, out);
  for (int i = 0; i < arm.dof(); ++i) out[i] = -out[i];
}

// C(θ,ν), with gravity, by the normalized recursion of the paper. After set_quasi and quasi_roots.
template <class T>
void cnu(const Chain<T>& arm, const Posture<T>& x, const QuasiWork<T>& work, std::span<T> out) {
  using namespace detail::quasi;
  const QuasiFactors<T>& f = work.factors;
  Force<T> y = Force<T>::zero();  // the paper's y + λ̇ V
  for (int i = arm.dof() - 1; i >= 0; --i) {
    const ChainLink<T>& l = arm.link(i);
    const Motion<T>& V = work.V[i];
    const Force<T>& w = work.w[i];
    y = y + (work.b[i] + work.b[i]) + work.xi[i] * w;  // Ψ y + 2 V×M V + ...                   003 (C1) (42)
    // X* V = P a = τ̄P a + D (G·a) G: the second part is also that of λ̇ V along the joint, and Ψ G = 0
    out[i] = T(0.5) * (joint_component(l, y) - dot(V, w)) / f.root[i];  // ½ D^-½ H y           003 (C1)
    if (i == 0) break;
    const Motion<T> a = bias_acceleration(l, V, work.qd[i]);
    y = y + (f.Pbar[i] * a - carried(l, work.qd[i], f.Pbar[i], V));  // + (X* - X) V
    const T s = joint_component(l, y);
    y = to_parent(x.step(i), with_joint(l, y - s * without_joint(l, f.G[i]), T(0)));  // Ψ y
  }
}

// The same by way of C(θ,ξ) = D^½ C(θ,ν) + ½ Ḋ ξ, which costs less. `out` holds C(θ,ξ) before.
template <class T>
void cnu_from_cxi(const Chain<T>& arm, const QuasiWork<T>& work, std::span<T> out) {
  for (int i = 0; i < arm.dof(); ++i) {
    const T Dd = joint_component(arm.link(i), work.w[i]);
    out[i] = (out[i] - T(0.5) * Dd * work.xi[i]) / work.factors.root[i];  //                    003 (46)
  }
}

}  // namespace catena
