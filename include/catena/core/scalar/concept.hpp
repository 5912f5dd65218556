// SPDX-License-Identifier: Apache-2.0
// All operations that an algorithm may use on its scalar. There is no comparison and no conversion back to double: an
// algorithm that branches on a value does not compile for every scalar, which tests/core/scalar/archetype_test.cpp checks.
#pragma once

#include <cmath>
#include <concepts>
#include <limits>

namespace catena {

// The only selection by value, as an expression: `minus` for x < 0, `plus` for x > 0, `zero` for x = 0. NaN must propagate
// and not turn into `zero`.
template <std::floating_point T>
T sign_select(T x, T minus, T zero, T plus) {
  return x < 0 ? minus : x > 0 ? plus : x == 0 ? zero : x;
}

// The initial content of a workspace (NaN for real scalars), so that results from an unset workspace are recognised.
template <class T>
T not_set() {
  return T(std::numeric_limits<double>::quiet_NaN());
}

namespace detail {
using std::cos;
using std::sin;
using std::sqrt;

template <class T>
concept ScalarFunctions = requires(const T a) {
  { sin(a) } -> std::convertible_to<T>;
  { cos(a) } -> std::convertible_to<T>;
  { sqrt(a) } -> std::convertible_to<T>;
  { sign_select(a, a, a, a) } -> std::convertible_to<T>;
};
}  // namespace detail

template <class T>
concept Scalar = std::copyable<T> && std::constructible_from<T, double> && detail::ScalarFunctions<T> &&
    requires(const T a, const T b) {
  { a + b } -> std::convertible_to<T>;
  { a - b } -> std::convertible_to<T>;
  { a* b } -> std::convertible_to<T>;
  { a / b } -> std::convertible_to<T>;
  { -a } -> std::convertible_to<T>;
};

// Scalars that track which constants are 0 or 1 declare `watches_constants`: they are given the full formulas, not those
// shortened by math/fixed.hpp.
template <class T>
inline constexpr bool kWatchesConstants = requires {
  requires T::watches_constants;
};

}  // namespace catena
