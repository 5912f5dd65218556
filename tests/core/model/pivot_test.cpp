// SPDX-License-Identifier: Apache-2.0
// The decision that M is singular: on both sides of its threshold, for one joint and several, revolute and prismatic.
#include "catena/core/model/pivot.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "catena/core/model/chain_link.hpp"
#include "catena/core/registry.hpp"

namespace catena {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kLargest = std::numeric_limits<double>::max();

double above(double x) { return std::nextafter(x, kInf); }
double below(double x) { return std::nextafter(x, 0); }

struct Body {
  double mass;
  Vec3<double> com;
  Sym3<double> inertia;  // about the centre of mass
};

ChainLink<double> link(JointKind kind, const Dh& dh, const Body& body) {
  return chain_link(kind, dh, body.mass, body.com, body.inertia);
}
ChainLink<double> turning(const Dh& dh, const Body& body) { return link(JointKind::revolute, dh, body); }
ChainLink<double> sliding(const Dh& dh, const Body& body) { return link(JointKind::prismatic, dh, body); }

Chain<double> chain(std::vector<ChainLink<double>> links) {
  const auto here = Pose<double>::identity();
  return {std::move(links), here, here, {0, 0, 0}};
}

// --- the threshold ---------------------------------------------------------------------------------------------

TEST(Pivot, IsRegularAboveItsThresholdAndWhereItIsFinite) {
  for (const double scale : {1.0, 3e-7, 2e5}) {
    const double least = kLeastPivot * scale;
    EXPECT_DOUBLE_EQ(least, 1e-15 * scale);
    EXPECT_FALSE(is_regular(least, least));
    EXPECT_FALSE(is_regular(below(least), least));
    EXPECT_TRUE(is_regular(above(least), least));
    EXPECT_TRUE(is_regular(kLargest, least));
    for (const double bad : {0.0, kInf, kNan}) EXPECT_FALSE(is_regular(bad, least)) << bad;
  }
}

// 2^-50 and its like: products and quotients without rounding.
TEST(Pivot, IsRegularByItsInverseOnTheSameSides) {
  const double least = 0x1p-50;
  EXPECT_FALSE(is_inverse_regular(0x1p50, least));
  EXPECT_FALSE(is_inverse_regular(above(0x1p50), least));
  EXPECT_TRUE(is_inverse_regular(below(0x1p50), least));
  EXPECT_TRUE(is_inverse_regular(std::numeric_limits<double>::min(), least));
  for (const double bad : {0.0, kInf, kNan}) EXPECT_FALSE(is_inverse_regular(bad, least)) << bad;
}

TEST(Pivot, IsNeverRegularWithoutAnyMass) {
  EXPECT_FALSE(is_regular(0.0, 0.0));
  EXPECT_FALSE(is_inverse_regular(kInf, 0.0));  // 1 / 0
  EXPECT_EQ(first_bad_pivot(std::vector<double>{0}, std::vector<double>{0}), 0);
  EXPECT_EQ(first_bad_pivot(std::vector<double>{kInf}, std::vector<double>{0}, true), 0);
}

TEST(Pivot, IsFoundFromTheTipByItsMagnitude) {
  const std::vector<double> scale = {1, 10, 100, 1000};
  const std::vector<double> least = {1e-15, 1e-14, 1e-13, 1e-12};
  std::vector<double> good;
  for (const double x : least) good.push_back(2 * x);
  for (const double sign : {1.0, -1.0})
    for (const bool inverse : {false, true}) {
      const auto as_given = [&](std::vector<double> d) {
        for (double& x : d) x = sign * (inverse ? 1 / x : x);
        return d;
      };
      EXPECT_EQ(first_bad_pivot(as_given(good), scale, inverse), -1);
      for (std::size_t bad = 0; bad < scale.size(); ++bad) {
        std::vector<double> d = good;
        d[bad] = least[bad] / 2;
        EXPECT_EQ(first_bad_pivot(as_given(d), scale, inverse), static_cast<int>(bad));
        for (std::size_t inner = 0; inner < bad; ++inner) d[inner] = least[inner] / 2;
        EXPECT_EQ(first_bad_pivot(as_given(d), scale, inverse), static_cast<int>(bad)) << "the outermost";
      }
    }
  EXPECT_EQ(first_bad_pivot({}, {}), -1);
}

TEST(Pivot, IsNotPositiveAtZeroBelowItOrWhereItIsNoNumber) {
  EXPECT_EQ(first_nonpositive_pivot(std::vector<double>{1, below(1e-300), 3}), -1);
  for (const double bad : {0.0, -1e-300, -1.0, kNan}) {
    EXPECT_EQ(first_nonpositive_pivot(std::vector<double>{bad}), 0) << bad;
    EXPECT_EQ(first_nonpositive_pivot(std::vector<double>{bad, 1, bad, 1}), 2) << bad;
  }
}

// --- the scale -------------------------------------------------------------------------------------------------

TEST(PivotScale, OfOneJointIsTheSumOfItsMomentsOrItsMass) {
  // about the origin of the frame: parallel axes add 2 (9 + 16), 2 (4 + 16), 2 (4 + 9)
  const Body body = {2, {2, 3, 4}, {0.1, 0.2, 0.3, 0, 0, 0}};
  const Dh own = {5, 0.3, 7, 0.1};  // lies before the joint
  EXPECT_NEAR(pivot_scale(chain({turning(own, body)}))[0], 50 + 40 + 26 + 0.6, 1e-13);
  EXPECT_EQ(pivot_scale(chain({sliding(own, body)}))[0], 2);
}

TEST(PivotScale, TakesAllMassBeyondAJointAtFullStretch) {
  const Body ball = {3, Vec3<double>::zero(), {1, 1, 1, 0, 0, 0}},
             ghost = {-2, {0, 0, 0}, {-1, -1, -1, 0, 0, 0}};
  const Dh first = {100, 0, 100, 0}, second = {-2, 0.3, 1, 0.1}, third = {0.5, 0, -4, 0};
  // of the last: 3 + 0; of the one before: 3 + 3 + (3 + 2) (0.5 + 4)²; of the first: 9 + 8 (4.5 + 3)²
  const auto turns = pivot_scale(chain({turning(first, ball), turning(second, ghost), turning(third, ball)}));
  EXPECT_DOUBLE_EQ(turns[2], 3);
  EXPECT_DOUBLE_EQ(turns[1], 6 + 5 * 4.5 * 4.5);
  EXPECT_DOUBLE_EQ(turns[0], 9 + 8 * 7.5 * 7.5);
  // slides are measured by mass, and their lengths count for the others
  const auto mixed = pivot_scale(chain({turning(first, ball), sliding(second, ghost), sliding(third, ball)}));
  EXPECT_DOUBLE_EQ(mixed[2], 3);
  EXPECT_DOUBLE_EQ(mixed[1], 5);
  EXPECT_DOUBLE_EQ(mixed[0], 9 + 8 * 7.5 * 7.5);
}

// --- the decision, with the pivots of every method that divides by M -------------------------------------------

// What require_regular finds in the pivots that the methods leave behind, all of which must agree.
int singular_joint(const Chain<double>& arm) {
  const auto n = static_cast<std::size_t>(arm.dof());
  const std::vector<double> q(n, 0.3), qd(n, 0.2), tau(n, 1.0), scale = pivot_scale(arm);
  const auto x = posture<double>(arm, q);
  const State<double> s{q, qd, qd, tau, arm.gravity(), Force<double>::zero(), tau};
  int found = -2, judged = 0;
  for (const Method<double>& method : methods<double>()) {
    if (!info(method.quantity).divides()) continue;
    Prepared<double> prepared = method.prepare(arm);
    std::vector<double> out(size_of(method.quantity, arm.dof()));
    const Pivots<double> pivots = prepared.run(x, s, out);
    if (!pivots.values) continue;
    const int bad = first_bad_pivot({pivots.values, n}, scale, pivots.inverse);
    if (judged++ == 0) found = bad;
    EXPECT_EQ(bad, found) << method.name << " of " << info(method.quantity).name;
  }
  EXPECT_GT(judged, 10);
  return found;
}

constexpr double kNothing = 1e-17, kEnough = 1e-13;  // of the scale: far from the threshold as rounding goes

TEST(PivotDecision, OfOneRevoluteJointDependsOnTheMomentAboutItsAxis) {
  const auto rod = [](double about_axis) {  // along the axis
    return chain({turning({}, {1, {0, 0, 0.5}, {1, 1, about_axis, 0, 0, 0}})});
  };
  EXPECT_EQ(singular_joint(rod(kNothing)), 0);
  EXPECT_EQ(singular_joint(rod(0)), 0);
  EXPECT_EQ(singular_joint(rod(kEnough)), -1);
}

TEST(PivotDecision, OfOnePrismaticJointDependsOnItsMassAlone) {
  const Sym3<double> I = Sym3<double>::diagonal(1);
  EXPECT_EQ(singular_joint(chain({sliding({}, {0, {0, 0, 0}, I})})), 0);
  EXPECT_EQ(singular_joint(chain({sliding({}, {1e-300, {0, 0, 0}, I})})), -1);
}

TEST(PivotDecision, OfSeveralRevoluteJointsNamesTheOneThatMovesNothing) {
  const Body solid = {1, {0.3, 0.1, 0.2}, {1, 1.2, 0.9, 0.1, 0, 0.2}};
  const Dh dh = {0.5, 0.7, 0.2, 0.1};
  for (int thin = 0; thin < 3; ++thin)
    for (const double about_axis : {kNothing, kEnough}) {
      // a rod along the axis of the last joint
      const Body rod = {1, {0, 0, 0.5}, {1, 1, about_axis, 0, 0, 0}};
      std::vector<ChainLink<double>> links;
      for (int i = 0; i <= thin; ++i) links.push_back(turning(dh, i < thin ? solid : rod));
      EXPECT_EQ(singular_joint(chain(links)), about_axis == kNothing ? thin : -1) << thin;
    }
}

TEST(PivotDecision, OfParallelSlidesNamesTheOneBeforeAHeavyLoad) {
  // the second slide, free to move, carries the heavy mass: the first moves only its own link
  const auto slides = [](double first) {
    return chain({sliding({}, {first, {0, 0, 0}, Sym3<double>::diagonal(1)}),
                  sliding({}, {1, {0, 0, 0}, Sym3<double>::diagonal(1)})});
  };
  EXPECT_EQ(singular_joint(slides(kNothing)), 0);
  EXPECT_EQ(singular_joint(slides(kEnough)), -1);
}

TEST(PivotDecision, ThrowsWithThePivotItself) {
  const std::vector<double> scale = {1, 1}, inverses = {1, 0x1p60};
  EXPECT_NO_THROW(require_regular("fd", "arm", std::vector<double>{1, 1}, scale));
  EXPECT_NO_THROW(require_positive("nu", "arm", std::vector<double>{1, 1}));
  try {
    require_regular("fd", "arm", inverses, scale, true);
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(e.kind(), ErrorKind::numerical);
    EXPECT_EQ(e.where(), "fd");
    EXPECT_EQ(e.problem(), "the inertia matrix of 'arm' is singular here");
    EXPECT_EQ(e.given(),
              "joint 2 (counted from 1) has no articulated-body inertia: pivot d_2 = "
              "8.67e-19");
  }
  try {
    require_positive("nu", "arm", std::vector<double>{-0.5, 1}, true);
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(e.problem(), "the inertia matrix of 'arm' is not positive definite here");
    EXPECT_EQ(e.given(), "joint 1 (counted from 1) has the pivot d_1 = -2, which has no square root");
  }
}

// --- methods that form M ------------------------------------------------------------------------------------------

TEST(Pivot, IsTrustedDownToAFractionOfTheLargestSums) {
  const Body body{2, {0.1, 0, 0}, Sym3<double>::diagonal(0.01)};
  const Chain<double> arm = chain({turning({0, 0, 0, 0}, body), turning({1, 0, 0, 0}, body)});
  const std::vector<double> scale = pivot_scale(arm), links = least_trusted(arm, false),
                            one_frame = least_trusted(arm, true);
  for (std::size_t i = 0; i < 2; ++i) EXPECT_DOUBLE_EQ(links[i], kTrustedPivot / 8 * scale[i]);
  EXPECT_DOUBLE_EQ(one_frame[1], kTrustedPivot / 8 * 2);  // 2 kg at 1 m from the first frame
  EXPECT_GE(one_frame[0], links[0]);
}

TEST(Pivot, OfASlideIsItsMassInEveryFrame) {
  const Body body{2, {0.1, 0, 0}, Sym3<double>::diagonal(0.01)};
  const Chain<double> arm = chain({turning({0, 0, 0, 0}, body), sliding({1, 0, 0, 0}, body)});
  EXPECT_DOUBLE_EQ(least_trusted(arm, true)[1], kTrustedPivot / 8 * 2);
  EXPECT_DOUBLE_EQ(least_trusted(arm, false)[1], kTrustedPivot / 8 * 2);
}

TEST(Pivot, AreAllAboveTheirBoundsOrNot) {
  const std::vector<double> least = {1, 2};
  const double good[] = {1.5, -2.5}, low[] = {1.5, 2}, bad[] = {kNan, 3};
  EXPECT_TRUE(all_above(least, good, false));
  EXPECT_FALSE(all_above(least, low, false));
  EXPECT_FALSE(all_above(least, bad, false));
  const double inverse[] = {0.9, -0.4}, large[] = {0.9, 0.5};
  EXPECT_TRUE(all_above(least, inverse, true));
  EXPECT_FALSE(all_above(least, large, true));
}

}  // namespace
}  // namespace catena
