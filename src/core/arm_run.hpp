// SPDX-License-Identifier: Apache-2.0
// How a call of Arm runs: check the inputs, set the posture, run the prepared method, check the pivots. Inlined into each call, so
// that what its quantity needs is known at compile time.
#pragma once

#include <cmath>

#include "catena/core/arm.hpp"
#include "catena/core/checked_run.hpp"
#include "core/kept_inputs.hpp"
#include "core/kernels/set_posture.hpp"
#include "core/util/finite.hpp"

namespace catena {

namespace detail {

// The status of a vector that is not one of n finite numbers.
[[gnu::cold]] inline Status bad_vector(const char* name, std::span<const double> x, int n) {
  return {static_cast<int>(x.size()) == n ? StatusCode::not_finite : StatusCode::wrong_size, name};
}

inline bool is_finite(const Wrench& w) {
  return std::isfinite(w.ang.x + w.ang.y + w.ang.z + w.lin.x + w.lin.y + w.lin.z);
}

}  // namespace detail

inline bool Arm::is_vector(std::span<const double> x) const {
  return static_cast<int>(x.size()) == dof() && detail::all_finite(x.data(), x.size());
}

// If the quantity is a compile-time constant, so are its inputs.
CATENA_INLINE Status Arm::check(const QuantityInfo& quantity, const Given& given,
                                const Result<double>& out) const noexcept {
  if (quantity.needs(Input::q) && !is_vector(given.q)) [[unlikely]]
    return detail::bad_vector("q", given.q, dof());
  if (quantity.needs(Input::qd) && !is_vector(given.qd)) [[unlikely]]
    return detail::bad_vector("qd", given.qd, dof());
  if (quantity.needs(Input::qdd) && !is_vector(given.qdd)) [[unlikely]]
    return detail::bad_vector("qdd", given.qdd, dof());
  if (quantity.needs(Input::tau) && !is_vector(given.tau)) [[unlikely]]
    return detail::bad_vector("tau", given.tau, dof());
  if (quantity.needs(Input::v) && !is_vector(given.v)) [[unlikely]]
    return detail::bad_vector("v", given.v, dof());
  if (quantity.needs(Input::tip) && given.tip && !detail::is_finite(*given.tip)) [[unlikely]]
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

// For detail::run_checked.
struct Arm::Steps {
  const Arm& arm;
  const Workspace::Slot& slot;
  const State<double>& s;
  Workspace& work;
  const Result<double>& out;

  CATENA_INLINE Pivots<double> run() const {
    return slot.execute(arm.chain_, work.posture, s, slot.scratch, out);
  }
  CATENA_INLINE Pivots<double> run_for_pivots() const { return arm.run_for_pivots(work); }
  CATENA_INLINE std::span<const double> least() const { return {slot.least, work.zeros.size()}; }
  CATENA_INLINE bool roots() const { return slot.roots; }
  CATENA_INLINE Status run_again(const Pivots<double>& pivots) const {
    return arm.run_stable(slot, s, pivots, work, out);
  }
  CATENA_INLINE std::span<double> motor_terms() const { return work.saved; }
  CATENA_INLINE BadPivot& bad() const { return work.bad; }
};

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
  if (quantity.divides() && (slot.stable || motors_)) {
    detail::keep_inputs(quantity, s, out, work.saved);
    if (slot.stable && quantity.needs(Input::V) && s.V && s.V->cols > 0 &&
        detail::overlap(s.V->data, (s.V->cols - 1) * static_cast<std::ptrdiff_t>(s.V->stride) + s.V->rows,
                        out.matrix())) [[unlikely]]  // V cannot be kept
      return run_stable(slot, s, {}, work, out);
  }
  const Steps steps{*this, slot, s, work, out};
  const Status status = detail::run_checked(quantity, chain_, motors_, s, steps, out);
  if (wrenched && status.ok()) [[unlikely]]
    LinkWrenches<double>::finish(quantity.quantity, chain_, work.posture, s.wrenches, given.wrench_axes,
                                 motors_, work.wrenches, out);
  return status;
}

CATENA_INLINE void Arm::run(const QuantityInfo& quantity, const Given& given, Workspace& work,
                            const Result<double>& out) const {
  if (const Status status = try_run(quantity, given, work, out); !status.ok()) [[unlikely]]
    refuse(quantity, given, out, &work, status);
}

}  // namespace catena
