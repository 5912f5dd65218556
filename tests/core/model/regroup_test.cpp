// SPDX-License-Identifier: Apache-2.0
// A regrouped arm has the same equations of motion, from fewer numbers.
#include <gtest/gtest.h>

#include "catena/core/model/regroup.hpp"
#include "catena/core/registry.hpp"
#include "support/arms.hpp"
#include "support/golden.hpp"

namespace catena::test {
namespace {

constexpr Vanishing kChoices[] = {Vanishing::xx, Vanishing::yy, Vanishing::spread};

std::vector<double> computed(const Chain<double>& arm, const Case& c, Quantity quantity) {
  const State<double> s{c.q, c.qd, c.qdd, c.tau, arm.gravity(), Force<double>::zero()};
  std::vector<double> out(size_of(quantity, arm.dof()), NAN);
  find_method<double>(quantity)->run(arm, posture<double>(arm, c.q), s, out);
  return out;
}

TEST(Regroup, KeepsTheEquationsOfMotion) {
  for (const Case& c : cases()) {
    if (c.arm.dof() > 12) continue;
    for (const Vanishing vanishing : kChoices) {
      const Chain<double> arm = regrouped(c.arm, vanishing);
      for (const Quantity quantity :
           {Quantity::inertia, Quantity::coriolis, Quantity::bias, Quantity::gravity, Quantity::id,
            Quantity::fd, Quantity::kinetic_energy, Quantity::udut})
        EXPECT_LE(relative_error(computed(arm, c, quantity), computed(c.arm, c, quantity)), 3e-12)
            << c.label << ": " << info(quantity).name;
    }
  }
}

TEST(Regroup, LeavesEachLinkWhatItsJointFeels) {
  for (const Vanishing vanishing : kChoices) {
    const Chain<double> arm = regrouped(Case("mixed:12:2").arm, vanishing);
    int turning = 0, sliding = 0;
    for (int i = 0; i < arm.dof(); ++i) {
      const ChainLink<double>& l = arm.link(i);
      const Sym3<double>&I = l.body.I, &S = l.spread;
      if (l.revolute()) {
        EXPECT_EQ(l.body.m, 0);
        EXPECT_EQ(l.body.h.z, 0);
        EXPECT_EQ(vanishing == Vanishing::xx ? I.xx : vanishing == Vanishing::yy ? I.yy : S.zz, 0);
        ++turning;
      } else {
        for (const double x : {I.xx, I.yy, I.zz, I.xy, I.xz, I.yz, S.xx, S.yy, S.zz}) EXPECT_EQ(x, 0);
        EXPECT_NE(l.body.m, 0) << "the joint feels it";
        ++sliding;
      }
    }
    EXPECT_GT(turning, 0);
    EXPECT_GT(sliding, 0);
  }
}

TEST(Regroup, DoesNothingTheSecondTime) {
  for (const Vanishing vanishing : kChoices) {
    const Chain<double> once = regrouped(Case("mixed:7:1").arm, vanishing),
                        twice = regrouped(once, vanishing);
    for (int i = 0; i < once.dof(); ++i) {
      EXPECT_EQ(once.link(i).body.m, twice.link(i).body.m);
      EXPECT_EQ(once.link(i).body.h.x, twice.link(i).body.h.x);
      EXPECT_NEAR(once.link(i).body.I.zz, twice.link(i).body.I.zz, 1e-12);
    }
  }
}

}  // namespace
}  // namespace catena::test
