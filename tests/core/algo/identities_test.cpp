// SPDX-License-Identifier: Apache-2.0
// Identities that hold for every arm, every method against every other, over n = 1..30 and both kinds of joint.
#include <gtest/gtest.h>

#include <map>

#include "catena/core/registry.hpp"
#include "catena/core/scalar/dual.hpp"
#include "support/derivatives.hpp"

namespace catena::test {
namespace {

std::vector<double> run(const Method<double>& m, const Case& c,
                        const Force<double>& tip = Force<double>::zero()) {
  std::vector<double> out(size_of(m.quantity, c.arm.dof()), NAN);
  const State<double> s{c.q, c.qd, c.qdd, c.tau, c.arm.gravity(), tip};
  m.run(c.arm, c.x(), s, out);
  return out;
}

std::vector<double> first(Quantity quantity, const Case& c) {
  for (const Method<double>& m : methods<double>())
    if (m.quantity == quantity) return run(m, c);
  return {};
}

MatrixXd matrix(Quantity quantity, const Case& c) {
  const std::vector<double> v = first(quantity, c);
  return Eigen::Map<const MatrixXd>(v.data(), c.arm.dof(), c.arm.dof());
}
VectorXd vector(Quantity quantity, const Case& c) { return eigen(first(quantity, c)); }

class EveryArm : public testing::TestWithParam<Case> {};

TEST_P(EveryArm, GetsTheSameAnswerFromEveryMethod) {
  const Case& c = GetParam();
  const Force<double> tip{{0.3, -0.2, 0.5}, {2, -3, 1}};
  std::map<Quantity, std::vector<double>> reference;
  // M⁻¹ amplifies earlier rounding errors by up to the condition number of M
  const double solving = 4 * c.arm.dof() * 0x1p-52 * condition(matrix(Quantity::inertia, c));
  // ... and so does the inverse of the tool's Jacobian
  const std::vector<double> j = first(Quantity::jacobian, c);
  const Eigen::Map<const MatrixXd> J(j.data(), 6, c.arm.dof());
  const MatrixXd G = c.arm.dof() < 6 ? MatrixXd(J.transpose() * J) : MatrixXd(J * J.transpose());
  const double inverting = solving * condition(G);
  for (const Method<double>& m : methods<double>()) {
    const std::vector<double> y = run(m, c, tip);
    const auto [known, is_first] = reference.try_emplace(m.quantity, y);
    if (!is_first) {
      const bool solves = m.quantity == Quantity::dfd_dq || m.quantity == Quantity::dfd_dqd;
      const bool inverts = info(m.quantity).needs(Input::damping);
      const double most = std::max(tolerance(c), solves ? solving : inverts ? inverting : 0);
      EXPECT_LE(relative_error(y, known->second), most) << info(m.quantity).name << " by " << m.name;
    }
    for (double v : y) ASSERT_TRUE(std::isfinite(v)) << info(m.quantity).name << " by " << m.name;
  }
}

TEST_P(EveryArm, HasASymmetricPositiveDefiniteInertiaMatrix) {
  const MatrixXd M = matrix(Quantity::inertia, GetParam());
  EXPECT_EQ((M - M.transpose()).norm(), 0);
  EXPECT_GT(eigenvalues(M)[0], 0);
}

TEST_P(EveryArm, UndoesInverseDynamicsByForwardDynamics) {
  Case c = GetParam();
  c.tau = first(Quantity::id, c);
  const std::vector<double> qdd = first(Quantity::fd, c);
  EXPECT_LE(relative_error(qdd, c.qdd), 100 * tolerance(c));  // conditioning of M
}

TEST_P(EveryArm, HasSkewMdotMinus2C) {
  const Case& c = GetParam();
  // Ṁ from M itself, by dual numbers along q̇: shares no code with the Coriolis matrix
  const MatrixXd Md = inertia_rate(c, [](const auto&... in) { crba(in...); });
  const MatrixXd C = matrix(Quantity::coriolis, c);
  const MatrixXd S = Md - 2 * C;
  EXPECT_LE((S + S.transpose()).norm(), tolerance(c) * std::max(1.0, Md.norm()));
  EXPECT_LE((C * eigen(c.qd) - vector(Quantity::bias, c)).norm(), tolerance(c) * std::max(1.0, C.norm()));
}

TEST_P(EveryArm, TurnsPowerIntoEnergy) {
  const Case& c = GetParam();
  // d(T + V)/dt along (q̇, q̈) by dual numbers, against q̇·τ
  using D = Dual<1>;
  std::vector<D> q, qd;
  for (std::size_t i = 0; i < c.q.size(); ++i) {
    q.emplace_back(c.q[i]);
    q.back().d[0] = c.qd[i];
    qd.emplace_back(c.qd[i]);
    qd.back().d[0] = c.qdd[i];
  }
  const Chain<D> arm = c.arm.cast<D>();
  const Posture<D> x = posture<D>(arm, q);
  Kinematics<D> k(arm.dof());
  set_poses(arm, x, k);
  const double rate = kinetic_energy<D>(arm, x, qd).d[0] + potential_energy(arm, k, arm.gravity()).d[0];
  const double power = vector(Quantity::id, c).dot(eigen(c.qd));
  const double scale = vector(Quantity::id, c).cwiseAbs().dot(eigen(c.qd).cwiseAbs());
  EXPECT_NEAR(rate, power, tolerance(c) * scale);
}

INSTANTIATE_TEST_SUITE_P(Arms, EveryArm, testing::ValuesIn(cases()), [](const auto& param) {
  std::string name = param.param.label;
  for (char& ch : name)
    if (ch == ':') ch = '_';
  return name;
});

// A weight hung on the tool is the wrench that gravity exerts there.
TEST(TipWrench, EqualsAPayload) {
  for (const char* spec : {"chain:6", "mixed:5:1"}) {
    Case c(spec);
    Robot loaded = c.robot;
    loaded.payload = Payload{2.5, {0, 0, 0}};
    const Chain<double> heavy = chain_of(loaded);
    std::vector<double> bare(c.q.size()), full(c.q.size());
    GravityWork<double> work(c.arm.dof());
    gravity<double>(c.arm, c.x(), c.arm.gravity(), work, bare);
    gravity<double>(heavy, c.x(), heavy.gravity(), work, full);
    Kinematics<double> k(c.arm.dof());
    set_poses(c.arm, c.x(), k);
    const Vec3<double> weight =
        -2.5 * transpose_times(k.tool.R, c.arm.gravity());  // what the arm must hold up
    c.qd.assign(c.q.size(), 0.0);
    c.qdd.assign(c.q.size(), 0.0);
    for (const Method<double>& m : methods<double>())
      if (m.quantity == Quantity::id) {
        const std::vector<double> held = run(m, c, {Vec3<double>::zero(), weight});
        EXPECT_LE(relative_error(held, full), 1e-12) << spec << " by " << m.name;
      }
  }
}

}  // namespace
}  // namespace catena::test
