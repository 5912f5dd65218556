// SPDX-License-Identifier: Apache-2.0
// Derivatives of id and fd with wrenches on the links, which are fixed in the axes of the links, in base axes about the
// origins of their frames, or in base axes about that of the base. Compared with differences of torques that are computed
// otherwise: by the Jacobians of the links.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <functional>
#include <tuple>

#include "catena/core/arm.hpp"
#include "catena/core/library_methods.hpp"
#include "support/arms.hpp"
#include "support/eigen.hpp"

namespace catena::test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

// A difference of order four: the error is about h⁴ of the function, and rounding divided by h.
constexpr double kStep = 1e-3, kDifference = 1e-10;
MatrixXd difference(const std::function<VectorXd(const VectorXd&)>& f, const VectorXd& q) {
  MatrixXd out(f(q).size(), q.size());
  for (Eigen::Index j = 0; j < q.size(); ++j) {
    const auto at = [&](double steps) {
      VectorXd moved = q;
      moved[j] += steps * kStep;
      return f(moved);
    };
    out.col(j) = (8 * (at(1) - at(-1)) - (at(2) - at(-2))) / (12 * kStep);
  }
  return out;
}

struct WrenchCase {
  const char* spec;
  Axes axes;
};

class WrenchDerivatives : public testing::TestWithParam<WrenchCase> {
 protected:
  Case c{GetParam().spec};
  Axes axes = GetParam().axes;
  Arm arm{c.robot};
  int n = arm.dof();
  VectorXd q = eigen(c.q), qd = eigen(c.qd), qdd = eigen(c.qdd), tau = eigen(c.tau);
  std::vector<Wrench> wrenches;
  void SetUp() override {
    for (int i = 0; i < n; ++i) wrenches.push_back({{0.3 + 0.1 * i, -0.2, 1}, {2, -1.5 + 0.2 * i, 0.5}});
  }

  // Σ J_iᵀ w_i by the Jacobian of each link in the axes in which its wrench is given.
  VectorXd torques(const VectorXd& at) const {
    VectorXd sum = VectorXd::Zero(n);
    for (int i = 0; i < n; ++i) {
      const Frame<double> link{i, Pose<double>::identity(), axes};
      const Wrench& w = wrenches[static_cast<std::size_t>(i)];
      Eigen::Vector<double, 6> six;
      six << w.ang.x, w.ang.y, w.ang.z, w.lin.x, w.lin.y, w.lin.z;
      sum += arm.jacobian(at, link).transpose() * six;
    }
    return sum;
  }
  At state() const {
    return {.q = q, .qd = qd, .qdd = qdd, .tau = tau, .wrenches = wrenches, .wrench_axes = axes};
  }
};

TEST_P(WrenchDerivatives, TorquesAreThoseOfTheJacobians) {
  const VectorXd expected = torques(q);
  const double size = 10.0 * n + expected.norm();
  EXPECT_LE((arm.eval(Quantity::wrench_torques, state())[0] - expected).norm(), tolerance(n) * size);
  EXPECT_LE((arm.eval(Quantity::id, state())[0] - arm.id(q, qd, qdd) - expected).norm(),
            tolerance(n) * (size + arm.id(q, qd, qdd).norm()));
  const MatrixXd M = arm.inertia(q);
  const VectorXd fd = arm.eval(Quantity::fd, state())[0];
  EXPECT_LE((M * (fd - arm.fd(q, qd, tau - expected))).norm(),
            tolerance(n) * (size + tau.norm()) * M.norm() * arm.inertia_inverse(q).norm());
}

TEST_P(WrenchDerivatives, OfInverseDynamicsAddThoseOfTheTorques) {
  const MatrixXd expected = difference([&](const VectorXd& at) { return torques(at); }, q);
  const MatrixXd without = arm.id_derivatives(q, qd, qdd).by_q;
  const double most = kDifference * (10.0 * n + expected.norm()) + tolerance(n) * without.norm();
  const auto all = arm.eval(Quantity::id_derivatives, state());
  EXPECT_LE((all[0] - without - expected).norm(), most);
  EXPECT_LE((all[1] - arm.id_derivatives(q, qd, qdd).by_qd).norm(), tolerance(n) * (1 + all[1].norm()));
  for (const Method<double>& m : library_methods()) {
    if (m.quantity != Quantity::did_dq) continue;
    EXPECT_LE((arm.eval(Quantity::did_dq, state(), m.name)[0] - without - expected).norm(), 10 * most)
        << m.name;
  }
}

// M ∂q̈/∂q = -∂τ/∂q at q̈ = fd, with the wrenches in both.
TEST_P(WrenchDerivatives, OfForwardDynamicsFollowFromThoseOfInverseDynamics) {
  const VectorXd accelerations = arm.eval(Quantity::fd, state())[0];
  At inverse = state();
  inverse.qdd = accelerations;
  const MatrixXd M = arm.inertia(q), by_q = arm.eval(Quantity::id_derivatives, inverse)[0];
  const double condition = M.norm() * arm.inertia_inverse(q).norm();
  for (const Method<double>& m : library_methods()) {
    if (m.quantity != Quantity::fd_derivatives) continue;
    const auto all = arm.eval(Quantity::fd_derivatives, state(), m.name);
    EXPECT_LE((M * all[0] + by_q).norm(), tolerance(n) * condition * (1 + by_q.norm())) << m.name;
  }
}

// By every method, and products of a vector with the same matrices.
TEST_P(WrenchDerivatives, OfForwardDynamicsAloneAreTheSame) {
  const MatrixXd M = arm.inertia(q), by_q = arm.eval(Quantity::fd_derivatives, state())[0];
  const double condition = M.norm() * arm.inertia_inverse(q).norm();
  for (const Method<double>& m : library_methods()) {
    if (m.quantity != Quantity::dfd_dq) continue;
    EXPECT_LE((arm.eval(Quantity::dfd_dq, state(), m.name)[0] - by_q).norm(),
              tolerance(n) * condition * (1 + by_q.norm()))
        << m.name;
  }
  Workspace work(arm);
  MatrixXd in_place(n, n);
  arm.eval(Quantity::dfd_dq, state(), work, MatView<double>{in_place.data(), n, n, n});
  EXPECT_LE((in_place - by_q).norm(), tolerance(n) * condition * (1 + by_q.norm()));
}

TEST_P(WrenchDerivatives, ProductsAreThoseWithTheMatrices) {
  const VectorXd v = VectorXd::LinSpaced(n, 0.7, -0.4);
  At at = state();
  at.v = v;
  const double condition = arm.inertia(q).norm() * arm.inertia_inverse(q).norm();
  Workspace work(arm);
  for (const auto& [product, matrices, most] :
       {std::tuple{Quantity::id_vjp, Quantity::id_derivatives, 1.0},
        std::tuple{Quantity::fd_vjp, Quantity::fd_derivatives, condition}}) {
    const auto expected = arm.eval(matrices, at);
    std::vector<double> in_place(static_cast<std::size_t>(3 * n));
    arm.eval(product, at, work, Result<double>(product, n, in_place));
    for (const Method<double>& m : library_methods()) {
      if (m.quantity != product) continue;
      const auto found = arm.eval(product, at, m.name);
      for (std::size_t k = 0; k < 3; ++k) {
        const VectorXd vector = found[k], right = expected[k].transpose() * v;
        const Eigen::Map<const VectorXd> placed(&in_place[k * static_cast<std::size_t>(n)], n);
        const double size = 1 + expected[k].norm() * v.norm();
        EXPECT_LE((vector - right).norm(), tolerance(n) * most * size) << m.name << k;
        EXPECT_LE((placed - right).norm(), tolerance(n) * most * size) << m.name << k;
      }
    }
  }
}

TEST_P(WrenchDerivatives, InPlaceAreThoseByValue) {
  Workspace work(arm);
  std::vector<double> out(static_cast<std::size_t>(3 * n * n));
  for (const Quantity quantity : {Quantity::id_derivatives, Quantity::fd_derivatives}) {
    arm.eval(quantity, state(), work, Result<double>(quantity, n, out));
    const auto expected = arm.eval(quantity, state());
    for (std::size_t k = 0; k < 3; ++k) {
      const Eigen::Map<const MatrixXd> found(&out[k * static_cast<std::size_t>(n * n)], n, n);
      EXPECT_LE((found - expected[k]).norm(), tolerance(n) * (1 + expected[k].norm()))
          << info(quantity).name << k;
    }
  }
}

// With motors, R and friction do not depend on q, and the wrenches divide by M + R.
TEST_P(WrenchDerivatives, WithMotorsDivideByTheInertiaOfLinksAndRotors) {
  Robot robot = c.robot;
  for (RobotLink& link : robot.links)
    if (link.joint != JointKind::fixed) link.motor = Motor{.inertia = 2e-4, .gear = 60, .viscous = 1e-4};
  const Arm driven = Arm(robot).with_motors();
  At inverse = state();
  const VectorXd accelerations = driven.eval(Quantity::fd, state())[0];
  inverse.qdd = accelerations;
  const MatrixXd by_id = driven.eval(Quantity::id_derivatives, inverse)[0];
  const MatrixXd by_fd = driven.eval(Quantity::fd_derivatives, state())[0], M = driven.inertia(q);
  const double most = tolerance(n) * M.norm() * M.inverse().norm() * (1 + by_id.norm());
  EXPECT_LE((M * by_fd + by_id).norm(), most);
  EXPECT_LE((M * driven.eval(Quantity::dfd_dq, state())[0] + by_id).norm(), most);
  const MatrixXd y = driven.eval(Quantity::fd_vjp, state())[0];  // with v = qd
  EXPECT_LE((VectorXd(y) - by_fd.transpose() * qd).norm(), most * M.inverse().norm() * qd.norm());
}

std::vector<WrenchCase> wrench_cases() {
  std::vector<WrenchCase> all;
  for (const char* spec : {"chain:1", "mixed:2:3", "mixed:6:2", "chain:7", "mixed:12:5", "mixed:30:1"})
    for (const Axes axes : {Axes::frame, Axes::base_at_frame, Axes::base}) all.push_back({spec, axes});
  return all;
}
INSTANTIATE_TEST_SUITE_P(Arms, WrenchDerivatives, testing::ValuesIn(wrench_cases()), [](const auto& tested) {
  std::string name = tested.param.spec;
  for (char& letter : name)
    if (letter == ':') letter = '_';
  return name + (tested.param.axes == Axes::frame  ? "_link"
                 : tested.param.axes == Axes::base ? "_origin"
                                                   : "_base");
});

TEST(WrenchAxes, ConstantForcesHaveAPotentialAndThoseThatTurnWithTheLinkHaveNone) {
  const Case c{"mixed:5:3"};
  const Arm arm(c.robot), weightless = arm.with_gravity({0, 0, 0});
  const VectorXd q = eigen(c.q), zero = VectorXd::Zero(5);
  std::vector<Wrench> lifted;  // constant forces at the origins of the frames
  const Vec3<double>& g = arm.chain().gravity();
  for (int i = 0; i < 5; ++i) lifted.push_back({{0, 0, 0}, -arm.chain().link(i).body.m * g});
  const MatrixXd by_q = weightless.eval(
      Quantity::did_dq,
      {.q = q, .qd = zero, .qdd = zero, .wrenches = lifted, .wrench_axes = Axes::base_at_frame})[0];
  // the potential of these forces has a symmetric second derivative
  EXPECT_LE((by_q - by_q.transpose()).norm(), tolerance(5) * by_q.norm());
  EXPECT_GT(by_q.norm(), 1);
  const MatrixXd turning =
      weightless.eval(Quantity::did_dq, {.q = q, .qd = zero, .qdd = zero, .wrenches = lifted})[0];
  EXPECT_GT((turning - turning.transpose()).norm(), 0.1 * turning.norm());
}

}  // namespace
}  // namespace catena::test
