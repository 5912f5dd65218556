// SPDX-License-Identifier: Apache-2.0
#include "catena/count/counted.hpp"

#include <gtest/gtest.h>

namespace catena {
namespace {

static_assert(Scalar<Counted>);

TEST(Counted, CountsEachKindOfOperationApart) {
  const CountScope scope;
  const Counted a = Counted::general(3), b = Counted::general(5);
  const Counted y = sqrt(a * b + a / b - b) + sin(a) * cos(b);
  EXPECT_EQ(scope.count(), (OpCount{.mul = 3, .add = 3, .sqrt = 1, .trig = 2}));
  EXPECT_DOUBLE_EQ(y.value(), std::sqrt(15 + 0.6 - 5) + std::sin(3) * std::cos(5));
}

TEST(Counted, NegationIsFree) {
  const CountScope scope;
  EXPECT_EQ((-Counted::general(2)).value(), -2);
  EXPECT_EQ(scope.count(), OpCount{});
}

TEST(Counted, FoldsWhatZeroAndOneMakeIdle) {
  const CountScope scope;
  const Counted x = Counted::general(7), zero(0.0), one(1.0), minus(-1.0);
  EXPECT_EQ((x + zero).value(), 7);
  EXPECT_EQ((zero - x).value(), -7);
  EXPECT_EQ((x * one).value(), 7);
  EXPECT_EQ((minus * x).value(), -7);
  EXPECT_EQ((x / minus).value(), -7);
  EXPECT_TRUE((x * zero).is_known());
  EXPECT_TRUE((one * minus).is_known());
  EXPECT_FALSE((x * one).is_known());
  EXPECT_EQ(scope.count(), OpCount{});
}

TEST(Counted, CountsEverythingWhenToldNotToFold) {
  const CountScope scope(false);
  const Counted x = Counted::general(7), zero(0.0), one(1.0);
  EXPECT_EQ(((x + zero) * one).value(), 7);
  EXPECT_EQ(scope.count(), (OpCount{.mul = 1, .add = 1}));
}

TEST(Counted, GeneralConstantsAreNeverFolded) {
  const CountScope scope;
  const Counted x = Counted::general(7);
  EXPECT_EQ((x * Counted::general(1) + Counted::general(0)).value(), 7);
  EXPECT_EQ(scope.count(), (OpCount{.mul = 1, .add = 1}));
  EXPECT_EQ((x * Counted::known(1) + Counted::known(0)).value(), 7);
  EXPECT_EQ(scope.count(), (OpCount{.mul = 1, .add = 1}));
}

TEST(Counted, AScopeRestoresTheFoldingBeforeIt) {
  const bool before = Counted::folding();
  {
    const CountScope scope(!before);
    EXPECT_NE(Counted::folding(), before);
  }
  EXPECT_EQ(Counted::folding(), before);
}

}  // namespace
}  // namespace catena
