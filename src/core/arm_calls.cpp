// SPDX-License-Identifier: Apache-2.0
// The calls of Arm. Each follows the row of its quantity in the table: check the inputs, set the posture, run the prepared
// method, check the pivots.
#include <cmath>

#include "catena/core/arm.hpp"
#include "catena/core/digits.hpp"
#include "catena/core/library_methods.hpp"
#include "catena/core/model/pivot.hpp"
#include "catena/core/motors.hpp"
#include "catena/core/rows/row.hpp"
#include "core/kept_inputs.hpp"
#include "core/kernels/kernels.hpp"
#include "core/kernels/set_posture.hpp"
#include "core/util/finite.hpp"

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

// --- checks ----------------------------------------------------------------------------------------------

inline bool Arm::is_vector(std::span<const double> x) const {
  return static_cast<int>(x.size()) == dof() && detail::all_finite(x.data(), x.size());
}

namespace {

// The status of a vector that is not one of n finite numbers.
[[gnu::cold]] Status bad_vector(const char* name, std::span<const double> x, int n) {
  return {static_cast<int>(x.size()) == n ? StatusCode::not_finite : StatusCode::wrong_size, name};
}

bool is_finite(const Wrench& w) {
  return std::isfinite(w.ang.x + w.ang.y + w.ang.z + w.lin.x + w.lin.y + w.lin.z);
}

}  // namespace

// If the quantity is a compile-time constant, so are its inputs.
CATENA_INLINE Status Arm::check(const QuantityInfo& quantity, const Given& given,
                                const Result<double>& out) const noexcept {
  if (quantity.needs(Input::q) && !is_vector(given.q)) [[unlikely]]
    return bad_vector("q", given.q, dof());
  if (quantity.needs(Input::qd) && !is_vector(given.qd)) [[unlikely]]
    return bad_vector("qd", given.qd, dof());
  if (quantity.needs(Input::qdd) && !is_vector(given.qdd)) [[unlikely]]
    return bad_vector("qdd", given.qdd, dof());
  if (quantity.needs(Input::tau) && !is_vector(given.tau)) [[unlikely]]
    return bad_vector("tau", given.tau, dof());
  if (quantity.needs(Input::v) && !is_vector(given.v)) [[unlikely]]
    return bad_vector("v", given.v, dof());
  if (quantity.needs(Input::tip) && given.tip && !is_finite(*given.tip)) [[unlikely]]
    return {StatusCode::not_finite, "tip"};
  if (quantity.needs(Input::V) && given.V)
    if (const Status status = check_matrix(*given.V); !status.ok()) return status;
  if (quantity.needs(Input::wrenches) && (quantity.requires_wrenches() || !given.wrenches.empty()))
    if (const Status status = check_wrenches(given.wrenches); !status.ok()) return status;
  if (!given.wrenches.empty() && quantity.needs(Input::tip) && !quantity.needs(Input::wrenches)) [[unlikely]]
    return {StatusCode::not_supported, "wrenches"};
  if (quantity.needs(Input::frame) && given.frame)
    if (const Status status = check_frame(*given.frame); !status.ok()) return status;
  if (quantity.needs(Input::damping) && !(given.damping >= 0 && std::isfinite(given.damping))) [[unlikely]]
    return {StatusCode::bad_damping, "damping"};
  for (std::size_t k = 0; k < quantity.arrays.size(); ++k) {
    const Size need = size_of(quantity.arrays[k].shape, dof(), given.columns());
    const MatView<double>& array = out.matrix(k);
    if (array.rows != need.rows || array.cols != need.cols) [[unlikely]]
      return {StatusCode::wrong_size, "the result"};
  }
  return {};
}

CATENA_INLINE State<double> Arm::state(const Given& given) const {
  return {given.q,
          given.qd,
          given.qdd,
          given.tau,
          chain_.gravity(),
          given.tip ? *given.tip : Wrench::zero(),
          given.v,
          given.V,
          given.wrenches,
          given.frame,
          given.damping > 0 ? &given.damping : nullptr,
          given.wrench_axes};
}

CATENA_INLINE Status Arm::try_run(const QuantityInfo& quantity, const Given& given, Workspace& work,
                                  const Result<double>& out) const noexcept {
  const MotorEffect effect = motor_effect(quantity.quantity);
  if (const Status status = check(quantity, given, out); !status.ok()) [[unlikely]]
    return status;
  if (work.masses != masses_) [[unlikely]] {
    if (!fits(work)) return {StatusCode::wrong_workspace};
    work.set_bodies(*this);
  }
  if (effect == MotorEffect::refused && motors_) return {StatusCode::not_supported};
  if (quantity.needs(Input::q)) detail::set_posture(work.kernels, chain_, given.q, work.posture);
  const Workspace::Slot& slot = work.slots[static_cast<std::size_t>(quantity.quantity)];
  State<double> s = state(given);
  const bool wrenched = quantity.needs(Input::wrenches) && !s.wrenches.empty();
  if (wrenched) [[unlikely]]
    s = LinkWrenches<double>::method(quantity.quantity, chain_, work.posture, s, work.wrenches);
  const auto finish = [&] {
    LinkWrenches<double>::finish(quantity.quantity, chain_, work.posture, s.wrenches, given.wrench_axes,
                                 work.wrenches, out);
  };
  if (!quantity.divides) {
    if (effect == MotorEffect::added && motors_) [[unlikely]] {
      motor_terms<double>(quantity.quantity, chain_, s, work.saved);
      slot.execute(chain_, work.posture, s, slot.scratch, out);
      add_motor_terms<double>(quantity.quantity, chain_, work.saved, out);
    } else {
      slot.execute(chain_, work.posture, s, slot.scratch, out);
    }
    if (wrenched) [[unlikely]]
      finish();
    return {};
  }
  if (slot.stable || motors_) {
    detail::keep_inputs(quantity, s, out, work.saved);
    if (slot.stable && quantity.needs(Input::V) && s.V && s.V->cols > 0 &&
        detail::overlap(s.V->data, (s.V->cols - 1) * static_cast<std::ptrdiff_t>(s.V->stride) + s.V->rows,
                        out.matrix())) [[unlikely]]  // V cannot be kept
      return run_stable(slot, s, {}, work, out);
  }
  Pivots<double> pivots = slot.execute(chain_, work.posture, s, slot.scratch, out);
  if (!pivots.values) pivots = run_for_pivots(work);
  Status status;
  if (!all_above({slot.least, work.zeros.size()}, pivots.values, pivots.inverse)) [[unlikely]]
    status = run_stable(slot, s, pivots, work, out);
  else
    status = rank_status(pivots, work);
  if (wrenched && status.ok()) [[unlikely]]
    finish();
  return status;
}

Status Arm::rank_status(const Pivots<double>& pivots, Workspace& work) noexcept {
  const double least = least_rank(pivots.rank);
  if (least > kLeastRank) [[likely]]
    return {};
  work.singular = {-1, least};
  return {StatusCode::rank};
}

Pivots<double> Arm::run_for_pivots(Workspace& work) const noexcept {
  const State<double> rest = {{}, work.zeros, {}, work.zeros, Vec3<double>::zero(), Wrench::zero()};
  const Result<double> unused(MatView<double>{work.unused.data(), dof(), 1, dof()});
  return work.pivots.execute(chain_, work.posture, rest, work.pivots.scratch, unused);
}

[[gnu::cold]] Status Arm::run_stable(const Workspace::Slot& slot, const State<double>& s,
                                     Pivots<double> pivots, Workspace& work,
                                     const Result<double>& out) const noexcept {
  if (slot.stable) pivots = slot.stable(chain_, work.posture, s, slot.stable_scratch, out);
  const std::span<const double> values(pivots.values, work.zeros.size());
  const int bad =
      first_below({work.bounds_of(LeastPivot::regular), work.zeros.size()}, values, pivots.inverse);
  if (bad < 0) return rank_status(pivots, work);
  const double pivot = values[static_cast<std::size_t>(bad)];
  work.singular = {bad, pivots.inverse ? 1 / pivot : pivot};
  return {StatusCode::singular};
}

CATENA_INLINE void Arm::run(const QuantityInfo& quantity, const Given& given, Workspace& work,
                            const Result<double>& out) const {
  if (const Status status = try_run(quantity, given, work, out); !status.ok()) [[unlikely]]
    refuse(quantity, given, out, &work, status);
}

void Arm::require_regular(const QuantityInfo& quantity, const Pivots<double>& pivots) const {
  std::vector<double> least(static_cast<std::size_t>(dof()));
  set_least_pivots(chain_, LeastPivot::regular, least, motors_);
  const std::span<const double> values(pivots.values, least.size());
  const int bad = first_below(least, values, pivots.inverse);
  if (bad < 0) return;
  const double pivot = values[static_cast<std::size_t>(bad)];
  throw_singular(quantity.name, name(), bad, pivots.inverse ? 1 / pivot : pivot);
}

const Method<double>& Arm::run_once(const QuantityInfo& quantity, const Method<double>& method,
                                    const Given& given, const Result<double>& out, bool chosen) const {
  const MotorEffect effect = motors_ ? motor_effect(quantity.quantity) : MotorEffect::none;
  if (const Status status = check(quantity, given, out); !status.ok())
    refuse(quantity, given, out, nullptr, status);
  if (effect == MotorEffect::refused) refuse(quantity, given, out, nullptr, {StatusCode::not_supported});
  Posture<double> x(chain_);
  if (quantity.needs(Input::q)) detail::set_posture(detail::kernels(), chain_, given.q, x);
  const State<double> s = state(given);
  const auto run_by = [&](const Method<double>& by, std::span<const double> least) {
    Prepared<double> prepared = by.prepare(chain_);
    Pivots<double> pivots = prepared.run(x, s, out);
    if (!quantity.divides) return true;
    const auto judged = [&](const Pivots<double>& found) {
      if (!least.empty() && !all_above(least, found.values, found.inverse)) return false;
      if (least.empty()) require_regular(quantity, found);
      require_rank(quantity.name, name(), found.rank);
      return true;
    };
    if (pivots.values) return judged(pivots);
    const std::vector<double> zeros(static_cast<std::size_t>(dof()), 0.0);
    std::vector<double> unused = zeros;
    const State<double> rest = {{}, zeros, {}, zeros, Vec3<double>::zero(), Wrench::zero()};
    const Method<double>& aba = motors_ ? *motor_method(Quantity::fd) : *library_method(Quantity::fd, "aba");
    return judged(aba.prepare(chain_).run(x, rest, unused));
  };
  if (effect == MotorEffect::added) {
    std::vector<double> terms(static_cast<std::size_t>(dof()));
    motor_terms<double>(quantity.quantity, chain_, s, terms);
    run_by(method, {});
    add_motor_terms<double>(quantity.quantity, chain_, terms, out);
    return method;
  }
  const Method<double>* const stable =
      quantity.divides && !motors_ ? stable_method(quantity.quantity) : nullptr;
  if (chosen && stable && stable != &method && run_by(method, least_pivots(chain_, method))) return method;
  const Method<double>& used = chosen && stable ? *stable : method;
  run_by(used, {});
  return used;
}

double Arm::digits(const Method<double>& method, const Given& given, const Result<double>& result) const {
  if (motors_ && motor_effect(method.quantity) != MotorEffect::none)
    throw Error(ErrorKind::usage, std::string(info(method.quantity).name),
                "the number of correct digits cannot be estimated for an arm with motors")
        .hint("estimate it for the arm without motors");
  std::vector<double> flat;
  for (std::size_t k = 0; k < info(method.quantity).arrays.size(); ++k) {
    const MatView<double>& A = result.matrix(k);
    for (int j = 0; A.data && j < A.cols; ++j) flat.insert(flat.end(), &A(0, j), &A(0, j) + A.rows);
  }
  return DigitsLeft(chain_, method).at(state(given), flat);
}

void Arm::run_motors(const QuantityInfo& quantity, const Given& given, const Result<double>& out) const {
  if (const Status status = check(quantity, given, out); !status.ok())
    refuse(quantity, given, out, nullptr, status);
  rows::NoWork none;
  method(quantity.quantity).execute(chain_, no_posture_, state(given), &none, out);
}

void Arm::once(Quantity quantity, const Given& given, const Result<double>& out) const {
  run_once(info(quantity), method(quantity), given, out, true);
}

// --- any quantity ----------------------------------------------------------------------------------------

Arm::Given Arm::given(Quantity quantity, const At& at) {
  const bool v = info(quantity).needs(Input::v) && at.v.empty();
  return {at.q,
          at.qd,
          at.qdd,
          at.tau,
          v ? at.qd : at.v,
          &at.tip,
          at.V ? &at.V->view() : nullptr,
          at.wrenches,
          at.frame ? &*at.frame : nullptr,
          at.damping,
          at.wrench_axes};
}

void Arm::eval(Quantity quantity, const At& at, Workspace& work, const Result<double>& out) const {
  run(info(quantity), given(quantity, at), work, out);
}

Status Arm::try_eval(Quantity quantity, const At& at, Workspace& work,
                     const Result<double>& out) const noexcept {
  return try_run(info(quantity), given(quantity, at), work, out);
}

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
