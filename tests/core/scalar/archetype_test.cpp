// SPDX-License-Identifier: Apache-2.0
// Every algorithm compiles for a scalar that can do only what the concept allows: no comparison, no conversion,
// no default value. A branch on a value would not compile. It also runs, and must agree with double bit for bit.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "catena/core/registry.hpp"
#include "support/arms.hpp"
#include "support/one_row.hpp"

namespace catena::test {
namespace {

class Archetype {
 public:
  explicit Archetype(double value) : value_(value) {}
  explicit Archetype(int value) : value_(value) {}

  friend Archetype operator+(const Archetype& a, const Archetype& b) {
    return Archetype(a.value_ + b.value_);
  }
  friend Archetype operator-(const Archetype& a, const Archetype& b) {
    return Archetype(a.value_ - b.value_);
  }
  friend Archetype operator*(const Archetype& a, const Archetype& b) {
    return Archetype(a.value_ * b.value_);
  }
  friend Archetype operator/(const Archetype& a, const Archetype& b) {
    return Archetype(a.value_ / b.value_);
  }
  friend Archetype operator-(const Archetype& a) { return Archetype(-a.value_); }
  friend Archetype sin(const Archetype& a) { return Archetype(std::sin(a.value_)); }
  friend Archetype cos(const Archetype& a) { return Archetype(std::cos(a.value_)); }
  friend Archetype sqrt(const Archetype& a) { return Archetype(std::sqrt(a.value_)); }
  friend Archetype sign_select(const Archetype& x, const Archetype& minus, const Archetype& zero,
                               const Archetype& plus) {
    return Archetype(catena::sign_select(x.value_, minus.value_, zero.value_, plus.value_));
  }
  friend double reveal(const Archetype& a) { return a.value_; }  // for the test alone

 private:
  double value_;
};

static_assert(Scalar<Archetype>);
static_assert(!std::default_initializable<Archetype>);
static_assert(!std::equality_comparable<Archetype>);
static_assert(!std::convertible_to<Archetype, double>);

TEST(Archetype, EveryMethodRunsOnAScalarWithoutComparisonAndIsDoubleBitForBit) {
  for (const char* spec : {"chain:4", "mixed:5:3", "mixed:7:1"}) {
    const Case c(spec);
    const Chain<Archetype> arm = c.arm.cast<Archetype>();
    const auto lift = [](const std::vector<double>& v) { return std::vector<Archetype>(v.begin(), v.end()); };
    const auto q = lift(c.q), qd = lift(c.qd), qdd = lift(c.qdd), tau = lift(c.tau);
    const State<Archetype> s{q, qd, qdd, tau, arm.gravity(), Force<Archetype>::zero()};
    const State<double> sd{c.q, c.qd, c.qdd, c.tau, c.arm.gravity(), Force<double>::zero()};
    const auto general = methods<Archetype>();
    const auto plain = methods<double>();
    for (std::size_t k = 0; k < plain.size(); ++k) {
      const std::size_t size = size_of(plain[k].quantity, c.arm.dof());
      std::vector<Archetype> out(size, Archetype(NAN));
      std::vector<double> expected(size, NAN);
      general[k].run(arm, posture<Archetype>(arm, q), s, out);
      plain[k].run(c.arm, c.x(), sd, expected);
      for (std::size_t i = 0; i < size; ++i)
        EXPECT_EQ(reveal(out[i]), expected[i]) << fmt::format("{}: {} element {}", spec, plain[k].name, i);
    }
  }
}

}  // namespace
}  // namespace catena::test
