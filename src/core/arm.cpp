// SPDX-License-Identifier: Apache-2.0
#include "catena/core/arm.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>

#include "catena/core/algo/actuation.hpp"
#include "catena/core/algo/crba.hpp"
#include "catena/core/algo/energy.hpp"
#include "catena/core/algo/manipulability.hpp"
#include "catena/core/model/canonical.hpp"
#include "catena/core/model/definite.hpp"
#include "catena/core/select.hpp"
#include "core/kernels/derivatives.hpp"
#include "core/util/finite.hpp"

namespace catena {
namespace {

std::uint64_t next_geometry() {
  static std::atomic<std::uint64_t> count{0};
  return ++count;
}

void require_wrench(const char* call, const Wrench& w) {
  if (std::isfinite(w.ang.x + w.ang.y + w.ang.z + w.lin.x + w.lin.y + w.lin.z)) return;
  throw Error(ErrorKind::usage, call, "'tip' is not finite")
      .given(fmt::format("moment [{}, {}, {}], force [{}, {}, {}]", w.ang.x, w.ang.y, w.ang.z, w.lin.x,
                         w.lin.y, w.lin.z));
}

std::span<const double> in(VecIn x) { return {x.data(), static_cast<std::size_t>(x.size())}; }
std::span<double> out(VecOut& x) { return {x.data(), static_cast<std::size_t>(x.size())}; }
MatView<double> out(MatOut& A) {
  return {A.data(), static_cast<int>(A.rows()), static_cast<int>(A.cols()),
          static_cast<int>(A.outerStride())};
}

}  // namespace

Workspace::Workspace(const Arm& arm)
    : posture(arm.chain()),
      kinematics(arm.dof()),
      rnea(arm.dof()),
      sums(arm.chain()),
      aba(arm.dof()),
      coriolis(arm.dof()),
      gravity(arm.dof()),
      gdahj(arm.dof()),
      derivatives(arm.chain()),
      udut(arm.dof()),
      crba_udu(arm.fd_by_ == Arm::FdBy::crba_udu ? arm.dof() : 0),
      zeros(static_cast<std::size_t>(arm.dof()), 0.0),
      bias(zeros),
      geometry(arm.geometry_) {}

Arm::Arm(Robot robot) : Arm(std::move(robot), Notes{}) {}

Arm::Arm(Robot robot, Notes notes)
    : robot_(std::move(robot)),
      chain_(make_chain(robot_, notes)),
      notes_(std::move(notes)),
      inertia_scale_(inertia_scale(chain_)),
      geometry_(next_geometry()) {
  const Selection& selection = Selection::current();
  const std::string_view inertia = selection.stem(Quantity::inertia, dof());
  inertia_by_ = inertia == "gdahj"        ? InertiaBy::gdahj
                : inertia == "gdahj_sums" ? InertiaBy::gdahj_sums
                                          : InertiaBy::crba;
  id_by_sums_ = selection.stem(Quantity::id, dof()) == "rnea_sums";
  const std::string_view fd = selection.stem(Quantity::fd, dof());
  fd_by_ = fd == "udut" ? FdBy::udut : fd == "crba_udu" ? FdBy::crba_udu : FdBy::aba;
  if (!selection.problem().empty()) notes_.push_back({"", selection.problem()});
}

Eigen::Vector3d Arm::gravity_acceleration() const {
  return {chain_.gravity().x, chain_.gravity().y, chain_.gravity().z};
}

Arm Arm::with_gravity(const Eigen::Vector3d& acceleration) const {
  if (!acceleration.allFinite())
    throw Error(ErrorKind::usage, "with_gravity", "the acceleration of gravity is not finite")
        .given(fmt::format("[{}, {}, {}]", acceleration.x(), acceleration.y(), acceleration.z()));
  Arm other = *this;
  other.robot_.gravity = {acceleration.x(), acceleration.y(), acceleration.z()};
  Notes repeated;  // the same as ours
  other.chain_ = make_chain(other.robot_, repeated);
  return other;
}

// --- checks ----------------------------------------------------------------------------------------------

void Arm::require_size(const char* call, const char* name, Eigen::Index rows, Eigen::Index cols,
                       Eigen::Index want_rows, Eigen::Index want_cols) const {
  if (rows == want_rows && cols == want_cols) [[likely]]
    return;
  const auto shape = [](Eigen::Index r, Eigen::Index c) {
    return c == 1 ? fmt::format("{} elements", r) : fmt::format("{} x {}", r, c);
  };
  throw Error(ErrorKind::usage, call, fmt::format("'{}' has the wrong size", name))
      .given(shape(rows, cols))
      .need(fmt::format("{}, since '{}' has {} joints", shape(want_rows, want_cols), robot_.name, dof()));
}

void Arm::require_vector(const char* call, const char* name, VecIn x) const {
  if (x.size() == dof() && detail::all_finite(x.data(), static_cast<std::size_t>(x.size()))) [[likely]]
    return;
  refuse_vector(call, name, x);
}

[[gnu::cold]] void Arm::refuse_vector(const char* call, const char* name, VecIn x) const {
  require_size(call, name, x.size(), 1, dof(), 1);
  for (Eigen::Index i = 0; i < x.size(); ++i)
    if (!std::isfinite(x[i]))
      throw Error(ErrorKind::usage, call, fmt::format("'{}' is not finite", name))
          .given(fmt::format("{}[{}] = {} (counted from 0)", name, i, x[i]));
}

void Arm::set_posture(const char* call, VecIn q, Workspace& work) const {
  require_vector(call, "q", q);
  if (work.geometry != geometry_)
    throw Error(ErrorKind::usage, call,
                fmt::format("the workspace was made for another arm than '{}'", robot_.name))
        .hint("make one Workspace for each Arm, from that Arm or a copy of it");
  work.posture.set(chain_, in(q));
}

void Arm::require_definite(const char* call, int i, double delta) const {
  catena::require_definite(call, robot_.name, i, delta, inertia_scale_[i]);
}

void Arm::inverse(std::span<const double> qd, std::span<const double> qdd, const Vec3<double>& gravity,
                  const Wrench* tip, Workspace& work, std::span<double> tau) const {
  if (!id_by_sums_)
    rnea<double>(chain_, work.posture, qd, qdd, gravity, tip ? *tip : Wrench::zero(), work.rnea, tau);
  else if (tip)
    rnea_sums<double>(chain_, work.posture, qd, qdd, gravity, *tip, work.sums, tau);
  else
    rnea_sums<double>(chain_, work.posture, qd, qdd, gravity, work.sums, tau);
}

// --- in place --------------------------------------------------------------------------------------------

void Arm::id(VecIn q, VecIn qd, VecIn qdd, Workspace& work, VecOut tau) const {
  inverse(q, qd, qdd, nullptr, work, tau);
}

void Arm::id(VecIn q, VecIn qd, VecIn qdd, const Wrench& tip, Workspace& work, VecOut tau) const {
  inverse(q, qd, qdd, &tip, work, tau);
}

void Arm::inverse(VecIn q, VecIn qd, VecIn qdd, const Wrench* tip, Workspace& work, VecOut& tau) const {
  set_posture("id", q, work);
  require_vector("id", "qd", qd);
  require_vector("id", "qdd", qdd);
  if (tip) require_wrench("id", *tip);
  require_size("id", "tau", tau.size(), 1, dof(), 1);
  inverse(in(qd), in(qdd), chain_.gravity(), tip, work, out(tau));
}

void Arm::fd(VecIn q, VecIn qd, VecIn tau, Workspace& work, VecOut qdd) const {
  set_posture("fd", q, work);
  require_vector("fd", "qd", qd);
  require_vector("fd", "tau", tau);
  require_size("fd", "qdd", qdd.size(), 1, dof(), 1);
  forward("fd", in(qd), in(tau), nullptr, work, out(qdd));
}

void Arm::fd(VecIn q, VecIn qd, VecIn tau, const Wrench& tip, Workspace& work, VecOut qdd) const {
  set_posture("fd", q, work);
  require_vector("fd", "qd", qd);
  require_vector("fd", "tau", tau);
  require_wrench("fd", tip);
  require_size("fd", "qdd", qdd.size(), 1, dof(), 1);
  forward("fd", in(qd), in(tau), &tip, work, out(qdd));
}

void Arm::forward(const char* call, std::span<const double> qd, std::span<const double> tau,
                  const Wrench* tip, Workspace& work, std::span<double> qdd) const {
  const Wrench held = tip ? *tip : Wrench::zero();
  if (fd_by_ == FdBy::aba) {
    aba<double>(chain_, work.posture, qd, tau, chain_.gravity(), held, work.aba, qdd);
    return require_definite_inverse(call, work.aba.delta_inv.data());
  }
  if (fd_by_ == FdBy::udut) {
    udut_fd<double>(chain_, work.posture, qd, tau, chain_.gravity(), held, work.udut, qdd);
    return require_definite_inverse(call, work.udut.m_hat_inv.data());
  }
  inverse(qd, work.zeros, chain_.gravity(), tip, work, work.bias);
  std::vector<double>& rest = work.bias;  // the result may lie over the torques
  for (int i = 0; i < dof(); ++i) rest[i] = tau[i] - rest[i];
  crba_udu_solve<double>(chain_, work.posture, work.crba_udu, rest);
  require_definite(call, work.crba_udu.delta.data());
  std::copy(rest.begin(), rest.end(), qdd.data());
}

void Arm::require_definite(const char* call, const double* delta) const {
  bool definite = true;
  for (int i = 0; i < dof(); ++i) {
    const double size = std::abs(delta[i]);
    definite &= size > kLeastPivot * inertia_scale_[i] && size <= std::numeric_limits<double>::max();
  }
  if (definite) [[likely]]
    return;
  for (int i = dof() - 1; i >= 0; --i) require_definite(call, i, delta[i]);
}

// The rule of require_definite without a division.
void Arm::require_definite_inverse(const char* call, const double* delta_inv) const {
  bool definite = true;
  for (int i = 0; i < dof(); ++i) {
    const double size = std::abs(delta_inv[i]);
    definite &= size * kLeastPivot * inertia_scale_[i] < 1 && size > 0;
  }
  if (definite) [[likely]]
    return;
  for (int i = dof() - 1; i >= 0; --i) require_definite(call, i, 1 / delta_inv[i]);
}

void Arm::id_derivatives(VecIn q, VecIn qd, VecIn qdd, Workspace& work, MatOut by_q, MatOut by_qd,
                         MatOut by_qdd) const {
  id_derivatives(q, qd, qdd, Wrench::zero(), work, by_q, by_qd, by_qdd);
}

void Arm::id_derivatives(VecIn q, VecIn qd, VecIn qdd, const Wrench& tip, Workspace& work, MatOut by_q,
                         MatOut by_qd, MatOut by_qdd) const {
  constexpr const char* kCall = "id_derivatives";
  set_posture(kCall, q, work);
  require_vector(kCall, "qd", qd);
  require_vector(kCall, "qdd", qdd);
  require_wrench(kCall, tip);
  require_size(kCall, "by_q", by_q.rows(), by_q.cols(), dof(), dof());
  require_size(kCall, "by_qd", by_qd.rows(), by_qd.cols(), dof(), dof());
  require_size(kCall, "by_qdd", by_qdd.rows(), by_qdd.cols(), dof(), dof());
  detail::rnea_derivatives(detail::derivatives_kernels(simd_level()), chain_, work.posture, in(qd), in(qdd),
                           tip, work.derivatives.id, {out(by_q), out(by_qd), out(by_qdd)});
}

void Arm::fd_derivatives(VecIn q, VecIn qd, VecIn tau, Workspace& work, MatOut by_q, MatOut by_qd,
                         MatOut by_tau) const {
  fd_derivatives(q, qd, tau, Wrench::zero(), work, by_q, by_qd, by_tau);
}

void Arm::fd_derivatives(VecIn q, VecIn qd, VecIn tau, const Wrench& tip, Workspace& work, MatOut by_q,
                         MatOut by_qd, MatOut by_tau) const {
  constexpr const char* kCall = "fd_derivatives";
  set_posture(kCall, q, work);
  require_vector(kCall, "qd", qd);
  require_vector(kCall, "tau", tau);
  require_wrench(kCall, tip);
  require_size(kCall, "by_q", by_q.rows(), by_q.cols(), dof(), dof());
  require_size(kCall, "by_qd", by_qd.rows(), by_qd.cols(), dof(), dof());
  require_size(kCall, "by_tau", by_tau.rows(), by_tau.cols(), dof(), dof());
  FdDerivativesWork<double>& own = work.derivatives;
  forward(kCall, in(qd), in(tau), &tip, work, own.qdd);
  detail::fd_derivatives(detail::derivatives_kernels(simd_level()), chain_, work.posture, in(qd), tip, own,
                         {out(by_q), out(by_qd), out(by_tau)});
}

void Arm::inertia(VecIn q, Workspace& work, MatOut M) const {
  set_posture("inertia", q, work);
  require_size("inertia", "M", M.rows(), M.cols(), dof(), dof());
  if (inertia_by_ == InertiaBy::gdahj_sums)
    gdahj_sums<double>(chain_, work.posture, work.sums, out(M));
  else if (inertia_by_ == InertiaBy::gdahj)
    gdahj<double>(chain_, work.posture, work.gdahj, out(M));
  else
    crba<double>(chain_, work.posture, out(M));
}

void Arm::inertia_inverse(VecIn q, Workspace& work, MatOut M_inv) const {
  set_posture("inertia_inverse", q, work);
  require_size("inertia_inverse", "M_inv", M_inv.rows(), M_inv.cols(), dof(), dof());
  crba<double>(chain_, work.posture, out(M_inv));
  udu_factor(out(M_inv));
  for (int i = dof() - 1; i >= 0; --i) require_definite("inertia_inverse", i, M_inv(i, i));
  udu_inverse(out(M_inv));
}

void Arm::inertia_rate(VecIn q, VecIn qd, Workspace& work, MatOut Md) const {
  coriolis(q, qd, work, Md);
  for (int i = 0; i < dof(); ++i)
    for (int j = 0; j <= i; ++j) Md(i, j) = Md(j, i) = Md(i, j) + Md(j, i);
}

void Arm::coriolis(VecIn q, VecIn qd, Workspace& work, MatOut C) const {
  set_posture("coriolis", q, work);
  require_vector("coriolis", "qd", qd);
  require_size("coriolis", "C", C.rows(), C.cols(), dof(), dof());
  catena::coriolis<double>(chain_, work.posture, in(qd), work.coriolis, out(C));
}

void Arm::coriolis_transpose(VecIn q, VecIn qd, VecIn v, Workspace& work, VecOut result) const {
  set_posture("coriolis_transpose", q, work);
  require_vector("coriolis_transpose", "qd", qd);
  require_vector("coriolis_transpose", "v", v);
  require_size("coriolis_transpose", "out", result.size(), 1, dof(), 1);
  coriolis_transpose_times<double>(chain_, work.posture, in(qd), in(v), work.coriolis, out(result));
}

void Arm::bias(VecIn q, VecIn qd, Workspace& work, VecOut c) const {
  set_posture("bias", q, work);
  require_vector("bias", "qd", qd);
  require_size("bias", "c", c.size(), 1, dof(), 1);
  inverse(in(qd), work.zeros, Vec3<double>::zero(), nullptr, work, out(c));
}

void Arm::gravity(VecIn q, Workspace& work, VecOut g) const {
  set_posture("gravity", q, work);
  require_size("gravity", "g", g.size(), 1, dof(), 1);
  catena::gravity<double>(chain_, work.posture, chain_.gravity(), work.gravity, out(g));
}

void Arm::jacobian(VecIn q, Workspace& work, MatOut J) const {
  set_posture("jacobian", q, work);
  require_size("jacobian", "J", J.rows(), J.cols(), 6, dof());
  set_poses(chain_, work.posture, work.kinematics);
  catena::jacobian(chain_, work.kinematics, out(J));
}

void Arm::jacobian_rate(VecIn q, VecIn qd, Workspace& work, MatOut Jd) const {
  set_posture("jacobian_rate", q, work);
  require_vector("jacobian_rate", "qd", qd);
  require_size("jacobian_rate", "Jd", Jd.rows(), Jd.cols(), 6, dof());
  set_poses(chain_, work.posture, work.kinematics);
  set_velocities<double>(chain_, in(qd), work.kinematics);
  catena::jacobian_rate(chain_, work.kinematics, out(Jd));
}

void Arm::pose(VecIn q, Workspace& work, Eigen::Ref<Eigen::Matrix4d> X) const {
  set_posture("pose", q, work);
  set_poses(chain_, work.posture, work.kinematics);
  const Pose<double>& t = work.kinematics.tool;
  X << t.R.xx, t.R.xy, t.R.xz, t.p.x,  //
      t.R.yx, t.R.yy, t.R.yz, t.p.y,   //
      t.R.zx, t.R.zy, t.R.zz, t.p.z,   //
      0, 0, 0, 1;
}

double Arm::kinetic_energy(VecIn q, VecIn qd, Workspace& work) const {
  set_posture("kinetic_energy", q, work);
  require_vector("kinetic_energy", "qd", qd);
  return catena::kinetic_energy<double>(chain_, work.posture, in(qd));
}

double Arm::potential_energy(VecIn q, Workspace& work) const {
  set_posture("potential_energy", q, work);
  set_poses(chain_, work.posture, work.kinematics);
  return catena::potential_energy(chain_, work.kinematics, chain_.gravity());
}

double Arm::manipulability(VecIn q, Workspace& work) const {
  set_posture("manipulability", q, work);
  set_poses(chain_, work.posture, work.kinematics);
  return catena::manipulability(chain_, work.kinematics);
}

void Arm::rotor_inertia(VecOut result) const {
  require_size("rotor_inertia", "out", result.size(), 1, dof(), 1);
  catena::rotor_inertia<double>(chain_, out(result));
}

void Arm::friction(VecIn qd, VecOut result) const {
  require_vector("friction", "qd", qd);
  require_size("friction", "out", result.size(), 1, dof(), 1);
  catena::friction<double>(chain_, in(qd), out(result));
}

}  // namespace catena
