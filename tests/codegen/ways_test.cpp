// SPDX-License-Identifier: Apache-2.0
// Which code computes a quantity in each way of calling, or why none does.
#include "catena/codegen/ways.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "catena/codegen/compiled.hpp"
#include "catena/core/batch.hpp"
#include "catena/core/motors.hpp"

namespace catena::test {
namespace {

TEST(Ways, HaveCodeOrAReasonForEveryQuantity) {
  for (const QuantityInfo& quantity : kQuantities)
    for (const Way way : kWays) {
      EXPECT_FALSE(name_of(way).empty());
      EXPECT_GE(way_of(quantity.quantity, way).text.size(), 15u) << quantity.name << ' ' << name_of(way);
    }
}

// What is said to have code has it: asked of those who run it.
TEST(Ways, SayWhatTheLibraryDoes) {
  for (const QuantityInfo& about : kQuantities) {
    const Quantity quantity = about.quantity;
    EXPECT_EQ(way_of(quantity, Way::batch).own, batch::has_kernel(quantity)) << about.name;
    EXPECT_EQ(way_of(quantity, Way::batch_float).own, batch::has_float_kernel(quantity)) << about.name;
    EXPECT_EQ(way_of(quantity, Way::tip).own, about.needs(Input::tip)) << about.name;
    EXPECT_EQ(way_of(quantity, Way::motors).own, motor_effect(quantity) != MotorEffect::refused)
        << about.name;
    const bool both = way_of(quantity, Way::batch).own && way_of(quantity, Way::compiled).own;
    EXPECT_EQ(way_of(quantity, Way::batch_generated).own, both) << about.name;
  }
  for (const Quantity quantity : Compiled::compilable())
    EXPECT_TRUE(way_of(quantity, Way::compiled).own) << info(quantity).name;
  EXPECT_FALSE(way_of(Quantity::terms, Way::compiled).own);
}

}  // namespace
}  // namespace catena::test
