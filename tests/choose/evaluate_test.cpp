// SPDX-License-Identifier: Apache-2.0
#include "catena/choose/criterion.hpp"

#include <gtest/gtest.h>

namespace catena::test {
namespace {

TEST(Evaluate, KnowsItsCriteria) { EXPECT_EQ(choose::criterion("reach").unit, "m"); }

}  // namespace
}  // namespace catena::test
