// SPDX-License-Identifier: Apache-2.0
#include "evaluator.hpp"

#include <cmath>

#include "catena/core/model/definite.hpp"
#include "catena/io/json_write.hpp"

namespace catena::cli {
namespace {

Chain<double> chain_of(const Robot& robot) {
  Notes told_when_loaded;
  return make_chain(robot, told_when_loaded);
}

bool divides_by_inertia(Quantity quantity) {
  switch (quantity) {
    case Quantity::fd:
    case Quantity::udut:
    case Quantity::inertia_inverse:
    case Quantity::nu:
    case Quantity::xi:
    case Quantity::cnu:
    case Quantity::cxi:
    case Quantity::dfd_dq:
    case Quantity::dfd_dqd:
      return true;
    default:
      return false;
  }
}

void require_finite(const QuantityInfo& quantity, std::span<const double> values) {
  for (double value : values)
    if (!std::isfinite(value))
      throw Error(ErrorKind::numerical, std::string(quantity.name), "the result is not finite")
          .hint("the numbers of this state are too large");
}

}  // namespace

Evaluator::Evaluator(const Robot& robot, Plan plan)
    : name_(robot.name),
      arm_(chain_of(robot)),
      plan_(std::move(plan)),
      scale_(inertia_scale(arm_)),
      zeros_(static_cast<std::size_t>(arm_.dof()), 0.0),
      posture_(arm_),
      aba_(arm_.dof()) {}

void Evaluator::check_line() const {
  const int n = arm_.dof();
  require_joints("q", line_.q, n, name_, plan_.needs_q());
  require_joints("qd", line_.qd, n, name_, plan_.needs_qd());
  require_joints("qdd", line_.qdd, n, name_, plan_.needs_qdd());
  require_joints("tau", line_.tau, n, name_, plan_.needs_tau());
}

// The articulated inertias along the joints are D of M = U D Uᵀ.
void Evaluator::require_definite(std::string_view quantity) {
  accelerations_.resize(zeros_.size());
  aba<double>(arm_, posture_, zeros_, zeros_, Vec3<double>::zero(), aba_, accelerations_);
  for (int i = arm_.dof() - 1; i >= 0; --i)  // elimination runs inward
    catena::require_definite(std::string(quantity).c_str(), name_, i, 1 / aba_.delta_inv[i], scale_[i]);
}

// After require_definite.
void Evaluator::require_positive(std::string_view quantity) const {
  for (int i = arm_.dof() - 1; i >= 0; --i)
    catena::require_positive(std::string(quantity).c_str(), name_, i, 1 / aba_.delta_inv[i]);
}

void Evaluator::set_state(const State<double>& state) {
  state_ = state;
  definite_ = false;
  posture_.set(arm_, state.q.empty() ? std::span<const double>(zeros_) : state.q);
}

void Evaluator::compute(const Method<double>& method, std::span<double> out) {
  const QuantityInfo& quantity = info(method.quantity);
  if (divides_by_inertia(method.quantity) && !definite_) require_definite(quantity.name), definite_ = true;
  if (method.roots) require_positive(quantity.name);
  method.run(arm_, posture_, state_, out);
  require_finite(quantity, out);
}

void Evaluator::answer(std::string_view line, std::string& out) {
  const std::size_t before = out.size();
  try {
    parse_state_line(line, line_);
  } catch (const Error&) {
    line_.tag.clear();
    throw;
  }
  check_line();
  set_state({line_.q.given ? std::span<const double>(line_.q.values) : std::span<const double>(),
             line_.qd.values, line_.qdd.values, line_.tau.values, line_.gravity.value_or(arm_.gravity()),
             line_.tip.value_or(Force<double>::zero())});
  try {
    out += '{';
    for (const Method<double>* m : plan_.methods) {
      values_.resize(size_of(m->quantity, arm_.dof()));
      compute(*m, values_);
      if (out.size() > before + 1) out += ", ";
      append_json(out, m->quantity, arm_.dof(), values_);
    }
    if (!line_.tag.empty()) (out += ", \"tag\": ") += line_.tag;
    out += '}';
  } catch (...) {
    out.resize(before);
    throw;
  }
}

}  // namespace catena::cli
