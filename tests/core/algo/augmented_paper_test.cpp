// SPDX-License-Identifier: Apache-2.0
// The seven steps of paper 001 in the axes of the first joint: their arrays against the link-wise model, and their costs
// against the printed ones.
#include "catena/core/algo/augmented_paper.hpp"

#include <gtest/gtest.h>

#include "catena/core/algo/augmented_body.hpp"
#include "catena/core/algo/augmented_elements.hpp"
#include "catena/core/algo/crba.hpp"
#include "support/cost.hpp"
#include "support/eigen.hpp"

namespace catena::test {
namespace {

double largest(const std::vector<double>& v) {
  double most = 0;
  for (const double x : v) most = std::max(most, std::abs(x));
  return most;
}
double apart(const std::vector<double>& a, const std::vector<double>& b) {
  double most = 0;
  for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, std::abs(a[i] - b[i]));
  return most;
}

TEST(AugmentedPaper, GivesTheInertiaMatrixAndTheSymmetricPartOfTheLinkWiseModel) {
  for (const Case& c : cases()) {
    const int n = c.arm.dof();
    const Posture<double> x = c.x();
    AugmentedPaperWork<double> work(c.arm);
    KicModel<double> got(n), want(n);
    KicModelWork<double> by_links(n);
    augmented_paper(c.arm, x, work, got);
    kic_model(c.arm, x, by_links, want);
    MatX<double> M(n, n);
    crba(c.arm, x, M.view());
    EXPECT_LT((eigen(got.I) - eigen(M)).norm(), 1e-13 * n * eigen(M).norm()) << c.label;
    symmetrise_power(n, got.view(got.P), got.view(got.P));
    symmetrise_power(n, want.view(want.P), want.view(want.P));
    EXPECT_LE(apart(got.P, want.P), 1e-13 * n * (largest(want.P) + largest(want.P1))) << c.label;
  }
}

TEST(AugmentedPaper, HasTheTermsOfTheStepsInLinkFrames) {
  for (const Case& c : cases()) {
    const int n = c.arm.dof();
    const Posture<double> x = c.x();
    AugmentedPaperWork<double> work(c.arm);
    AugmentedElementsWork<double> in_links(n);
    KicModel<double> got(n), want(n);
    augmented_paper(c.arm, x, work, got);
    augmented_elements(c.arm, x, in_links, want);
    const double tolerance = 1e-13 * n * (largest(want.P1) + largest(want.P2) + 1e-3);
    EXPECT_LT(apart(got.P1, want.P1), tolerance) << c.label;
    EXPECT_LT(apart(got.P2, want.P2), tolerance) << c.label;
    EXPECT_LT(apart(got.P3, want.P3), tolerance) << c.label;
    EXPECT_LT(apart(got.P, want.P), tolerance) << c.label;
  }
}

// C_k of step 1: the centres of mass, from the origin of the first joint and in its axes.
TEST(AugmentedPaper, HasTheMassCentresOfTheLinks) {
  for (const Case& c : cases()) {
    const Posture<double> x = c.x();
    AugmentedPaperWork<double> work(c.arm);
    paper_step_1(c.arm, x, work);
    Kinematics<double> k(c.arm.dof());
    set_poses(c.arm, x, k);
    for (int i = 1; i < c.arm.dof(); ++i) {
      const RigidInertia<double>& body = c.arm.link(i).body;
      const Vec3<double> centre = k.frame[i].p + (1 / body.m) * (k.frame[i].R * body.h);
      const Vec3<double> want = transpose_times(k.frame[0].R, centre - k.frame[0].p);
      EXPECT_LE((eigen(work.C[i]) - eigen(want)).norm(), 1e-12) << c.label;
    }
  }
}

std::array<OpCount, 8> counted_steps(int n) {
  const Case c("chain:" + std::to_string(n));
  const Chain<Counted> arm = counted(c.arm, Constants::general);
  const Posture<Counted> x = posture<Counted>(arm, general(c.q));
  AugmentedPaperWork<Counted> work(arm);
  KicModel<Counted> out(n);
  std::array<OpCount, 8> step;
  const auto count = [&](std::size_t k, bool uses_zeros, auto&& run) {
    const CountScope scope(uses_zeros);
    run();
    step[k] = scope.count();
  };
  count(1, false, [&] { paper_step_1(arm, x, work); });
  count(2, true, [&] { paper_step_2(arm, work); });
  count(3, false, [&] { paper_step_3(arm, work); });  // for step 4, which uses no zeros
  count(4, false, [&] { paper_step_4(arm, work, out.I.view()); });
  count(3, true, [&] { paper_step_3(arm, work); });
  count(5, true, [&] { paper_step_5(arm, work); });
  count(6, true, [&] { paper_step_6(arm, work, out); });
  count(7, true, [&] { paper_step_7(arm, out); });
  return step;
}

TEST(AugmentedPaper, CostsWhatIsPrintedForSteps1To4ButTheAdditionsOfStep3) {
  for (const long n : {2, 3, 6, 9}) {
    const std::array<OpCount, 8> step = counted_steps(static_cast<int>(n));
    const auto expect = [&](std::size_t k, long mul, long add) {
      EXPECT_EQ(step[k].mul, mul) << "step " << k << ", n = " << n;
      EXPECT_EQ(step[k].add, add) << "step " << k << ", n = " << n;
    };
    expect(1, 51 * n - 87, 39 * n - 66);
    expect(2, 84 * n - 84, 70 * n - 70);
    expect(3, 3 * n * n - 3 * n, 3 * n * n - 3 * n);  // printed 2n² + 4n add
    expect(4, (7 * n * n + 25 * n) / 2, (5 * n * n + 17 * n) / 2);
    expect(5, 6 * n * n - 12 * n + 6, 3 * n * n - 6 * n + 3);  // printed 6n² - 12n, 3n² - 3n - 2
    expect(6, (5 * n * n * n + 3 * n * n + 10 * n - 14) / 2, (10 * n * n * n - 3 * n * n + 17 * n - 24) / 6);
    expect(7, 0, (3 * n * n * n - 4 * n * n + n) / 2);
  }
}

}  // namespace
}  // namespace catena::test
