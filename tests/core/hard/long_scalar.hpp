// SPDX-License-Identifier: Apache-2.0
// Long: a scalar of 60 decimal digits, on which the algorithms run as on double.
#pragma once

#include <boost/multiprecision/cpp_bin_float.hpp>

#include "catena/core/scalar/concept.hpp"

namespace catena::test {

using Digits60 =
    boost::multiprecision::number<boost::multiprecision::cpp_bin_float<60>, boost::multiprecision::et_off>;

struct Long {
  Digits60 x;

  Long() : x(0) {}
  explicit Long(double value) : x(value) {}
  explicit Long(const Digits60& value) : x(value) {}

  friend Long operator+(const Long& a, const Long& b) { return Long(Digits60(a.x + b.x)); }
  friend Long operator-(const Long& a, const Long& b) { return Long(Digits60(a.x - b.x)); }
  friend Long operator*(const Long& a, const Long& b) { return Long(Digits60(a.x * b.x)); }
  friend Long operator/(const Long& a, const Long& b) { return Long(Digits60(a.x / b.x)); }
  friend Long operator-(const Long& a) { return Long(Digits60(-a.x)); }
  friend Long sin(const Long& a) { return Long(Digits60(sin(a.x))); }
  friend Long cos(const Long& a) { return Long(Digits60(cos(a.x))); }
  friend Long sqrt(const Long& a) { return Long(Digits60(sqrt(a.x))); }
  friend Long sign_select(const Long& a, const Long& minus, const Long& zero, const Long& plus) {
    return a.x < 0 ? minus : a.x > 0 ? plus : zero;
  }
};
static_assert(Scalar<Long>);

}  // namespace catena::test
