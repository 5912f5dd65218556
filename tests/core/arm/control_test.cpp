// SPDX-License-Identifier: Apache-2.0
// What controllers ask for: all terms at once, nonlinear effects, the torque of Slotine and Li, wrenches on the links, external
// torques from momenta.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "catena/core/arm.hpp"
#include "catena/core/library_methods.hpp"
#include "catena/core/momentum_observer.hpp"
#include "catena/core/stepper.hpp"
#include "support/arms.hpp"
#include "support/eigen.hpp"
#include "support/error_text.hpp"

namespace catena::test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using testing::HasSubstr;

class Control : public testing::TestWithParam<const char*> {
 protected:
  Case c{GetParam()};
  Arm arm{c.robot};
  int n = arm.dof();
  VectorXd q = eigen(c.q), qd = eigen(c.qd), qdd = eigen(c.qdd), tau = eigen(c.tau);
  VectorXd v = VectorXd::LinSpaced(n, -0.7, 1.3);
  double size = arm.inertia(q).norm() * (1 + qd.norm()) * (1 + qd.norm() + v.norm() + qdd.norm()) +
                arm.gravity(q).norm();  // of all terms
};

TEST_P(Control, HasAllTermsInOneCall) {
  const Terms terms = arm.terms(q, qd);
  EXPECT_LE((terms.M - arm.inertia(q)).norm(), tolerance(n) * terms.M.norm());
  EXPECT_LE((terms.C - arm.coriolis(q, qd)).norm(), tolerance(n) * (terms.M.norm() * qd.norm()));
  EXPECT_LE((terms.g - arm.gravity(q)).norm(), tolerance(n) * (1 + terms.g.norm()));
  EXPECT_LE((terms.M * qdd + terms.C * qd + terms.g - arm.id(q, qd, qdd)).norm(), tolerance(n) * size);
}

TEST_P(Control, HasNonlinearEffectsThatAreInverseDynamicsWithoutAcceleration) {
  EXPECT_LE((arm.nle(q, qd) - arm.id(q, qd, VectorXd::Zero(n))).norm(), tolerance(n) * size);
  EXPECT_LE((arm.nle(q, qd) - arm.bias(q, qd) - arm.gravity(q)).norm(), tolerance(n) * size);
}

TEST_P(Control, FollowsSlotineAndLi) {
  const VectorXd expected = arm.inertia(q) * qdd + arm.coriolis(q, qd) * v + arm.gravity(q);
  EXPECT_LE((arm.slotine_li(q, qd, v, qdd) - expected).norm(), tolerance(n) * size);
  EXPECT_LE((arm.slotine_li(q, qd, qd, qdd) - arm.id(q, qd, qdd)).norm(), tolerance(n) * size);
}

// Passive: s·(Ṁ - 2C) s = 0 along every s, with C q̇ of the Christoffel symbols and not just any factorisation of the bias.
TEST_P(Control, FollowsSlotineAndLiWithThePassiveCoriolisMatrix) {
  const VectorXd zero = VectorXd::Zero(n), g = arm.gravity(q);
  const double power = v.dot(arm.slotine_li(q, qd, v, zero) - g);
  EXPECT_NEAR(power, v.dot(arm.inertia_rate(q, qd) * v) / 2, tolerance(n) * size * v.norm());
}

TEST_P(Control, HasJointMomenta) {
  EXPECT_LE((arm.joint_momentum(q, qd) - arm.inertia(q) * qd).norm(), tolerance(n) * size);
}

// --- wrenches on the links --------------------------------------------------------------------------------------

std::vector<Wrench> some_wrenches(int n) {
  std::vector<Wrench> wrenches;
  for (int i = 0; i < n; ++i) wrenches.push_back({{0.3 + i, -0.2 * i, 1}, {2, -1.5, 0.5 * i}});
  return wrenches;
}

// A wrench on the last link is one at the tool, moved there.
TEST_P(Control, FeelsAWrenchOnTheLastLinkAsOneAtTheTool) {
  const Wrench tip{{1, -2, 3}, {4, 5, -6}};
  const Pose<double>& tool = arm.chain().tool();
  const Vec3<double> force = tool.R * tip.lin;
  std::vector<Wrench> wrenches(static_cast<std::size_t>(n), Wrench::zero());
  wrenches.back() = {tool.R * tip.ang + cross(tool.p, force), force};
  const MatrixXd id = arm.eval(Quantity::id, {.q = q, .qd = qd, .qdd = qdd, .wrenches = wrenches})[0];
  EXPECT_LE((id - arm.id(q, qd, qdd, tip)).norm(), tolerance(n) * (size + 100.0 * n));
  const MatrixXd fd = arm.eval(Quantity::fd, {.q = q, .qd = qd, .tau = tau, .wrenches = wrenches})[0];
  const VectorXd expected = arm.fd(q, qd, tau, tip);
  const double condition =
      arm.inertia(q).norm() * arm.inertia_inverse(q).norm() * (size + tau.norm() + 100.0 * n);
  EXPECT_LE((arm.inertia(q) * (fd - expected)).norm(), tolerance(n) * condition);
}

TEST_P(Control, UndoesInverseDynamicsWithWrenchesByEveryMethod) {
  const std::vector<Wrench> wrenches = some_wrenches(n);
  const At at{.q = q, .qd = qd, .qdd = qdd, .wrenches = wrenches};
  const VectorXd needed = arm.eval(Quantity::id, at)[0];
  const VectorXd added = arm.eval(Quantity::wrench_torques, {.q = q, .wrenches = wrenches})[0];
  Workspace work(arm);
  const double total = size + added.norm();
  for (const Method<double>& m : library_methods()) {
    VectorXd found(n);
    const Result<double> out(MatView<double>{found.data(), n, 1, n});
    if (m.quantity == Quantity::id) {
      found = arm.eval(Quantity::id, at, m.name)[0];
      EXPECT_LE((found - arm.id(q, qd, qdd) - added).norm(), tolerance(n) * total) << m.name;
    }
    if (m.quantity != Quantity::fd) continue;
    const At forward{.q = q, .qd = qd, .tau = needed, .wrenches = wrenches};
    found = arm.eval(Quantity::fd, forward, m.name)[0];
    const double most = tolerance(n) * total * arm.inertia(q).norm() * arm.inertia_inverse(q).norm();
    EXPECT_LE((arm.inertia(q) * (found - qdd)).norm(), most) << m.name;
    arm.eval(Quantity::fd, forward, work, out);
    EXPECT_LE((arm.inertia(q) * (found - qdd)).norm(), most) << "in place";
    found = needed;  // the result over the torques
    arm.eval(Quantity::fd, {.q = q, .qd = qd, .tau = found, .wrenches = wrenches}, work, out);
    EXPECT_LE((arm.inertia(q) * (found - qdd)).norm(), most) << "over the torques";
  }
}

TEST_P(Control, RefusesWrenchesWhereTheyCannotBeTaken) {
  const std::vector<Wrench> wrenches = some_wrenches(n);
  EXPECT_EQ(
      error_text([&] {
        arm.eval(Quantity::id_second_derivatives, {.q = q, .qd = qd, .qdd = qdd, .wrenches = wrenches});
      }),
      "id_second_derivatives: it does not take wrenches of the links\n  hint    'tip' gives a wrench at the "
      "tool; id_derivatives takes wrenches of all links");
  EXPECT_NE(error_text([&] {
              const std::vector<Wrench> fewer(static_cast<std::size_t>(n) + 1, Wrench::zero());
              arm.eval(Quantity::id, {.q = q, .qd = qd, .qdd = qdd, .wrenches = fewer});
            }),
            "no error");
}

INSTANTIATE_TEST_SUITE_P(Arms, Control,
                         testing::Values("chain:1", "mixed:2:3", "mixed:6:2", "mixed:7:1", "mixed:12:5"));

// --- external torques -------------------------------------------------------------------------------------------

struct Observed : testing::Test {
  Arm arm{generate_robot("mixed:6:2")};
  int n = arm.dof();
  VectorXd external = VectorXd::LinSpaced(n, -3, 4), tau = VectorXd::LinSpaced(n, 1, -2);

  // The worst error of the estimate at the end of a motion under external torques, relative to them.
  double error_after(double time, double dt, double gain) {
    Stepper moving(arm.chain());
    const VectorXd q0 = VectorXd::LinSpaced(n, -0.5, 0.6), qd0 = VectorXd::LinSpaced(n, 0.3, -0.4);
    const auto span = [](const VectorXd& x) {
      return std::span<const double>(x.data(), static_cast<std::size_t>(x.size()));
    };
    const auto map = [&](std::span<const double> x) { return Eigen::Map<const VectorXd>(x.data(), n); };
    moving.set(0, span(q0), span(qd0));
    MomentumObserver observer(arm, gain);
    observer.start(q0, qd0);
    const VectorXd both = tau + external;
    for (int k = 0; k < std::lround(time / dt); ++k) {
      EXPECT_TRUE(moving.step(dt, span(both)));
      observer.step(map(moving.q()), map(moving.qd()), tau, dt);
    }
    return (observer.estimate() - external).norm() / external.norm();
  }
};

// ṙ = K (τ_ext - r): the error of a constant torque decays as exp(-K t), whatever the motion.
TEST_F(Observed, ExternalTorquesAreApproachedAsAFirstOrderFilterDoes) {
  const double dt = 1e-4, gain = 40;
  for (const double time : {0.01, 0.03, 0.06})
    EXPECT_NEAR(error_after(time, dt, gain), std::exp(-gain * time), 1e-3) << time;
}

TEST_F(Observed, ExternalTorquesAreFound) { EXPECT_LE(error_after(0.3, 1e-4, 80), 1e-3); }

TEST_F(Observed, TheObserverIsStableForLongSteps) { EXPECT_LE(error_after(0.2, 0.01, 1000), 0.1); }

TEST_F(Observed, NothingIsFoundWhereNothingActs) {
  external.setZero();
  MomentumObserver observer(arm, 50);
  const VectorXd q = VectorXd::LinSpaced(n, -0.5, 0.6), rest = VectorXd::Zero(n);
  observer.start(q, rest);
  const VectorXd held = arm.gravity(q);
  for (int k = 0; k < 100; ++k) observer.step(q, rest, held, 1e-3);
  EXPECT_LE(observer.estimate().norm(), 1e-12 * (1 + held.norm()));
}

TEST_F(Observed, WrongCallsAreRefused) {
  const VectorXd q = VectorXd::Zero(n);
  EXPECT_EQ(error_text([&] { MomentumObserver(arm, -1.0); }),
            "MomentumObserver: 'gain' is not a positive number\n  given   gain[0] = -1 (counted from 0)\n  "
            "need    the "
            "bandwidth of the estimate in rad/s, such as 50");
  EXPECT_THAT(error_text([&] { MomentumObserver(arm, VectorXd::Ones(2)); }),
              HasSubstr("'gain' has the wrong size"));
  MomentumObserver observer(arm, 50);
  EXPECT_EQ(
      error_text([&] { observer.step(q, q, q, 1e-3); }),
      "MomentumObserver: step was called before start\n  hint    call start(q, qd) with the first state");
  observer.start(q, q);
  EXPECT_THAT(error_text([&] { observer.step(q, q, q, 0); }),
              HasSubstr("'dt' is not a positive number\n  given   0"));
  EXPECT_THAT(error_text([&] { observer.step(q, q, VectorXd::Constant(n, NAN), 1e-3); }),
              HasSubstr("'tau' is not finite"));
  EXPECT_THAT(error_text([&] { observer.step(q, q, VectorXd::Zero(n - 1), 1e-3); }),
              HasSubstr("'tau' has the wrong size"));
}

}  // namespace
}  // namespace catena::test
