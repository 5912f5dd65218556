// SPDX-License-Identifier: Apache-2.0
// The identities, quantity by quantity.
#include "check/identities.hpp"

#include <algorithm>
#include <cmath>

#include "catena/core/algo/coriolis.hpp"
#include "catena/core/algo/kinematics.hpp"
#include "catena/core/algo/quasi_velocity.hpp"
#include "catena/core/algo/rnea.hpp"
#include "check/paper_identities.hpp"
#include "check/second_derivatives.hpp"
#include "check/table_kinematics.hpp"
#include "core/math/linear.hpp"

namespace catena::check::detail {
namespace {

using catena::detail::determinant;
using catena::detail::product;
using catena::detail::times;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using Out = std::span<const double>;
using In = const Specimen&;
using By = const Method<double>&;

std::span<const double> flat(const MatrixXd& m) { return {m.data(), static_cast<std::size_t>(m.size())}; }

Eigen::Map<const MatrixXd> matrix(Out out, int rows, int cols) { return {out.data(), rows, cols}; }
Eigen::Map<const MatrixXd> square(In s, Out out) { return matrix(out, s.arm.dof(), s.arm.dof()); }
Eigen::Map<const VectorXd> vector(Out out) { return {out.data(), static_cast<Eigen::Index>(out.size())}; }

Gap gap(const MatrixXd& x, const MatrixXd& y, double scale) {
  return check::detail::gap(flat(x), flat(y), scale);
}
Gap gap(double x, double y, double scale) { return check::detail::gap({&x, 1}, {&y, 1}, scale); }

VectorXd run(By method, In s, const Posture<double>& x, const State<double>& state) {
  VectorXd out = VectorXd::Constant(static_cast<Eigen::Index>(size_of(method.quantity, s.arm.dof())), NAN);
  method.run(s.arm, x, state, {out.data(), static_cast<std::size_t>(out.size())});
  return out;
}

Gap symmetric(In s, By, Out out) {
  const auto M = square(s, out);
  return gap(M, M.transpose(), s.size_M);
}

Gap skew(In s, By, Out out) {
  const auto C = square(s, out);
  const MatrixXd N = s.Md - 2 * C;
  return gap(N, -N.transpose(), s.size_C);
}

Gap christoffel_sum(In s, By, Out out) {
  const int n = s.arm.dof();
  MatrixXd C = MatrixXd::Zero(n, n), reference(n, n);
  for (int k = 0; k < n; ++k) C += s.qd[k] * matrix(out.subspan(static_cast<std::size_t>(k) * n * n), n, n);
  CoriolisWork<double> work(n);
  coriolis<double>(s.arm, s.x, s.qd, work, {reference.data(), n, n, n});
  return gap(C, reference, s.size_C);
}

// qd·tau = dT/dt + dV/dt
Gap power(In s, By, Out out) {
  const auto qd = vector(s.qd);
  return gap(qd.dot(vector(out)), s.power, s.size_tau * qd.cwiseAbs().sum());
}

// id with a wrench at the tool, less id without, is Jᵀ times the wrench.
Gap tool_wrench(In s, By method, Out out) {
  State<double> pushed = s.state();
  pushed.tip = s.tip;
  const Mat3<double> R = kinematics_of(s.arm, s.x).tool.R;
  const Vec3<double> m = R * s.tip.ang, f = R * s.tip.lin;
  VectorXd wrench(6);
  wrench << m.x, m.y, m.z, f.x, f.y, f.z;
  const VectorXd expected = times(s.J.transpose(), wrench);
  return gap(run(method, s, s.x, pushed) - vector(out), expected,
             s.size_tau + s.J.cwiseAbs().maxCoeff() * wrench.cwiseAbs().sum());
}

// A wrench at the tool, moved to the last link, is balanced by Jᵀ times the wrench.
Gap last_wrench(In s, By method, Out) {
  const Mat3<double> R = kinematics_of(s.arm, s.x).tool.R;
  const Vec3<double> m = R * s.tip.ang, f = R * s.tip.lin;
  VectorXd wrench(6);
  wrench << m.x, m.y, m.z, f.x, f.y, f.z;
  const Pose<double>& tool = s.arm.tool();
  std::vector<Force<double>> wrenches(s.q.size(), Force<double>::zero());
  const Vec3<double> force = tool.R * s.tip.lin;
  wrenches.back() = {tool.R * s.tip.ang + cross(tool.p, force), force};
  State<double> pushed = s.state();
  pushed.wrenches = wrenches;
  return gap(run(method, s, s.x, pushed), times(s.J.transpose(), wrench),
             std::max(s.reach, 1.0) * wrench.cwiseAbs().sum());
}

// Central difference along a direction of q.
Gap difference(In s, By method, Out) {
  const auto at = [&](double h) {
    std::vector<double> q = s.q;
    for (std::size_t i = 0; i < q.size(); ++i) q[i] += h * s.direction[i];
    State<double> state = s.state();
    state.q = q;
    return run(method, s, posture<double>(s.arm, q), state);
  };
  const VectorXd slope = (at(kDifferenceStep) - at(-kDifferenceStep)) / (2 * kDifferenceStep);
  return gap(slope, s.dtau, s.size_tau);
}

Gap id_by_dual(In s, Out out, bool by_qd) {
  return gap(square(s, out), by_qd ? s.did_dqd() : s.did_dq(),
             scale_of(by_qd ? Quantity::did_dqd : Quantity::did_dq, s));
}

Gap fd_by_dual(In s, Out out, bool by_qd) {
  return gap(square(s, out), by_qd ? s.dfd_dqd() : s.dfd_dq(),
             scale_of(by_qd ? Quantity::dfd_dqd : Quantity::dfd_dq, s));
}

// Matrix k of a result with several matrices.
Out part(In s, Out out, std::size_t k) {
  const auto size = static_cast<std::size_t>(s.arm.dof() * s.arm.dof());
  return out.subspan(k * size, size);
}

// The torques of the same motion, for the arm converted to the other DH convention.
Gap converted(In s, By method, Out out) {
  const Chain<double>& other = s.subject.converted;
  VectorXd tau = VectorXd::Constant(s.arm.dof(), NAN);
  method.run(other, posture<double>(other, s.q), s.state(),
             {tau.data(), static_cast<std::size_t>(tau.size())});
  return gap(tau, vector(out), s.size_tau);
}

Gap round_trip(In s, By, Out out) { return check::detail::gap(out, s.qdd, s.size_qdd); }

// In units of each joint's own inertia, so that a small wrist counts as much as a large shoulder.
Gap inverse_product(In s, By, Out out) {
  const int n = s.arm.dof();
  const auto unit = s.unit.asDiagonal();
  return gap(product(unit * s.M, square(s, out)) * unit.inverse(), MatrixXd::Identity(n, n), 1);
}

Gap factors(In s, By, Out out) {
  const auto U = square(s, out);
  const auto d = vector(out.subspan(static_cast<std::size_t>(U.size())));
  const auto unit = s.unit.asDiagonal();
  return gap(unit * product(U * d.asDiagonal(), U.transpose()) * unit, unit * s.M * unit, 1);
}

// Compared as squares, against the bound of Hadamard: a square root would enlarge rounding near zero.
Gap gram_determinant(In s, By, Out out) {
  const int n = s.arm.dof();
  const MatrixXd J = n < 6 ? MatrixXd(s.J.bottomRows(3)) : s.J;
  const MatrixXd G = n < 3 ? product(J.transpose(), J) : product(J, J.transpose());
  return gap(out[0] * out[0], determinant(G), std::max(G.diagonal().prod(), 1e-300));
}

// ν·ν = 2 T
Gap sum_of_squares(In s, By, Out out) {
  const auto qd = vector(s.qd);
  return gap(vector(out).squaredNorm() / 2, qd.dot(times(s.M, qd)) / 2, s.size_bias);
}

// What C(θ,ν) does to the motion is the power of gravity alone: ν·C = q̇·g.
Gap quasi_power(In s, By, Out out) {
  std::vector<double> nu(out.size());
  QuasiFactors<double> f(s.arm.dof());
  quasi_factors(s.arm, s.x, f);
  quasi_roots(f);
  nu_from_qd<double>(s.arm, s.x, f, s.qd, nu);
  const auto qd = vector(s.qd);
  return gap(vector(nu).dot(vector(out)), qd.dot(s.dV), s.size_tau * qd.cwiseAbs().sum());
}

Gap rotor_of_table(In s, By, Out out) {
  std::vector<double> expected;
  for (const RobotLink& l : s.subject.robot.links)
    if (l.joint != JointKind::fixed) {
      const Motor m = l.motor.value_or(Motor{});
      expected.push_back(m.inertia * m.gear * m.gear);
    }
  return check::detail::gap(out, expected, 1e-300);
}

Gap friction_of_table(In s, By, Out out) {
  std::vector<double> expected;
  double size = 1e-300;
  for (const RobotLink& l : s.subject.robot.links)
    if (l.joint != JointKind::fixed) {
      const Motor m = l.motor.value_or(Motor{});
      const double speed = s.qd[expected.size()];
      const double wet = m.gear * m.gear * m.viscous * speed;
      const double dry = std::abs(m.gear) * (speed > 0 ? m.coulomb[0] : speed < 0 ? m.coulomb[1] : 0);
      expected.push_back(wet + dry);
      size = std::max({size, std::abs(wet), std::abs(dry)});
    }
  return check::detail::gap(out, expected, size);
}

// --- regressors ---------------------------------------------------------------------------------------------

VectorXd parameters(In s) {
  VectorXd pi(10 * s.arm.dof());
  for (int l = 0; l < s.arm.dof(); ++l) {
    const RigidInertia<double>& b = s.arm.link(l).body;
    pi.segment(10 * l, 10) << b.m, b.h.x, b.h.y, b.h.z, b.I.xx, b.I.yy, b.I.zz, b.I.xy, b.I.xz, b.I.yz;
  }
  return pi;
}
VectorXd times_parameters(In s, Out Y, int rows) {
  return times(matrix(Y, rows, 10 * s.arm.dof()), parameters(s));
}

// --- dynamics at the tool -----------------------------------------------------------------------------------

double most(const MatrixXd& A) { return A.cwiseAbs().maxCoeff(); }

// A Λ J = J with A = J M⁻¹ Jᵀ: Λ is the inverse of A, or its pseudo-inverse if fewer than six joints move the tool.
Gap inverts_mobility(In s, By, Out out) {
  const MatrixXd A = product(s.J, solved(s.M, s.J.transpose())), L = matrix(out, 6, 6);
  return gap(product(A, product(L, s.J)), s.J, most(A) * most(L) * most(s.J));
}
Gap inverts_jacobian(In s, By, Out out) {
  const MatrixXd inverse = matrix(out, s.arm.dof(), 6);
  return gap(product(s.J, product(inverse, s.J)), s.J, most(s.J) * most(inverse) * most(s.J));
}
// Torques Nᵀ τ do not accelerate the tool: J M⁻¹ Nᵀ = 0.
Gap consistent(In s, By, Out out) {
  const MatrixXd X = solved(s.M, s.J.transpose()), N = square(s, out);
  return gap(product(N, X), MatrixXd::Zero(s.arm.dof(), 6), std::max(1.0, most(N)) * most(X));
}

VectorXd acceleration(In s, bool at_rest) {
  const VectorXd bias = times(s.Jd, vector(s.qd));
  return at_rest ? bias : bias + times(s.J, vector(s.qdd));
}

// M q̈ + C v + g with another v: id plus C (v - q̇).
Gap other_velocity(In s, By method, Out) {
  const int n = s.arm.dof();
  MatrixXd C(n, n);
  CoriolisWork<double> work(n);
  coriolis<double>(s.arm, s.x, s.qd, work, {C.data(), n, n, n});
  State<double> state = s.state();
  state.v = s.direction;
  return gap(run(method, s, s.x, state), vector(s.tau) + times(C, vector(s.direction) - vector(s.qd)),
             s.size_tau);
}

// The gradients of v.id or v.fd with respect to q and q̇, for a v that is not q̇: the transposed matrices times v.
template <bool forward>
Gap products_by_dual(In s, By method, Out) {
  const auto n = static_cast<Eigen::Index>(s.arm.dof());
  State<double> state = s.state();
  state.v = s.direction;
  const VectorXd found = run(method, s, s.x, state);
  const MatrixXd &by_q = forward ? s.dfd_dq() : s.did_dq(), &by_qd = forward ? s.dfd_dqd() : s.did_dqd();
  VectorXd expected(2 * n);
  expected << times(by_q.transpose(), vector(s.direction)), times(by_qd.transpose(), vector(s.direction));
  return gap(found.head(2 * n), expected, forward ? s.size_qdd : std::max(s.size_tau, s.size_C));
}

// The gradient of v.id with respect to q̈ is M v, since M is symmetric; that of v.fd with respect to τ, times M, is v.
Gap product_with_inertia(In s, By, Out out) {
  const auto last = vector(out.subspan(2 * s.q.size()));
  return gap(last, times(s.M, vector(s.qd)), s.size_C);
}
Gap solved_product(In s, By, Out out) {
  const auto last = vector(out.subspan(2 * s.q.size()));
  return gap(s.unit.asDiagonal() * times(s.M, last), s.unit.asDiagonal() * vector(s.qd),
             (s.unit.asDiagonal() * vector(s.qd).cwiseAbs()).maxCoeff());
}

constexpr Identity kIdentities[] = {
    {Quantity::inertia, "M symmetric", "transpose", Trust::rounding, symmetric},
    {Quantity::inertia_rate, "dM/dt", "M by Dual", Trust::rounding,
     [](In s, By, Out out) { return gap(square(s, out), s.Md, s.size_C); }},
    {Quantity::coriolis, "dM/dt - 2C skew", "M by Dual", Trust::rounding, skew},
    {Quantity::coriolis, "C qd = bias", "rnea", Trust::rounding,
     [](In s, By, Out out) { return gap(times(square(s, out), vector(s.qd)), s.bias, s.size_bias); }},
    {Quantity::christoffel, "sum . qd = C", "coriolis", Trust::rounding, christoffel_sum},
    {Quantity::coriolis_transpose, "C^T qd", "dM/dt qd - bias", Trust::rounding,
     [](In s, By, Out out) { return gap(vector(out), times(s.Md, vector(s.qd)) - s.bias, s.size_bias); }},
    {Quantity::gravity, "g = dV/dq", "V by Dual", Trust::rounding,
     [](In s, By, Out out) { return gap(vector(out), s.dV, s.weight); }},
    {Quantity::id, "power = dE/dt", "T + V by Dual", Trust::rounding, power},
    {Quantity::id, "tool wrench", "J^T wrench", Trust::rounding, tool_wrench},
    {Quantity::id, "d id/dq difference", "rnea by Dual", Trust::step, difference},
    {Quantity::id, "other convention", "converted table", Trust::table, converted},
    {Quantity::fd, "fd(id(qdd)) = qdd", "qdd", Trust::solving, round_trip},
    {Quantity::inertia_inverse, "M M_inv = 1", "identity", Trust::solving, inverse_product},
    {Quantity::inertia_solve, "M X = 1", "identity", Trust::solving, inverse_product},
    {Quantity::wrench_torques, "wrench of the last link", "J^T wrench", Trust::rounding, last_wrench},
    {Quantity::udut, "U D U^T = M", "crba", Trust::solving, factors},
    {Quantity::kinetic_energy, "T = qd M qd / 2", "crba", Trust::rounding,
     [](In s, By, Out out) {
       const auto qd = vector(s.qd);
       return gap(out[0], qd.dot(times(s.M, qd)) / 2, s.size_bias);
     }},
    {Quantity::potential_energy, "V = -sum m g.c", "DH table", Trust::table,
     [](In s, By, Out out) { return gap(out[0], table_potential(s.subject.robot, s.q), s.weight); }},
    {Quantity::pose, "tool pose", "DH table", Trust::table,
     [](In s, By, Out out) {
       return check::detail::gap(out, table_pose(s.subject.robot, s.q), std::max(s.reach, 1.0));
     }},
    {Quantity::jacobian, "J qd = velocity", "pose by Dual", Trust::rounding,
     [](In s, By, Out out) {
       const auto J = matrix(out, 6, s.arm.dof());
       return gap(times(J, vector(s.qd)), s.velocity, std::max(s.reach, 1.0) * vector(s.qd).cwiseAbs().sum());
     }},
    {Quantity::jacobian_rate, "dJ/dt", "J by Dual", Trust::rounding,
     [](In s, By, Out out) {
       return gap(matrix(out, 6, s.arm.dof()), s.Jd, std::max(s.reach, 1.0) * vector(s.qd).cwiseAbs().sum());
     }},
    {Quantity::momentum, "sum of m v and r x m v", "poses by Dual", Trust::rounding,
     [](In s, By, Out out) { return gap(vector(out), s.momentum, scale_of(Quantity::momentum, s)); }},
    {Quantity::manipulability, "w^2 = det(J J^T)", "LU", Trust::rounding, gram_determinant},
    {Quantity::rotor_inertia, "gear^2 inertia", "motor table", Trust::rounding, rotor_of_table},
    {Quantity::friction, "gear x motor friction", "motor table", Trust::rounding, friction_of_table},
    {Quantity::nu, "nu.nu = 2T", "crba", Trust::solving, sum_of_squares},
    {Quantity::mci, "MCI qd = bias", "rnea", Trust::rounding,
     [](In s, By, Out out) { return gap(times(square(s, out), vector(s.qd)), s.bias, s.size_bias); }},
    {Quantity::cnu, "nu.cnu = qd.g", "V by Dual", Trust::solving, quasi_power},
    {Quantity::did_dq, "d id/dq", "rnea by Dual", Trust::rounding,
     [](In s, By, Out out) { return id_by_dual(s, out, false); }},
    {Quantity::did_dqd, "d id/dqd", "rnea by Dual", Trust::rounding,
     [](In s, By, Out out) { return id_by_dual(s, out, true); }},
    {Quantity::dfd_dq, "d fd/dq", "aba by Dual", Trust::solving,
     [](In s, By, Out out) { return fd_by_dual(s, out, false); }},
    {Quantity::dfd_dqd, "d fd/dqd", "aba by Dual", Trust::solving,
     [](In s, By, Out out) { return fd_by_dual(s, out, true); }},
    {Quantity::id_derivatives, "d id/dq", "rnea by Dual", Trust::rounding,
     [](In s, By, Out out) { return id_by_dual(s, part(s, out, 0), false); }},
    {Quantity::id_derivatives, "d id/dqd", "rnea by Dual", Trust::rounding,
     [](In s, By, Out out) { return id_by_dual(s, part(s, out, 1), true); }},
    {Quantity::id_derivatives, "d id/dqdd = M", "crba", Trust::rounding,
     [](In s, By, Out out) { return gap(square(s, part(s, out, 2)), s.M, s.size_M); }},
    {Quantity::fd_derivatives, "d fd/dq", "aba by Dual", Trust::solving,
     [](In s, By, Out out) { return fd_by_dual(s, part(s, out, 0), false); }},
    {Quantity::fd_derivatives, "d fd/dqd", "aba by Dual", Trust::solving,
     [](In s, By, Out out) { return fd_by_dual(s, part(s, out, 1), true); }},
    {Quantity::fd_derivatives, "M d fd/dtau = 1", "identity", Trust::solving,
     [](In s, By by, Out out) { return inverse_product(s, by, part(s, out, 2)); }},
    {Quantity::nle, "nle = bias + dV/dq", "rnea, V by Dual", Trust::rounding,
     [](In s, By, Out out) { return gap(vector(out), s.bias + s.dV, s.size_tau); }},
    {Quantity::joint_momentum, "p = M qd", "crba", Trust::rounding,
     [](In s, By, Out out) { return gap(vector(out), times(s.M, vector(s.qd)), s.size_C); }},
    {Quantity::regressor, "Y pi = tau", "rnea", Trust::rounding,
     [](In s, By, Out out) { return gap(times_parameters(s, out, s.arm.dof()), vector(s.tau), s.size_tau); }},
    {Quantity::momentum_regressor, "Y pi = M qd", "crba", Trust::rounding,
     [](In s, By, Out out) {
       return gap(times_parameters(s, out, s.arm.dof()), times(s.M, vector(s.qd)), s.size_C);
     }},
    {Quantity::kinetic_energy_regressor, "y.pi = qd M qd / 2", "crba", Trust::rounding,
     [](In s, By, Out out) {
       const auto qd = vector(s.qd);
       return gap(times_parameters(s, out, 1)[0], qd.dot(times(s.M, qd)) / 2, s.size_bias);
     }},
    {Quantity::potential_energy_regressor, "y.pi = -sum m g.c", "DH table", Trust::table,
     [](In s, By, Out out) {
       return gap(times_parameters(s, out, 1)[0], table_potential(s.subject.robot, s.q), s.weight);
     }},
    {Quantity::frame_velocity, "velocity", "pose by Dual", Trust::rounding,
     [](In s, By, Out out) { return gap(vector(out), s.velocity, scale_of(Quantity::frame_velocity, s)); }},
    {Quantity::frame_acceleration, "J qdd + dJ/dt qd", "J by Dual", Trust::rounding,
     [](In s, By, Out out) {
       return gap(vector(out), acceleration(s, false), scale_of(Quantity::frame_acceleration, s));
     }},
    {Quantity::frame_bias_acceleration, "dJ/dt qd", "J by Dual", Trust::rounding,
     [](In s, By, Out out) {
       return gap(vector(out), acceleration(s, true), scale_of(Quantity::frame_bias_acceleration, s));
     }},
    {Quantity::operational_inertia, "J M^-1 J^T Lambda J = J", "J", Trust::task, inverts_mobility},
    {Quantity::operational_inertia_inverse, "J M^-1 J^T", "crba", Trust::solving,
     [](In s, By, Out out) {
       return gap(matrix(out, 6, 6), product(s.J, solved(s.M, s.J.transpose())),
                  scale_of(Quantity::operational_inertia_inverse, s));
     }},
    {Quantity::jacobian_inverse, "J Jbar J = J", "J", Trust::task, inverts_jacobian},
    {Quantity::null_space, "N M^-1 J^T = 0", "zero", Trust::task, consistent},
    {Quantity::slotine_li, "v = qd: id", "rnea", Trust::rounding,
     [](In s, By, Out out) { return gap(vector(out), vector(s.tau), s.size_tau); }},
    {Quantity::slotine_li, "M qdd + C v + g", "rnea, coriolis", Trust::rounding, other_velocity},
    {Quantity::terms, "M", "crba", Trust::rounding,
     [](In s, By, Out out) { return gap(square(s, part(s, out, 0)), s.M, s.size_M); }},
    {Quantity::terms, "C qd = bias", "rnea", Trust::rounding,
     [](In s, By, Out out) {
       return gap(times(square(s, part(s, out, 1)), vector(s.qd)), s.bias, s.size_bias);
     }},
    {Quantity::terms, "g = dV/dq", "V by Dual", Trust::rounding,
     [](In s, By, Out out) { return gap(vector(out.subspan(2 * s.q.size() * s.q.size())), s.dV, s.weight); }},
    {Quantity::id_second_derivatives, "d did_dq/dq", "link_derivatives by Dual", Trust::rounding,
     second_along<0>},
    {Quantity::id_second_derivatives, "d did_dqd/dq", "2 C by Dual", Trust::rounding, second_along<1>},
    {Quantity::id_second_derivatives, "d did_dqd/dqd qd = 2 C", "coriolis", Trust::rounding, second_by_qd},
    {Quantity::id_second_derivatives, "dM/dq", "crba by Dual", Trust::rounding, second_along<3>},
    {Quantity::id_vjp, "v.d id/dq, v.d id/dqd", "rnea by Dual", Trust::rounding, products_by_dual<false>},
    {Quantity::id_vjp, "v.d id/dqdd = M v", "crba", Trust::rounding, product_with_inertia},
    {Quantity::fd_vjp, "v.d fd/dq, v.d fd/dqd", "aba by Dual", Trust::solving, products_by_dual<true>},
    {Quantity::fd_vjp, "M (v.d fd/dtau) = v", "identity", Trust::solving, solved_product},
};

}  // namespace

std::span<const Identity> identities() {
  static const std::vector<Identity> all = [] {
    std::vector<Identity> list(std::begin(kIdentities), std::end(kIdentities));
    const std::span<const Identity> papers = paper_identities();
    list.insert(list.end(), papers.begin(), papers.end());
    return list;
  }();
  return all;
}

}  // namespace catena::check::detail
