// SPDX-License-Identifier: Apache-2.0
#include "check/paper_identities.hpp"

#include <algorithm>

#include "catena/core/algo/frame_injection.hpp"
#include "catena/core/algo/momentum.hpp"
#include "catena/core/algo/quasi_velocity.hpp"
#include "check/power_terms.hpp"
#include "core/math/linear.hpp"

namespace catena::check::detail {
namespace {

using catena::detail::product;
using catena::detail::times;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using Out = std::span<const double>;
using In = const Specimen&;
using By = const Method<double>&;

// Array k of the result.
Eigen::Map<const MatrixXd> array(In s, By method, Out out, std::size_t k) {
  std::size_t first = 0;
  const auto& arrays = info(method.quantity).arrays;
  for (std::size_t i = 0; i < k; ++i) first += size_of(arrays[i].shape, s.arm.dof()).count();
  const Size size = size_of(arrays[k].shape, s.arm.dof());
  return {out.data() + first, size.rows, size.cols};
}
Eigen::Map<const VectorXd> vector(Out out) { return {out.data(), static_cast<Eigen::Index>(out.size())}; }

VectorXd vec(const Vec3<double>& v) { return Eigen::Vector3d(v.x, v.y, v.z); }
Vec3<double> column(const Eigen::Map<const MatrixXd>& A, Eigen::Index j) {
  return {A(0, j), A(1, j), A(2, j)};
}

// --- along the motion, by dual numbers ------------------------------------------------------------------------

std::vector<Rate> along(std::span<const double> value, std::span<const double> rate) {
  std::vector<Rate> out(value.begin(), value.end());
  for (std::size_t i = 0; i < out.size(); ++i) out[i].d[0] = rate[i];
  return out;
}

// d/dt of ξ or ν.
VectorXd quasi_rate(In s, bool normalized) {
  const Chain<Rate>& arm = s.subject.rates;
  const std::vector<Rate> q = along(s.q, s.qd), qd = along(s.qd, s.qdd);
  const Posture<Rate> x = posture<Rate>(arm, q);
  QuasiFactors<Rate> f(arm.dof());
  quasi_factors(arm, x, f);
  std::vector<Rate> xi(q.size());
  if (normalized) {
    quasi_roots(f);
    nu_from_qd<Rate>(arm, x, f, qd, xi);
  } else {
    xi_from_qd<Rate>(arm, x, f, qd, xi);
  }
  VectorXd rate(arm.dof());
  for (int i = 0; i < arm.dof(); ++i) rate[i] = xi[static_cast<std::size_t>(i)].d[0];
  return rate;
}

// d/dt of the momentum of the arm.
VectorXd momentum_rate_by_dual(In s) {
  const Chain<Rate>& arm = s.subject.rates;
  const std::vector<Rate> q = along(s.q, s.qd), qd = along(s.qd, s.qdd);
  MomentumWork<Rate> work(arm.dof());
  const Force<Rate> H = momentum<Rate>(arm, posture<Rate>(arm, q), qd, work);
  VectorXd rate(6);
  rate << H.ang.x.d[0], H.ang.y.d[0], H.ang.z.d[0], H.lin.x.d[0], H.lin.y.d[0], H.lin.z.d[0];
  return rate;
}

// --- 000: what the joints inject into the links -----------------------------------------------------------------

// The sum of the three parts over the joints, for each link: 3 x n.
MatrixXd injected(In s, By method, Out out) {
  const int n = s.arm.dof();
  MatrixXd sum = MatrixXd::Zero(3, n);
  for (std::size_t k = 0; k < 3; ++k)
    for (int j = 0; j < n; ++j) sum += array(s, method, out, k).middleCols(j * n, n);
  return sum;
}

Gap injected_forces(In s, By method, Out out) {
  const MatrixXd a = injected(s, method, out);
  VectorXd force = VectorXd::Zero(3);
  for (int i = 0; i < s.arm.dof(); ++i) force += s.arm.link(i).body.m * a.col(i);
  return gap_of(force, momentum_rate_by_dual(s).tail(3), scale_of(Quantity::momentum_rate, s));
}

// Moments about the centres of mass, and of the forces there about the base.
Gap injected_moments(In s, By method, Out out) {
  const int n = s.arm.dof();
  const MatrixXd mu = injected(s, method, out);
  FrameInjectionWork<double> work(n);
  set_poses(s.arm, s.x, work.kinematics);
  set_bodies(s.arm, work);
  set_rates<double>(s.arm, s.qd, s.qdd, work);
  VectorXd moment = VectorXd::Zero(3);
  for (int i = 0; i < n; ++i) {
    link_injections(s.arm, i, work);
    Vec3<double> a = Vec3<double>::zero();
    for (int j = 0; j <= i; ++j) a += work.injection[static_cast<std::size_t>(j)].acceleration();
    const InjectedBody<double>& body = work.body[static_cast<std::size_t>(i)];
    moment += mu.col(i) + vec(cross(body.c, body.m * a));
  }
  return gap_of(moment, momentum_rate_by_dual(s).head(3), scale_of(Quantity::momentum_rate, s));
}

Gap injected_torques(In s, By method, Out out) {
  VectorXd sum = VectorXd::Zero(s.arm.dof());
  for (std::size_t k = 0; k < 3; ++k) sum += array(s, method, out, k).rowwise().sum();
  return gap_of(sum, vector(s.tau) - s.dV, s.size_tau);
}

// --- 001: influence coefficients, inertia powers, augmented bodies ------------------------------------------------

Gap first_order(In s, By method, Out out) {
  return gap_of(array(s, method, out, 0), s.J, std::max(s.reach, 1.0));
}

// Σ_j H(., j, k) q̇_j = dJ_k/dt
Gap second_order(In s, By method, Out out) {
  const int n = s.arm.dof();
  const auto H = array(s, method, out, 1);
  MatrixXd rate(6, n);
  for (int k = 0; k < n; ++k) rate.col(k) = times(H.middleCols(k * n, n), vector(s.qd));
  return gap_of(rate, s.Jd, std::max(s.reach, 1.0) * vector(s.qd).cwiseAbs().sum());
}

Gap power(In s, By method, Out out) {
  const int n = s.arm.dof();
  const auto P = array(s, method, out, 3);
  VectorXd bias = VectorXd::Zero(n);
  for (int k = 0; k < n; ++k)
    bias += s.qd[static_cast<std::size_t>(k)] * times(P.middleCols(k * n, n), vector(s.qd));
  return gap_of(bias, s.bias, s.size_bias);
}

// P1, P2, P3 each by itself, and P* = P1 + P2 + P3, which their order does not change.
Gap terms(In s, By method, Out out, const PowerTerms& P) {
  const auto n = static_cast<Eigen::Index>(s.arm.dof());
  MatrixXd got(4 * n, n * n), want(4 * n, n * n);
  for (std::size_t k = 0; k < 4; ++k)
    got.middleRows(static_cast<Eigen::Index>(k) * n, n) = array(s, method, out, k);
  want << P[0], P[1], P[2], P[0] + P[1] + P[2];
  return gap_of(got, want, s.size_M);
}

// The moment of the weight of body k about joint k is the whole gravity torque of that joint.
Gap weights_of_bodies(In s, By method, Out out) {
  const Kinematics<double> k = kinematics_of(s.arm, s.x);
  VectorXd g(s.arm.dof());
  for (int i = 0; i < s.arm.dof(); ++i) {
    const Pose<double>& X = k.frame[static_cast<std::size_t>(i)];
    const Vec3<double> z = X.R.col_z(), c = column(array(s, method, out, 1), i);
    g[i] = -out[static_cast<std::size_t>(i)] *
           dot(s.arm.link(i).revolute() ? cross(z, c - X.p) : z, s.arm.gravity());
  }
  return gap_of(g, s.dV, s.weight);
}

// The inertia of body k about joint k is M_kk.
Gap inertias_of_bodies(In s, By method, Out out) {
  const Kinematics<double> k = kinematics_of(s.arm, s.x);
  VectorXd diagonal(s.arm.dof());
  for (int i = 0; i < s.arm.dof(); ++i) {
    const Pose<double>& X = k.frame[static_cast<std::size_t>(i)];
    const double m = out[static_cast<std::size_t>(i)];
    const Vec3<double> z = X.R.col_z(), arm = cross(z, column(array(s, method, out, 1), i) - X.p);
    const VectorXd Iz = times(array(s, method, out, 2).middleCols(3 * i, 3), vec(z));
    diagonal[i] = s.arm.link(i).revolute() ? vec(z).dot(Iz) + m * dot(arm, arm) : m;
  }
  return gap_of(diagonal, s.M.diagonal(), s.size_M);
}

// --- 002 and 003: factors of M ------------------------------------------------------------------------------------

// Aᵀ diag(M_i) A with the links' 6 x 6 matrices side by side.
MatrixXd congruent(const MatrixXd& A, const MatrixXd& links) {
  MatrixXd MA(A.rows(), A.cols());
  for (Eigen::Index i = 0; i < A.rows(); i += 6)
    MA.middleRows(i, 6) = product(links.middleCols(i, 6), A.middleRows(i, 6));
  return product(A.transpose(), MA);
}

Gap complement(In s, By method, Out out) {
  const MatrixXd N = product(array(s, method, out, 0), array(s, method, out, 1));
  return gap_of(congruent(N, array(s, method, out, 2)), s.M, s.size_M);
}

Gap operators(In s, By method, Out out) {
  const MatrixXd HPhi = product(array(s, method, out, 1), array(s, method, out, 0));
  return gap_of(congruent(HPhi.transpose(), array(s, method, out, 2)), s.M, s.size_M);
}

// U and D of M by elimination, in units of each joint's own inertia, D on the diagonal.
MatrixXd eliminated(In s) {
  MatrixXd F = s.M;
  udu_factor(MatView<double>{F.data(), s.arm.dof(), s.arm.dof(), s.arm.dof()});
  return F;
}

// (1 - HΨK) U = 1
Gap inverse_factor(In s, By method, Out out) {
  const int n = s.arm.dof();
  const auto Psi = array(s, method, out, 0), K = array(s, method, out, 1);
  MatrixXd rows(n, 6 * n);
  for (int i = 0; i < n; ++i) rows.row(i) = Psi.row(6 * i + (s.arm.link(i).revolute() ? 2 : 5));
  const MatrixXd one = MatrixXd::Identity(n, n), L = one - product(rows, K);
  MatrixXd U = eliminated(s).triangularView<Eigen::StrictlyUpper>();
  U += one;
  const auto unit = s.unit.asDiagonal();
  return gap_of(unit * product(L, U) * unit.inverse(), one, 1);
}

Gap pivots_of_bodies(In s, By method, Out out) {
  const VectorXd scale = s.unit.cwiseProduct(s.unit);
  return gap_of(scale.cwiseProduct(VectorXd(array(s, method, out, 2))),
                scale.cwiseProduct(VectorXd(eliminated(s).diagonal())), 1);
}

// κ·ξ = ε·ν = τ·q̇
Gap quasi_power(In s, Out out, bool normalized) {
  std::vector<double> speed(out.size());
  QuasiFactors<double> f(s.arm.dof());
  quasi_factors(s.arm, s.x, f);
  if (normalized) quasi_roots(f);
  if (normalized)
    nu_from_qd<double>(s.arm, s.x, f, s.qd, speed);
  else
    xi_from_qd<double>(s.arm, s.x, f, s.qd, speed);
  const double power = vector(out).dot(vector(speed)), expected = vector(s.tau).dot(vector(s.qd));
  return gap({&power, 1}, {&expected, 1}, s.size_tau * vector(s.qd).cwiseAbs().sum());
}

// --- 003: torques by terms -----------------------------------------------------------------------------------------

Gap torque_terms(In s, By method, Out out) {
  VectorXd sum = VectorXd::Zero(s.arm.dof());
  for (std::size_t k = 0; k < 3; ++k) sum += array(s, method, out, k).rowwise().sum();
  return gap_of(sum, vector(s.tau), s.size_tau);
}

// The first term is M qdd, column by column.
Gap inertia_term(In s, By method, Out out) {
  MatrixXd expected = s.M;
  for (int j = 0; j < s.arm.dof(); ++j) expected.col(j) *= s.qdd[static_cast<std::size_t>(j)];
  return gap_of(array(s, method, out, 0), expected, s.size_tau);
}

constexpr Identity kIdentities[] = {
    {Quantity::kic, "G = J", "jacobian", Trust::rounding, first_order},
    {Quantity::kic, "H qd = dJ/dt", "J by Dual", Trust::rounding, second_order},
    {Quantity::inertia_power, "qd P* qd = bias", "rnea", Trust::rounding, power},
    {Quantity::inertia_power, "P1, P2, P3, their sum", "eq 10 of 001", Trust::rounding,
     [](In s, By method, Out out) { return terms(s, method, out, power_of_links(s)); }},
    {Quantity::augmented_inertia_power, "qd P* qd = bias", "rnea", Trust::rounding, power},
    {Quantity::augmented_inertia_power, "P1, P2, P3, their sum", "eqs 25-27 of 001", Trust::rounding,
     [](In s, By method, Out out) { return terms(s, method, out, power_of_welded_links(s)); }},
    {Quantity::augmented_bodies, "weights = dV/dq", "V by Dual", Trust::rounding, weights_of_bodies},
    {Quantity::augmented_bodies, "inertias = M_kk", "crba", Trust::rounding, inertias_of_bodies},
    {Quantity::momentum_rate, "d(momentum)/dt", "momentum by Dual", Trust::rounding,
     [](In s, By, Out out) {
       return gap_of(vector(out), momentum_rate_by_dual(s), scale_of(Quantity::momentum_rate, s));
     }},
    {Quantity::kappa, "kappa.xi = tau.qd", "tau, qd", Trust::solving,
     [](In s, By, Out out) { return quasi_power(s, out, false); }},
    {Quantity::eps, "eps.nu = tau.qd", "tau, qd", Trust::solving,
     [](In s, By, Out out) { return quasi_power(s, out, true); }},
    {Quantity::xi_rate, "d(xi)/dt", "xi by Dual", Trust::solving,
     [](In s, By, Out out) {
       return gap_of(vector(out), quasi_rate(s, false), scale_of(Quantity::xi_rate, s));
     }},
    {Quantity::nu_rate, "d(nu)/dt", "nu by Dual", Trust::solving,
     [](In s, By, Out out) {
       return gap_of(vector(out), quasi_rate(s, true), scale_of(Quantity::nu_rate, s));
     }},
    {Quantity::articulated_inertias, "delta = D", "M by elimination", Trust::solving, pivots_of_bodies},
    {Quantity::spatial_operators, "H Phi M Phi^T H^T", "crba", Trust::rounding, operators},
    {Quantity::articulated_operators, "(1 - H Psi K) U = 1", "M by elimination", Trust::solving,
     inverse_factor},
    {Quantity::denoc, "N^T M N, N = N_l N_d", "crba", Trust::rounding, complement},
    {Quantity::injected_accelerations, "sum of forces", "momentum by Dual", Trust::rounding, injected_forces},
    {Quantity::injected_moments, "sum of moments", "momentum by Dual", Trust::rounding, injected_moments},
    {Quantity::injected_torques, "rows add up to id - g", "rnea, V by Dual", Trust::rounding,
     injected_torques},
    {Quantity::torque_terms, "terms add up to id", "rnea", Trust::rounding, torque_terms},
    {Quantity::torque_terms, "first term = M qdd", "crba", Trust::rounding, inertia_term},
};

}  // namespace

std::span<const Identity> paper_identities() { return kIdentities; }

}  // namespace catena::check::detail
