// SPDX-License-Identifier: Apache-2.0
// Suggestions for misspelt words.
#include "catena/core/did_you_mean.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>

namespace catena::text {
namespace {

constexpr std::array<std::string_view, 6> kKeys = {"name", "joint", "mass", "com", "inertia", "angle_unit"};

TEST(DidYouMean, FindsAWordDespiteASlip) {
  EXPECT_EQ(closest("mas", kKeys), "mass") << "a letter missing";
  EXPECT_EQ(closest("masss", kKeys), "mass") << "a letter too many";
  EXPECT_EQ(closest("mess", kKeys), "mass") << "a wrong letter";
  EXPECT_EQ(closest("jiont", kKeys), "joint") << "two letters swapped";
  EXPECT_EQ(closest("Inertia", kKeys), "inertia") << "another case";
  EXPECT_EQ(closest("angle-unit", kKeys), "angle_unit") << "another dash";
}

TEST(DidYouMean, FindsAWordThatGoesOnOrStopsEarly) {
  EXPECT_EQ(closest("joint_type", kKeys), "joint");
  EXPECT_EQ(closest("angle", kKeys), "angle_unit");
}

TEST(DidYouMean, PrefersSwappedLettersToAWrongOne) {
  constexpr std::array<std::string_view, 3> moments = {"xx", "yy", "xy"};
  EXPECT_EQ(closest("yx", moments), "xy");
}

TEST(DidYouMean, IsSilentWhenNothingIsNear) {
  EXPECT_EQ(closest("colour", kKeys), "");
  EXPECT_EQ(closest("q", kKeys), "");
  EXPECT_EQ(closest("", kKeys), "");
  EXPECT_EQ(closest(std::string(100000, 'm'), kKeys), "");
  EXPECT_EQ(did_you_mean("colour", kKeys), "");
  EXPECT_EQ(did_you_mean("mas", kKeys), "did you mean 'mass'?");
}

}  // namespace
}  // namespace catena::text
