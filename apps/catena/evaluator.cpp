// SPDX-License-Identifier: Apache-2.0
#include "evaluator.hpp"

#include <algorithm>
#include <cmath>

#include "catena/core/model/pivot.hpp"
#include "catena/io/json_write.hpp"

namespace catena::cli {
namespace {

Chain<double> chain_of(const Robot& robot) {
  Notes reported_when_loaded;
  return make_chain(robot, reported_when_loaded);
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
      arm_(std::make_unique<const Chain<double>>(chain_of(robot))),
      plan_(std::move(plan)),
      scale_(pivot_scale(*arm_)),
      zeros_(static_cast<std::size_t>(arm_->dof()), 0.0),
      posture_(*arm_),
      pivots_(library_method(Quantity::fd, "aba")->prepare(*arm_)),
      accelerations_(zeros_) {
  for (const Method<double>* method : plan_.methods) prepared_.push_back(method->prepare(*arm_));
}

void Evaluator::check_line() const {
  const int n = arm_->dof();
  require_joints("q", line_.q, n, name_, plan_.needs(Input::q));
  require_joints("qd", line_.qd, n, name_, plan_.needs(Input::qd));
  require_joints("qdd", line_.qdd, n, name_, plan_.needs(Input::qdd));
  require_joints("tau", line_.tau, n, name_, plan_.needs(Input::tau));
}

void Evaluator::set_state(const State<double>& state) {
  state_ = state;
  set_posture(*arm_, state.q.empty() ? std::span<const double>(zeros_) : state.q, posture_);
}

void Evaluator::compute(const Method<double>& method, std::span<double> out) {
  const QuantityInfo& quantity = info(method.quantity);
  const auto at = std::find(plan_.methods.begin(), plan_.methods.end(), &method) - plan_.methods.begin();
  Pivots<double> pivots = prepared_[static_cast<std::size_t>(at)].run(posture_, state_, out);
  if (quantity.divides) {
    if (!pivots.values) {  // D also equals the articulated inertias about the joint axes
      const State<double> rest = {{}, zeros_, {}, zeros_, Vec3<double>::zero(), Force<double>::zero()};
      pivots = pivots_.run(posture_, rest, accelerations_);
    }
    const std::span<const double> values(pivots.values, scale_.size());
    require_regular(quantity.name, name_, values, scale_, pivots.inverse);
    if (method.roots) require_positive(quantity.name, name_, values, pivots.inverse);
  }
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
             line_.qd.values, line_.qdd.values, line_.tau.values, line_.gravity.value_or(arm_->gravity()),
             line_.tip.value_or(Force<double>::zero())});
  try {
    out += '{';
    for (const Method<double>* m : plan_.methods) {
      values_.resize(size_of(m->quantity, arm_->dof()));
      compute(*m, values_);
      if (out.size() > before + 1) out += ", ";
      append_json(out, m->quantity, arm_->dof(), values_);
    }
    if (!line_.tag.empty()) (out += ", \"tag\": ") += line_.tag;
    out += '}';
  } catch (...) {
    out.resize(before);
    throw;
  }
}

}  // namespace catena::cli
