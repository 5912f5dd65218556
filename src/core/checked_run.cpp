// SPDX-License-Identifier: Apache-2.0
#include "catena/core/checked_run.hpp"

#include "catena/core/library_methods.hpp"

namespace catena {

namespace detail {

Status status_of_regular(const Pivots<double>& pivots, std::size_t n, bool roots, BadPivot& bad) noexcept {
  if (roots) {
    const std::span<const double> values(pivots.values, n);
    if (const int first = first_nonpositive_pivot(values); first >= 0) [[unlikely]] {
      const double pivot = values[static_cast<std::size_t>(first)];
      bad = {first, pivots.inverse ? 1 / pivot : pivot};
      return {StatusCode::not_positive};
    }
  }
  const double least = least_rank(pivots.rank);
  if (least > kLeastRank) [[likely]]
    return {};
  bad = {-1, least};
  return {StatusCode::rank_deficient};
}

Status status_of(const Pivots<double>& pivots, std::span<const double> regular, bool roots,
                 BadPivot& bad) noexcept {
  const std::span<const double> values(pivots.values, regular.size());
  const int first = first_below(regular, values, pivots.inverse);
  if (first < 0) return status_of_regular(pivots, regular.size(), roots, bad);
  const double pivot = values[static_cast<std::size_t>(first)];
  bad = {first, pivots.inverse ? 1 / pivot : pivot};
  return {StatusCode::singular};
}

void throw_bad_pivot(const Status& status, std::string_view call, const std::string& robot,
                     const BadPivot& bad) {
  if (status.code == StatusCode::rank_deficient) require_rank(call, robot, {&bad.pivot, 1});
  if (status.code == StatusCode::not_positive) throw_not_positive(call, robot, bad.joint, bad.pivot);
  throw_singular(call, robot, bad.joint, bad.pivot);
}

}  // namespace detail

struct CheckedMethod::Steps {
  CheckedMethod& own;
  const Posture<double>& x;
  const State<double>& s;
  const Result<double>& out;

  Pivots<double> run() const { return own.method_.run(x, s, out); }

  Rare& rare() const {
    if (!own.rare_) own.rare_ = std::make_unique<Rare>();
    return *own.rare_;
  }

  Pivots<double> run_for_pivots() const {
    if (!rare().pivots) {
      const Method<double>* const fd =
          own.motors_ ? motor_method(Quantity::fd) : library_method(Quantity::fd, "aba");
      rare().pivots.emplace(fd->prepare(*own.arm_));
      rare().zeros.assign(own.least_.size(), 0.0);
      rare().unused = rare().zeros;
    }
    const State<double> rest = {{},           rare().zeros,         {},
                                rare().zeros, Vec3<double>::zero(), Force<double>::zero()};
    return rare().pivots->run(x, rest, rare().unused);
  }

  std::span<const double> least() const { return own.least_; }
  bool roots() const { return own.method_.method().roots; }
  BadPivot& bad() const { return own.bad_; }

  Status run_again(Pivots<double> pivots) const {
    if (own.other_) {
      if (!rare().stable) rare().stable.emplace(own.other_->prepare(*own.arm_));
      pivots = rare().stable->run(x, s, out);
      own.used_ = own.other_;
    }
    if (rare().regular.empty()) {
      rare().regular.resize(own.least_.size());
      set_least_pivots(*own.arm_, LeastPivot::regular, rare().regular, own.motors_);
    }
    return detail::status_of(pivots, rare().regular, own.used_->roots, own.bad_);
  }

  std::span<double> motor_terms() const {
    rare().terms.resize(static_cast<std::size_t>(own.arm_->dof()));
    return rare().terms;
  }
};

CheckedMethod::CheckedMethod(const Chain<double>& arm, const Method<double>& method, bool motors,
                             bool replaceable)
    : arm_(&arm), motors_(motors), method_(method.prepare(arm)) {
  if (!info(method.quantity).divides()) return;
  if (replaceable && !motors) other_ = stable_method(method.quantity);
  if (other_ == &method) other_ = nullptr;
  least_.resize(static_cast<std::size_t>(arm.dof()));
  set_least_pivots(arm, other_ ? least_pivot(method) : LeastPivot::regular, least_, motors);
}

const Method<double>& CheckedMethod::run(const Posture<double>& x, const State<double>& s,
                                         const Result<double>& out, const std::string& robot) {
  const QuantityInfo& quantity = info(method_.method().quantity);
  used_ = &method_.method();
  const Status status = detail::run_checked(quantity, *arm_, motors_, s, Steps{*this, x, s, out}, out);
  if (!status.ok()) detail::throw_bad_pivot(status, quantity.name, robot, bad_);
  return *used_;
}

}  // namespace catena
