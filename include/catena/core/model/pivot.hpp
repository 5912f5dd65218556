// SPDX-License-Identifier: Apache-2.0
// Which joint spoils the elimination: the pivots δ_i of M = U D Uᵀ, judged at the border and never in algo/.
#pragma once

#include <cmath>
#include <span>

namespace catena {

// The first joint (counted from 0), in the order of elimination from the tip to the base, whose pivot is zero
// to the rounding of its scale or not finite; -1 if there is none. The rule of require_definite, with `scale`
// from inertia_scale.
inline int first_bad_pivot(std::span<const double> d, std::span<const double> scale) {
  for (std::size_t i = d.size(); i-- > 0;)
    if (!(std::abs(d[i]) > 1e-15 * scale[i]) || !std::isfinite(d[i])) return static_cast<int>(i);
  return -1;
}

// The first joint whose pivot is not positive, so that M is not positive definite even if its factors exist; -1
// if there is none.
inline int first_nonpositive_pivot(std::span<const double> d) {
  for (std::size_t i = d.size(); i-- > 0;)
    if (!(d[i] > 0)) return static_cast<int>(i);
  return -1;
}

}  // namespace catena
