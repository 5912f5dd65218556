// SPDX-License-Identifier: Apache-2.0
// Derivatives of forward dynamics in O(n²) without M: the equations of motion of each link, differentiated and solved by
// articulated bodies. Slower than fd_derivatives.hpp, but as accurate as the data of the arm permit where M is
// ill-conditioned.
//
// Idea     Links obey F_i = I_i a_i + V_i ×* I_i V_i + F_{i+1}. When the variable of joint j changes, the particles of links
//          j..n change their accelerations by S̈_j + 2 Ṡ_j × ṙ (for q̇_j: 2 Ṡ_j + 2 S_j × ṙ; rnea_derivatives.hpp) and by what
//          the unknown changes of q̈ do. These equations have the form that articulated bodies solve.
//          Forces stay with their links. Summed into torques, as in M and ∂τ/∂q, the forces of light links are lost in the
//          rounding errors of those of heavy links, and M⁻¹ does not restore them. For the same reason ṙ is taken relative
//          to the origin of frame j: a common velocity of links j..n has no effect, but its terms would have to cancel.
// Source   Featherstone 2008, table 7.1, for articulated bodies; section 9.6 for rotors.
// Motors   `Motors::included` adds the inertia r of the rotors, δ = Sᵀ A S + r, and the derivative of viscous friction. Then
//          neither is ψ equal to 1 along the joint, nor does A - u ψᵀ vanish there.
// Symbols  V velocity | a acceleration minus gravity | A articulated inertia | u = A S | δ = Sᵀ A S | ψ = u / δ | F wrench that
//          joint i passes on to link i | s spin: angular part of 2 Ṡ_j, or of 2 S_j | γ, s × e_i: known change of the acceleration
//          of link j, and what joint i adds to it | β as in coriolis.hpp, for the rotation alone | p bias force
// Frames   every quantity of link i is expressed in frame i, at its origin, ordered (angular; linear).
// Cost     ∂q̈/∂q: 71n² + 189n - 239 mul, 53n² + 177n - 241 add; ∂q̈/∂q̇: 71n² + 220n - 271 and 53n² + 191n - 264; both and M⁻¹:
//          (333n² + 161n) / 2 - 233 and (245n² + 173n) / 2 - 235; n > 2, all revolute; asserted in aba_derivatives_test.cpp.
#pragma once

#include "catena/core/math/deflated.hpp"
#include "catena/core/math/dense.hpp"
#include "catena/core/math/rigid_acceleration.hpp"
#include "catena/core/model/chain_ends.hpp"
#include "catena/core/model/joint.hpp"
#include "catena/core/model/mass_flow.hpp"
#include "catena/core/model/with_motors.hpp"

namespace catena {

template <class T>
struct AbaDerivativesWork {
  explicit AbaDerivativesWork(int n)
      : V(static_cast<std::size_t>(n), Motion<T>::zero()),
        a(V),
        psi(static_cast<std::size_t>(n), Force<T>::zero()),
        F(psi),
        free(static_cast<std::size_t>(n), ArticulatedInertia<T>::rigid(RigidInertia<T>::zero())),
        beta(static_cast<std::size_t>(n), Mat3<T>::zero()),
        l(static_cast<std::size_t>(n), Vec3<T>::zero()),
        e(l),
        added(l),
        bias(psi),
        delta_inv(static_cast<std::size_t>(n), T(0)),
        rest(delta_inv),
        qdd(delta_inv),
        column(delta_inv) {}
  std::vector<Motion<T>> V;                 // (n) velocity of link i
  std::vector<Motion<T>> a;                 // (n) its bias acceleration, then its acceleration minus gravity
  std::vector<Force<T>> psi;                // (n) ψ_i, which is 1 along the joint without motors
  std::vector<Force<T>> F;                  // (n) the bias force p_i, then the wrench F_i
  std::vector<ArticulatedInertia<T>> free;  // (n) A_i - u_i ψ_iᵀ, zero along the joint likewise
  std::vector<Mat3<T>> beta;                // (n) β of link i, by its rotation about the origin of its frame
  std::vector<Vec3<T>> l;                   // (n) its momentum, likewise
  std::vector<Vec3<T>> e;      // (n) velocity of the origin of frame i relative to that of frame i-1
  std::vector<Vec3<T>> added;  // (n) s × e_i, of the system solved last
  std::vector<Force<T>> bias;  // (n) (β s; s × l), likewise
  std::vector<T> delta_inv;    // (n) 1 / δ_i
  std::vector<T> rest;         // (n) torque minus bias force along the joint, of the system solved last
  std::vector<T> qdd;          // (n) q̈
  std::vector<T> column;       // (n) of a matrix
};

// The results, n x n each; those whose data is null are not computed.
template <class T>
struct AbaDerivativesOut {
  MatView<T> by_q, by_qd, by_tau;
};

namespace detail {

// The wrench that joint i transmits inwards at the acceleration a: (A - u ψᵀ) a + p + ψ rest; along the joint it is the
// torque.
template <Motors motors, class T>
CATENA_INLINE Force<T> passed_on(const ChainLink<T>& l, const AbaDerivativesWork<T>& work, int i,
                                 const Motion<T>& a, const Force<T>& p, const T& torque) {
  if constexpr (motors == Motors::included)
    return work.free[i] * a + p + work.rest[i] * work.psi[i];
  else
    return add_scaled(l, work.rest[i], work.psi[i], work.free[i] * a + p, torque);
}

// The same at rest.
template <Motors motors, class T>
CATENA_INLINE Force<T> passed_on(const ChainLink<T>& l, const AbaDerivativesWork<T>& work, int i,
                                 const Force<T>& p, const T& torque) {
  if constexpr (motors == Motors::included)
    return p + work.rest[i] * work.psi[i];
  else
    return add_scaled(l, work.rest[i], work.psi[i], p, torque);
}

// q̈_i, given the acceleration of link i for q̈_i = 0, which is replaced by its actual acceleration.
template <Motors motors, class T>
CATENA_INLINE T accelerate(const ChainLink<T>& l, const AbaDerivativesWork<T>& work, int i, Motion<T>& a) {
  if constexpr (motors == Motors::included) {
    const T qdd = work.rest[i] * work.delta_inv[i] - dot(a, work.psi[i]);
    a = add_joint(l, a, qdd);
    return qdd;
  }
  T& along = l.revolute() ? a.ang.z : a.lin.z;
  const T sum = work.rest[i] * work.delta_inv[i] - dot_across(l, work.psi[i], a);
  const T qdd = sum - along;
  along = sum;
  return qdd;
}

// Forward dynamics: articulated bodies, accelerations, and the wrenches at the joints.
template <Motors motors, class T>
void articulate(const Chain<T>& arm, const Posture<T>& x, std::span<const T> qd, std::span<const T> tau,
                const ChainEnds<T>& ends, AbaDerivativesWork<T>& work) {
  const int n = arm.dof();
  for (int i = 0; i < n; ++i) {
    const ChainLink<T>& l = arm.link(i);
    work.V[i] = add_joint(l, i > 0 ? to_child(x.step(i), work.V[i - 1]) : Motion<T>::zero(), qd[i]);
    work.a[i] = bias_acceleration(l, work.V[i], qd[i]);
    const MassFlow<T> flow = MassFlow<T>::rigid(l, {work.V[i].ang, Vec3<T>::zero()});
    work.beta[i] = flow.turning();
    work.l[i] = flow.l;
    if (i > 0) work.e[i] = to_child(x.step(i), Motion<T>{work.V[i - 1].ang, Vec3<T>::zero()}).lin;
    if (!l.revolute()) work.e[i].z = work.e[i].z + qd[i];
  }
  ArticulatedInertia<T> A = ArticulatedInertia<T>::rigid(RigidInertia<T>::zero());
  Force<T> p = ends.held;
  for (int i = n - 1; i >= 0; --i) {
    const ChainLink<T>& l = arm.link(i);
    const Motion<T>& V = work.V[i];
    A = with_body(A, l.body);
    p += bias_force(l.body, V);
    const Force<T> u = along_joint(l, A);
    if constexpr (motors == Motors::included) {
      work.delta_inv[i] = T(1) / (joint_component(l, u) + l.rotor);
      work.psi[i] = work.delta_inv[i] * u;
      work.free[i] = deflate(A, u, work.psi[i]);
    } else {
      work.delta_inv[i] = T(1) / joint_component(l, u);
      work.psi[i] = scaled_to_joint(l, work.delta_inv[i], u);
      work.free[i] = deflate(without_joint(l, A), without_joint(l, u), without_joint(l, work.psi[i]));
    }
    work.rest[i] = tau[i] - joint_component(l, p);
    work.F[i] = p;
    if (i == 0) break;
    p = to_parent(x.step(i), passed_on<motors>(l, work, i, work.a[i], p, tau[i]));
    A = to_parent(x.step(i), work.free[i]);
  }
  Motion<T> a = {Vec3<T>::zero(), ends.lift};
  for (int i = 0; i < n; ++i) {
    const ChainLink<T>& l = arm.link(i);
    a = to_child(x.step(i), a) + work.a[i];
    work.F[i] = passed_on<motors>(l, work, i, a, work.F[i], tau[i]);
    work.qdd[i] = accelerate<motors>(l, work, i, a);
    work.a[i] = a;
  }
}

// ∂q̈ into `column`, where link j accelerates by γ, links j..n have the spin, and joint j passes on `turned` in addition.
// With motors, friction reduces the torque of joint j by `drag`.
template <Motors motors, class T>
void solve_moved(const Chain<T>& arm, const Posture<T>& x, int j, const Motion<T>& gamma, Vec3<T> spin,
                 const Force<T>& turned, const T& drag, AbaDerivativesWork<T>& work) {
  const int n = arm.dof();
  for (int i = j; i < n; ++i) {
    const Step<T>& X = x.step(i);
    if (i > j) spin = turn_back_z(X.c, X.s, turn_back_x(X.ca, X.sa, spin));
    work.added[i] = cross(spin, work.e[i]);
    work.bias[i] = {work.beta[i] * spin, cross(spin, work.l[i])};
  }
  const auto known = [&](int i) { return i > j ? Motion<T>{Vec3<T>::zero(), work.added[i]} : gamma; };
  Force<T> p = Force<T>::zero();
  for (int i = n - 1; i >= 0; --i) {
    const ChainLink<T>& l = arm.link(i);
    if (i >= j) p += work.bias[i];
    work.rest[i] = -joint_component(l, p);
    if constexpr (motors == Motors::included)
      if (i == j) work.rest[i] = work.rest[i] - drag;
    if (i == 0) break;
    Force<T> f =
        i >= j ? passed_on<motors>(l, work, i, known(i), p, T(0)) : passed_on<motors>(l, work, i, p, T(0));
    if (i == j) f += turned;
    p = to_parent(x.step(i), f);
  }
  Motion<T> a = Motion<T>::zero();
  for (int i = 0; i < n; ++i) {
    if (i > 0) a = to_child(x.step(i), a);
    if (i >= j) a = a + known(i);
    work.column[i] = accelerate<motors>(arm.link(i), work, i, a);
  }
}

// ∂q̈_i/∂τ_j for i <= j into `column`: M⁻¹ is symmetric.
template <Motors motors, class T>
void solve_pushed(const Chain<T>& arm, const Posture<T>& x, int j, AbaDerivativesWork<T>& work) {
  Force<T> p = Force<T>::zero();
  for (int i = j; i >= 0; --i) {
    const ChainLink<T>& l = arm.link(i);
    const T torque = T(i == j ? 1 : 0);
    work.rest[i] = torque - joint_component(l, p);
    if (i > 0) p = to_parent(x.step(i), passed_on<motors>(l, work, i, p, torque));
  }
  Motion<T> a = Motion<T>::zero();
  for (int i = 0; i <= j; ++i) {
    if (i > 0) a = to_child(x.step(i), a);
    work.column[i] = accelerate<motors>(arm.link(i), work, i, a);
  }
}

}  // namespace detail

// At (q, q̇, τ). `tip` is constant in tool axes. Afterwards the work holds q̈ in `qdd` and, like that of `aba`, 1/δ_i in
// `delta_inv`. With motors, τ is the torque that friction at q̇ leaves.
template <class T, Motors motors = Motors::left_out>
void aba_derivatives(const Chain<T>& arm, const Posture<T>& x, std::span<const T> qd, std::span<const T> tau,
                     const Vec3<T>& gravity, const Force<T>& tip, AbaDerivativesWork<T>& work,
                     const AbaDerivativesOut<T>& out) {
  const int n = arm.dof();
  detail::articulate<motors>(arm, x, qd, tau, ChainEnds<T>(arm, gravity, tip), work);
  const auto keep = [&](const MatView<T>& A, int j) {
    for (int i = 0; i < n; ++i) A(i, j) = work.column[i];
  };
  for (int j = 0; j < n; ++j) {
    const ChainLink<T>& l = arm.link(j);
    const Motion<T>&V = work.V[j], &a = work.a[j];
    const Motion<T> Sd = axis_rate(l, V);
    const Vec3<T> kd2 = Sd.ang + Sd.ang;  // k: angular part of S
    if (out.by_q.data) {
      Motion<T> gamma = axis_acceleration(l, V, a);
      if (l.revolute()) gamma.lin = cross_z(a.lin + cross(V.ang, V.lin));  // of the origin of the frame
      detail::solve_moved<motors>(arm, x, j, gamma, kd2, carried_by_axis(l, work.F[j]), T(0), work);
      keep(out.by_q, j);
    }
    if (out.by_qd.data) {
      const Motion<T> gamma = l.revolute() ? Motion<T>{kd2, Vec3<T>::zero()} : Sd + Sd;
      const Vec3<T> k = joint_axis(l).ang;
      detail::solve_moved<motors>(arm, x, j, gamma, k + k, Force<T>::zero(), l.viscous, work);
      keep(out.by_qd, j);
    }
    if (out.by_tau.data) {
      detail::solve_pushed<motors>(arm, x, j, work);
      for (int i = 0; i <= j; ++i) out.by_tau(i, j) = out.by_tau(j, i) = work.column[i];
    }
  }
}

}  // namespace catena
