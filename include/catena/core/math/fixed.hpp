// SPDX-License-Identifier: Apache-2.0
// Fixed<k>: the number 0, 1 or -1 as a type. A formula written for a cosine and a sine, when given these instead, compiles
// without the products: a quarter turn only renames components.
#pragma once

#include "catena/core/inline.hpp"

namespace catena {

template <int k>
struct Fixed {
  static_assert(k == -1 || k == 0 || k == 1);
  template <class T>
  CATENA_INLINE operator T() const {  // for a component that is constant
    return T(k);
  }
};

template <int k>
CATENA_INLINE Fixed<-k> operator-(Fixed<k>) {
  return {};
}
template <int k, class T>
CATENA_INLINE auto operator*(Fixed<k>, const T& x) {
  if constexpr (k == 0)
    return Fixed<0>{};
  else if constexpr (k == 1)
    return x;
  else
    return -x;
}
template <int k, class T>
CATENA_INLINE auto operator*(const T& x, Fixed<k> f) {
  return f * x;
}
template <int k, int l>
CATENA_INLINE Fixed<k * l> operator*(Fixed<k>, Fixed<l>) {
  return {};
}
template <class T>
CATENA_INLINE auto operator+(Fixed<0>, const T& x) {
  return x;
}
template <class T>
CATENA_INLINE auto operator+(const T& x, Fixed<0>) {
  return x;
}
CATENA_INLINE Fixed<0> operator+(Fixed<0>, Fixed<0>) { return {}; }
template <class T>
CATENA_INLINE auto operator-(Fixed<0>, const T& x) {
  return -x;
}
template <class T>
CATENA_INLINE auto operator-(const T& x, Fixed<0>) {
  return x;
}
CATENA_INLINE Fixed<0> operator-(Fixed<0>, Fixed<0>) { return {}; }

// The rotation about x from one joint axis to the next (alpha), as far as its structure is known.
enum class Twist : unsigned char {
  general,
  none,          // the axes are parallel
  quarter,       // by +90 degrees
  quarter_back,  // by -90 degrees
};

CATENA_INLINE Twist twist_of(double ca, double sa) {
  if (ca == 1 && sa == 0) return Twist::none;
  if (ca == 0 && sa == 1) return Twist::quarter;
  if (ca == 0 && sa == -1) return Twist::quarter_back;
  return Twist::general;
}

// Calls move(cosine, sine) of the twist, as numbers or as types. Scalars that track constants themselves are given numbers.
template <class Step, class Move>
CATENA_INLINE auto by_twist(const Step& X, const Move& move) {
  switch (X.twist) {
    case Twist::none:
      return move(Fixed<1>{}, Fixed<0>{});
    case Twist::quarter:
      return move(Fixed<0>{}, Fixed<1>{});
    case Twist::quarter_back:
      return move(Fixed<0>{}, Fixed<-1>{});
    case Twist::general:
      break;
  }
  return move(X.ca, X.sa);
}

}  // namespace catena
