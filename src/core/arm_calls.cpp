// SPDX-License-Identifier: Apache-2.0
// The calls of Arm with a name: each runs the row of its quantity in the table.
#include "core/arm_run.hpp"

namespace catena {
namespace {

MatView<double> view(VecOut& x) {
  return {x.data(), static_cast<int>(x.size()), 1, static_cast<int>(x.size())};
}
MatView<double> view(SixOut& x) { return {x.data(), 6, 1, 6}; }
MatView<double> view(SixSquareOut& A) { return {A.data(), 6, 6, static_cast<int>(A.outerStride())}; }
MatView<double> view(MatOut& A) {
  return {A.data(), static_cast<int>(A.rows()), static_cast<int>(A.cols()),
          static_cast<int>(A.outerStride())};
}

}  // namespace

// --- for control loops -----------------------------------------------------------------------------------

Status Arm::try_id(VecIn q, VecIn qd, VecIn qdd, Workspace& work, VecOut tau) const noexcept {
  return try_run(info(Quantity::id), {.q = in(q), .qd = in(qd), .qdd = in(qdd)}, work, view(tau));
}
Status Arm::try_id(VecIn q, VecIn qd, VecIn qdd, const Wrench& tip, Workspace& work,
                   VecOut tau) const noexcept {
  return try_run(info(Quantity::id), {.q = in(q), .qd = in(qd), .qdd = in(qdd), .tip = &tip}, work,
                 view(tau));
}
Status Arm::try_fd(VecIn q, VecIn qd, VecIn tau, Workspace& work, VecOut qdd) const noexcept {
  return try_run(info(Quantity::fd), {.q = in(q), .qd = in(qd), .tau = in(tau)}, work, view(qdd));
}
Status Arm::try_fd(VecIn q, VecIn qd, VecIn tau, const Wrench& tip, Workspace& work,
                   VecOut qdd) const noexcept {
  return try_run(info(Quantity::fd), {.q = in(q), .qd = in(qd), .tau = in(tau), .tip = &tip}, work,
                 view(qdd));
}
Status Arm::try_inertia(VecIn q, Workspace& work, MatOut M) const noexcept {
  return try_run(info(Quantity::inertia), {.q = in(q)}, work, view(M));
}
Status Arm::try_gravity(VecIn q, Workspace& work, VecOut g) const noexcept {
  return try_run(info(Quantity::gravity), {.q = in(q)}, work, view(g));
}
Status Arm::try_bias(VecIn q, VecIn qd, Workspace& work, VecOut c) const noexcept {
  return try_run(info(Quantity::bias), {.q = in(q), .qd = in(qd)}, work, view(c));
}
Status Arm::try_jacobian(VecIn q, Workspace& work, MatOut J) const noexcept {
  return try_run(info(Quantity::jacobian), {.q = in(q)}, work, view(J));
}
Status Arm::try_pose(VecIn q, Workspace& work, Eigen::Ref<Eigen::Matrix4d> X) const noexcept {
  return try_run(info(Quantity::pose), {.q = in(q)}, work,
                 MatView<double>{X.data(), 4, 4, static_cast<int>(X.outerStride())});
}

// --- in place --------------------------------------------------------------------------------------------

void Arm::id(VecIn q, VecIn qd, VecIn qdd, Workspace& work, VecOut tau) const {
  run(info(Quantity::id), {.q = in(q), .qd = in(qd), .qdd = in(qdd)}, work, view(tau));
}
void Arm::id(VecIn q, VecIn qd, VecIn qdd, const Wrench& tip, Workspace& work, VecOut tau) const {
  run(info(Quantity::id), {.q = in(q), .qd = in(qd), .qdd = in(qdd), .tip = &tip}, work, view(tau));
}
void Arm::fd(VecIn q, VecIn qd, VecIn tau, Workspace& work, VecOut qdd) const {
  run(info(Quantity::fd), {.q = in(q), .qd = in(qd), .tau = in(tau)}, work, view(qdd));
}
void Arm::fd(VecIn q, VecIn qd, VecIn tau, const Wrench& tip, Workspace& work, VecOut qdd) const {
  run(info(Quantity::fd), {.q = in(q), .qd = in(qd), .tau = in(tau), .tip = &tip}, work, view(qdd));
}
void Arm::id_derivatives(VecIn q, VecIn qd, VecIn qdd, Workspace& work, MatOut by_q, MatOut by_qd,
                         MatOut by_qdd) const {
  run(info(Quantity::id_derivatives), {.q = in(q), .qd = in(qd), .qdd = in(qdd)}, work,
      {view(by_q), view(by_qd), view(by_qdd)});
}
void Arm::id_derivatives(VecIn q, VecIn qd, VecIn qdd, const Wrench& tip, Workspace& work, MatOut by_q,
                         MatOut by_qd, MatOut by_qdd) const {
  run(info(Quantity::id_derivatives), {.q = in(q), .qd = in(qd), .qdd = in(qdd), .tip = &tip}, work,
      {view(by_q), view(by_qd), view(by_qdd)});
}
void Arm::id_second_derivatives(VecIn q, VecIn qd, VecIn qdd, const Wrench& tip, Workspace& work,
                                MatOut by_q_q, MatOut by_qd_q, MatOut by_qd_qd, MatOut by_qdd_q) const {
  run(info(Quantity::id_second_derivatives), {.q = in(q), .qd = in(qd), .qdd = in(qdd), .tip = &tip}, work,
      {view(by_q_q), view(by_qd_q), view(by_qd_qd), view(by_qdd_q)});
}
void Arm::fd_derivatives(VecIn q, VecIn qd, VecIn tau, Workspace& work, MatOut by_q, MatOut by_qd,
                         MatOut by_tau) const {
  run(info(Quantity::fd_derivatives), {.q = in(q), .qd = in(qd), .tau = in(tau)}, work,
      {view(by_q), view(by_qd), view(by_tau)});
}
void Arm::fd_derivatives(VecIn q, VecIn qd, VecIn tau, const Wrench& tip, Workspace& work, MatOut by_q,
                         MatOut by_qd, MatOut by_tau) const {
  run(info(Quantity::fd_derivatives), {.q = in(q), .qd = in(qd), .tau = in(tau), .tip = &tip}, work,
      {view(by_q), view(by_qd), view(by_tau)});
}
void Arm::id_vjp(VecIn q, VecIn qd, VecIn qdd, VecIn v, const Wrench& tip, Workspace& work, VecOut by_q,
                 VecOut by_qd, VecOut by_qdd) const {
  run(info(Quantity::id_vjp), {.q = in(q), .qd = in(qd), .qdd = in(qdd), .v = in(v), .tip = &tip}, work,
      {view(by_q), view(by_qd), view(by_qdd)});
}
void Arm::fd_vjp(VecIn q, VecIn qd, VecIn tau, VecIn v, const Wrench& tip, Workspace& work, VecOut by_q,
                 VecOut by_qd, VecOut by_tau) const {
  run(info(Quantity::fd_vjp), {.q = in(q), .qd = in(qd), .tau = in(tau), .v = in(v), .tip = &tip}, work,
      {view(by_q), view(by_qd), view(by_tau)});
}
void Arm::inertia(VecIn q, Workspace& work, MatOut M) const {
  run(info(Quantity::inertia), {.q = in(q)}, work, view(M));
}
void Arm::inertia_inverse(VecIn q, Workspace& work, MatOut M_inv) const {
  run(info(Quantity::inertia_inverse), {.q = in(q)}, work, view(M_inv));
}
void Arm::inertia_rate(VecIn q, VecIn qd, Workspace& work, MatOut Md) const {
  run(info(Quantity::inertia_rate), {.q = in(q), .qd = in(qd)}, work, view(Md));
}
void Arm::coriolis(VecIn q, VecIn qd, Workspace& work, MatOut C) const {
  run(info(Quantity::coriolis), {.q = in(q), .qd = in(qd)}, work, view(C));
}
void Arm::coriolis_transpose(VecIn q, VecIn qd, VecIn v, Workspace& work, VecOut result) const {
  run(info(Quantity::coriolis_transpose), {.q = in(q), .qd = in(qd), .v = in(v)}, work, view(result));
}
void Arm::bias(VecIn q, VecIn qd, Workspace& work, VecOut c) const {
  run(info(Quantity::bias), {.q = in(q), .qd = in(qd)}, work, view(c));
}
void Arm::gravity(VecIn q, Workspace& work, VecOut g) const {
  run(info(Quantity::gravity), {.q = in(q)}, work, view(g));
}
void Arm::christoffel(VecIn q, Workspace& work, MatOut gamma) const {
  run(info(Quantity::christoffel), {.q = in(q)}, work, view(gamma));
}
void Arm::udut(VecIn q, Workspace& work, MatOut U, VecOut d) const {
  run(info(Quantity::udut), {.q = in(q)}, work, {view(U), view(d)});
}
void Arm::nu(VecIn q, VecIn qd, Workspace& work, VecOut result) const {
  run(info(Quantity::nu), {.q = in(q), .qd = in(qd)}, work, view(result));
}
void Arm::xi(VecIn q, VecIn qd, Workspace& work, VecOut result) const {
  run(info(Quantity::xi), {.q = in(q), .qd = in(qd)}, work, view(result));
}
void Arm::cnu(VecIn q, VecIn qd, Workspace& work, VecOut result) const {
  run(info(Quantity::cnu), {.q = in(q), .qd = in(qd)}, work, view(result));
}
void Arm::cxi(VecIn q, VecIn qd, Workspace& work, VecOut result) const {
  run(info(Quantity::cxi), {.q = in(q), .qd = in(qd)}, work, view(result));
}
void Arm::jacobian(VecIn q, Workspace& work, MatOut J) const {
  run(info(Quantity::jacobian), {.q = in(q)}, work, view(J));
}
void Arm::jacobian_rate(VecIn q, VecIn qd, Workspace& work, MatOut Jd) const {
  run(info(Quantity::jacobian_rate), {.q = in(q), .qd = in(qd)}, work, view(Jd));
}
void Arm::momentum(VecIn q, VecIn qd, Workspace& work, Eigen::Ref<Eigen::Vector<double, 6>> H) const {
  run(info(Quantity::momentum), {.q = in(q), .qd = in(qd)}, work, MatView<double>{H.data(), 6, 1, 6});
}
void Arm::pose(VecIn q, Workspace& work, Eigen::Ref<Eigen::Matrix4d> X) const {
  run(info(Quantity::pose), {.q = in(q)}, work,
      MatView<double>{X.data(), 4, 4, static_cast<int>(X.outerStride())});
}
void Arm::nle(VecIn q, VecIn qd, Workspace& work, VecOut h) const {
  run(info(Quantity::nle), {.q = in(q), .qd = in(qd)}, work, view(h));
}
void Arm::joint_momentum(VecIn q, VecIn qd, Workspace& work, VecOut p) const {
  run(info(Quantity::joint_momentum), {.q = in(q), .qd = in(qd)}, work, view(p));
}
void Arm::terms(VecIn q, VecIn qd, Workspace& work, MatOut M, MatOut C, VecOut g) const {
  run(info(Quantity::terms), {.q = in(q), .qd = in(qd)}, work, {view(M), view(C), view(g)});
}
void Arm::slotine_li(VecIn q, VecIn qd, VecIn v, VecIn a, Workspace& work, VecOut tau) const {
  run(info(Quantity::slotine_li), {.q = in(q), .qd = in(qd), .qdd = in(a), .v = in(v)}, work, view(tau));
}
void Arm::regressor(VecIn q, VecIn qd, VecIn qdd, Workspace& work, MatOut Y) const {
  run(info(Quantity::regressor), {.q = in(q), .qd = in(qd), .qdd = in(qdd)}, work, view(Y));
}
void Arm::momentum_regressor(VecIn q, VecIn qd, Workspace& work, MatOut Y) const {
  run(info(Quantity::momentum_regressor), {.q = in(q), .qd = in(qd)}, work, view(Y));
}
void Arm::frame_velocity(VecIn q, VecIn qd, FrameIn frame, Workspace& work, SixOut V) const {
  run(info(Quantity::frame_velocity), {.q = in(q), .qd = in(qd), .frame = in(frame)}, work, view(V));
}
void Arm::frame_acceleration(VecIn q, VecIn qd, VecIn qdd, FrameIn frame, Workspace& work, SixOut A) const {
  run(info(Quantity::frame_acceleration), {.q = in(q), .qd = in(qd), .qdd = in(qdd), .frame = in(frame)},
      work, view(A));
}
void Arm::frame_bias_acceleration(VecIn q, VecIn qd, FrameIn frame, Workspace& work, SixOut A) const {
  run(info(Quantity::frame_bias_acceleration), {.q = in(q), .qd = in(qd), .frame = in(frame)}, work, view(A));
}
void Arm::operational_inertia(VecIn q, FrameIn frame, double damping, Workspace& work, SixSquareOut L) const {
  run(info(Quantity::operational_inertia), {.q = in(q), .frame = in(frame), .damping = damping}, work,
      view(L));
}
void Arm::operational_inertia_inverse(VecIn q, FrameIn frame, Workspace& work, SixSquareOut A) const {
  run(info(Quantity::operational_inertia_inverse), {.q = in(q), .frame = in(frame)}, work, view(A));
}
void Arm::jacobian_inverse(VecIn q, FrameIn frame, double damping, Workspace& work, MatOut J_inv) const {
  run(info(Quantity::jacobian_inverse), {.q = in(q), .frame = in(frame), .damping = damping}, work,
      view(J_inv));
}
void Arm::null_space(VecIn q, FrameIn frame, double damping, Workspace& work, MatOut N) const {
  run(info(Quantity::null_space), {.q = in(q), .frame = in(frame), .damping = damping}, work, view(N));
}
double Arm::kinetic_energy(VecIn q, VecIn qd, Workspace& work) const {
  double x = 0;
  run(info(Quantity::kinetic_energy), {.q = in(q), .qd = in(qd)}, work, MatView<double>{&x, 1, 1, 1});
  return x;
}
double Arm::potential_energy(VecIn q, Workspace& work) const {
  double x = 0;
  run(info(Quantity::potential_energy), {.q = in(q)}, work, MatView<double>{&x, 1, 1, 1});
  return x;
}
double Arm::manipulability(VecIn q, Workspace& work) const {
  double x = 0;
  run(info(Quantity::manipulability), {.q = in(q)}, work, MatView<double>{&x, 1, 1, 1});
  return x;
}
// These two depend on the motors alone: neither posture nor scratch.
void Arm::rotor_inertia(VecOut result) const { run_motors(info(Quantity::rotor_inertia), {}, view(result)); }
void Arm::friction(VecIn qd, VecOut result) const {
  run_motors(info(Quantity::friction), {.qd = in(qd)}, view(result));
}

}  // namespace catena
