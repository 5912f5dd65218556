// SPDX-License-Identifier: Apache-2.0
// Parameters, their names and the regressor of the base parameters.
#include "catena/core/regressors.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "support/arms.hpp"
#include "support/eigen.hpp"

namespace catena::test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

struct Regressors : testing::TestWithParam<const char*> {
  Case c{GetParam()};
  Arm arm{c.robot};
  VectorXd pi = eigen(inertial_parameters(arm.chain()));
};

TEST_P(Regressors, GiveTorquesMomentaAndEnergies) {
  Random random(5);
  const int n = arm.dof();
  for (int k = 0; k < 20; ++k) {
    const VectorXd q = eigen(random.vector(n, -3, 3)), qd = eigen(random.vector(n, -2, 2)),
                   qdd = eigen(random.vector(n, -2, 2));
    const auto agree = [&](const MatrixXd& Y, const VectorXd& expected) {
      const double terms = (Y.cwiseAbs() * pi.cwiseAbs()).maxCoeff();
      EXPECT_LE((Y * pi - expected).cwiseAbs().maxCoeff(), tolerance(n) * terms);
    };
    agree(arm.regressor(q, qd, qdd), arm.id(q, qd, qdd));
    agree(arm.momentum_regressor(q, qd), arm.inertia(q) * qd);
    const At at{.q = q, .qd = qd};
    agree(arm.eval(Quantity::kinetic_energy_regressor, at)[0].transpose(),
          VectorXd::Constant(1, arm.kinetic_energy(q, qd)));
    agree(arm.eval(Quantity::potential_energy_regressor, at)[0].transpose(),
          VectorXd::Constant(1, arm.potential_energy(q)));
  }
}

TEST_P(Regressors, OfBaseParametersAreIndependentAndGiveTheSameTorques) {
  const BaseRegressor base(arm);
  const int n = arm.dof(), states = 40;
  Random random(7);
  MatrixXd all(n * states, base.count());
  for (int k = 0; k < states; ++k) {
    const VectorXd q = eigen(random.vector(n, -3, 3)), qd = eigen(random.vector(n, -2, 2)),
                   qdd = eigen(random.vector(n, -2, 2));
    const MatrixXd Y = base(q, qd, qdd);
    const VectorXd tau = arm.id(q, qd, qdd);
    all.middleRows(k * n, n) = Y;
    const double terms = (arm.regressor(q, qd, qdd).cwiseAbs() * pi.cwiseAbs()).maxCoeff();
    EXPECT_LE((Y * base.parameters() - tau).cwiseAbs().maxCoeff(), 100 * tolerance(n) * terms);
  }
  for (int j = 0; j < all.cols(); ++j) all.col(j).normalize();
  Eigen::ColPivHouseholderQR<MatrixXd> factors(all);
  factors.setThreshold(1e-9);
  EXPECT_EQ(factors.rank(), base.count());
  ASSERT_EQ(base.names().size(), static_cast<std::size_t>(base.count()));
  for (int k = 0; k < base.count(); ++k)
    EXPECT_EQ(base.names()[k], parameter_names(n)[static_cast<std::size_t>(base.columns()[k])]);
}

INSTANTIATE_TEST_SUITE_P(Arms, Regressors,
                         testing::Values("chain:1", "mixed:3:2", "mixed:6:2", "mixed:7:1", "chain:9"));

TEST(ParameterNames, CountLinksFromOne) {
  const std::vector<std::string> names = parameter_names(2);
  ASSERT_EQ(names.size(), 20u);
  EXPECT_EQ(names[0], "m1");
  EXPECT_EQ(names[9], "Iyz1");
  EXPECT_EQ(names[14], "Ixx2");
}

}  // namespace
}  // namespace catena::test
