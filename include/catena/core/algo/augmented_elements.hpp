// SPDX-License-Identifier: Apache-2.0
// The paper's own steps: the three terms of the independent elements of P* from generalized augmented bodies about
// their centres of mass, and the full arrays rebuilt by the properties P2-P10.
//
// Paper    Kang: "Computationally efficient KIC-based dynamic modeling of robot manipulators", section 4: eqs 19-29,
//          steps 1-7.
// Symbols  as in augmented_body.hpp | g_i velocity of C*_k, the centre of mass of body k, for a unit rate of joint i
//          w_i angular velocity | p = M g_k, n = III w_k linear and angular momentum of body k for a unit rate of joint k
// Frames   plane k in the axes of frame k before its own screw about z, where w_k = (0, 0, 1).
// Differs  the paper works in the axes of the first joint. Any joint may slide. A body without mass has its mass
//          centre at the origin of its frame.
// Misprint (20), (21): the term III (w × g_k) is not in the rate of L while the joints inside body k are locked, as
//          assumed; P2 comes from it and is needed, for what these joints change in III. For the others see
//          augmented_body.hpp. P* differs from the link-wise P* element by element: only the parts symmetric in the
//          velocities are equal.
// Cost     (5n³ + 41n² - 24n + 4) / 2 mul, (19n³ + 60n² + 59n - 54) / 6 add for I*, P1, P2, P3 and P*; n > 1, all
//          revolute, kinematics included; asserted step by step in augmented_body_test.cpp.
#pragma once

#include "catena/core/algo/augmented_body.hpp"
#include "catena/core/algo/kic_model.hpp"

namespace catena {

// An augmented body about its centre of mass, as the paper has it.
template <class T>
struct CentralBody {
  T M;          // mass
  Vec3<T> r;    // r*: from the origin of the frame to the centre of mass
  Sym3<T> III;  // inertia about the centre of mass
};

template <class T>
CentralBody<T> central_body(const AugmentedBody<T>& B) {
  const Vec3<T> r = mass_centre(B.m, B.h);  // 001 (15)
  const Sym3<T> C = {B.S.xx - B.h.x * r.x, B.S.yy - B.h.y * r.y, B.S.zz - B.h.z * r.z,
                     B.S.xy - B.h.x * r.y, B.S.xz - B.h.x * r.z, B.S.yz - B.h.y * r.z};
  return {B.m, r, {C.yy + C.zz, C.xx + C.zz, C.xx + C.yy, -C.xy, -C.xz, -C.yz}};  // 001 (18)
}

template <class T>
struct AugmentedElementsWork {
  explicit AugmentedElementsWork(int n)
      : bodies(n),
        body(size(n), CentralBody<T>{T(0), Vec3<T>::zero(), Sym3<T>::zero()}),
        g(size(n), Vec3<T>::zero()),
        MH(g),
        IH(g),
        wn(g) {}
  AugmentedWork<T> bodies;           //     augmented bodies about the frames' origins; axes of plane k
  std::vector<CentralBody<T>> body;  // (n) and about their centres of mass
  std::vector<Vec3<T>> g;            // (n) g_i for i < k
  std::vector<Vec3<T>> MH;           // (n) M_k w_j × g_k: mass times the second-order KIC
  std::vector<Vec3<T>> IH;           // (n) III (w_j × w_k)
  std::vector<Vec3<T>> wn;           // (n) w_j × n

 private:
  static std::size_t size(int n) { return static_cast<std::size_t>(n); }
};

namespace kang {

// III w_k: angular momentum of body k about its centre of mass for a unit rate of its joint.
template <class T>
Vec3<T> own_central(const ChainLink<T>& joint, const CentralBody<T>& B) {
  return joint.revolute() ? B.III.col_z() : Vec3<T>::zero();  // 001 (17)
}

// The angular velocity of body k, in the axes of plane k.
template <class T>
Vec3<T> velocity_of_body(const Chain<T>& arm, int k, std::span<const T> qd,
                         const AugmentedElementsWork<T>& work) {
  Vec3<T> w = arm.link(k).revolute() ? Vec3<T>{T(0), T(0), qd[k]} : Vec3<T>::zero();
  for (int j = 0; j < k; ++j) w += qd[j] * work.bodies.axis[j].ang;
  return w;
}

}  // namespace kang

// Step 2: the augmented bodies.
template <class T>
void elements_bodies(const Chain<T>& arm, const Posture<T>& x, AugmentedElementsWork<T>& work) {
  augmented_bodies(arm, x, work.bodies);  // 001 (S2)
  for (int k = 0; k < arm.dof(); ++k) work.body[k] = central_body(work.bodies.body[k]);
}

// Step 1: the axes of joints i < k in the frame of plane k, for k = 0, 1, ... in turn.
template <class T>
void elements_axes(const Chain<T>& arm, const Posture<T>& x, int k, AugmentedElementsWork<T>& work) {
  if (k > 0) advance_axes(arm, x, k, work.bodies.axis);  // 001 (S1)
}

// Step 3: first-order KICs of C*_k.
template <class T>
void elements_first_order(int k, AugmentedElementsWork<T>& work) {
  for (int i = 0; i < k; ++i)
    work.g[i] = work.bodies.axis[i].lin + cross(work.bodies.axis[i].ang, work.body[k].r);  // 001 (S3)
}

// Step 4: column k of I*.
template <class T>
void elements_inertia(const Chain<T>& arm, int k, AugmentedElementsWork<T>& work, MatView<T> I) {
  const Vec3<T> p = kang::own_linear(arm.link(k), work.bodies.body[k]);
  const Vec3<T> n = kang::own_central(arm.link(k), work.body[k]);
  for (int i = 0; i < k; ++i)
    I(i, k) = I(k, i) = dot(work.g[i], p) + dot(work.bodies.axis[i].ang, n);  // 001 (23) (24) (S4)
  const AugmentedBody<T>& B = work.bodies.body[k];
  I(k, k) = arm.link(k).revolute() ? B.S.xx + B.S.yy : B.m;
}

// Step 5: second-order KICs [H]_{j;k}, times mass or inertia.
template <class T>
void elements_second_order(const Chain<T>& arm, int k, AugmentedElementsWork<T>& work) {
  const bool turns = arm.link(k).revolute();
  const Vec3<T> p = kang::own_linear(arm.link(k), work.bodies.body[k]);
  const Vec3<T> n = kang::own_central(arm.link(k), work.body[k]);
  for (int j = 0; j < k; ++j) {  // 001 (S5)
    const Vec3<T>& w = work.bodies.axis[j].ang;
    work.MH[j] = cross(w, p);
    work.IH[j] = turns ? work.body[k].III * cross_z(w) : Vec3<T>::zero();
    work.wn[j] = cross(w, n);
  }
  work.MH[k] = turns ? z_cross(p) : Vec3<T>::zero();
}

// Step 6: plane k of the independent elements. P3(i,j,k) is kept as P2(k,i,j), which it equals for i < j.
template <class T, class Model>
void elements_plane(const Chain<T>& arm, int k, AugmentedElementsWork<T>& work, Model& out) {
  const CubeView<T> P1 = out.view(out.P1), P2 = out.view(out.P2);
  const std::vector<Motion<T>>& S = work.bodies.axis;
  const Vec3<T> n = kang::own_central(arm.link(k), work.body[k]);
  for (int j = 0; j <= k; ++j)
    for (int i = 0; i < k; ++i) P1(i, j, k) = dot(work.g[i], work.MH[j]);  // 001 (25) (S6)
  for (int j = 0; j < k; ++j) {
    for (int i = 0; i < k; ++i) P2(i, j, k) = dot(S[i].ang, work.IH[j]);  // 001 (26)
    for (int i = 0; i < j; ++i) P2(k, i, j) = dot(S[i].ang, work.wn[j]);  // 001 (27) (P10)
    P2(k, j, k) = dot(cross_z(S[j].ang), n);                              // 001 (26) (27)
  }
}

// I*, P1, P2, P3 and P*, all full.
template <class T, class Model>
void augmented_elements(const Chain<T>& arm, const Posture<T>& x, AugmentedElementsWork<T>& work,
                        Model& out) {
  elements_bodies(arm, x, work);
  for (int k = 0; k < arm.dof(); ++k) {
    elements_axes(arm, x, k, work);
    elements_first_order(k, work);
    elements_inertia<T>(arm, k, work, out.I);
    elements_second_order(arm, k, work);
    elements_plane(arm, k, work, out);
  }
  kang::fill_by_properties(arm.dof(), out.view(out.P1), out.view(out.P2), out.view(out.P3));
  kang::add_terms(out);  // 001 (S7)
}

// Where the augmented bodies are: masses, centres of mass (3 x n) and inertias about them (3 x 3 x n), in base axes. After
// set_poses.
template <class T>
void bodies_in_base(const Chain<T>& arm, const Posture<T>& x, const Kinematics<T>& kinematics,
                    std::span<T> mass, MatView<T> centre, CubeView<T> inertia) {
  AugmentedBody<T> B = AugmentedBody<T>::zero();
  for (int k = arm.dof() - 1; k >= 0; --k) {
    B = B + AugmentedBody<T>::of(arm.link(k));  // in frame k
    const CentralBody<T> body = central_body(B);
    const Pose<T>& X = kinematics.frame[k];
    const Vec3<T> c = X * body.r;
    const Mat3<T> I = rotated(X.R, body.III).full();
    mass[k] = body.M;
    centre(0, k) = c.x, centre(1, k) = c.y, centre(2, k) = c.z;
    inertia(0, 0, k) = I.xx, inertia(0, 1, k) = I.xy, inertia(0, 2, k) = I.xz;
    inertia(1, 0, k) = I.yx, inertia(1, 1, k) = I.yy, inertia(1, 2, k) = I.yz;
    inertia(2, 0, k) = I.zx, inertia(2, 1, k) = I.zy, inertia(2, 2, k) = I.zz;
    if (k > 0) B = kang::screw_x(x.step(k), kang::screw_z(x.step(k), B));
  }
}

// The rates of the momenta of body k that joint k causes, about its centre of mass, in the axes of plane k.
template <class T>
struct MomentumRates {
  Vec3<T> P, L;
};

// The joints inside body k are locked. After steps 1 to 3 for k.
template <class T>
MomentumRates<T> augmented_rates(const Chain<T>& arm, int k, std::span<const T> qd, std::span<const T> qdd,
                                 const AugmentedElementsWork<T>& work) {
  const Vec3<T> p = kang::own_linear(arm.link(k), work.bodies.body[k]);
  const Vec3<T> n = kang::own_central(arm.link(k), work.body[k]);
  const Vec3<T> w = kang::velocity_of_body(arm, k, qd, work);
  return {qdd[k] * p + qd[k] * cross(w, p),   // 001 (19)
          qdd[k] * n + qd[k] * cross(w, n)};  // 001 (20)
}

// The term III (w × g_k) that (20) adds to the rate of L: the elements of P2.
template <class T>
Vec3<T> printed_rate_term(const Chain<T>& arm, int k, std::span<const T> qd,
                          const AugmentedElementsWork<T>& work) {
  if (!arm.link(k).revolute()) return Vec3<T>::zero();
  const Vec3<T> w = kang::velocity_of_body(arm, k, qd, work);
  return qd[k] * (work.body[k].III * cross_z(w));  // 001 (20) (26)
}

// The torques of joints i <= k from the changing momenta of body k alone, the joints inside it locked, and from the term
// that (20) adds: the elements of plane k contain it. After steps 1 to 3 for k.
template <class T>
void augmented_load(const Chain<T>& arm, int k, std::span<const T> qd, std::span<const T> qdd,
                    const AugmentedElementsWork<T>& work, std::span<T> out) {
  const MomentumRates<T> rate = augmented_rates(arm, k, qd, qdd, work);
  const Vec3<T> Ld = rate.L + printed_rate_term(arm, k, qd, work);
  for (int i = 0; i < k; ++i)  // 001 (21) (22)
    out[i] = dot(work.g[i], rate.P) + dot(work.bodies.axis[i].ang, Ld);
  out[k] = arm.link(k).revolute() ? dot(z_cross(work.body[k].r), rate.P) + Ld.z : rate.P.z;
}

}  // namespace catena
