// SPDX-License-Identifier: Apache-2.0
// Base parameters: as many as the rank of the regressor says, and the same dynamics from them alone.
#include "catena/core/base_parameters.hpp"

#include <gtest/gtest.h>

#include <Eigen/SVD>

#include "catena/core/arm.hpp"
#include "catena/core/registry.hpp"
#include "catena/io/load.hpp"
#include "support/arms.hpp"

namespace catena::test {
namespace {

using Kind = BaseParameter::Kind;

// Torques for random motions, one column for each of the 10 n parameters, each column of length 1; by another
// method than the one under test, in other states.
Eigen::MatrixXd regressor(const Chain<double>& arm) {
  const int n = arm.dof(), states = 40;
  Eigen::MatrixXd Y(n * states, 10 * n);
  for (int c = 0; c < 10 * n; ++c) {
    std::vector<std::array<double, 10>> bodies(static_cast<std::size_t>(n), std::array<double, 10>{});
    bodies[static_cast<std::size_t>(c / 10)][static_cast<std::size_t>(c % 10)] = 1;
    const Chain<double> one = with_bodies(arm, bodies);
    Random random(77);
    for (int k = 0; k < states; ++k) {
      const std::vector<double> q = random.vector(n, -3, 3), qd = random.vector(n, -2, 2),
                                qdd = random.vector(n, -4, 4);
      std::vector<double> tau(static_cast<std::size_t>(n));
      find_method<double>(Quantity::id, "crba_coriolis")
          ->run(one, posture<double>(one, q), {q, qd, qdd, {}, one.gravity(), Force<double>::zero()}, tau);
      Y.col(c).segment(k * n, n) = Eigen::Map<const Eigen::VectorXd>(tau.data(), n);
    }
    if (const double size = Y.col(c).norm(); size > 1e-12) Y.col(c) /= size;
  }
  return Y;
}

int rank(const Eigen::MatrixXd& Y) {
  const Eigen::VectorXd s = Eigen::JacobiSVD<Eigen::MatrixXd>(Y.transpose() * Y).singularValues();
  int count = 0;
  for (const double x : s) count += x > 1e-11 * s[0];  // squares of the singular values of Y
  // a gap, so that the threshold does not decide
  if (count < s.size()) {
    EXPECT_LT(s[count], 1e-14 * s[0]);
  }
  return count;
}

Chain<double> chain_of(const std::string& spec) {
  Notes notes;
  return make_chain(load_robot(spec, notes), notes);
}

TEST(BaseParameters, AreAsManyAsTheRankOfTheRegressor) {
  for (const char* spec :
       {"panda",     "puma560",   "stanford",  "ur5",       "planar2",   "planar3",   "rp",
        "pr",        "rtx",       "chain:1",   "chain:2",   "chain:6",   "mixed:1:1", "mixed:2:2",
        "mixed:3:1", "mixed:3:4", "mixed:4:3", "mixed:6:2", "mixed:6:5", "snake:5",   "planar:4"}) {
    const Chain<double> arm = chain_of(spec);
    EXPECT_EQ(base_parameters(arm).count, rank(regressor(arm))) << spec;
  }
}

// A revolute joint feels seven of the ten parameters of its link. The first, whose axis is along gravity, feels one; in a
// vertical plane both joints feel hx, hy and Izz.
TEST(BaseParameters, AreAsManyAsTheRulesSay) {
  EXPECT_EQ(base_parameters(chain_of("panda")).count, 1 + 6 * 7);
  EXPECT_EQ(base_parameters(chain_of("puma560")).count, 1 + 5 * 7);
  EXPECT_EQ(base_parameters(chain_of("planar2")).count, 2 * 3);
}

TEST(BaseParameters, GiveTheSameTorques) {
  for (const char* spec : {"panda", "puma560", "stanford", "rtx", "pr", "rp", "planar3", "mixed:4:3",
                           "mixed:6:2", "mixed:6:5", "chain:7"}) {
    const Chain<double> arm = chain_of(spec);
    const BaseParameters base = base_parameters(arm);
    std::vector<std::array<double, 10>> bodies;
    for (const auto& link : base.links) {
      bodies.emplace_back();
      for (std::size_t p = 0; p < 10; ++p) {
        bodies.back()[p] = link[p].value;
        if (link[p].kind != Kind::base) {
          EXPECT_EQ(link[p].value, 0);
        }
      }
    }
    const Chain<double> few = with_bodies(arm, bodies);
    Random random(3);
    double worst = 0, largest = 0;
    for (int k = 0; k < 20; ++k) {
      const int n = arm.dof();
      const std::vector<double> q = random.vector(n, -3, 3), qd = random.vector(n, -2, 2),
                                qdd = random.vector(n, -4, 4);
      std::vector<double> a(static_cast<std::size_t>(n)), b(a);
      const State<double> s{q, qd, qdd, {}, arm.gravity(), Force<double>::zero()};
      find_method<double>(Quantity::id)->run(arm, posture<double>(arm, q), s, a);
      find_method<double>(Quantity::id)->run(few, posture<double>(few, q), s, b);
      for (std::size_t i = 0; i < a.size(); ++i)
        worst = std::max(worst, std::abs(a[i] - b[i])), largest = std::max(largest, std::abs(a[i]));
    }
    EXPECT_LE(worst, 1e-11 * largest) << spec;
  }
}

TEST(BaseParameters, AreRefusedForVeryLongArms) {
  EXPECT_THROW(base_parameters(chain_of("chain:101")), Error);
}

}  // namespace
}  // namespace catena::test
