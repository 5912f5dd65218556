// SPDX-License-Identifier: Apache-2.0
// Counted: a double that counts what is done to it. Run an algorithm on it and read its cost.
//
// A value may be known to be 0, 1 or -1 by structure. When folding, operations that such a value makes trivial
// (x + 0, x * 1, 0 * x ...) are carried out but not counted, and the result is known as well. Robot
// constants are made with Counted::general (never known: a paper's general-purpose count) or
// Counted::known (known when they are exactly 0, 1, -1: the customised count). Negation is free, as in all
// papers.
#pragma once

#include <cmath>
#include <type_traits>

#include "catena/core/scalar/concept.hpp"
#include "catena/core/scalar/op_count.hpp"

namespace catena {

class Counted {
 public:
  static constexpr bool watches_constants = true;

  explicit Counted(double value) : value_(value), known_(tally().fold && is_unit(value)) {}
  explicit Counted(int value) : Counted(static_cast<double>(value)) {}

  static Counted general(double value) { return {value, false}; }
  static Counted known(double value) { return {value, is_unit(value)}; }

  double value() const { return value_; }
  bool is_known() const { return known_; }

  friend Counted operator+(const Counted& a, const Counted& b) {
    if (a.is(0)) return b;
    if (b.is(0)) return a;
    ++tally().count.add;
    return {a.value_ + b.value_, false};
  }
  friend Counted operator-(const Counted& a, const Counted& b) {
    if (a.is(0)) return -b;
    if (b.is(0)) return a;
    ++tally().count.add;
    return {a.value_ - b.value_, false};
  }
  friend Counted operator-(const Counted& a) { return {-a.value_, a.known_}; }
  friend Counted operator*(const Counted& a, const Counted& b) {
    if (a.known_ || b.known_) return {a.value_ * b.value_, a.is(0) || b.is(0) || (a.known_ && b.known_)};
    ++tally().count.mul;
    return {a.value_ * b.value_, false};
  }
  friend Counted operator/(const Counted& a, const Counted& b) {
    if (a.is(0) || b.known_) return {a.value_ / b.value_, a.known_};
    ++tally().count.mul;
    return {a.value_ / b.value_, false};
  }
  friend Counted sqrt(const Counted& a) {
    if (a.is(0) || a.is(1)) return a;
    ++tally().count.sqrt;
    return {std::sqrt(a.value_), false};
  }
  friend Counted sin(const Counted& a) {
    ++tally().count.trig;
    return {std::sin(a.value_), false};
  }
  friend Counted cos(const Counted& a) {
    ++tally().count.trig;
    return {std::cos(a.value_), false};
  }
  friend Counted sign_select(const Counted& x, const Counted& minus, const Counted& zero,
                             const Counted& plus) {
    return {sign_select(x.value_, minus.value_, zero.value_, plus.value_), false};
  }

  // What has been counted on this thread so far, and whether literals such as T(0) count as known.
  static OpCount counted() { return tally().count; }
  static bool folding() { return tally().fold; }
  static void set_folding(bool fold) { tally().fold = fold; }

 private:
  struct Tally {
    OpCount count;
    bool fold = true;
  };
  Counted(double value, bool known) : value_(value), known_(known) {}
  static Tally& tally() {
    static_assert(std::is_trivially_destructible_v<Tally>);  // to register a destructor, memory is needed
    constinit thread_local Tally t;
    return t;
  }
  static bool is_unit(double v) { return v == 0 || v == 1 || v == -1; }
  bool is(double v) const { return known_ && value_ == v; }

  double value_;
  bool known_;
};

// The operations counted since it was made; sets folding for its lifetime.
class CountScope {
 public:
  explicit CountScope(bool fold = true) : fold_before_(Counted::folding()), start_(Counted::counted()) {
    Counted::set_folding(fold);
  }
  ~CountScope() { Counted::set_folding(fold_before_); }
  CountScope(const CountScope&) = delete;
  CountScope& operator=(const CountScope&) = delete;

  OpCount count() const { return Counted::counted() - start_; }

 private:
  bool fold_before_;
  OpCount start_;
};

}  // namespace catena
