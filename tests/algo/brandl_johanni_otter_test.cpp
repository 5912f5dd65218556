// SPDX-License-Identifier: Apache-2.0
// Brandl, Johanni and Otter's articulated bodies.
#include "catena/rows/brandl_johanni_otter.hpp"

#include <gtest/gtest.h>

#include "support/rivals.hpp"

namespace catena::test {
namespace {

const auto kRows = rows::brandl_johanni_otter_rows<double>();
const auto kCounted = rows::brandl_johanni_otter_rows<Counted>();

std::vector<double> list(const ArticulatedInertia<double>& A) {
  const Mat3<double>& H = A.H;
  return {A.I.xx, A.I.yy, A.I.zz, A.I.xy, A.I.xz, A.I.yz, H.xx,   H.xy,   H.xz,   H.yx,  H.yy,
          H.yz,   H.zx,   H.zy,   H.zz,   A.G.xx, A.G.yy, A.G.zz, A.G.xy, A.G.xz, A.G.yz};
}

TEST(BrandlJohanniOtter, GivesTheGoldenAnswers) { expect_golden(kRows); }

TEST(BrandlJohanniOtter, SolvesForwardDynamics) { expect_forward_dynamics(row_of(kRows, Quantity::fd)); }

// What is left out is zero: the whole A - N Nᵀ/μ has no row along the joint.
TEST(BrandlJohanniOtter, LeavesOutOnlyWhatVanishes) {
  Random random(3);
  for (JointKind kind : {JointKind::revolute, JointKind::prismatic}) {
    ChainLink<double> l = Case("chain:1").arm.link(0);
    l.kind = kind;
    const auto r = [&] { return random(1, 2); };
    const ArticulatedInertia<double> A{{9 + r(), 9 + r(), 9 + r(), r(), r(), r()},
                                       {r(), r(), r(), r(), r(), r(), r(), r(), r()},
                                       {9 + r(), 9 + r(), 9 + r(), r(), r(), r()}};
    const Force<double> N =
        l.revolute() ? Force<double>{A.I.col_z(), A.H.row_z()} : Force<double>{A.H.col_z(), A.G.col_z()};
    const double per_mu = 1 / joint_component(l, N);
    const ArticulatedInertia<double> K = detail::passed_on(l, A, N, detail::across_joint(l, per_mu, N));
    EXPECT_LE(relative_error(list(K), list(deflate(A, N, per_mu * N))), 1e-15);
  }
}

// μ_i is D of M = U D Uᵀ.
TEST(BrandlJohanniOtter, FindsTheDiagonalOfTheFactors) {
  for (const Case& c : cases()) {
    const int n = c.arm.dof();
    BrandlJohanniOtterWork<double> work(n);
    std::vector<double> qdd(c.q.size()), M = inertia_by_crba(c), d;
    brandl_johanni_otter<double>(c.arm, c.x(), c.qd, c.tau, c.arm.gravity(), kTip, work, qdd);
    udu_factor(MatView<double>{M.data(), n, n, n});
    for (int i = 0; i < n; ++i) d.push_back(M[static_cast<std::size_t>(i * n + i)]);
    EXPECT_LE(relative_error(work.mu, d), tolerance_of(c.arm)) << c.label;
  }
}

TEST(BrandlJohanniOtter, CostsWhatItsHeaderSaysAndLessThanTheTables) {
  const Method<Counted>& fd = row_of(kCounted, Quantity::fd);
  expect_cost(fd, {0, 0, 6 * 219, -6 * 225}, {0, 0, 6 * 202, -6 * 233});
  expect_within(fd, {0, 0, 6 * 250, -6 * 222}, {0, 0, 6 * 220, -6 * 198});  // 002, table I
  expect_total_within(fd, {0, 0, 6 * 470, -6 * 420});                       // 003, table 3
}

}  // namespace
}  // namespace catena::test
