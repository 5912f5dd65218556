// SPDX-License-Identifier: Apache-2.0
// Sines and cosines of arrays against long double, on every level that this machine has.
#include "catena/core/math/sincos.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <vector>

#include "support/arms.hpp"

namespace catena::test {
namespace {

std::vector<SimdLevel> levels() {
  std::vector<SimdLevel> list;
  for (const SimdLevel level : kSimdLevels)
    if (simd_supported(level)) list.push_back(level);
  return list;
}

struct Waves {
  std::vector<double> s, c;
  Waves(SimdLevel level, const std::vector<double>& x) : s(x.size()), c(x.size()) { sincos(level, x, s, c); }
};

// The error in units in the last place of the double nearest to the exact value.
double ulps(double found, long double truth) {
  const double nearest = std::abs(static_cast<double>(truth));
  const double unit = std::nextafter(nearest, std::numeric_limits<double>::infinity()) - nearest;
  return static_cast<double>(std::abs(found - truth) / unit);
}

double worst(SimdLevel level, const std::vector<double>& x) {
  const Waves w(level, x);
  double most = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double s = ulps(w.s[i], std::sin(static_cast<long double>(x[i])));
    const double c = ulps(w.c[i], std::cos(static_cast<long double>(x[i])));
    EXPECT_LE(s, 2) << simd_name(level) << ": sin " << x[i];
    EXPECT_LE(c, 2) << simd_name(level) << ": cos " << x[i];
    most = std::max({most, s, c});
  }
  return most;
}

class Sincos : public testing::TestWithParam<SimdLevel> {};
INSTANTIATE_TEST_SUITE_P(Levels, Sincos, testing::ValuesIn(levels()),
                         [](const auto& level) { return std::string(simd_name(level.param)); });

TEST_P(Sincos, IsAccurateOnDenseSamples) {
  Random random(1);
  for (const double range : {0.1, std::numbers::pi, 100.0, 1e4, 1e5}) {
    const double most = worst(GetParam(), random.vector(200000, -range, range));
    RecordProperty("ulps_to_" + std::to_string(static_cast<int>(range)), std::to_string(most));
    EXPECT_LT(most, 1.3) << range;  // what the header says of tests
  }
}

TEST_P(Sincos, IsAccurateNextToMultiplesOfAQuarterPi) {
  std::vector<double> x;
  for (int k = 0; k <= 127323; ++k) {  // to 1e5
    const double at = static_cast<double>(k * (std::numbers::pi_v<long double> / 4));
    x.insert(x.end(), {at, -at, std::nextafter(at, 1e9), std::nextafter(at, -1e9)});
  }
  EXPECT_LT(worst(GetParam(), x), 1.3);
}

TEST_P(Sincos, IsAccurateOverAllMagnitudes) {
  std::vector<double> x;
  Random random(2);
  for (int e = -1074; e < 1024; ++e)
    for (int k = 0; k < 20; ++k) x.push_back(std::ldexp(random(1, 2), e) * (k % 2 ? 1 : -1));
  x.insert(x.end(), {1e5, std::nextafter(1e5, 1e6), -1e5, 5e-324, -5e-324, 2.2250738585072014e-308,
                     1.7976931348623157e308});
  worst(GetParam(), x);
}

TEST_P(Sincos, KeepsTheSignOfZero) {
  const Waves w(GetParam(), {0.0, -0.0, 0.0});
  EXPECT_FALSE(std::signbit(w.s[0]));
  EXPECT_TRUE(std::signbit(w.s[1]));
  EXPECT_EQ(w.s[1], 0);
  EXPECT_EQ(w.c[0], 1);
  EXPECT_EQ(w.c[1], 1);
}

TEST_P(Sincos, OfWhatIsNotFiniteIsNotANumberAndHarmsNoNeighbour) {
  const double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  for (const double bad : {inf, -inf, nan, -nan})
    for (std::size_t at = 0; at < 11; ++at) {
      std::vector<double> x(11, 0.5);
      const Waves good(GetParam(), x);
      x[at] = bad;
      const Waves w(GetParam(), x);
      for (std::size_t i = 0; i < x.size(); ++i) {
        EXPECT_EQ(std::isnan(w.s[i]), i == at);
        EXPECT_EQ(std::isnan(w.c[i]), i == at);
        if (i == at) continue;
        EXPECT_EQ(w.s[i], good.s[i]);
        EXPECT_EQ(w.c[i], good.c[i]);
      }
    }
}

TEST_P(Sincos, DoesNotDependOnThePlaceInTheArray) {
  Random random(3);
  std::vector<double> x = random.vector(40, -10, 10);
  x[7] = 3e5, x[21] = -1e300;
  const auto bits = [](double v) { return std::bit_cast<std::uint64_t>(v); };
  std::vector<double> s1(x.size()), c1(x.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    sincos(GetParam(), std::span(x).subspan(i, 1), std::span(s1).subspan(i, 1), std::span(c1).subspan(i, 1));
  for (std::size_t first = 0; first < 9; ++first)
    for (std::size_t size = 0; first + size <= x.size(); ++size) {
      std::vector<double> s(x.size() + 1, 77), c(x.size() + 1, 77);
      sincos(GetParam(), std::span(x).subspan(first, size), std::span(s).first(size),
             std::span(c).first(size));
      for (std::size_t i = 0; i < size; ++i) {
        ASSERT_EQ(bits(s[i]), bits(s1[first + i])) << first << " " << size << " " << i;
        ASSERT_EQ(bits(c[i]), bits(c1[first + i])) << first << " " << size << " " << i;
      }
      ASSERT_EQ(s[size], 77);  // nothing beyond the end
      ASSERT_EQ(c[size], 77);
    }
}

TEST_P(Sincos, WorksInPlace) {
  const std::vector<double> x = Random(4).vector(13, -100, 100);
  const Waves w(GetParam(), x);
  std::vector<double> s = x, c(x.size());
  sincos(GetParam(), s, s, c);
  EXPECT_EQ(s, w.s);
  EXPECT_EQ(c, w.c);
  s.assign(x.size(), 0), c = x;
  sincos(GetParam(), c, s, c);
  EXPECT_EQ(s, w.s);
  EXPECT_EQ(c, w.c);
}

TEST(Simd, UsesALevelThatTheMachineHas) {
  EXPECT_TRUE(simd_supported(SimdLevel::sse2));
  EXPECT_TRUE(simd_supported(simd_level()));
  const std::vector<double> x = {1, 2, 3};
  const Waves w(simd_level(), x);
  std::vector<double> s(3), c(3);
  sincos(x, s, c);
  EXPECT_EQ(s, w.s);
  EXPECT_EQ(c, w.c);
}

}  // namespace
}  // namespace catena::test
