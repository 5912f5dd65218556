// SPDX-License-Identifier: Apache-2.0
// Criteria of the inertia matrix.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "choose/arms.hpp"
#include "choose/criteria/spectrum.hpp"

namespace catena::test {
namespace {

constexpr double kPi = std::numbers::pi;

choose::detail::EigenRange range_of(const Eigen::MatrixXd& A) {
  return choose::detail::eigen_range(static_cast<int>(A.rows()),
                                     {A.data(), static_cast<std::size_t>(A.size())});
}

// The matrix of second differences is tridiagonal already; its eigenvalues are 2 - 2 cos(k π / (n + 1)).
TEST(EigenRange, HasTheEigenvaluesOfTridiagonalMatrices) {
  for (int n = 2; n <= 9; ++n) {
    Eigen::MatrixXd A = 2 * Eigen::MatrixXd::Identity(n, n);
    for (int i = 1; i < n; ++i) A(i, i - 1) = A(i - 1, i) = -1;
    const choose::detail::EigenRange range = range_of(A);
    EXPECT_NEAR(range.least, 2 - 2 * std::cos(kPi / (n + 1)), 1e-14 * n) << n;
    EXPECT_NEAR(range.greatest, 2 - 2 * std::cos(kPi * n / (n + 1)), 1e-14 * n) << n;
    A(0, 1) = A(1, 0) = -0.25;  // all elements of the subdiagonal count
    EXPECT_NEAR(range_of(A).least, Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(A).eigenvalues()[0],
                1e-14 * n);
  }
}

TEST(EigenRange, IsThatOfEigenOnRandomMatrices) {
  Random random(6);
  for (int n = 1; n <= 9; ++n)
    for (int k = 0; k < 20; ++k) {
      Eigen::MatrixXd A(n, n);
      for (int j = 0; j < n; ++j)
        for (int i = 0; i <= j; ++i) A(i, j) = A(j, i) = random(-1, 1);
      const Eigen::VectorXd want = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(A).eigenvalues();
      EXPECT_NEAR(range_of(A).least, want[0], 1e-13 * n) << n;
      EXPECT_NEAR(range_of(A).greatest, want[n - 1], 1e-13 * n) << n;
    }
}

TEST(GimElements, AreCountedAsTheFormulasHaveThem) {
  // planar2: M22 is constant; RTX: M11, M33 constant, M12 = M13 = 0; RP: M22 constant, M12 = 0; PR: M11, M22 constant
  const auto expect = [](const char* spec, double zeros, double constants) {
    EXPECT_DOUBLE_EQ(score(Arm::load(spec), "gim_zeros").value, zeros) << spec;
    EXPECT_DOUBLE_EQ(score(Arm::load(spec), "gim_constants").value, constants) << spec;
  };
  expect("planar2", 0, 1 / 4.0);
  expect("rtx", 4 / 9.0, 6 / 9.0);
  expect("rp", 2 / 4.0, 3 / 4.0);
  expect("pr", 0, 2 / 4.0);
}

TEST(GimElements, OfSlidesAloneAreConstant) {
  Robot robot = Arm::load("mixed:4:3").robot();
  for (RobotLink& link : robot.links) link.joint = JointKind::prismatic;
  EXPECT_EQ(score(Arm(robot), "gim_constants").value, 1);
}

// Elements counted as constant do not change over random postures, all others do; n = 1..8.
TEST(GimElements, AgreeWithRandomPostures) {
  for (int n = 1; n <= 8; ++n)
    for (const char* kind : {"chain", "mixed"}) {
      const Arm arm = Arm::load(std::string(kind) + ":" + std::to_string(n) + ":2");
      Random random(n);
      Eigen::MatrixXd low = Eigen::MatrixXd::Constant(n, n, 1e9), high = -low;
      for (int k = 0; k < 300; ++k) {
        const std::vector<double> q = random.vector(n, -3, 3);
        const Eigen::MatrixXd M = arm.inertia(Eigen::Map<const Eigen::VectorXd>(q.data(), n));
        low = low.cwiseMin(M), high = high.cwiseMax(M);
      }
      int constant = 0;
      for (int i = 0; i < n * n; ++i) constant += high(i) - low(i) < 1e-9 * high.maxCoeff();
      EXPECT_DOUBLE_EQ(score(arm, "gim_constants").value, constant / double(n * n)) << kind << n;
    }
}

TEST(GimCondition, IsThatOfEigenOnRandomArms) {
  for (int n = 1; n <= 8; ++n)
    for (const char* kind : {"chain", "mixed"}) {
      const Arm arm(ranged(std::string(kind) + ":" + std::to_string(n) + ":5"));
      constexpr double kLength = 0.7;
      const choose::Score found = score(arm, "gim_condition_mean", {.samples = 4096, .length = kLength}),
                          middle = score(arm, "gim_condition", {.samples = 4096, .length = kLength});
      Random random(n);
      std::vector<double> values;
      for (int k = 0; k < 3000; ++k) {
        Eigen::VectorXd q(n), s(n);
        for (int i = 0; i < n; ++i) {
          const bool slides = arm.robot().links[i].joint == JointKind::prismatic;
          q[i] = slides ? random(0.1, 0.6) : random(-kPi, kPi), s[i] = slides ? kLength : 1;
        }
        const Eigen::VectorXd e =
            Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(s.asDiagonal() * arm.inertia(q) * s.asDiagonal())
                .eigenvalues();
        values.push_back(e.maxCoeff() / e.minCoeff());
      }
      double mean = 0, square = 0;
      for (const double v : values) mean += v / 3000, square += v * v / 3000;
      EXPECT_NEAR(
          found.value, mean,
          1.5 * found.error + 3.5 * std::sqrt(std::max(0.0, square - mean * mean) / 3000) + 1e-9 * mean)
          << kind << n;
      // the median lies between order statistics: 3000 independent values, 4 standard deviations of their count
      std::sort(values.begin(), values.end());
      EXPECT_GE(middle.value, (1 - 1e-9) * values[1500 - 110] - 1.5 * middle.error) << kind << n;
      EXPECT_LE(middle.value, (1 + 1e-9) * values[1500 + 110] + 1.5 * middle.error) << kind << n;
    }
}

// M = [[I1 + m2 b², 0], [0, m2]]: closed forms, by quadrature over the slide.
TEST(GimCondition, AndDiagonalityOfTheRpArmAreKnown) {
  const Arm arm = rp_arm(0, 1);
  EXPECT_NEAR(score(arm, "gim_diagonality").value, 1, 1e-12);
  double mean = 0;
  std::vector<double> values;
  constexpr int kSteps = 100000;
  for (int k = 0; k < kSteps; ++k) {
    const double b = (k + 0.5) / kSteps;
    const double turn = 0.05 + 0.02 + 2.45 * b * b,
                 slide = 2.45;  // zz of link 1, yy of link 2; length 1 = reach
    values.push_back(std::max(turn, slide) / std::min(turn, slide));
    mean += values.back() / kSteps;
  }
  std::sort(values.begin(), values.end());
  const choose::Score found = score(arm, "gim_condition_mean"), median = score(arm, "gim_condition");
  EXPECT_NEAR(found.value, mean, found.error);
  EXPECT_LT(found.error, 0.02 * mean);
  EXPECT_NEAR(median.value, values[kSteps / 2], median.error);
  EXPECT_LT(median.error, 0.02 * mean);
  EXPECT_LT(values[kSteps / 2], 0.7 * mean) << "few postures dominate the mean";
}

TEST(GimCondition, DoesNotDependOnUnitsOfLength) {
  // lengths x 1000, inertias x 1e6: all elements of S M S grow alike
  const Robot robot = ranged("mixed:5:3");
  Robot large = robot;
  for (RobotLink& link : large.links) {
    link.dh.a *= 1000, link.dh.d *= 1000;
    link.com = 1000.0 * link.com;
    Sym3<double>& I = link.inertia;
    for (double* x : {&I.xx, &I.yy, &I.zz, &I.xy, &I.xz, &I.yz}) *x *= 1e6;
    if (link.joint == JointKind::prismatic)
      (*link.limits->position)[0] *= 1000, (*link.limits->position)[1] *= 1000;
  }
  for (const char* stem :
       {"gim_condition", "gim_condition_mean", "gim_diagonality", "jacobian_conditioning"}) {
    const double small = score(Arm(robot), stem).value;
    EXPECT_NEAR(score(Arm(large), stem).value, small, 1e-9 * small) << stem;
  }
}

TEST(GimCondition, OfAnArmWithoutMassCannotBeTold) {
  Robot robot = Arm::load("planar2").robot();
  robot.allow_nonphysical = true;
  robot.links[1].mass = 0, robot.links[1].inertia = Sym3<double>::zero();
  const choose::Score found = score(Arm(robot), "gim_condition");
  EXPECT_TRUE(std::isnan(found.value));
  EXPECT_NE(found.why.find("singular"), std::string::npos);
}

}  // namespace
}  // namespace catena::test
