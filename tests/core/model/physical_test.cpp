// SPDX-License-Identifier: Apache-2.0
// Which masses and inertias a rigid body can have.
#include "catena/core/model/physical.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

namespace catena {
namespace {

const Vec3<double> kOrigin = Vec3<double>::zero();

Physical diagonal(double x, double y, double z) { return check_physical(1, kOrigin, {x, y, z, 0, 0, 0}); }

TEST(Physical, AcceptsBodiesAndTheirLimits) {
  EXPECT_TRUE(diagonal(1, 1, 1).ok()) << "ball";
  EXPECT_TRUE(diagonal(1, 2, 3).ok()) << "lamina";
  EXPECT_TRUE(diagonal(0, 2, 2).ok()) << "rod";
  EXPECT_TRUE(diagonal(0, 0, 0).ok()) << "point";
  EXPECT_TRUE(check_physical(0, kOrigin, Sym3<double>::zero()).ok()) << "nothing";
}

TEST(Physical, SortsThePrincipalMoments) {
  const Physical body = diagonal(3, 1, 2.5);
  EXPECT_EQ(body.moments, (std::array<double, 3>{1, 2.5, 3}));
  EXPECT_TRUE(body.given.empty());
}

TEST(Physical, FindsTheMomentsOfATurnedBody) {
  // diag(1, 2, 3 - 1e-3) turned by 30° about z, then by 45° about x.
  const double c = std::sqrt(3) / 2, s = 0.5, r = std::sqrt(0.5);
  const Mat3<double> turn =
      Mat3<double>{1, 0, 0, 0, r, -r, 0, r, r} * Mat3<double>{c, -s, 0, s, c, 0, 0, 0, 1};
  const Physical body = check_physical(1, kOrigin, rotated(turn, Sym3<double>{1, 2, 2.999, 0, 0, 0}));
  EXPECT_TRUE(body.ok());
  EXPECT_NEAR(body.moments[0], 1, 1e-14);
  EXPECT_NEAR(body.moments[1], 2, 1e-14);
  EXPECT_NEAR(body.moments[2], 2.999, 1e-14);
  EXPECT_FALSE(check_physical(1, kOrigin, rotated(turn, Sym3<double>{1, 2, 3.001, 0, 0, 0})).ok());
}

TEST(Physical, NamesTheRuleAndItsNumbers) {
  const Physical triangle = diagonal(0.031, 0.009, 0.052);
  EXPECT_EQ(triangle.broken, PhysicalRule::triangle);
  EXPECT_EQ(triangle.given, "principal moments 0.009, 0.031, 0.052 kg m²");
  EXPECT_EQ(triangle.need,
            "the two smaller moments to sum to at least the largest (0.009 + 0.031 = 0.04 < 0.052)");

  const Physical negative = diagonal(-0.25, 1, 1);
  EXPECT_EQ(negative.broken, PhysicalRule::negative_moment);
  EXPECT_EQ(negative.need, "no negative moment (-0.25 < 0)");

  const Physical mass = check_physical(-3, kOrigin, Sym3<double>::diagonal(1));
  EXPECT_EQ(mass.broken, PhysicalRule::negative_mass);
  EXPECT_EQ(mass.given, "mass -3 kg");
  EXPECT_EQ(mass.moments[0], 1) << "the moments are there all the same";
}

TEST(Physical, PrintsEnoughDigitsToShowTheDifference) {
  EXPECT_EQ(diagonal(1, 1, 2.0000001).need,
            "the two smaller moments to sum to at least the largest (1 + 1 = 2 < 2.0000001)");
}

TEST(Physical, ForgivesRoundingAndNothingMore) {
  EXPECT_TRUE(diagonal(1, 1, 2 + 1e-9).ok());
  EXPECT_FALSE(diagonal(1, 1, 2 + 1e-8).ok());
  EXPECT_TRUE(diagonal(-1e-10, 1, 1).ok());
  EXPECT_FALSE(diagonal(-1e-8, 1, 1).ok());
  EXPECT_TRUE(diagonal(1e-30, 1e-30, 2e-30).ok());
  EXPECT_FALSE(diagonal(1e-30, 1e-30, 3e-30).ok()) << "small bodies are judged like large ones";
}

TEST(Physical, ForgivesWhatIsLostByMovingAPointMass) {
  const Vec3<double> com = {0.3, -0.7, 1.1};
  const Sym3<double> frame = {
      2.3 * (0.49 + 1.21), 2.3 * (0.09 + 1.21), 2.3 * (0.09 + 0.49), 0.483, -0.759, 1.771};
  EXPECT_TRUE(check_physical(2.3, com, frame - parallel_axis(2.3, com)).ok());
}

TEST(Physical, RefusesWhatIsNotANumber) {
  EXPECT_FALSE(diagonal(std::numeric_limits<double>::quiet_NaN(), 1, 1).ok());
  EXPECT_FALSE(
      check_physical(std::numeric_limits<double>::quiet_NaN(), kOrigin, Sym3<double>::diagonal(1)).ok());
}

}  // namespace
}  // namespace catena
