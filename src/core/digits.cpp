// SPDX-License-Identifier: Apache-2.0
#include "catena/core/digits.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "catena/core/library_methods.hpp"
#include "core/extended.hpp"
#include "core/model/small_change.hpp"

namespace catena {
namespace {

using detail::SmallChange;

constexpr double kNegligible = 1e-4;

double digits_of(double error, double size) {
  if (error == 0) return kMostDigits;
  const double digits = -std::log10(error / size);
  return digits > 0 ? std::min(digits, kMostDigits) : 0;  // also if it is not a number
}

}  // namespace

struct DigitsLeft::Repeat {
  Repeat(const Chain<double>& original, const Method<double>& method, std::uint64_t seed)
      : change(seed),
        arm(original.cast<double>([this](double number) { return change(number); })),
        x(arm),
        prepared(method.prepare(arm)) {}

  SmallChange change;
  Chain<double> arm;  // changed
  Posture<double> x;
  Prepared<double> prepared;
};

struct DigitsLeft::Impl {
  Quantity quantity;
  std::vector<std::unique_ptr<Repeat>> repeats;  // which their methods point into
  detail::Extended extended;
  std::vector<double> out, worst;
};

DigitsLeft::DigitsLeft(const Chain<double>& arm, const Method<double>& method)
    : impl_(std::make_unique<Impl>(Impl{method.quantity, {}, {arm, method.quantity, method.name}, {}, {}})) {
  for (int k = 0; k < kRepeats; ++k)
    impl_->repeats.push_back(std::make_unique<Repeat>(arm, method, static_cast<std::uint64_t>(k) + 1));
}
DigitsLeft::~DigitsLeft() = default;
DigitsLeft::DigitsLeft(DigitsLeft&&) noexcept = default;

double DigitsLeft::at(const State<double>& s, std::span<const double> result) {
  Impl& me = *impl_;
  me.out.resize(result.size());
  me.worst.assign(result.size(), 0.0);
  const QuantityInfo& about = info(me.quantity);
  for (const auto& repeat : me.repeats) {
    SmallChange& change = repeat->change;
    const std::vector<double> q = change(s.q), qd = change(s.qd), qdd = change(s.qdd), tau = change(s.tau),
                              v = change(s.v);
    std::vector<Force<double>> wrenches;
    for (const Force<double>& w : s.wrenches) wrenches.push_back(change(w));
    State<double> changed = s;
    changed.q = q, changed.qd = qd, changed.qdd = qdd, changed.tau = tau, changed.v = v;
    changed.gravity = change(s.gravity), changed.tip = change(s.tip);
    changed.wrenches = wrenches;
    if (about.needs(Input::q)) set_posture(repeat->arm, q, repeat->x);
    repeat->prepared.run(repeat->x, changed, me.out);
    for (std::size_t i = 0; i < result.size(); ++i) {
      const double error = std::abs(me.out[i] - result[i]);
      if (!(error <= me.worst[i])) me.worst[i] = error;  // also if it is not a number
    }
  }

  if (me.extended.exists()) {
    const std::vector<long double>& better = me.extended.at(s);
    for (std::size_t i = 0; i < result.size(); ++i) {
      const double error = static_cast<double>(std::abs(better[i] - result[i]));
      if (!(error <= me.worst[i])) me.worst[i] = error;
    }
  }

  double left = kMostDigits;
  std::size_t first = 0;
  const int n = me.repeats.front()->arm.dof();
  for (const ArrayInfo& array : about.arrays) {
    const Size size = size_of(array.shape, n, s.V ? s.V->cols : -1);
    const auto rows = static_cast<std::size_t>(size.rows);
    const bool vector = size.cols == 1;
    std::vector<double> largest(vector ? 1 : rows, 0.0);
    const auto row_of = [&](std::size_t i) { return vector ? 0 : i % rows; };
    for (std::size_t i = 0; i < size.count(); ++i)
      largest[row_of(i)] = std::max(largest[row_of(i)], std::abs(result[first + i]));
    for (std::size_t i = 0; i < size.count(); ++i) {
      const double own = std::max(std::abs(result[first + i]), kNegligible * largest[row_of(i)]);
      left = std::min(left, std::isfinite(result[first + i]) ? digits_of(me.worst[first + i], own) : 0.0);
    }
    first += size.count();
  }
  return left;
}

}  // namespace catena
