// SPDX-License-Identifier: Apache-2.0
// Pack<Arch>: the same number of several states. An algorithm that runs on packs computes 2, 4 or 8 states in the time of
// one, of floats twice as many. The type carries the architecture, so that one program can hold kernels for several (scalar/lanes.hpp).
#pragma once

#include <cstddef>

#include "catena/core/scalar/concept.hpp"
#include "catena/core/scalar/lanes.hpp"

namespace catena {

template <class Arch>
class Pack {
 public:
  using Number = typename Lanes<Arch>::Number;
  using Real = typename Lanes<Arch>::Real;
  using Bits = typename Lanes<Arch>::Bits;
  static constexpr std::size_t width = Lanes<Arch>::width;

  Pack() = default;
  // Written out: gcc 12 copies trivially copyable types in pieces through other registers.
  CATENA_INLINE Pack(const Pack& other) : v_(other.v_) {}
  CATENA_INLINE Pack& operator=(const Pack& other) {
    v_ = other.v_;
    return *this;
  }
  ~Pack() = default;
  CATENA_INLINE explicit Pack(double x) : v_(static_cast<Number>(x) - Real{}) {}
  CATENA_INLINE explicit Pack(int x) : Pack(static_cast<double>(x)) {}
  CATENA_INLINE explicit Pack(const Real& v) : v_(v) {}

  CATENA_INLINE const Real& lanes() const { return v_; }
  CATENA_INLINE Number operator[](std::size_t lane) const { return v_[lane]; }

  CATENA_INLINE friend Pack operator+(const Pack& a, const Pack& b) { return Pack(a.v_ + b.v_); }
  CATENA_INLINE friend Pack operator-(const Pack& a, const Pack& b) { return Pack(a.v_ - b.v_); }
  CATENA_INLINE friend Pack operator-(const Pack& a) { return Pack(-a.v_); }
  CATENA_INLINE friend Pack operator*(const Pack& a, const Pack& b) { return Pack(a.v_ * b.v_); }
  CATENA_INLINE friend Pack operator/(const Pack& a, const Pack& b) { return Pack(a.v_ / b.v_); }
  CATENA_INLINE friend Pack sqrt(const Pack& a) { return Pack(Lanes<Arch>::sqrt(a.v_)); }

  CATENA_INLINE static void sincos(const Pack& x, Pack& s, Pack& c) {
    catena::sincos<Arch>(x.v_, s.v_, c.v_);
  }
  CATENA_INLINE friend Pack sin(const Pack& a) {
    Pack s, c;
    sincos(a, s, c);
    return s;
  }
  CATENA_INLINE friend Pack cos(const Pack& a) {
    Pack s, c;
    sincos(a, s, c);
    return c;
  }
  CATENA_INLINE friend Pack sign_select(const Pack& x, const Pack& minus, const Pack& zero,
                                        const Pack& plus) {
    const Bits below = x.v_<Real{}, above = x.v_> Real{};
    return Pack(
        (Real)((below & (Bits)minus.v_) | (above & (Bits)plus.v_) | (~(below | above) & (Bits)zero.v_)));
  }

 private:
  Real v_;
};

static_assert(Scalar<Pack<arch::Sse2>> && Scalar<Pack<arch::Sse2Float>>);

}  // namespace catena
