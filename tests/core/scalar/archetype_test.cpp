// SPDX-License-Identifier: Apache-2.0
// Every algorithm compiles for a scalar that can do only what the concept allows: no comparison, no conversion,
// no default value. A branch on a value would not compile. It also runs, and must agree with double to rounding.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>
#include <utility>

#include "catena/core/math/sincos.hpp"
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
  friend Archetype sin(const Archetype& a) { return Archetype(turn(a).first); }
  friend Archetype cos(const Archetype& a) { return Archetype(turn(a).second); }
  friend Archetype sqrt(const Archetype& a) { return Archetype(std::sqrt(a.value_)); }
  friend Archetype sign_select(const Archetype& x, const Archetype& minus, const Archetype& zero,
                               const Archetype& plus) {
    return Archetype(catena::sign_select(x.value_, minus.value_, zero.value_, plus.value_));
  }
  friend double reveal(const Archetype& a) { return a.value_; }  // for the test alone

 private:
  static std::pair<double, double> turn(const Archetype& a) {  // those that Posture<double> takes
    double s = 0, c = 0;
    sincos({&a.value_, 1}, {&s, 1}, {&c, 1});
    return {s, c};
  }
  double value_;
};

static_assert(Scalar<Archetype>);
static_assert(!std::default_initializable<Archetype>);
static_assert(!std::equality_comparable<Archetype>);
static_assert(!std::convertible_to<Archetype, double>);

// For double these run on the machine's vector instructions, where sums have another order and multiply-adds round once.
const std::set<std::string_view> kOnVectors = {
    "aba",           "aba_columns", "brandl_johanni_otter", "fd_derivatives", "crba", "crba_udu",
    "crba_coriolis", "gdahj",       "gdahj_sums",           "rnea_sums"};

TEST(Archetype, EveryMethodRunsOnAScalarWithoutComparisonAndAgreesWithDouble) {
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
      const bool vectors = kOnVectors.contains(plain[k].stem);
      double largest = 0;
      for (const double x : expected) largest = std::max(largest, std::abs(x));
      for (std::size_t i = 0; i < size; ++i) {
        const std::string where = fmt::format("{}: {} element {}", spec, plain[k].stem, i);
        if (vectors)
          ASSERT_NEAR(reveal(out[i]), expected[i], tolerance_of(c.arm) * largest) << where;
        else
          EXPECT_DOUBLE_EQ(reveal(out[i]), expected[i]) << where;
      }
    }
  }
}

}  // namespace
}  // namespace catena::test
