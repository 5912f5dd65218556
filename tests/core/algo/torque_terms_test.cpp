// SPDX-License-Identifier: Apache-2.0
// Eq 39 of Kozłowski's paper: each term is the product of operators that it stands for, and all add up to the torques.
#include "catena/core/algo/torque_terms.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "catena/core/algo/crba.hpp"
#include "catena/core/algo/rnea.hpp"
#include "catena/core/algo/spatial_operators.hpp"
#include "catena/core/algo/wrench_torques.hpp"
#include "support/eigen.hpp"

namespace catena::test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

std::vector<Force<double>> loads(int n) {
  std::vector<Force<double>> all;
  for (int k = 0; k < n; ++k) all.push_back({{0.1 * k, -0.2, 0.3}, {1, 2.0 - k, -1}});
  return all;
}

TEST(TorqueTerms, AddUpToTheTorquesWithALoadOnEveryLink) {
  for (const Case& c : cases()) {
    const int n = c.arm.dof();
    const std::vector<Force<double>> w = loads(n);
    TorqueTerms<double> terms(n);
    torque_terms<double>(c.arm, c.x(), c.qd, c.qdd, c.arm.gravity(), w, terms);
    std::vector<double> tau(c.q.size());
    RneaWork<double> work(n);
    rnea<double>(c.arm, c.x(), c.qd, c.qdd, c.arm.gravity(), work, tau);
    add_wrench_torques<double>(c.arm, c.x(), w, tau);
    const VectorXd sum = eigen(terms.inertia).rowwise().sum() + eigen(terms.acceleration).rowwise().sum() +
                         eigen(terms.force).rowwise().sum() + eigen(terms.load).rowwise().sum();
    EXPECT_LE((sum - eigen(tau)).norm(), 1e-12 * n * (1 + eigen(tau).norm())) << c.label;
  }
}

TEST(TorqueTerms, WriteEveryElementWhateverTheMemoryHeld) {
  for (const Case& c : cases()) {
    const int n = c.arm.dof();
    TorqueTerms<double> fresh(n), used(n);
    for (const MatView<double>& part :
         {used.inertia.view(), used.acceleration.view(), used.force.view(), used.load.view()})
      for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i) part(i, j) = 1e30;
    const std::vector<Force<double>> w = loads(n);
    torque_terms<double>(c.arm, c.x(), c.qd, c.qdd, c.arm.gravity(), w, fresh);
    torque_terms<double>(c.arm, c.x(), c.qd, c.qdd, c.arm.gravity(), w, used);
    EXPECT_EQ(eigen(used.inertia), eigen(fresh.inertia)) << c.label;
    EXPECT_EQ(eigen(used.acceleration), eigen(fresh.acceleration)) << c.label;
    EXPECT_EQ(eigen(used.force), eigen(fresh.force)) << c.label;
    EXPECT_EQ(eigen(used.load), eigen(fresh.load)) << c.label;
  }
}

// H Φ M Φ* H* θ̈, H Φ M Φ* a and H Φ b with one block of each vector at a time.
TEST(TorqueTerms, AreTheProductsOfOperatorsThatTheyStandFor) {
  for (const Case& c : cases()) {
    const int n = c.arm.dof();
    if (n > 12) continue;  // dense products
    TorqueTerms<double> terms(n);
    torque_terms<double>(c.arm, c.x(), c.qd, c.qdd, Vec3<double>::zero(), {}, terms);
    const auto o = operators::spatial_operators(c.arm, c.x());
    const auto r = operators::operator_rates<double>(c.arm, o, c.qd);
    const MatrixXd Phi = eigen(o.Phi), H = eigen(o.H), M = eigen(o.M), V = eigen(r.V);
    const VectorXd a = eigen(r.Omega_delta).transpose() * V, b = eigen(r.V_cross) * M * V;
    const MatrixXd seen = H * Phi * M * Phi.transpose(), inertia = seen * H.transpose();
    for (int j = 0; j < n; ++j) {
      VectorXd at = VectorXd::Zero(6 * n), of = at;
      at.segment(6 * j, 6) = a.segment(6 * j, 6), of.segment(6 * j, 6) = b.segment(6 * j, 6);
      const double size = 1 + inertia.norm() + (seen * a).norm() + b.norm();
      EXPECT_LE((eigen(terms.inertia).col(j) - c.qdd[j] * inertia.col(j)).norm(), 1e-12 * size) << c.label;
      EXPECT_LE((eigen(terms.acceleration).col(j) - seen * at).norm(), 1e-12 * size) << c.label;
      EXPECT_LE((eigen(terms.force).col(j) - H * Phi * of).norm(), 1e-12 * size) << c.label;
      EXPECT_EQ(eigen(terms.load).norm(), 0);
    }
  }
}

}  // namespace
}  // namespace catena::test
