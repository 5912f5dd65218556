// SPDX-License-Identifier: Apache-2.0
// Section 3 of paper 002 as it is printed: against the inertia matrix, and every brace against what it costs.
#include "catena/core/algo/udut_paper.hpp"

#include <gtest/gtest.h>

#include <map>

#include "catena/core/algo/crba.hpp"
#include "catena/core/algo/denoc.hpp"
#include "support/cost.hpp"
#include "support/eigen.hpp"

namespace catena::test {
namespace {

constexpr double kEps = std::numeric_limits<double>::epsilon();

TEST(UdutPaper, SolvesForTheAccelerations) {
  for (const Case& c : cases()) {
    const int n = c.arm.dof();
    MatX<double> M(n, n);
    crba(c.arm, c.x(), M.view());
    UdutPaperWork<double> work(c.arm, {0.8, 0.6, 0.3});
    std::vector<double> v = c.tau;
    udut_paper<double>(c.x(), work, v);
    // the residual of a backward stable solution
    const Eigen::VectorXd r = eigen(M) * eigen(v) - eigen(c.tau);
    const double scale = eigen(M).norm() * eigen(v).norm() + eigen(c.tau).norm();
    EXPECT_LE(r.norm(), 50 * n * kEps * scale) << c.label;
  }
}

// What section 3 prints, where it is wrong: A3b without the inertia of the link itself, and C3 with the top of mu in the
// place of its bottom. Everything else is that of udut_paper.
enum class AsPrinted { a3b, c3 };
std::vector<double> as_printed(const Case& c, AsPrinted which) {
  const int n = c.arm.dof();
  const Posture<double> x = c.x();
  UdutPaperWork<double> work(c.arm);
  std::vector<double> v = c.tau;
  udut_paper_a1(x, work);
  udut_paper_offsets(x, work);
  udut_paper_a2(work);
  for (int i = n - 1; i >= 0; --i) {
    udut_paper_a3(x, i, work, which != AsPrinted::a3b);
    udut_paper_a4(i, work);
    udut_paper_a5(i, work);
    v[i] = udut_paper_a10(i, v[i], work);
    if (i == 0) break;
    udut_paper_a6(i, work);
    udut_paper_a7(i, work);
    udut_paper_a9(x, i, udut_paper_a8(i, v[i], work), work);
  }
  for (int i = 0; i < n; ++i) {
    v[i] = v[i] / work.m_hat[i];
    if (i > 0) v[i] = udut_paper_c1(i, v[i], work);
    const Halves<double> mu = udut_paper_c2(x, i, v[i], work);
    if (i + 1 == n) break;
    if (which == AsPrinted::c3)
      work.mu[i + 1] = {mu.t, mu.t + cross(work.c[i + 1], mu.t)};
    else
      udut_paper_c3(i + 1, mu, work);
  }
  return v;
}

TEST(UdutPaper, DoesNotSolveAsStepsA3bAndC3ArePrinted) {
  for (const Case& c : cases()) {
    const int n = c.arm.dof();
    if (n < 2) continue;  // both concern a link before another
    MatX<double> M(n, n);
    crba(c.arm, c.x(), M.view());
    const auto residual = [&](const std::vector<double>& qdd) {
      return (eigen(M) * eigen(qdd) - eigen(c.tau)).norm() / eigen(c.tau).norm();
    };
    EXPECT_GT(residual(as_printed(c, AsPrinted::a3b)), 1e-3) << c.label;
    EXPECT_GT(residual(as_printed(c, AsPrinted::c3)), 1e-3) << c.label;
    UdutPaperWork<double> work(c.arm);
    std::vector<double> v = c.tau;
    udut_paper<double>(c.x(), work, v);
    EXPECT_LT(residual(v), 1e-6) << c.label;
  }
}

// F of the last link changes in step A7, so that the next run must start from zero again.
TEST(UdutPaper, GivesTheSameWhenItIsRunAgain) {
  for (const Case& c : cases()) {
    UdutPaperWork<double> work(c.arm);
    std::vector<double> first = c.tau, again = c.tau;
    udut_paper<double>(c.x(), work, first);
    udut_paper<double>(c.x(), work, again);
    EXPECT_EQ(again, first) << c.label;
  }
}

// d_i, c_i,i-1, M̂_i and ψ_i are those of their definitions in base axes: at centres of mass, in frames fixed to the link before.
TEST(UdutPaper, HasItsQuantitiesAtMassCentresInFramesOfTheLinkBefore) {
  for (const Case& c : cases()) {
    const int n = c.arm.dof();
    const Posture<double> x = c.x();
    Kinematics<double> k(n);
    set_poses(c.arm, x, k);
    Denoc<double> N(n);
    denoc_mass_centres(c.arm, k, N);
    set_denoc(c.arm, k, N);
    UdutPaperWork<double> work(c.arm);
    std::vector<double> v = c.tau;
    udut_paper<double>(x, work, v);
    // articulated inertias by the definition, eq 28, in base axes
    Eigen::MatrixXd articulated = Eigen::MatrixXd::Zero(6, 6);
    for (int i = n - 1; i >= 0; --i) {
      const Eigen::MatrixXd own = eigen(N.M).block(6 * i, 6 * i, 6, 6), p = eigen(N.Nd).block(6 * i, i, 6, 1);
      const Eigen::MatrixXd hat = own + articulated;
      const Eigen::VectorXd psi_hat = hat * p;
      const double m_hat = p.col(0).dot(psi_hat);
      // frame i of the paper: our frame i before its screw about z
      const Step<double>& s = x.step(i);
      Eigen::Matrix3d turn;
      turn << s.c, -s.s, 0, s.s, s.c, 0, 0, 0, 1;
      const Eigen::Matrix3d R = eigen(k.frame[i].R) * turn.transpose();
      const double scale = psi_hat.norm() + 1e-3, tolerance = 500 * n * kEps * hat.norm();
      EXPECT_NEAR(work.m_hat[i], m_hat, tolerance) << c.label << ", joint " << i + 1;
      EXPECT_LT((R * eigen(work.psi_hat[i].t) - psi_hat.head(3)).norm(), tolerance + kEps * scale) << c.label;
      EXPECT_LT((R * eigen(work.psi_hat[i].b) - psi_hat.tail(3)).norm(), tolerance + kEps * scale) << c.label;
      const Eigen::Vector3d origin = eigen(k.frame[i].p) - s.d * R.col(2);
      EXPECT_LT((R * eigen(work.d[i]) - (eigen(N.c[i]) - origin)).norm(),
                50 * n * kEps * (1 + eigen(N.c[i]).norm()))
          << c.label;
      if (i == 0) break;
      const Eigen::Vector3d c_ij = eigen(N.c[i - 1]) - eigen(N.c[i]);
      EXPECT_LT((R * eigen(work.c[i]) - c_ij).norm(), 50 * n * kEps * (1 + eigen(N.c[i]).norm())) << c.label;
      const Eigen::MatrixXd B = eigen(N.Nl).block(6 * i, 6 * (i - 1), 6, 6);
      articulated = B.transpose() * (hat - psi_hat * psi_hat.transpose() / m_hat) * B;
    }
  }
}

using Braces = std::map<std::string, OpCount>;

Braces braces(int n) {
  const Case c("chain:" + std::to_string(n));
  const Chain<Counted> arm = counted(c.arm, Constants::general);
  const Posture<Counted> x = posture<Counted>(arm, general(c.q));
  const auto g = [](double value) { return Counted::general(value); };
  UdutPaperWork<Counted> work(arm, {g(0.8), g(0.6), g(0.3)});
  std::vector<Counted> v = general(c.tau);
  Braces sum;
  const auto count = [&sum](const std::string& step, auto&& run) {
    const CountScope scope;
    run();
    sum[step].mul += scope.count().mul, sum[step].add += scope.count().add;
  };
  count("A1", [&] { udut_paper_a1(x, work); });
  udut_paper_offsets(x, work);  // constants
  count("A2", [&] { udut_paper_a2(work); });
  for (int i = n - 1; i >= 0; --i) {
    const std::string which = i == n - 1 ? "a" : i == 0 ? " of the first" : "b";
    count("A3" + which, [&] { udut_paper_a3(x, i, work, false); });
    udut_paper_a3(x, i, work);
    count("A4" + which, [&] { udut_paper_a4(i, work); });
    count("A5", [&] { udut_paper_a5(i, work); });
    count("A10", [&] { v[i] = udut_paper_a10(i, v[i], work); });
    if (i == 0) break;
    count("A6", [&] { udut_paper_a6(i, work); });
    count("A7" + which, [&] { udut_paper_a7(i, work); });
    Halves<Counted> eta = work.psi[i];
    count("A8" + which, [&] { eta = udut_paper_a8(i, v[i], work); });
    count("A9", [&] { udut_paper_a9(x, i, eta, work); });
  }
  for (int i = 0; i < n; ++i) {
    if (i > 0) count("C1", [&] { v[i] = udut_paper_c1(i, v[i], work); });
    Halves<Counted> mu = work.mu[0];
    count(i == 0 ? "C2a" : "C2b", [&] { mu = udut_paper_c2(x, i, v[i], work); });
    if (i + 1 < n) count("C3", [&] { udut_paper_c3(i + 1, mu, work); });
  }
  return sum;
}

TEST(UdutPaper, CostsItsBracesStepByStep) {
  for (const int n : {4, 6, 10}) {
    const Braces sum = braces(n);
    const auto expect = [&](const char* step, long mul, long add) {
      EXPECT_EQ(sum.at(step).mul, mul) << step << ", n = " << n;
      EXPECT_EQ(sum.at(step).add, add) << step << ", n = " << n;
    };
    expect("A1", 4 * n, 2 * n);
    expect("A2", 0, 3 * (n - 1));
    expect("A3a", 16, 16);                          // printed 17A
    expect("A3b", 86 * n - 179 - 3, 99 * n - 220);  // a zero of F_n-1 is used; printed 101n - 215
    expect("A4a", 2, 0);
    expect("A4b", 12 * (n - 2), 12 * (n - 2));  // counted n - 3 times in the paper
    expect("A5", 2 * n, 2 * n);
    expect("A6", 6 * n - 7, 0);
    expect("A7a", 15, 8);
    expect("A7b", 21 * (n - 2), 21 * (n - 2));
    expect("A8a", 5, 0);
    expect("A8b", 6 * (n - 2), 6 * (n - 2));
    expect("A9", 22 * n - 26, 14 * n - 18);
    expect("A10", 2 * (n - 1), 3 * (n - 1));
    expect("C1", 6 * (n - 1) - 2, 6 * (n - 1) - 2);  // a zero of mu_2,1 is used
    expect("C2a", 10, 2);                            // printed 12M
    expect("C2b", 18 * (n - 1) - 2, 11 * (n - 1) - 2);
    expect("C3", 6 * (n - 1) - 2, 6 * (n - 1) - 2);
    // what the paper leaves out
    expect("A3 of the first", 86, 99);
    expect("A4 of the first", 12, 12);
  }
}

TEST(UdutPaper, CostsMoreThanTable1BecauseTable1LeavesOutTheFirstLink) {
  for (const int n : {4, 6, 10}) {
    const Case c("chain:" + std::to_string(n));
    const Chain<Counted> arm = counted(c.arm, Constants::general);
    const Posture<Counted> x = posture<Counted>(arm, general(c.q));
    const auto g = [](double value) { return Counted::general(value); };
    UdutPaperWork<Counted> work(arm, {g(0.8), g(0.6), g(0.3)});
    std::vector<Counted> v = general(c.tau);
    const CountScope scope;
    udut_paper<Counted>(x, work, v);
    EXPECT_EQ(scope.count().mul, 192 * n - 185);
    EXPECT_EQ(scope.count().add, 192 * n - 220);
  }
}

}  // namespace
}  // namespace catena::test
