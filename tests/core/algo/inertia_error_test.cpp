// SPDX-License-Identifier: Apache-2.0
// The difference between two inertia matrices, eq 32 of Safeea, Bearee, Neto.
#include "catena/core/algo/inertia_error.hpp"
#include "catena/core/algo/crba.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "catena/core/algo/gdahj.hpp"
#include "catena/count/counted.hpp"
#include "support/arms.hpp"

namespace catena::test {
namespace {

TEST(InertiaError, IsEquation32OnAnExampleByHand) {
  MatX<double> A(2, 2), B(2, 2);
  A(0, 0) = 2, A(0, 1) = A(1, 0) = 1, A(1, 1) = -3;
  B(0, 0) = 2, B(0, 1) = 1.5, B(1, 0) = 0.5, B(1, 1) = -5;
  EXPECT_DOUBLE_EQ(inertia_error(A.view(), B.view()), (0.5 + 0.5 + 2) / 4);  // the largest mean is |-4|
  EXPECT_DOUBLE_EQ(inertia_error(B.view(), A.view()), 0.75);
  A(0, 0) = 1, A(0, 1) = 6, A(1, 0) = 0, A(1, 1) = -1;
  B(0, 0) = 1, B(0, 1) = 4, B(1, 0) = 2, B(1, 1) = -3;
  EXPECT_DOUBLE_EQ(inertia_error(A.view(), B.view()),
                   (2 + 2 + 2) / 5.0);  // element by element, not transposed
}

TEST(InertiaError, IsZeroForEqualAndInfiniteForOppositeMatrices) {
  MatX<double> zero(3, 3), one(3, 3), minus(3, 3);
  one(1, 1) = 1, minus(1, 1) = -1;
  EXPECT_EQ(inertia_error(zero.view(), zero.view()), 0);
  EXPECT_EQ(inertia_error(one.view(), one.view()), 0);
  EXPECT_EQ(inertia_error(one.view(), minus.view()), INFINITY);
}

TEST(InertiaError, CostsWhatItsHeaderSays) {
  for (int n : {1, 2, 6, 30}) {
    MatX<Counted> A(n, n), B(n, n);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        A(i, j) = Counted::general(i + j + 1), B(i, j) = Counted::general(i + j + 2);
    const CountScope scope;
    inertia_error(A.view(), B.view());
    EXPECT_EQ(scope.count(), (OpCount{.mul = 2, .add = 4 * n * n - 2})) << n;
  }
}

// The paper's experiment: random arms, masses and inertias of 1 to 10; its figure 5 has the error of rounding.
TEST(InertiaError, OfGdahjAgainstCompositeBodiesIsRounding) {
  for (int n : {1, 5, 10, 20, 40}) {
    Case c("chain:" + std::to_string(n));
    Random random(7);
    c.robot.allow_nonphysical = true;
    for (RobotLink& link : c.robot.links) {
      link.mass = random(1, 10);
      link.inertia = {random(5, 10), random(5, 10), random(5, 10), random(1, 2), random(1, 2), random(1, 2)};
    }
    c.arm = chain_of(c.robot);
    MatX<double> M(n, n), E(n, n);
    GdahjWork<double> work(n);
    gdahj(c.arm, c.x(), work, M.view());
    crba(c.arm, c.x(), E.view());
    EXPECT_LE(inertia_error(M.view(), E.view()), 4e-16 * n * n) << n;
    M(0, 0) = M(0, 0) * (1 + 1e-9);
    EXPECT_GE(inertia_error(M.view(), E.view()), 1e-10) << n;
  }
}

}  // namespace
}  // namespace catena::test
