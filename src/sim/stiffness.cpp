// SPDX-License-Identifier: Apache-2.0
#include "sim/stiffness.hpp"

#include <algorithm>
#include <cmath>

namespace catena::sim::detail {
namespace {

// The size of a small change of one number of y: well above rounding, well below the width of smoothed friction.
double small(double y) { return 1e-7 * (1 + std::abs(y)); }

}  // namespace

Stiffness::Stiffness(System& system, const std::string& integrator)
    : system_(system),
      bound_(integrator == "adams" ? 0.5 : 2),
      f_(static_cast<std::size_t>(system.size()), 0.0),
      moved_(f_),
      f_moved_(f_),
      v_(static_cast<std::size_t>(system.feedback()), 0.0) {
  for (std::size_t i = 0; i < v_.size(); ++i) v_[i] = i % 2 == 0 ? 1 : -0.5;  // any direction
}

bool Stiffness::look(double t, double h, std::span<const double> y) {
  since_ += h;
  if (++steps_ < kEvery) return false;
  const double mean = since_ / kEvery, rho = radius(t, y);
  steps_ = 0;
  since_ = 0;
  above_ = mean * rho > bound_ ? above_ + 1 : 0;
  below_ = rho >= 0 && mean * rho < kMild ? below_ + 1 : 0;
  return true;
}

double Stiffness::radius(double t, std::span<const double> y) {
  // v in units of small(y), of length 1
  double square = 0;
  for (const double v : v_) square += v * v;
  if (!(square > 0) || !std::isfinite(square)) return -1;
  const double scale = 1 / std::sqrt(square);
  std::copy(y.begin(), y.end(), moved_.begin());
  for (std::size_t i = 0; i < v_.size(); ++i) moved_[i] += scale * v_[i] * small(y[i]);
  if (system_.probe(t, y, f_) != System::Value::found ||
      system_.probe(t, moved_, f_moved_) != System::Value::found)
    return -1;
  double found = 0;
  for (std::size_t i = 0; i < v_.size(); ++i) {
    v_[i] = (f_moved_[i] - f_[i]) / small(y[i]);
    found += v_[i] * v_[i];
  }
  if (!(found > 0)) {
    v_.assign(v_.size(), 1.0);
    return rho_;
  }
  const double growth = std::sqrt(found);
  rho_ = rho_ > 0 ? std::sqrt(rho_ * growth) : growth;
  return rho_;
}

}  // namespace catena::sim::detail
