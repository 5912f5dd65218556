// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "catena/count/polynomial.hpp"

namespace catena::test {
namespace {

TEST(Polynomial, IsWrittenAsInAPaper) {
  EXPECT_EQ(Polynomial({3, 88, -3}).str(), "3n^2 + 88n - 3");
  EXPECT_EQ(Polynomial({5, 191, -36}, 2).str(), "5/2 n^2 + 191/2 n - 18");
  EXPECT_EQ(Polynomial({1, 0, 1}).str(), "n^2 + 1");
  EXPECT_EQ(Polynomial({-1, 0}).str(), "-n");
  EXPECT_EQ(Polynomial({-7, 2}, 2).str(), "-7/2 n + 1");
  EXPECT_EQ(Polynomial({0, 0}).str(), "0");
  EXPECT_EQ(Polynomial({0, 4}).degree(), 0);
}

TEST(Polynomial, HasAValue) {
  EXPECT_EQ(Polynomial({5, 191, -36}, 2)(6), 2.5 * 36 + 95.5 * 6 - 18);
  EXPECT_EQ(Polynomial()(7), 0);
}

TEST(Polynomial, IsFoundFromItsValues) {
  const Polynomial cubic({1, 69, 230, -282}, 6);  // whole at every n
  std::vector<long> values;
  for (int n = 3; n < 10; ++n) values.push_back(std::lround(cubic(n)));
  EXPECT_EQ(Polynomial::through(3, values), cubic);
  EXPECT_EQ(Polynomial::through(3, std::vector<long>{7, 7, 7}), Polynomial({7}));
  EXPECT_EQ(Polynomial::through(3, std::vector<long>{0, 0, 0}), Polynomial());
}

TEST(Polynomial, IsNotFoundWhereNothingConfirmsIt) {
  EXPECT_FALSE(Polynomial::through(3, std::vector<long>{1, 2, 4, 8, 16, 32, 64}));
  EXPECT_FALSE(Polynomial::through(3, std::vector<long>{1, 2}));
  EXPECT_FALSE(Polynomial::through(3, std::vector<long>{5}));
}

TEST(Polynomial, AddsUpAndLosesWhatCancels) {
  const Polynomial sum = Polynomial({3, 88, -3}) + Polynomial({5, 191, -36}, 2);
  EXPECT_EQ(sum, Polynomial({11, 367, -42}, 2));
  EXPECT_EQ(Polynomial({1, 0, 2}) + Polynomial({-1, 5, 0}), Polynomial({5, 2}));
  EXPECT_EQ(Polynomial({1}) + Polynomial({-1}), Polynomial());
  EXPECT_EQ(sum.coefficient(2), (Fraction{11, 2}));
  EXPECT_EQ(sum.coefficient(0), (Fraction{-21, 1}));
  EXPECT_EQ(sum.coefficient(3), Fraction{});
  EXPECT_EQ(sum.coefficient(-1), Fraction{});
}

}  // namespace
}  // namespace catena::test
