// SPDX-License-Identifier: Apache-2.0
// The worked examples of docs/papers: two rods of 1 m and 1 kg at q = (0, π/2), q̇ = (1, 2), whose numbers are fractions.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "catena/core/algo/aba.hpp"
#include "catena/core/algo/augmented_body.hpp"
#include "catena/core/algo/augmented_elements.hpp"
#include "catena/core/algo/augmented_paper.hpp"
#include "catena/core/algo/crba.hpp"
#include "catena/core/algo/denoc_id.hpp"
#include "catena/core/algo/frame_injection.hpp"
#include "catena/core/algo/frame_moments.hpp"
#include "catena/core/algo/gdahj.hpp"
#include "catena/core/algo/gim_mci.hpp"
#include "catena/core/algo/injected_torques.hpp"
#include "catena/core/algo/kalman.hpp"
#include "catena/core/algo/kic_model.hpp"
#include "catena/core/algo/quasi_velocity_bias.hpp"
#include "catena/core/algo/rnea.hpp"
#include "catena/core/algo/spatial_dynamics.hpp"
#include "catena/core/algo/torque_terms.hpp"
#include "catena/core/algo/udut.hpp"
#include "catena/core/algo/udut_paper.hpp"
#include "catena/core/algo/walker_orin_1.hpp"
#include "support/arms.hpp"
#include "support/eigen.hpp"

namespace catena::test {
namespace {

constexpr double kTiny = 1e-14;

Robot two_rods() {
  Robot robot;
  robot.name = "two rods";
  robot.gravity = {0, -9.81, 0};
  for (int i = 0; i < 2; ++i) {
    RobotLink link;
    link.dh = {.a = 1};
    link.mass = 1;
    link.com = {-0.5, 0, 0};
    link.inertia = {0, 1.0 / 12, 1.0 / 12, 0, 0, 0};
    robot.links.push_back(link);
  }
  return robot;
}

struct TwoRods : testing::Test {
  const Chain<double> arm = chain_of(two_rods());
  const std::vector<double> q = {0, std::numbers::pi / 2}, qd = {1, 2}, none = {0, 0};
  const Posture<double> x = posture<double>(arm, q);
  const Vec3<double> weightless = Vec3<double>::zero();
  const Force<double> free_tip = Force<double>::zero();

  static void expect(const Vec3<double>& v, double a, double b) {
    EXPECT_NEAR(v.x, a, kTiny);
    EXPECT_NEAR(v.y, b, kTiny);
  }
  static void expect_inertia(const MatX<double>& M) {
    EXPECT_NEAR(M(0, 0), 5.0 / 3, kTiny);
    EXPECT_NEAR(M(0, 1), 1.0 / 3, kTiny);
    EXPECT_NEAR(M(1, 1), 1.0 / 3, kTiny);
  }
  static void expect_bias(const std::vector<double>& tau) {
    EXPECT_NEAR(tau[0], -4, 1e-13);
    EXPECT_NEAR(tau[1], 0.5, 1e-13);
  }
};

TEST_F(TwoRods, ByGdahj) {
  GdahjWork<double> work(2);
  MatX<double> M(2, 2);
  gdahj(arm, x, work, M.view());
  expect_inertia(M);
  const auto wrench = [&](std::size_t component, std::size_t joint) {
    return work.wrenches[component * work.stride + joint];
  };
  EXPECT_NEAR(wrench(2, 1), 1.0 / 3, kTiny);  // d_2
  EXPECT_NEAR(wrench(3, 1), 0.5, kTiny);      // y_2
  EXPECT_NEAR(wrench(4, 1), 0, kTiny);
  EXPECT_NEAR(wrench(2, 0), 5.0 / 3, kTiny);  // d_1
  EXPECT_NEAR(wrench(3, 0), 0.5, kTiny);      // y_1
  EXPECT_NEAR(wrench(4, 0), -1.5, kTiny);
  EXPECT_NEAR(work.axes[3 * work.stride + 1], 0, kTiny);  // t_2 = k × p_2 = (0, 1)
  EXPECT_NEAR(work.axes[4 * work.stride + 1], 1, kTiny);
}

TEST_F(TwoRods, ByFrameMoments) {
  FrameMomentsWork<double> work(2);
  set_poses(arm, x, work.injection.kinematics);
  set_terms(arm, work);
  expect(work.link[1].eta, 0, 0.5);
  expect(work.link[0].eta, 1.5, 0);
  expect(work.link[0].b, 1.5, 0.5);
  EXPECT_NEAR(joint_moment<double>(work, 1, 1).z, 1.0 / 3, kTiny);
  EXPECT_NEAR(joint_moment<double>(work, 1, 0).z, 1.0 / 3, kTiny);
}

TEST_F(TwoRods, ByFrameInjection) {
  FrameInjectionWork<double> work(2);
  set_poses(arm, x, work.kinematics);
  set_bodies(arm, work);
  set_rates<double>(arm, qd, none, work);
  link_injections(arm, 1, work);
  expect(work.injection[0].normal, -1, -0.5);
  expect(work.injection[0].coriolis, 0, -2);
  expect(work.injection[1].normal, 0, -2);
  std::vector<double> tau(2);
  frame_injection<double>(arm, x, qd, none, weightless, free_tip, work, tau);
  expect_bias(tau);
}

TEST_F(TwoRods, ByInfluenceCoefficients) {
  KicWork<double> work(2);
  set_poses(arm, x, work.kinematics);
  const CubeView<double> H{work.H.data(), 6, 2};
  first_order_kic(arm, work.kinematics, 1, arm.tool().p, work.G.view());
  second_order_kic(arm, work.kinematics, 1, arm.tool().p, H);
  const auto g = [&](int j) { return Vec3<double>{work.G(3, j), work.G(4, j), work.G(5, j)}; };
  const auto h = [&](int j, int k) { return Vec3<double>{H(3, j, k), H(4, j, k), H(5, j, k)}; };
  expect(g(0), -1, 1);
  expect(g(1), -1, 0);
  expect(h(0, 0), -1, -1);
  expect(h(0, 1), 0, -1);
  expect(h(1, 1), 0, -1);
  expect(kic_acceleration<double>(work.G.view(), H, qd, none).lin, -1, -9);
  KicModelWork<double> model_work(2);
  KicModel<double> model(2);
  kic_model(arm, x, model_work, model);
  const CubeView<double> P1 = model.view(model.P1);
  EXPECT_NEAR(P1(0, 0, 1), -0.5, kTiny);
  EXPECT_NEAR(P1(0, 1, 1), -0.5, kTiny);
  EXPECT_NEAR(P1(1, 0, 0), 0.5, kTiny);
  for (const double p : model.P2) EXPECT_NEAR(p, 0, kTiny);
  for (const double p : model.P3) EXPECT_NEAR(p, 0, kTiny);
}

TEST_F(TwoRods, ByTheSevenSteps) {
  AugmentedPaperWork<double> work(arm);
  KicModel<double> model(2), links(2);
  augmented_paper(arm, x, work, model);
  // in the axes of link 1, which is along x: the page's axes, with the origin in joint 1
  EXPECT_EQ(work.M[0], 2);
  EXPECT_NEAR(work.III[0].zz, 5.0 / 12, kTiny);
  EXPECT_NEAR(work.III[1].zz, 1.0 / 12, kTiny);
  expect(work.O[1], 1, 0);
  expect(work.C[1], 1, 0.5);
  expect(work.rs[0], 0.75, 0.25);
  expect(work.rs[1], 0, 0.5);
  expect(work.g[0], -0.25, 0.75);
  expect(work.g[2], -0.5, 1);
  expect(work.g[3], -0.5, 0);
  expect(work.H[2], 0, -0.5);
  expect(work.H[3], 0, -0.5);
  expect_inertia(model.I);
  const CubeView<double> P1 = model.view(model.P1);
  EXPECT_NEAR(P1(0, 0, 1), -0.5, kTiny);
  EXPECT_NEAR(P1(0, 1, 0), -0.5, kTiny);
  EXPECT_NEAR(P1(0, 1, 1), -0.5, kTiny);
  EXPECT_NEAR(P1(1, 0, 0), 0.5, kTiny);
  EXPECT_NEAR(P1(1, 1, 1), 0, kTiny);
  std::vector<double> tau(2);
  add_inertia_power<double>(model.P, qd, tau);
  expect_bias(tau);
  AugmentedElementsWork<double> in_links(2);
  augmented_elements(arm, x, in_links, links);
  for (std::size_t e = 0; e < 8; ++e) EXPECT_NEAR(links.P[e], model.P[e], kTiny);
}

TEST_F(TwoRods, ByAugmentedBodies) {
  AugmentedWork<double> work(2);
  MatX<double> M(2, 2);
  std::vector<double> symbols(8), gravity(2);
  const CubeView<double> gamma{symbols.data(), 2, 2};
  augmented_body(arm, x, work, M.view(), gamma);
  expect_inertia(M);
  EXPECT_NEAR(gamma(0, 0, 1), -0.5, kTiny);
  EXPECT_NEAR(gamma(0, 1, 0), -0.5, kTiny);
  EXPECT_NEAR(gamma(0, 1, 1), -0.5, kTiny);
  EXPECT_NEAR(gamma(1, 0, 0), 0.5, kTiny);
  for (const double zero : {gamma(0, 0, 0), gamma(1, 0, 1), gamma(1, 1, 0), gamma(1, 1, 1)})
    EXPECT_NEAR(zero, 0, kTiny);
  augmented_gravity<double>(arm, x, arm.gravity(), work, gravity);
  EXPECT_NEAR(gravity[0], 14.715, 1e-13);
  EXPECT_NEAR(gravity[1], 0, 1e-13);
}

TEST_F(TwoRods, ByDenoc) {
  DenocIdWork<double> work(2);
  std::vector<double> tau(2);
  denoc_id<double>(arm, x, qd, none, weightless, work, tau);
  expect_bias(tau);
  expect(work.p[0].lin, 0, 0.5);
  expect(work.p[1].lin, -0.5, 0);
  EXPECT_NEAR(work.t[1].ang.z, 3, kTiny);
  expect(work.t[1].lin, -1.5, 1);
  MatX<double> M(2, 2);
  DenocWork<double> elements(2);
  denoc(arm, x, elements, M.view());
  expect_inertia(M);
}

TEST_F(TwoRods, ByUdut) {
  UdutWork<double> work(2);
  MatX<double> U(2, 2);
  udut_factor(arm, x, work);
  udut_factors(arm, x, work, U.view());
  EXPECT_NEAR(work.m_hat[0], 4.0 / 3, kTiny);
  EXPECT_NEAR(work.m_hat[1], 1.0 / 3, kTiny);
  EXPECT_NEAR(U(0, 1), 1, kTiny);
  std::vector<double> v = {1, 0}, printed = {1, 0};
  udut_solve<double>(arm, x, work, v);
  EXPECT_NEAR(v[0], 0.75, kTiny);
  EXPECT_NEAR(v[1], -0.75, kTiny);
  UdutPaperWork<double> paper(arm);
  udut_paper<double>(x, paper, printed);
  EXPECT_NEAR(printed[0], 0.75, kTiny);
  EXPECT_NEAR(printed[1], -0.75, kTiny);
  // at C_2, in frame 2 of the paper, which is fixed to rod 1 and turned by nothing here
  EXPECT_NEAR(paper.psi_hat[1].t.z, 1.0 / 12, kTiny);
  expect(paper.psi_hat[1].b, -0.5, 0);
  EXPECT_NEAR(paper.psi[1].t.z, 0.25, kTiny);
  expect(paper.psi[1].b, -1.5, 0);
}

TEST_F(TwoRods, ByTheRivals) {
  std::vector<double> tau(2), column(2), qdd(2);
  RneaWork<double> newton_euler(2);
  rnea<double>(arm, x, qd, none, weightless, free_tip, newton_euler, tau);
  expect_bias(tau);
  MatX<double> M(2, 2), composite(2, 2);
  WalkerOrin1Work<double> work(2);
  walker_orin_1(arm, x, work, M.view());
  expect_inertia(M);
  crba(arm, x, composite.view());
  expect_inertia(composite);
  AbaWork<double> bodies(2);
  aba<double>(arm, x, none, std::vector<double>{1, 0}, weightless, free_tip, bodies, qdd);
  EXPECT_NEAR(qdd[0], 0.75, kTiny);
  EXPECT_NEAR(qdd[1], -0.75, kTiny);
  EXPECT_NEAR(bodies.delta_inv[0], 0.75, kTiny);  // 1/3 of rod 1 and 1 of rod 2
}

TEST_F(TwoRods, ByFiltering) {
  KalmanWork<double> work(2);
  std::vector<double> qdd(2);
  const std::vector<double> tau = {1, 0};
  kalman_fd<double>(arm, x, none, tau, weightless, free_tip, work, qdd);
  EXPECT_NEAR(qdd[0], 0.75, kTiny);
  EXPECT_NEAR(qdd[1], -0.75, kTiny);
}

TEST_F(TwoRods, InQuasiVelocities) {
  QuasiWork<double> work(2);
  set_quasi<double>(arm, x, qd, weightless, work);
  quasi_roots(work.factors);
  std::vector<double> xi(2), nu(2), C(2), eps(2);
  xi_from_qd<double>(arm, x, work.factors, qd, xi);
  nu_from_qd<double>(arm, x, work.factors, qd, nu);
  EXPECT_NEAR(xi[0], 1, kTiny);
  EXPECT_NEAR(xi[1], 3, kTiny);
  EXPECT_NEAR(nu[0], 1.1547, 5e-5);
  EXPECT_NEAR(nu[1], 1.7321, 5e-5);
  EXPECT_NEAR((nu[0] * nu[0] + nu[1] * nu[1]) / 2, 13.0 / 6, kTiny);
  const std::vector<double> tau = {1, 0};
  eps_from_tau<double>(arm, x, work.factors, tau, eps);
  EXPECT_NEAR(eps[0], 0.8660, 5e-5);
  EXPECT_NEAR(eps[1], 0, kTiny);
  cnu<double>(arm, x, work, C);
  EXPECT_GT(std::abs(nu[0] * C[0]), 0.1);
  EXPECT_NEAR(nu[0] * C[0] + nu[1] * C[1], 0, 1e-13);
}

TEST_F(TwoRods, ByOperators) {
  const auto o = operators::spatial_operators(arm, x);
  const MatX<double> m = operators::mass_factor(o), inverse = operators::unit_factor_inverse(o);
  EXPECT_NEAR(m(0, 0), 1.1547, 5e-5);
  EXPECT_NEAR(m(0, 1), 0.5774, 5e-5);
  EXPECT_NEAR(m(1, 1), 0.5774, 5e-5);
  EXPECT_NEAR(inverse(0, 1), -1, kTiny);
  expect_inertia(operators::mass_matrix(o));
}

TEST_F(TwoRods, ByGimAndMci) {
  GimMciWork<double> work(2);
  MatX<double> M(2, 2), C(2, 2);
  gim_mci<double>(arm, x, qd, work, M.view(), C.view());
  expect_inertia(M);
  EXPECT_NEAR(C(0, 0), -1, kTiny);
  EXPECT_NEAR(C(0, 1), -1.5, kTiny);
  EXPECT_NEAR(C(1, 0), 0.5, kTiny);
  EXPECT_NEAR(C(1, 1), 0, kTiny);
  expect_bias({C(0, 0) * qd[0] + C(0, 1) * qd[1], C(1, 0) * qd[0] + C(1, 1) * qd[1]});
}

TEST_F(TwoRods, ByTheJointThatCausesATorque) {
  InjectedTorques<double> parts(2);
  injected_torques<double>(arm, x, qd, none, parts);
  const auto sum = [&](int i, int j) {
    return parts.tangential(i, j) + parts.normal(i, j) + parts.coriolis(i, j);
  };
  EXPECT_NEAR(sum(0, 0), -2, kTiny);
  EXPECT_NEAR(sum(0, 1), -2, kTiny);
  EXPECT_NEAR(sum(1, 0), 0.5, kTiny);
  EXPECT_NEAR(sum(1, 1), 0, kTiny);
}

// On any arm the parts add up to inverse dynamics, and the tangential ones are M_ij q̈_j.
TEST(InjectedTorques, AddUpToInverseDynamics) {
  for (const Case& c : cases()) {
    const int n = c.arm.dof();
    InjectedTorques<double> parts(n);
    for (int twice = 0; twice < 2; ++twice) injected_torques<double>(c.arm, c.x(), c.qd, c.qdd, parts);
    MatX<double> M(n, n);
    crba(c.arm, c.x(), M.view());
    RneaWork<double> work(n);
    std::vector<double> tau(c.q.size());
    rnea<double>(c.arm, c.x(), c.qd, c.qdd, Vec3<double>::zero(), Force<double>::zero(), work, tau);
    const Eigen::MatrixXd all = eigen(parts.tangential) + eigen(parts.normal) + eigen(parts.coriolis);
    const double scale = all.cwiseAbs().maxCoeff() + 1;
    EXPECT_LT((all.rowwise().sum() - eigen(tau)).norm(), 1e-13 * n * n * scale) << c.label;
    EXPECT_LT((eigen(parts.tangential) - eigen(M) * eigen(c.qdd).asDiagonal()).norm(), 1e-13 * n * n * scale)
        << c.label;
  }
}

// docs/papers/spatial_operators.md: eq 39 of 003.
TEST_F(TwoRods, HaveTheirTorquesFromTheSecondRodAlone) {
  TorqueTerms<double> terms(2);
  torque_terms<double>(arm, x, qd, none, weightless, {}, terms);
  const double acceleration[] = {0, 0, -1, -1}, force[] = {0, 0, -3, 1.5};
  for (int j = 0; j < 2; ++j)
    for (int i = 0; i < 2; ++i) {
      EXPECT_NEAR(terms.inertia(i, j), 0, kTiny);
      EXPECT_NEAR(terms.acceleration(i, j), acceleration[2 * j + i], kTiny) << i << j;
      EXPECT_NEAR(terms.force(i, j), force[2 * j + i], kTiny) << i << j;
    }
}

}  // namespace
}  // namespace catena::test
