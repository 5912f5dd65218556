// SPDX-License-Identifier: Apache-2.0
// The calls of Arm for any quantity, by its row in the table; what they do in rare cases; and calls with scratch memory of their own.
#include "core/arm_run.hpp"

#include "catena/core/digits.hpp"
#include "catena/core/library_methods.hpp"
#include "catena/core/rows/row.hpp"
#include "core/kernels/kernels.hpp"

namespace catena {

Pivots<double> Arm::run_for_pivots(Workspace& work) const noexcept {
  const State<double> rest = {{}, work.zeros, {}, work.zeros, Vec3<double>::zero(), Wrench::zero()};
  const Result<double> unused(MatView<double>{work.unused.data(), dof(), 1, dof()});
  return work.pivots.execute(chain_, work.posture, rest, work.pivots.scratch, unused);
}

[[gnu::cold]] Status Arm::run_stable(const Workspace::Slot& slot, const State<double>& s,
                                     Pivots<double> pivots, Workspace& work,
                                     const Result<double>& out) const noexcept {
  if (slot.stable) pivots = slot.stable(chain_, work.posture, s, slot.stable_scratch, out);
  return detail::status_of(pivots, {work.bounds_of(LeastPivot::regular), work.zeros.size()},
                           slot.stable ? slot.stable_roots : slot.roots, work.bad);
}

const Method<double>& Arm::run_once(const QuantityInfo& quantity, const Method<double>& method,
                                    const Given& given, const Result<double>& out, bool chosen) const {
  if (const Status status = check(quantity, given, out); !status.ok())
    refuse(quantity, given, out, nullptr, status);
  if (motors_ && motor_effect(quantity.quantity) == MotorEffect::refused)
    refuse(quantity, given, out, nullptr, {StatusCode::not_supported});
  Posture<double> x(chain_);
  if (quantity.needs(Input::q)) detail::set_posture(detail::kernels(), chain_, given.q, x);
  return CheckedMethod(chain_, method, motors_, chosen).run(x, state(given), out, name());
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

}  // namespace catena
