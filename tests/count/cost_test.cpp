// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "catena/count/cost.hpp"
#include "catena/count/printed.hpp"
#include "support/arms.hpp"

namespace catena::test {
namespace {

TEST(Cost, FollowsALawThatHoldsBeyondItsRuns) {
  for (const Method<Counted>& m : methods<Counted>()) {
    const CostLaw law = cost_law(m);
    ASSERT_TRUE(law.mul && law.add) << info(m.quantity).name << " by " << m.name;
    const OpCount at17 = cost(Case("chain:17").arm, m, Constants::general).work;
    EXPECT_EQ(static_cast<double>(at17.mul), (*law.mul)(17)) << info(m.quantity).name << " by " << m.name;
    EXPECT_EQ(static_cast<double>(at17.add), (*law.add)(17)) << info(m.quantity).name << " by " << m.name;
  }
}

TEST(Cost, CountsKinematicsApart) {
  const Case c("chain:6");
  const Cost gdahj = cost(c.arm, *find_method<Counted>(Quantity::inertia, "gdahj"), Constants::general);
  EXPECT_EQ(gdahj.work, (OpCount{.mul = 439, .add = 414}));
  EXPECT_EQ(gdahj.kinematics, (OpCount{.mul = 154, .add = 94, .trig = 12}));
  const Cost crba = cost(c.arm, *find_method<Counted>(Quantity::inertia, "crba"), Constants::general);
  EXPECT_EQ(crba.kinematics, (OpCount{.add = 6, .trig = 12}));
}

TEST(Cost, IsLessWhereZerosAndOnesAreKnown) {
  const Case planar("planar:5");
  for (const Method<Counted>& m : methods<Counted>()) {
    const OpCount general = cost(planar.arm, m, Constants::general).work;
    const OpCount known = cost(planar.arm, m, Constants::known).work;
    EXPECT_LE(known.mul + known.add, general.mul + general.add) << m.name;
  }
}

// The one rule of the papers' tables: measured is no more than printed. Where what is printed leaves out a part that ours
// must do (phi of 002), the printed cost of that part is in the law.
TEST(PrintedLaws, AreKeptByTheirMethods) {
  for (const PrintedLaw& law : printed_laws()) {
    if (law.quantity == Quantity::mci) continue;  // contradicts its own Table V: docs/papers/gim_mci.md
    const Method<Counted>& m = *find_method<Counted>(law.quantity, law.method);
    for (int n : {6, 7, 13, 30}) {
      const Chain<double> arm = Case("chain:" + std::to_string(n)).arm;
      const OpCount work = cost(arm, m, Constants::general).work;
      if (law.mul) {
        EXPECT_LE(static_cast<double>(work.mul), (*law.mul)(n)) << law.method << " n = " << n;
      }
      if (law.add) {
        EXPECT_LE(static_cast<double>(work.add), (*law.add)(n)) << law.method << " n = " << n;
      }
      if (law.total) {
        EXPECT_LE(static_cast<double>(work.mul + work.add), (*law.total)(n)) << law.method << " n = " << n;
      }
    }
  }
}

TEST(PrintedLaws, BelongToMethodsThatExist) {
  for (const PrintedLaw& law : printed_laws())
    EXPECT_TRUE(find_method<Counted>(law.quantity, law.method)) << law.method;
  for (const PrintedCount& c : printed_counts())
    EXPECT_TRUE(find_method<Counted>(c.quantity, c.method)) << c.method;
}

}  // namespace
}  // namespace catena::test
