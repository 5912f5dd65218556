// SPDX-License-Identifier: Apache-2.0
// The moments behind GDAHJ: the moment at joint i for a unit acceleration of joint j, link by link.
#include "catena/core/algo/frame_moments.hpp"

#include <gtest/gtest.h>

#include "catena/core/algo/crba.hpp"
#include "catena/core/rows/frame_moments.hpp"
#include "support/one_row.hpp"

namespace catena::test {
namespace {

using V3 = Vec3<double>;

std::vector<double> list(const V3& v) { return {v.x, v.y, v.z}; }

FrameMomentsWork<double> terms_of(const Case& c) {
  FrameMomentsWork<double> work(c.arm.dof());
  set_poses(c.arm, c.x(), work.injection.kinematics);
  set_terms(c.arm, work);
  return work;
}

// Force and moment about p_i by d'Alembert, summed over the links beyond joint i without recursion.
Force<double> summed(const Case& c, const FrameMomentsWork<double>& work, int i, int j) {
  Force<double> sum = Force<double>::zero();
  const Pose<double>&Xi = work.injection.kinematics.frame[i], &Xj = work.injection.kinematics.frame[j];
  const V3 z = Xj.R.col_z();
  const bool turns = c.arm.link(j).revolute();
  for (int k = i; k < c.arm.dof(); ++k) {
    const RigidInertia<double>& b = c.arm.link(k).body;
    const Pose<double>& X = work.injection.kinematics.frame[k];
    const V3 com = (1 / b.m) * b.h, p = X * com;
    const V3 f = b.m * (turns ? cross(z, p - Xj.p) : z);
    const Sym3<double> I = rotated(X.R, b.I - parallel_axis(b.m, com));
    sum += {cross(p - Xi.p, f) + (turns ? I * z : V3::zero()), f};
  }
  return sum;
}

TEST(FrameMoments, GivesTheGoldenInertiaMatrices) { expect_golden(rows::frame_moments_rows<double>()); }

TEST(FrameMoments, AreTheSumsOverTheLinksBeyond) {
  for (const Case& c : cases()) {
    const FrameMomentsWork<double> work = terms_of(c);
    for (int i = 0; i < c.arm.dof(); ++i)
      for (int j = 0; j <= i; ++j) {
        const Force<double> expected = summed(c, work, i, j);
        ASSERT_LE(relative_error(list(joint_moment(work, i, j)), list(expected.ang)), tolerance_of(c.arm))
            << c.label << " i = " << i << " j = " << j;
        ASSERT_LE(relative_error(list(joint_force(work, i, j)), list(expected.lin)), tolerance_of(c.arm))
            << c.label << " i = " << i << " j = " << j;
      }
  }
}

// One link at a time, from the tip.
TEST(FrameMoments, FollowTheirRecursion) {
  for (const Case& c : cases()) {
    const FrameMomentsWork<double> work = terms_of(c);
    for (int j = 0; j < c.arm.dof(); ++j) {
      V3 mu = V3::zero();
      for (int i = c.arm.dof() - 1; i >= j; --i) {
        mu = joint_moment_from(work, i, j, mu);
        ASSERT_LE(relative_error(list(mu), list(joint_moment(work, i, j))), tolerance_of(c.arm)) << c.label;
      }
    }
  }
}

// b_i = s - m p_i and D_i = J + p̂_i ŝ with J the inertia of links i..n about the base's origin.
TEST(FrameMoments, HaveClosedForms) {
  for (const Case& c : cases()) {
    const FrameMomentsWork<double> work = terms_of(c);
    Sym3<double> J = Sym3<double>::zero();
    for (int i = c.arm.dof() - 1; i >= 0; --i) {
      const InjectedBody<double>& body = work.injection.body[i];
      const LinkTerms<double>& a = work.link[i];
      const V3& p = work.injection.kinematics.frame[i].p;
      J += body.I + parallel_axis(body.m, body.c);
      EXPECT_LE(relative_error(list(a.b), list(a.s - a.m * p)), tolerance_of(c.arm)) << c.label;
      for (const V3& v : {V3{1, 0, 0}, V3{0, 1, 0}, V3{0, 0, 1}})
        EXPECT_LE(relative_error(list(a.D * v), list(J * v + cross(p, cross(a.s, v)))), tolerance_of(c.arm))
            << c.label;
    }
  }
}

TEST(FrameMoments, HoldForAllPrismaticAndMasslessArms) {
  for (const Case& c : {all_prismatic("chain:5"), massless("chain:4", 1), massless("mixed:6:1", 5)}) {
    const int n = c.arm.dof();
    MatX<double> M(n, n), E(n, n);
    FrameMomentsWork<double> work(n);
    frame_moments(c.arm, c.x(), work, M.view());
    crba(c.arm, c.x(), E.view());
    EXPECT_LE(relative_error(M.values(), E.values()), 1e-12) << c.label;
  }
}

TEST(FrameMoments, CostWhatTheirHeaderSays) {
  for (int n : {2, 6, 7, 13, 30}) {
    const OpCount cost = cost_of_run(n, [&](const auto& arm, const auto& x, const auto&) {
      FrameMomentsWork<Counted> work(n);
      MatX<Counted> M(n, n);
      set_poses(arm, x, work.injection.kinematics);
      const CountScope scope;
      frame_moments_from_poses(arm, work, M.view());
      return scope.count();
    });
    EXPECT_EQ(cost.mul, 9 * n * n + 103 * n - 20) << n;
    EXPECT_EQ(cost.add, 7 * n * n + 112 * n - 42) << n;
  }
}

}  // namespace
}  // namespace catena::test
