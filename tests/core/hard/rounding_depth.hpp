// SPDX-License-Identifier: Apache-2.0
// RoundingDepth: a scalar that counts the roundings on the longest way from the data to a result, on which the algorithms run
// as on double. Each of these roundings changes what it rounds by at most half an eps. Where such a change is as good as a change of
// the data that it stems from, a result has lost at most this many halves of eps times the condition of the problem. This holds for the
// arms of hard_arms_test.cpp, not for all arms (docs/digits.md).
#pragma once

#include <algorithm>

#include "catena/core/scalar/concept.hpp"

namespace catena::test {

struct RoundingDepth {
  int roundings = 0;

  RoundingDepth() = default;
  explicit RoundingDepth(double) {}

  static RoundingDepth after(int roundings) {
    RoundingDepth x;
    x.roundings = roundings;
    return x;
  }
  static RoundingDepth of(const RoundingDepth& a, const RoundingDepth& b) {
    return after(std::max(a.roundings, b.roundings) + 1);
  }
  friend RoundingDepth operator+(const RoundingDepth& a, const RoundingDepth& b) { return of(a, b); }
  friend RoundingDepth operator-(const RoundingDepth& a, const RoundingDepth& b) { return of(a, b); }
  friend RoundingDepth operator*(const RoundingDepth& a, const RoundingDepth& b) { return of(a, b); }
  friend RoundingDepth operator/(const RoundingDepth& a, const RoundingDepth& b) { return of(a, b); }
  friend RoundingDepth operator-(const RoundingDepth& a) { return a; }
  friend RoundingDepth sin(const RoundingDepth& a) { return of(a, a); }
  friend RoundingDepth cos(const RoundingDepth& a) { return of(a, a); }
  friend RoundingDepth sqrt(const RoundingDepth& a) { return of(a, a); }
  friend RoundingDepth sign_select(const RoundingDepth&, const RoundingDepth& minus,
                                   const RoundingDepth& zero, const RoundingDepth& plus) {
    return after(std::max({minus.roundings, zero.roundings, plus.roundings}));
  }
};
static_assert(Scalar<RoundingDepth>);

}  // namespace catena::test
