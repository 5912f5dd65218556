// SPDX-License-Identifier: Apache-2.0
// The calls of Arm for any quantity, by its row in the table; what they do in rare cases; and calls with scratch memory of their own.
#include "core/arm_run.hpp"

#include "catena/core/digits.hpp"
#include "catena/core/library_methods.hpp"
#include "catena/core/rows/row.hpp"
#include "core/kernels/kernels.hpp"

namespace catena {

Status Arm::result_status(bool roots, const Pivots<double>& pivots, Workspace& work) noexcept {
  if (roots) {
    const std::span<const double> values(pivots.values, work.zeros.size());
    if (const int bad = first_nonpositive_pivot(values); bad >= 0) [[unlikely]] {
      const double pivot = values[static_cast<std::size_t>(bad)];
      work.singular = {bad, pivots.inverse ? 1 / pivot : pivot};
      return {StatusCode::not_positive};
    }
  }
  const double least = least_rank(pivots.rank);
  if (least > kLeastRank) [[likely]]
    return {};
  work.singular = {-1, least};
  return {StatusCode::rank_deficient};
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
  if (bad < 0) return result_status(slot.stable ? slot.stable_roots : slot.roots, pivots, work);
  const double pivot = values[static_cast<std::size_t>(bad)];
  work.singular = {bad, pivots.inverse ? 1 / pivot : pivot};
  return {StatusCode::singular};
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
    if (!quantity.divides()) return true;
    const auto judged = [&](const Pivots<double>& found) {
      if (!least.empty() && !all_above(least, found.values, found.inverse)) return false;
      if (least.empty()) require_regular(quantity, found);
      require_rank(quantity.name, name(), found.rank);
      if (by.roots)
        catena::require_positive(quantity.name, name(), {found.values, static_cast<std::size_t>(dof())},
                                 found.inverse);
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
      quantity.divides() && !motors_ ? stable_method(quantity.quantity) : nullptr;
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

}  // namespace catena
