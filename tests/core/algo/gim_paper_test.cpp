// SPDX-License-Identifier: Apache-2.0
// Section 3.2 of paper 004 as it is printed: its vectors and bodies against their definitions, the inertia matrix, and the cost
// of each step beside what Table I prints.
#include "catena/core/algo/gim_paper.hpp"

#include <gtest/gtest.h>

#include "catena/core/algo/crba.hpp"
#include "support/cost.hpp"
#include "support/eigen.hpp"

namespace catena::test {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

constexpr double kEps = std::numeric_limits<double>::epsilon();
constexpr std::array<double, 3> kLast = {0.8, 0.6, 0.3};  // frame n+1, which may be anywhere

Matrix3d hat(const Vector3d& v) {
  return (Matrix3d() << 0, -v.z(), v.y(), v.z(), 0, -v.x(), -v.y(), v.x(), 0).finished();
}

TEST(GimPaper, GivesTheInertiaMatrix) {
  for (const Case& c : cases()) {
    const int n = c.arm.dof();
    MatX<double> M(n, n), want(n, n);
    GimPaperWork<double> work(c.arm, kLast);
    gim_paper<double>(c.x(), work, M.view());
    crba(c.arm, c.x(), want.view());
    EXPECT_LE((eigen(M) - eigen(want)).norm(), 50 * n * kEps * eigen(want).norm()) << c.label;
    EXPECT_EQ((eigen(M) - eigen(M).transpose()).norm(), 0) << c.label;
  }
}

// Frame i of the paper: ours before its screw about z. Bodies about O_i, composites of links i..n, all from the poses.
TEST(GimPaper, HasItsVectorsAndBodiesInFramesOfTheLinkBefore) {
  for (const Case& c : cases()) {
    const int n = c.arm.dof();
    const Posture<double> x = c.x();
    Kinematics<double> k(n);
    set_poses(c.arm, x, k);
    GimPaperWork<double> work(c.arm, kLast);
    MatX<double> M(n, n);
    gim_paper<double>(x, work, M.view());

    std::vector<Matrix3d> R;
    std::vector<Vector3d> O, C;
    for (int i = 0; i < n; ++i) {
      const Step<double>& s = x.step(i);
      Matrix3d turn;
      turn << s.c, -s.s, 0, s.s, s.c, 0, 0, 0, 1;
      const Matrix3d own = eigen(k.frame[i].R);
      R.push_back(own * turn.transpose());
      O.push_back(eigen(k.frame[i].p) - s.d * own.col(2));
      C.push_back(eigen(k.frame[i].p) + own * eigen(c.arm.link(i).body.h) / c.arm.link(i).body.m);
    }
    O.push_back(eigen(k.frame[n - 1].p) + kLast[2] * eigen(k.frame[n - 1].R).col(0));  // O_n+1

    double size = 1;
    for (const Vector3d& o : O) size = std::max(size, o.norm());
    double mass = 0;
    Vector3d first = Vector3d::Zero();   // about the base, of links i..n
    Matrix3d second = Matrix3d::Zero();  // inertia about the base
    for (int i = n - 1; i >= 0; --i) {
      const double m = c.arm.link(i).body.m;
      const Matrix3d own = eigen(k.frame[i].R),
                     at_frame = own * eigen(c.arm.link(i).body.I.full()) * own.transpose();
      const Vector3d from_frame = C[i] - eigen(k.frame[i].p);
      const Matrix3d central = at_frame + m * hat(from_frame) * hat(from_frame);
      const Vector3d d = C[i] - O[i];
      const std::string label = c.label + ", link " + std::to_string(i + 1);
      const double near = 50 * n * kEps * size;
      EXPECT_LE((R[i] * eigen(work.a[i]) - (O[i + 1] - O[i])).norm(), near) << label;
      EXPECT_LE((R[i] * eigen(work.r[i]) - (O[i + 1] - C[i])).norm(), near) << label;
      EXPECT_LE((R[i] * eigen(work.d[i]) - d).norm(), near) << label;
      EXPECT_LE((R[i] * eigen(work.delta[i]) - m * d).norm(), m * near) << label;
      const Matrix3d about = central - m * hat(d) * hat(d);
      EXPECT_LE((R[i] * eigen(work.I[i].full()) * R[i].transpose() - about).norm(),
                near * (about.norm() + m * size))
          << label;

      mass += m, first += m * C[i], second += central - m * hat(C[i]) * hat(C[i]);
      const Vector3d h = first - mass * O[i];
      const Matrix3d composite =
          second + hat(O[i]) * hat(h) + hat(h) * hat(O[i]) + mass * hat(O[i]) * hat(O[i]);
      EXPECT_NEAR(work.link[i].beyond, mass, near * mass) << label;
      EXPECT_LE((R[i] * eigen(work.h_tilde[i]) - h).norm(), near * mass) << label;
      EXPECT_LE((R[i] * eigen(work.I_tilde[i].full()) * R[i].transpose() - composite).norm(),
                near * (second.norm() + mass * size))
          << label;
      if (i + 1 == n) continue;
      EXPECT_LE((eigen(work.h_next[i]) - R[i].transpose() * R[i + 1] * eigen(work.h_tilde[i + 1])).norm(),
                near * mass)
          << label;
    }
  }
}

// With the printed step 5(b), M̃_i+1 keeps the components of frame i+1: the matrix is another one.
TEST(GimPaper, NeedsTheRotationThatStep5bLacks) {
  const Case c("chain:4");
  const int n = c.arm.dof();
  const Posture<double> x = c.x();
  MatX<double> want(n, n);
  crba(c.arm, x, want.view());
  GimPaperWork<double> work(c.arm);
  MatX<double> M(n, n);
  gim_paper<double>(x, work, M.view());
  for (int i = n - 1; i >= 0; --i) {
    if (i + 1 < n) work.h_next[i] = work.h_tilde[i + 1], work.I_next[i] = work.I_tilde[i + 1];
    gim_paper_5b(work, i);
  }
  EXPECT_LE(std::abs(gim_paper_6a(work, n - 1) - want(n - 1, n - 1)),
            1e-12);  // the last link has nothing beyond
  EXPECT_GT(std::abs(gim_paper_6a(work, 0) - want(0, 0)), 0.1 * want(0, 0));
}

TEST(GimPaper, CostsStepByStepWhatItsHeaderSays) {
  for (const long n : {2, 3, 6, 9}) {
    const Case c("chain:" + std::to_string(n));
    const Chain<Counted> arm = counted(c.arm, Constants::general);
    const Posture<Counted> x = posture<Counted>(arm, general(c.q));
    GimPaperWork<Counted> work(arm, {Counted::general(0.8), Counted::general(0.6), Counted::general(0.3)});
    const auto count = [](auto&& run) {
      const CountScope scope(false);
      run();
      return scope.count();
    };
    const auto each = [&](auto&& step) {
      return count([&] {
        for (int i = 0; i < n; ++i) step(i);
      });
    };
    EXPECT_EQ(each([&](int i) { gim_paper_1(x, work, i); }), (OpCount{.mul = 2 * n}));
    EXPECT_EQ(each([&](int i) { gim_paper_2(x, work, i); }), (OpCount{.mul = 8 * n, .add = 4 * n}));
    EXPECT_EQ(each([&](int i) { gim_paper_3(work, i); }), (OpCount{.add = 3 * n}));
    EXPECT_EQ(each([&](int i) { gim_paper_4(work, i); }), (OpCount{.mul = 3 * n}));
    EXPECT_EQ(each([&](int i) { gim_paper_5a(x, work, i); }),
              (OpCount{.mul = 22 * n, .add = 25 * n}));  // printed 26n
    OpCount turns{}, bodies{}, pairs{};
    const auto add = [](OpCount& sum, const OpCount& more) { sum.mul += more.mul, sum.add += more.add; };
    for (int i = static_cast<int>(n) - 1; i >= 0; --i) {
      if (i + 1 < n) add(turns, count([&] { gim_paper_5b_turn(x, work, i); }));
      add(bodies, count([&] { gim_paper_5b(work, i); }));
      EXPECT_EQ(count([&] { gim_paper_6a(work, i); }), OpCount{});
      add(pairs, count([&] {
            Force<Counted> F = gim_paper_wrench(work, i);
            for (int j = i - 1; j >= 0; --j) gim_paper_6b(x, work, j, F);
          }));
    }
    EXPECT_EQ(turns, (OpCount{.mul = 24 * (n - 1), .add = 20 * (n - 1)}));   // not printed
    EXPECT_EQ(bodies, (OpCount{.mul = 15 * (n - 1), .add = 30 * (n - 1)}));  // printed 18(n-1), 18(n-1)
    EXPECT_EQ(pairs, (OpCount{.mul = 11 * (n * n - n), .add = 7 * (n * n - n)}));
    MatX<Counted> M(static_cast<int>(n), static_cast<int>(n));
    EXPECT_EQ(count([&] { gim_paper<Counted>(x, work, M.view()); }),
              (OpCount{.mul = 11 * n * n + 63 * n - 39, .add = 7 * n * n + 75 * n - 50}));
  }
}

}  // namespace
}  // namespace catena::test
