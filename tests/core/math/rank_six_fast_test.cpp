// SPDX-License-Identifier: Apache-2.0
// The product of rank six by seven products for eight: the same matrix, for fewer operations than 5.5n².
#include "catena/core/math/rank_six_fast.hpp"

#include <gtest/gtest.h>

#include "catena/core/math/rank_six.hpp"
#include "catena/count/counted.hpp"
#include "support/arms.hpp"

namespace catena::test {
namespace {

std::size_t stride_of(int n) { return (static_cast<std::size_t>(n) + 7) / 8 * 8; }

TEST(RankSixFast, GivesTheMatrixOfTheInnerProducts) {
  for (const int n : {2, 4, 6, 12, 30, 64}) {
    Random random(static_cast<std::uint64_t>(n));
    const std::vector<double> axes = random.vector(static_cast<int>(6 * stride_of(n)), -1, 1),
                              wrenches = random.vector(static_cast<int>(6 * stride_of(n)), -1, 1);
    MatX<double> want(n, n), got(n, n);
    rank_six(axes.data(), wrenches.data(), stride_of(n), want.view());
    rank_six_fast(axes.data(), wrenches.data(), stride_of(n), got.view());
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) EXPECT_NEAR(got(i, j), want(i, j), 1e-14) << i << ' ' << j << ", n = " << n;
  }
}

TEST(RankSixFast, CostsFivePointTwoFiveNSquared) {
  for (const int n : {4, 10, 50, 52, 100}) {
    const std::vector<Counted> some(6 * stride_of(n), Counted::general(0.5));
    MatX<Counted> M(n, n);
    OpCount fast, plain;
    {
      const CountScope scope;
      rank_six_fast(some.data(), some.data(), stride_of(n), M.view());
      fast = scope.count();
    }
    {
      const CountScope scope;
      rank_six(some.data(), some.data(), stride_of(n), M.view());
      plain = scope.count();
    }
    EXPECT_EQ(8 * fast.mul, 21 * n * n + 30 * n);
    EXPECT_EQ(8 * fast.add, 21 * n * n + 114 * n);
    EXPECT_EQ(plain.mul, 3 * n * n + 3 * n);
    EXPECT_EQ(2 * plain.add, 5 * n * n + 5 * n);
    EXPECT_EQ(fast.mul + fast.add < plain.mul + plain.add, n >= 52) << n;
  }
}

}  // namespace
}  // namespace catena::test
