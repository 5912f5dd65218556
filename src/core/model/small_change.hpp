// SPDX-License-Identifier: Apache-2.0
// Small perturbations of numbers, usually in their last place, to see the effect of errors in the data on a result.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "catena/core/math/spatial.hpp"

namespace catena::detail {

// x (1 + e) with e uniformly distributed between -most and most; zeros stay zeros. The same seed gives the same changes.
class SmallChange {
 public:
  explicit SmallChange(std::uint64_t seed, double most = std::numeric_limits<double>::epsilon())
      : state_(seed), most_(most) {}

  double operator()(double x) {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;  // Knuth's MMIX generator
    const double unit = static_cast<double>(static_cast<std::int64_t>(state_)) * 0x1p-63;
    return x + x * (most_ * unit);
  }
  std::vector<double> operator()(std::span<const double> x) {
    std::vector<double> y(x.begin(), x.end());
    for (double& v : y) v = (*this)(v);
    return y;
  }
  Vec3<double> operator()(const Vec3<double>& v) { return {(*this)(v.x), (*this)(v.y), (*this)(v.z)}; }
  Force<double> operator()(const Force<double>& f) { return {(*this)(f.ang), (*this)(f.lin)}; }
  Sym3<double> operator()(const Sym3<double>& s) {
    return {(*this)(s.xx), (*this)(s.yy), (*this)(s.zz), (*this)(s.xy), (*this)(s.xz), (*this)(s.yz)};
  }

 private:
  std::uint64_t state_;
  double most_;
};

}  // namespace catena::detail
