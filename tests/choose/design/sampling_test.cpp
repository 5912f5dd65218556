// SPDX-License-Identifier: Apache-2.0
// Stratification of the points, exactly; evenness of all pairs of coordinates, counted; integrals of known value.
#include "catena/choose/design/sampling.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include "choose/design/sampling_sobol_table.hpp"

namespace catena::choose {
namespace {

using Points = std::vector<std::vector<double>>;

Points sobol(int count, int dimensions, std::uint64_t seed) {
  Points out(static_cast<std::size_t>(count), std::vector<double>(static_cast<std::size_t>(dimensions)));
  for (int k = 0; k < count; ++k) sobol_point(k, seed, out[static_cast<std::size_t>(k)]);
  return out;
}

Points latin(int count, int dimensions, std::uint64_t seed) {
  Points out(static_cast<std::size_t>(count), std::vector<double>(static_cast<std::size_t>(dimensions)));
  for (int k = 0; k < count; ++k) latin_hypercube_point(k, count, seed, out[static_cast<std::size_t>(k)]);
  return out;
}

// How many of `parts` equal parts of coordinate j hold exactly one point.
int parts_with_one(const Points& points, std::size_t j, int parts) {
  std::vector<int> count(static_cast<std::size_t>(parts), 0);
  for (const auto& point : points) ++count[static_cast<std::size_t>(point[j] * parts)];
  return static_cast<int>(std::count(count.begin(), count.end(), 1));
}

TEST(Sobol, BeginsAsThePublishedSequenceDoes) {
  // coordinates 1 and 2 have no freedom: van der Corput's sequence, and the one of x + 1
  const double expected[][2] = {{0, 0},         {0.5, 0.5},     {0.25, 0.75},   {0.75, 0.25},
                                {0.125, 0.625}, {0.625, 0.125}, {0.375, 0.375}, {0.875, 0.875}};
  for (std::size_t k = 0; k < std::size(expected); ++k) {
    std::vector<double> point(2);
    sobol_point(static_cast<std::int64_t>(k), 0, point);
    EXPECT_EQ(point[0], expected[k][0]) << k;
    EXPECT_EQ(point[1], expected[k][1]) << k;
  }
}

TEST(Sobol, EveryCoordinateIsStratifiedInEveryPowerOfTwoPoints) {
  for (const std::uint64_t seed : {0u, 1u, 99u})
    for (const int count : {2, 64, 4096}) {
      const Points points = sobol(count, kSobolDimensions, seed);
      for (std::size_t j = 0; j < kSobolDimensions; ++j)
        ASSERT_EQ(parts_with_one(points, j, count), count) << "coordinate " << j << ", seed " << seed;
    }
}

// Any other block of 2^k points that begins at a multiple of 2^k is as even as the first.
TEST(Sobol, LaterBlocksAreStratifiedToo) {
  Points points(512, std::vector<double>(kSobolDimensions));
  for (int k = 0; k < 512; ++k) sobol_point(512 * 777 + k, 5, points[static_cast<std::size_t>(k)]);
  for (std::size_t j = 0; j < kSobolDimensions; ++j) ASSERT_EQ(parts_with_one(points, j, 512), 512) << j;
}

// tools/sobol_numbers.cpp chose the numbers so that coordinate i, with each one before it, makes (t, k, 2)-nets of the
// first 2^k points with t no more than this, up to k = 16. Checked by counting: 2^t points in each rectangle of area
// 2^(t-k), for k = 12.
constexpr int kWorst[kSobolDimensions] = {0, 0, 1, 3, 2, 3, 4, 4, 4, 3, 5, 4, 5, 5, 6, 5, 4, 5, 5, 5,
                                          6, 6, 7, 6, 6, 6, 6, 6, 5, 6, 7, 7, 7, 6, 7, 7, 7, 6, 6, 7};

TEST(Sobol, EveryPairOfCoordinatesIsANet) {
  const int bits = 12;
  const Points points = sobol(1 << bits, kSobolDimensions, 3);
  for (std::size_t i = 1; i < kSobolDimensions; ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const int t = kWorst[i], cells = 1 << (bits - t);
      for (int a = 0; a <= bits - t; ++a) {
        const int rows = 1 << a, cols = cells / rows;
        std::vector<int> count(static_cast<std::size_t>(cells), 0);
        for (const auto& point : points)
          ++count[static_cast<std::size_t>(static_cast<int>(point[i] * rows) * cols +
                                           static_cast<int>(point[j] * cols))];
        for (const int each : count) ASSERT_EQ(each, 1 << t) << "coordinates " << i << " and " << j;
      }
    }
}

TEST(Sobol, ThePolynomialsArePrimitiveAndDifferent) {
  std::set<std::uint32_t> seen;
  for (const detail::SobolNumbers& numbers : detail::kSobolNumbers) {
    EXPECT_TRUE(seen.insert(numbers.polynomial).second);
    ASSERT_EQ(numbers.polynomial >> numbers.degree, 1u);
    // x generates all non-zero residues
    std::uint32_t x = 1;
    std::set<std::uint32_t> powers;
    do {
      powers.insert(x);
      x <<= 1;
      if ((x >> numbers.degree) & 1u) x ^= numbers.polynomial;
    } while (x > 1 && powers.size() < 1000);
    EXPECT_EQ(powers.size(), (1u << numbers.degree) - 1) << numbers.polynomial;
    for (int k = 0; k < numbers.degree; ++k) {
      EXPECT_EQ(numbers.m[static_cast<std::size_t>(k)] % 2, 1u);
      EXPECT_LT(numbers.m[static_cast<std::size_t>(k)], 2u << k);
    }
  }
}

// The mean of prod (1 + (x_j - 1/2) / j²) is 1; far below the error 1/sqrt(N) of random points.
TEST(Sobol, IntegratesAProductInManyDimensions) {
  const int count = 1 << 13;
  double sum = 0;
  for (const auto& point : sobol(count, kSobolDimensions, 1)) {
    double product = 1;
    double j = 1;
    for (const double x : point) {
      product *= 1 + (x - 0.5) / (j * j);
      ++j;
    }
    sum += product;
  }
  EXPECT_NEAR(sum / count, 1, 2e-4);  // random points: 0.3/sqrt(8192) = 3e-3
}

TEST(Sobol, SeedsShiftAndPointsAreFunctionsOfTheIndex) {
  std::vector<double> a(5), b(5), c(5);
  sobol_point(12345, 7, a);
  sobol_point(1, 8, c);
  sobol_point(12345, 7, b);
  EXPECT_EQ(a, b);
  sobol_point(12345, 8, b);
  EXPECT_NE(a, b);
  for (const double x : b) EXPECT_TRUE(x >= 0 && x < 1);
  sobol_point(kSobolPoints - 1, 8, b);
  for (const double x : b) EXPECT_TRUE(x >= 0 && x < 1);
}

TEST(LatinHypercube, HasOnePointInEveryPart) {
  for (const std::uint64_t seed : {0u, 1u, 42u})
    for (const int count : {1, 2, 3, 10, 257, 5000}) {
      const Points points = latin(count, 6, seed);
      for (std::size_t j = 0; j < 6; ++j) ASSERT_EQ(parts_with_one(points, j, count), count) << count;
    }
}

TEST(LatinHypercube, CoordinatesAndSeedsAreIndependent) {
  const int count = 4096;
  const Points points = latin(count, 8, 3), other = latin(count, 8, 4);
  const auto correlation = [&](const Points& p, std::size_t i, const Points& q, std::size_t j) {
    double sum = 0;
    for (std::size_t k = 0; k < p.size(); ++k) sum += (p[k][i] - 0.5) * (q[k][j] - 0.5);
    return 12 * sum / count;
  };
  for (std::size_t i = 0; i < 8; ++i) {
    for (std::size_t j = 0; j < i; ++j)
      EXPECT_LT(std::abs(correlation(points, i, points, j)), 5 / std::sqrt(count));
    EXPECT_LT(std::abs(correlation(points, i, other, i)), 5 / std::sqrt(count));
    EXPECT_NEAR(correlation(points, i, points, i), 1, 1e-3);
  }
}

TEST(LatinHypercube, NeighboursInTheSampleAreNotNeighboursInTheCube) {
  const int count = 4096;
  const Points points = latin(count, 3, 1);
  for (std::size_t j = 0; j < 3; ++j) {
    double sum = 0;
    for (std::size_t k = 1; k < points.size(); ++k) sum += (points[k][j] - 0.5) * (points[k - 1][j] - 0.5);
    EXPECT_LT(std::abs(12 * sum / count), 5 / std::sqrt(count));
  }
}

TEST(Shuffled, IsAPermutation) {
  for (const std::int64_t size : {1, 2, 3, 4, 5, 16, 17, 1000, 65537})
    for (const std::uint64_t key : {0u, 1u, 12345u}) {
      std::vector<char> hit(static_cast<std::size_t>(size), 0);
      for (std::int64_t k = 0; k < size; ++k) {
        const std::int64_t to = shuffled(k, size, key);
        ASSERT_TRUE(to >= 0 && to < size);
        ++hit[static_cast<std::size_t>(to)];
      }
      EXPECT_EQ(std::count(hit.begin(), hit.end(), 1), size) << size << " " << key;
    }
}

TEST(Shuffled, TakesLargeRanges) {
  const std::int64_t size = 1'000'000'007'000;
  std::set<std::int64_t> seen;
  for (std::int64_t k = 0; k < 10000; ++k) {
    const std::int64_t to = shuffled(k * 1'000'003, size, 9);
    ASSERT_TRUE(to >= 0 && to < size);
    EXPECT_TRUE(seen.insert(to).second);
  }
}

}  // namespace
}  // namespace catena::choose
