// SPDX-License-Identifier: Apache-2.0
// The diagonalised equations of motion as the paper prints them, one row of its Table 2 after the other, with Ψ, X and λ̇ as
// matrices, for study: quasi_velocity_fd.hpp does the same for less.
//
// Paper    Kozłowski 1995, the recursions of sections 4 and 6; 003 (Table2).
// Symbols  as in quasi_velocity_bias.hpp | A(k) rotation from frame k to frame k+1 | Φ(k+1,k) translation by l(k+1,k)
//          V+, z+ before the joint: V+ in the axes of the link before, z+ too | F weight of the link, p its centre of mass
// Frames   link i in frame i, at its origin; modified Denavit-Hartenberg. A is two planar rotations, l is full.
// Differs  τ̄ P and τ̄ λ̇ τ̄* have a row and a column of zeros, which are not computed. Of what the first link sends to the
//          base nothing is computed. Prismatic joints: Ω_δ = crf(S q̇), see quasi_velocity.hpp.
// Misprint b: the force row has m ω × v (printed m p × v). l(k,k-1) points from O_k to O_{k-1}.
// Cost     ν̇ from ν: 531n - 589 mul, 510n - 605 add, n sqrt (printed 605N - 462, 530N - 448); ξ̇ from ξ: 428n - 434 mul,
//          407n - 456 add (printed 500N - 319, 426N - 286); n > 2, all revolute; row by row in quasi_paper_test.cpp.
#pragma once

#include "catena/core/algo/quasi_velocity_bias.hpp"
#include "catena/core/math/central.hpp"
#include "catena/core/math/translate_inertia.hpp"

namespace catena {

// The rows of Table 2. theta, z_plus and y have one count for ν and another for ξ; force is ε or κ, rate ν̇ or ξ̇.
enum class QuasiRow { P, G, V_plus, V, z, psi, b, X, lambda, theta, force, z_plus, y, C, rate };
inline constexpr std::size_t kQuasiRows = 15;

// Ψ = Φ A τ̄, from link i to the link before: blocks (from angular, from linear) of (angular; linear).
template <class T>
struct QuasiShift {
  Mat3<T> aa, al, la, ll;

  static QuasiShift zero() { return {Mat3<T>::zero(), Mat3<T>::zero(), Mat3<T>::zero(), Mat3<T>::zero()}; }
  friend Force<T> operator*(const QuasiShift& S, const Force<T>& y) {
    return {S.aa * y.ang + S.al * y.lin, S.la * y.ang + S.ll * y.lin};
  }
  // Ψ* V
  friend Motion<T> transpose_times(const QuasiShift& S, const Motion<T>& V) {
    return {transpose_times(S.aa, V.ang) + transpose_times(S.la, V.lin),
            transpose_times(S.al, V.ang) + transpose_times(S.ll, V.lin)};
  }
};

template <class T>
struct QuasiPaperWork {
  explicit QuasiPaperWork(const Chain<T>& arm);

  std::vector<Vec3<T>> l, p;             // (n) from O_i-1 to O_i in frame i-1; from O_i to the centre of mass
  std::vector<ArticulatedInertia<T>> P;  // (n)
  std::vector<Force<T>> u, G;            // (n) P H*, P H*/D
  std::vector<T> D, root;                // (n) D, D^½
  std::vector<Motion<T>> V_plus, V;      // (n)
  std::vector<T> qd, xi;                 // (n)
  std::vector<Force<T>> z, z_plus;       // (n) z in frame i; z+ in the axes of frame i-1
  std::vector<QuasiShift<T>> psi;        // (n) not set for the first
  std::vector<Force<T>> b;               // (n)
  std::vector<ArticulatedInertia<T>> Q;  // (n) q̇ P, of which X = Ω_δ P consists
  std::vector<ArticulatedInertia<T>> ld;  // (n) λ̇
  std::vector<Force<T>> y;                // (n)
  std::vector<T> force, C;                // (n) ε or κ; C(θ,ν) or C(θ,ξ)
};

template <class T>
QuasiPaperWork<T>::QuasiPaperWork(const Chain<T>& arm) {
  const auto n = static_cast<std::size_t>(arm.dof());
  l.assign(n, Vec3<T>::zero());
  for (int i = 0; i < arm.dof(); ++i) p.push_back(mass_centre(arm.link(i).body.m, arm.link(i).body.h));
  P.assign(n, ArticulatedInertia<T>::rigid(RigidInertia<T>::zero())), Q = ld = P;
  u.assign(n, Force<T>::zero()), G = z = z_plus = b = y = u;
  D.assign(n, T(0)), root = qd = xi = force = C = D;
  V.assign(n, Motion<T>::zero()), V_plus = V;
  psi.assign(n, QuasiShift<T>::zero());
}

namespace detail::quasi {

// A v and A⁻¹ v: 8M 4A; A X A⁻¹: 16M 16A for a symmetric block, 24M 22A for another.
template <class T, class B>
B to_frame_before(const Step<T>& s, const B& v) {
  return turn_x(s.ca, s.sa, turn_z(s.c, s.s, v));
}
template <class T>
Vec3<T> from_frame_before(const Step<T>& s, const Vec3<T>& v) {
  return turn_back_z(s.c, s.s, turn_back_x(s.ca, s.sa, v));
}

// Φ A X A⁻¹ Φ*, by the two products of paper 002 for a translation: 30M 42A.
template <class T>
ArticulatedInertia<T> shifted(const Step<T>& s, const Vec3<T>& l, const ArticulatedInertia<T>& X) {
  const Sym3<T> I = to_frame_before(s, X.I), G = to_frame_before(s, X.G);
  const Mat3<T> F = transpose(to_frame_before(s, X.H));
  const Mat3<T> F1 = F + times_hat(G, -l);
  return {I + translated_inertia(F, F1, -l), transpose(F1), G};
}

// q̇ P without the products that X = Ω_δ P does not have.
template <class T>
ArticulatedInertia<T> times_rate(const ChainLink<T>& l, const T& qd, const ArticulatedInertia<T>& P) {
  const auto sym = [&](const Sym3<T>& S) {
    return Sym3<T>{qd * S.xx, qd * S.yy, T(0), qd * S.xy, qd * S.xz, qd * S.yz};
  };
  const Mat3<T>& H = P.H;
  if (!l.revolute())
    return {Sym3<T>::zero(),
            {qd * H.xx, qd * H.xy, T(0), qd * H.yx, qd * H.yy, T(0), qd * H.zx, qd * H.zy, T(0)},
            sym(P.G)};
  return {sym(P.I),
          {qd * H.xx, qd * H.xy, qd * H.xz, qd * H.yx, qd * H.yy, qd * H.yz, qd * H.zx, qd * H.zy, T(0)},
          sym(P.G)};
}

}  // namespace detail::quasi

// --- the rows, link by link

// P(k) = Ψ P Ψ* + M, from that of the next link
template <class T>
void quasi_paper_P(const Chain<T>& arm, const Posture<T>& x, int i, QuasiPaperWork<T>& work) {
  work.P[i] = ArticulatedInertia<T>::rigid(arm.link(i).body);
  if (i + 1 == arm.dof()) return;
  const ChainLink<T>& next = arm.link(i + 1);
  const ArticulatedInertia<T> passed = deflate(  // τ̄ P
      without_joint(next, work.P[i + 1]), without_joint(next, work.u[i + 1]),
      without_joint(next, work.G[i + 1]));
  work.P[i] = work.P[i] + detail::quasi::shifted(x.step(i + 1), work.l[i + 1], passed);  // 003 (Table2)
}
// G = P H*/D; the paper does not list D, one of the elements of P, nor its root
template <class T>
void quasi_paper_G(const Chain<T>& arm, int i, QuasiPaperWork<T>& work) {
  const ChainLink<T>& l = arm.link(i);
  const Force<T> u = work.u[i] = along_joint(l, work.P[i]);
  const T D = work.D[i] = joint_component(l, u);
  const Force<T> others = without_joint(l, u);
  work.G[i] = with_joint(l,
                         Force<T>{{others.ang.x / D, others.ang.y / D, others.ang.z / D},
                                  {others.lin.x / D, others.lin.y / D, others.lin.z / D}},
                         T(1));
}

// V+ = Φ* V
template <class T>
void quasi_paper_V_plus(int i, QuasiPaperWork<T>& work) {
  const Motion<T> before = i > 0 ? work.V[i - 1] : Motion<T>::zero();
  work.V_plus[i] = {before.ang, before.lin + cross(before.ang, work.l[i])};
}
// A⁻¹ V+, to which θ̇ is added; counted with V
template <class T>
void quasi_paper_turn_V(const Posture<T>& x, int i, QuasiPaperWork<T>& work) {
  const Motion<T>& before = work.V_plus[i];
  work.V[i] = {detail::quasi::from_frame_before(x.step(i), before.ang),
               detail::quasi::from_frame_before(x.step(i), before.lin)};
}
// θ̇ = ξ - G* A⁻¹ V+; for ν, ξ = D^-½ ν
template <class T>
void quasi_paper_theta(const Chain<T>& arm, int i, const T& xi, QuasiPaperWork<T>& work) {
  const Motion<T>& V = work.V[i];
  const T along = arm.link(i).revolute() ? V.ang.z : V.lin.z;
  work.xi[i] = xi;
  work.qd[i] = xi - (dot_across(arm.link(i), work.G[i], V) + along);
}

// z = Φ z+
template <class T>
void quasi_paper_z(const Chain<T>& arm, int i, QuasiPaperWork<T>& work) {
  if (i + 1 == arm.dof()) {
    work.z[i] = Force<T>::zero();
    return;
  }
  const Force<T>& next = work.z_plus[i + 1];
  work.z[i] = {next.ang + cross(work.l[i + 1], next.lin), next.lin};
}
// z+ = A (z + G κ); the component along the joint is τ
template <class T>
void quasi_paper_z_plus(const Chain<T>& arm, const Posture<T>& x, int i, const T& kappa, const T& tau,
                        QuasiPaperWork<T>& work) {
  const Force<T> sum = add_scaled(arm.link(i), kappa, work.G[i], work.z[i], tau);
  work.z_plus[i] = {detail::quasi::to_frame_before(x.step(i), sum.ang),
                    detail::quasi::to_frame_before(x.step(i), sum.lin)};
}

// Ψ = Φ A τ̄
template <class T>
void quasi_paper_psi(const Chain<T>& arm, const Posture<T>& x, int i, QuasiPaperWork<T>& work) {
  const ChainLink<T>& link = arm.link(i);
  const Step<T>& s = x.step(i);
  const Vec3<T>& l = work.l[i];
  const Mat3<T> R = {s.c, -s.s, T(0), s.s * s.ca, s.c * s.ca, -s.sa, s.s * s.sa, s.c * s.sa, s.ca};
  const Vec3<T> ex = cross(l, R.col_x()), ey = cross(l, R.col_y()), ez = cross(l, R.col_z());
  // Φ A of the gain, whose component along the joint, 1, cancels that of the unit matrix
  const Force<T> G = without_joint(link, work.G[i]);
  const Vec3<T> f = detail::quasi::to_frame_before(s, G.lin);
  const Vec3<T> n = detail::quasi::to_frame_before(s, G.ang) + cross(l, f);
  QuasiShift<T> S = {R, {ex.x, ey.x, ez.x, ex.y, ey.y, ez.y, ex.z, ey.z, ez.z}, Mat3<T>::zero(), R};
  Mat3<T>&upper = link.revolute() ? S.aa : S.al, &lower = link.revolute() ? S.la : S.ll;
  upper.xz = -n.x, upper.yz = -n.y, upper.zz = -n.z;
  lower.xz = -f.x, lower.yz = -f.y, lower.zz = -f.z;
  work.psi[i] = S;
}

// b = (ω × I ω + m p × (ω × v) - p × F; m ω × v + m ω × (ω × p) - F), F = m g
template <class T>
Vec3<T> quasi_paper_b(const Chain<T>& arm, const Posture<T>& x, int i, const Vec3<T>& g_before,
                      QuasiPaperWork<T>& work) {
  const RigidInertia<T>& B = arm.link(i).body;
  const Vec3<T>&w = work.V[i].ang, &v = work.V[i].lin;
  const Vec3<T> g = detail::quasi::from_frame_before(x.step(i), g_before);
  const Vec3<T> F = B.m * g, wv = cross(w, v);
  work.b[i] = {cross(w, B.I * w) + cross(B.h, wv) - cross(work.p[i], F),
               B.m * wv + cross(w, cross(w, B.h)) - F};
  return g;
}

// X = Ω_δ P, as the products of which its elements are
template <class T>
void quasi_paper_X(const Chain<T>& arm, int i, QuasiPaperWork<T>& work) {
  work.Q[i] = detail::quasi::times_rate(arm.link(i), work.qd[i], work.P[i]);
}
// X V
template <class T>
Force<T> quasi_paper_XV(const ChainLink<T>& l, const ArticulatedInertia<T>& Q, const Motion<T>& V) {
  return detail::quasi::carried(l, T(1), Q, V);
}
// (X* - X) V, whose matrix is skew-symmetric: 28M 26A, 20M 16A less than its two parts
template <class T>
Force<T> quasi_paper_skew(const ChainLink<T>& l, const ArticulatedInertia<T>& Q, const Motion<T>& V) {
  if (!l.revolute()) return Q * bias_acceleration(l, V, T(1)) - quasi_paper_XV(l, Q, V);
  const auto square = [](const Sym3<T>& S) { return Vec3<T>{S.xz, S.yz, -(S.xx + S.yy)}; };
  const Mat3<T>& H = Q.H;
  const T d = H.yx - H.xy, s = H.xx + H.yy;
  const Mat3<T> K = {d, s, H.yz, -s, d, -H.xz, -H.zy, H.zx, T(0)};
  return {cross(square(Q.I), V.ang) + K * V.lin, cross(square(Q.G), V.lin) - transpose_times(K, V.ang)};
}

// λ̇(k) = Ψ λ̇ Ψ* + X + X*
template <class T>
void quasi_paper_lambda(const Chain<T>& arm, const Posture<T>& x, int i, QuasiPaperWork<T>& work) {
  const ArticulatedInertia<T> own = detail::quasi::carried(arm.link(i), T(1), work.Q[i]);
  if (i + 1 == arm.dof()) {
    work.ld[i] = own;
    return;
  }
  const ChainLink<T>& next = arm.link(i + 1);
  const Force<T> w = along_joint(next, work.ld[i + 1]), G = without_joint(next, work.G[i + 1]);
  // τ̄ λ̇ τ̄* = λ̇ - G r* - r G* with r = w - ½ (H w) G
  const Force<T> r = without_joint(next, w) - (T(0.5) * joint_component(next, w)) * G;
  const ArticulatedInertia<T> passed = detail::quasi::deflate_both(without_joint(next, work.ld[i + 1]), G, r);
  work.ld[i] = detail::quasi::shifted(x.step(i + 1), work.l[i + 1], passed) + own;  // 003 (Table2)
}

// y = Ψ (y + λ̇ V) + 2 b + (X* - X) V - λ̇ Ψ* V
template <class T>
void quasi_paper_y_nu(const Chain<T>& arm, int i, QuasiPaperWork<T>& work) {
  const ChainLink<T>& l = arm.link(i);
  const Motion<T>& V = work.V[i];
  Force<T> y = (work.b[i] + work.b[i]) + quasi_paper_skew(l, work.Q[i], V);
  if (i + 1 < arm.dof()) y += work.psi[i + 1] * (work.y[i + 1] + work.ld[i + 1] * work.V[i + 1]);
  if (i > 0) y = y - work.ld[i] * transpose_times(work.psi[i], work.V[i - 1]);
  work.y[i] = y;
}
// y = Ψ y + λ̇ H* ξ + b - X V
template <class T>
void quasi_paper_y_xi(const Chain<T>& arm, int i, QuasiPaperWork<T>& work) {
  const ChainLink<T>& l = arm.link(i);
  Force<T> y = work.xi[i] * along_joint(l, work.ld[i]) + work.b[i] - quasi_paper_XV(l, work.Q[i], work.V[i]);
  if (i + 1 < arm.dof()) y += work.psi[i + 1] * work.y[i + 1];
  work.y[i] = y;
}

// Runs a row; `count(row, run)` may count what it does.
struct QuasiUncounted {
  template <class Run>
  void operator()(QuasiRow, Run&& run) const {
    run();
  }
};

// The equations of motion: ν̇ from ν, or ξ̇ from ξ, without a wrench at the tool.
template <class T, class Count = QuasiUncounted>
void quasi_paper(const Chain<T>& arm, const Posture<T>& x, bool normalized, std::span<const T> velocity,
                 std::span<const T> tau, const Vec3<T>& gravity, QuasiPaperWork<T>& work, std::span<T> rate,
                 const Count& count = {}) {
  using std::sqrt;
  using Row = QuasiRow;
  const int n = arm.dof();
  for (int i = 0; i < n; ++i) {  // constants, unless the joint slides
    const Step<T>& s = x.step(i);
    work.l[i] = {s.a, -(s.sa * s.d), s.ca * s.d};
  }
  for (int i = n - 1; i >= 0; --i) {
    count(Row::P, [&] { quasi_paper_P(arm, x, i, work); });
    count(Row::G, [&] { quasi_paper_G(arm, i, work); });
    if (i > 0) count(Row::psi, [&] { quasi_paper_psi(arm, x, i, work); });
  }
  Vec3<T> g = transpose_times(arm.base().R, gravity);
  for (int i = 0; i < n; ++i) {
    count(Row::V_plus, [&] { quasi_paper_V_plus(i, work); });
    count(Row::V, [&] { quasi_paper_turn_V(x, i, work); });
    count(Row::theta, [&] {
      T xi = velocity[i];
      if (normalized) {
        work.root[i] = sqrt(work.D[i]);
        xi = xi / work.root[i];
      }
      quasi_paper_theta(arm, i, xi, work);
    });
    count(Row::V, [&] { work.V[i] = add_joint(arm.link(i), work.V[i], work.qd[i]); });
    count(Row::b, [&] { g = quasi_paper_b(arm, x, i, g, work); });
    count(Row::X, [&] { quasi_paper_X(arm, i, work); });
  }
  for (int i = n - 1; i >= 0; --i) {
    const ChainLink<T>& l = arm.link(i);
    count(Row::lambda, [&] { quasi_paper_lambda(arm, x, i, work); });
    count(Row::z, [&] { quasi_paper_z(arm, i, work); });
    count(Row::force, [&] {
      const T kappa = tau[i] - joint_component(l, work.z[i]);
      work.force[i] = normalized ? kappa / work.root[i] : kappa;
    });
    if (i > 0)
      count(Row::z_plus, [&] {
        const T kappa = normalized ? work.root[i] * work.force[i] : work.force[i];
        quasi_paper_z_plus(arm, x, i, kappa, tau[i], work);
      });
    count(Row::y, [&] { normalized ? quasi_paper_y_nu(arm, i, work) : quasi_paper_y_xi(arm, i, work); });
    count(Row::C, [&] {
      const T along = joint_component(l, work.y[i]);
      work.C[i] = normalized ? T(0.5) * along / work.root[i] : along;
    });
    count(Row::rate, [&] {
      const T rest = work.force[i] - work.C[i];
      rate[i] = normalized ? rest : rest / work.D[i];
    });
  }
}

}  // namespace catena
