// SPDX-License-Identifier: Apache-2.0
// Every algorithm runs on packs, and each lane is what double gives for that state.
#include "catena/core/scalar/pack.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <vector>

#include "catena/core/library_methods.hpp"
#include "catena/core/registry.hpp"
#include "support/arms.hpp"

namespace catena::test {
namespace {

using P = Pack<arch::Sse2>;

P pack(double a, double b) { return P(P::Real{a, b}); }

TEST(Pack, CalculatesInEveryLane) {
  const P a = pack(3, -5), b = pack(2, 4);
  const auto expect = [](const P& found, double x, double y) {
    EXPECT_EQ(found[0], x);
    EXPECT_EQ(found[1], y);
  };
  expect(a + b, 5, -1);
  expect(a - b, 1, -9);
  expect(a * b, 6, -20);
  expect(a / b, 1.5, -1.25);
  expect(-a, -3, 5);
  expect(sqrt(b), std::sqrt(2), 2);
  expect(P(0.5), 0.5, 0.5);
  expect(P(7), 7, 7);
  EXPECT_TRUE(std::signbit(P(-0.0)[0]));
  expect(sign_select(a, P(1), P(2), P(3)), 3, 1);
  expect(sign_select(pack(0.0, -0.0), P(1), P(2), P(3)), 2, 2);
}

TEST(Pack, TakesSinesAndCosines) {
  for (const double x : {0.3, -2.0, 1e4, 1e6, 1e22}) {
    const P v = pack(x, 0.7);
    EXPECT_DOUBLE_EQ(sin(v)[0], std::sin(x));
    EXPECT_DOUBLE_EQ(cos(v)[0], std::cos(x));
    EXPECT_DOUBLE_EQ(sin(v)[1], std::sin(0.7));
    EXPECT_DOUBLE_EQ(cos(v)[1], std::cos(0.7));
  }
  EXPECT_TRUE(std::isnan(sin(P(INFINITY))[0]));
}

TEST(Pack, OfFloatsCalculatesInEveryLane) {
  using F = Pack<arch::Sse2Float>;
  static_assert(F::width == 2 * P::width && std::is_same_v<F::Number, float>);
  const F a(F::Real{3, -5, 0.5F, 0}), b(F::Real{2, 4, -8, 1});
  const auto expect = [](const F& found, float x, float y, float z, float w) {
    EXPECT_EQ(found[0], x);
    EXPECT_EQ(found[1], y);
    EXPECT_EQ(found[2], z);
    EXPECT_EQ(found[3], w);
  };
  expect(a + b, 5, -1, -7.5F, 1);
  expect(a - b, 1, -9, 8.5F, -1);
  expect(a * b, 6, -20, -4, 0);
  expect(a / b, 1.5F, -1.25F, -0.0625F, 0);
  expect(-a, -3, 5, -0.5F, 0);
  expect(sqrt(F(F::Real{4, 2, 0, 9})), 2, std::sqrt(2.0F), 0, 3);
  expect(F(0.1), 0.1F, 0.1F, 0.1F, 0.1F);
  expect(sign_select(a, F(1), F(2), F(3)), 3, 1, 3, 2);
  for (const float x : {0.3F, -2.0F, 399.0F, 1e4F, 1e22F}) {
    EXPECT_FLOAT_EQ(sin(F(x))[3], static_cast<float>(std::sin(static_cast<double>(x))));
    EXPECT_FLOAT_EQ(cos(F(x))[0], static_cast<float>(std::cos(static_cast<double>(x))));
  }
  EXPECT_TRUE(std::signbit(sin(F(-0.0))[1]));
  EXPECT_TRUE(std::isnan(sin(F(INFINITY))[2]));
  EXPECT_TRUE(std::isnan(cos(F(NAN))[2]));
}

TEST(Pack, EveryMethodRunsOnTwoStatesAtOnceAndAgreesWithDouble) {
  for (const char* spec : {"chain:4", "mixed:5:3", "mixed:7:1"}) {
    const Case one(spec, 1), two(spec, 2);
    const Chain<P> arm = one.arm.cast<P>();
    const auto both = [](const std::vector<double>& x, const std::vector<double>& y) {
      std::vector<P> v;
      for (std::size_t i = 0; i < x.size(); ++i) v.push_back(pack(x[i], y[i]));
      return v;
    };
    const auto q = both(one.q, two.q), qd = both(one.qd, two.qd), qdd = both(one.qdd, two.qdd),
               tau = both(one.tau, two.tau);
    const State<P> s{q, qd, qdd, tau, arm.gravity(), Force<P>::zero()};
    const auto packed = methods<P>();
    const auto plain = methods<double>();
    ASSERT_EQ(packed.size(), plain.size());
    for (std::size_t k = 0; k < plain.size(); ++k) {
      const std::size_t size = size_of(plain[k].quantity, one.arm.dof());
      std::vector<P> out(size, P(NAN));
      packed[k].run(arm, posture<P>(arm, q), s, out);
      for (std::size_t lane = 0; lane < 2; ++lane) {
        const Case& c = lane ? two : one;
        const State<double> sd{c.q, c.qd, c.qdd, c.tau, c.arm.gravity(), Force<double>::zero()};
        std::vector<double> expected(size, NAN);
        Posture<double> x(c.arm);
        set_posture(c.arm, c.q, x);  // the sines of packs, not those of the C library
        plain[k].run(c.arm, x, sd, expected);
        double scale = 0;
        for (const double each : expected) scale = std::max(scale, std::abs(each));
        for (std::size_t i = 0; i < size; ++i)
          ASSERT_NEAR(out[i][lane], expected[i], 1e-11 * scale)
              << spec << ": " << plain[k].name << " element " << i;
      }
    }
  }
}

}  // namespace
}  // namespace catena::test
