// SPDX-License-Identifier: Apache-2.0
// Which arms dominate which, with and without errors.
#include "catena/choose/ranking/pareto.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "choose/ranking/decisions.hpp"

namespace catena::test {
namespace {

using namespace choose;
using testing::ElementsAre;
using testing::IsEmpty;

TEST(Pareto, FindsTheFrontOfAnExample) {
  //                          more less
  const Decision d = decision({Better::more, Better::less}, {1, 1}, {{5, 2}, {4, 1}, {5, 3}, {3, 3}, {5, 2}});
  const Pareto p = pareto(d);
  EXPECT_THAT(p.front, ElementsAre(0, 1, 4)) << "two that are the same stay both";
  EXPECT_THAT(p.dominated_by[2], ElementsAre(0, 4));
  EXPECT_THAT(p.dominated_by[3], ElementsAre(0, 1, 2, 4))
      << "as much of the second criterion as arm 3, less of the first";
  EXPECT_THAT(p.by_error, IsEmpty());
}

TEST(Pareto, DominatesOnlyBeyondTheErrors) {
  Decision d = decision({Better::more, Better::less}, {1, 1}, {{5, 2}, {4, 1}, {3, 3}});
  d.errors = Eigen::MatrixXd::Zero(3, 2);
  EXPECT_THAT(pareto(d).front, ElementsAre(0, 1));
  d.errors(2, 1) = 0.9;  // 3 ± 0.9 against 2 and 1
  EXPECT_THAT(pareto(d).front, ElementsAre(0, 1));
  d.errors(2, 1) = 1.1;  // 2 is within, 1 is not
  EXPECT_THAT(pareto(d).dominated_by[2], ElementsAre(1));
  d.errors(1, 1) = 1.7;  // √(1.1² + 1.7²) > 2
  const Pareto p = pareto(d);
  EXPECT_THAT(p.front, ElementsAre(0, 1, 2));
  EXPECT_THAT(p.by_error, ElementsAre(2));
}

TEST(Pareto, DoesNotLookAtWhatWeighsNothing) {
  const Decision d = decision({Better::more, Better::less}, {1, 0}, {{5, 9}, {4, 1}});
  EXPECT_THAT(pareto(d).front, ElementsAre(0));
}

// The definition in its other form: an arm is dominated if the products of steps say so.
TEST(Pareto, AgreesWithACountOfWinsAndLosses) {
  std::mt19937_64 random(5);
  for (int k = 0; k < 100; ++k) {
    Decision d = random_decision(random, 8, 2 + k % 3);
    d.values = d.values.array().round();  // so that there are ties
    const Pareto p = pareto(d);
    for (int b = 0; b < 8; ++b) {
      bool front = true;
      for (int a = 0; a < 8; ++a) {
        int wins = 0, losses = 0;
        for (int j = 0; j < d.criteria(); ++j) {
          const double sign = d.better[static_cast<std::size_t>(j)] == Better::more ? 1 : -1;
          wins += sign * d.values(a, j) > sign * d.values(b, j);
          losses += sign * d.values(a, j) < sign * d.values(b, j);
        }
        if (wins > 0 && losses == 0) front = false;
      }
      EXPECT_EQ(std::count(p.front.begin(), p.front.end(), b), front);
    }
  }
}

TEST(Pareto, StandsBetterSameWorseOrUnsure) {
  EXPECT_EQ(standing(Better::more, 2, 0, 1, 0), Standing::better);
  EXPECT_EQ(standing(Better::less, 2, 0, 1, 0), Standing::worse);
  EXPECT_EQ(standing(Better::less, 0.1 + 0.2, 0, 0.3, 0), Standing::same);
  EXPECT_EQ(standing(Better::more, 1, 0.1, 1, 0), Standing::unsure) << "the same value, but with an error";
  EXPECT_EQ(standing(Better::more, 2, 0.6, 1, 0.7), Standing::better) << "√(0.6² + 0.7²) < 1";
  EXPECT_EQ(standing(Better::more, 2, 0.8, 1, 0.7), Standing::unsure);
}

}  // namespace
}  // namespace catena::test
