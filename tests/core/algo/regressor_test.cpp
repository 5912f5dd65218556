// SPDX-License-Identifier: Apache-2.0
// The regressors, column by column against inverse dynamics of arms with one unit parameter, and at every level of vector
// instructions.
#include "catena/core/algo/regressor.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "catena/core/algo/energy_regressor.hpp"
#include "catena/core/algo/rnea.hpp"
#include "catena/core/base_parameters.hpp"
#include "catena/core/simd.hpp"
#include "core/kernels/kernels.hpp"
#include "support/cost.hpp"
#include "support/derivatives.hpp"

namespace catena::test {
namespace {

MatrixXd nans(int rows, int cols) { return MatrixXd::Constant(rows, cols, NAN); }

MatrixXd regressor_of(const Case& c) {
  MatrixXd Y = nans(c.arm.dof(), 10 * c.arm.dof());
  RegressorWork<double> work(c.arm.dof());
  regressor<double>(c.arm, c.x(), c.qd, c.qdd, c.arm.gravity(), work, view(Y));
  return Y;
}

MatrixXd momentum_regressor_of(const Case& c) {
  MatrixXd Y = nans(c.arm.dof(), 10 * c.arm.dof());
  RegressorWork<double> work(c.arm.dof());
  momentum_regressor<double>(c.arm, c.x(), c.qd, work, view(Y));
  return Y;
}

VectorXd parameters(const Chain<double>& arm) {
  VectorXd pi(10 * arm.dof());
  const auto bodies = bodies_of(arm);
  for (int l = 0; l < arm.dof(); ++l)
    for (int k = 0; k < 10; ++k)
      pi[10 * l + k] = bodies[static_cast<std::size_t>(l)][static_cast<std::size_t>(k)];
  return pi;
}

// An arm whose only body has one parameter that is 1: Newton-Euler with it gives a column, without any formula of a regressor.
TEST(Regressor, HasTheTorquesOfUnitBodiesInItsColumns) {
  for (const Case& c : cases()) {
    const int n = c.arm.dof();
    if (n > 9 && n != 30) continue;
    const MatrixXd Y = regressor_of(c), P = momentum_regressor_of(c);
    const std::vector<double> none(c.q.size(), 0.0);
    const double size = Y.cwiseAbs().maxCoeff(), size_of_p = P.cwiseAbs().maxCoeff();
    RneaWork<double> work(n);
    for (int column = 0; column < 10 * n; column += n == 30 ? 7 : 1) {
      std::vector<std::array<double, 10>> bodies(c.q.size(), std::array<double, 10>{});
      bodies[static_cast<std::size_t>(column / 10)][static_cast<std::size_t>(column % 10)] = 1;
      const Chain<double> arm = with_bodies(c.arm, bodies);
      VectorXd tau(n), p(n);
      rnea<double>(arm, c.x(), c.qd, c.qdd, arm.gravity(), work, {tau.data(), c.q.size()});
      rnea<double>(arm, c.x(), none, c.qd, Vec3<double>::zero(), work, {p.data(), c.q.size()});
      EXPECT_LE((Y.col(column) - tau).cwiseAbs().maxCoeff(), tolerance(n) * size)
          << c.label << ", " << column;
      EXPECT_LE((P.col(column) - p).cwiseAbs().maxCoeff(), tolerance(n) * size_of_p)
          << c.label << ", " << column;
    }
  }
}

TEST(Regressor, TimesTheParametersIsTheTorque) {
  for (const Case& c : cases()) {
    const VectorXd pi = parameters(c.arm);
    RneaWork<double> work(c.arm.dof());
    VectorXd tau(c.arm.dof());
    rnea<double>(c.arm, c.x(), c.qd, c.qdd, c.arm.gravity(), work, {tau.data(), c.q.size()});
    const MatrixXd Y = regressor_of(c);
    const double terms = (Y.cwiseAbs() * pi.cwiseAbs()).maxCoeff();
    EXPECT_LE((Y * pi - tau).cwiseAbs().maxCoeff(), tolerance(c.arm.dof()) * terms) << c.label;
  }
}

// Links before a joint do not act on it.
TEST(Regressor, IsZeroBelowItsBlocks) {
  for (const Case& c : cases()) {
    const MatrixXd Y = regressor_of(c);
    for (int i = 1; i < c.arm.dof(); ++i)
      for (int column = 0; column < 10 * i; ++column) {
        EXPECT_EQ(Y(i, column), 0) << c.label;
        EXPECT_FALSE(std::signbit(Y(i, column))) << c.label;
      }
  }
}

using Kernel = void (*)(const detail::RegressorJob<double>&);

TEST(Regressor, IsTheSameAtEveryLevel) {
  std::vector<const detail::Kernels*> levels;
  for (const SimdLevel level : kSimdLevels)
    if (const detail::Kernels* const found = detail::kernels_at(level)) levels.push_back(found);
  for (const Case& c : cases()) {
    const int n = c.arm.dof();
    const Posture<double> x = c.x();
    const ChainEnds<double> ends(c.arm, c.arm.gravity());
    for (const int ld : {n, n + 3}) {  // columns one after the other, and columns that do not touch
      const auto by = [&](Kernel run) {
        RegressorWork<double> work(n);
        std::vector<double> memory(static_cast<std::size_t>(10 * n * ld + 8), NAN);
        run({n, &c.arm.link(0), &x.step(0), c.qd.data(), c.qdd.data(), &ends.lift.x, work.axes.data(),
             work.stride, memory.data(), ld});
        const Eigen::Map<const MatrixXd> Y(memory.data(), ld, 10 * n);
        EXPECT_TRUE(Y.bottomRows(ld - n).array().isNaN().all()) << c.label;
        for (int k = 0; k < 8; ++k) EXPECT_TRUE(std::isnan(memory[memory.size() - 1 - k])) << c.label;
        return MatrixXd(Y.topRows(n));
      };
      const MatrixXd Y = by(detail::regressor_run<double, double>),
                     P = by(detail::momentum_regressor_run<double, double>);
      for (const detail::Kernels* kernels : levels) {
        const MatrixXd y = by(kernels->regressor), p = by(kernels->momentum_regressor);
        EXPECT_LE(distance(y, Y), tolerance(n)) << c.label;
        EXPECT_LE(distance(p, P), tolerance(n)) << c.label;
        for (int i = 1; i < n; ++i)
          for (int column = 0; column < 10 * i; ++column)
            EXPECT_TRUE(y(i, column) == 0 && !std::signbit(y(i, column)) && p(i, column) == 0) << c.label;
      }
    }
  }
}

TEST(Regressor, CostsWhatItsHeaderSays) {
  for (const long n : {2, 3, 7, 30}) {
    EXPECT_EQ(cost_of(Quantity::regressor, "regressor", int(n)),
              (OpCount{.mul = 31 * n * n + 2 * n - 33, .add = (41 * n * n + 7 * n) / 2 - 29}))
        << n;
  }
}

}  // namespace
}  // namespace catena::test
