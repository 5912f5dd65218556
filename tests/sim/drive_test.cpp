// SPDX-License-Identifier: Apache-2.0
// Every drive: the torques of its law, and what the arm then does, by an integrator of the test's own.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "catena/sim/computed_torque.hpp"
#include "catena/sim/constant_torque.hpp"
#include "catena/sim/cycloid.hpp"
#include "catena/sim/feed_forward.hpp"
#include "catena/sim/pd_control.hpp"
#include "catena/sim/quasi_velocity_control.hpp"
#include "catena/sim/torque_table.hpp"
#include "catena/sim/trapezoid.hpp"
#include "sim/one_joint.hpp"
#include "support/algebra.hpp"
#include "support/arms.hpp"

namespace catena::test {
namespace {

using sim::ComputedTorque;
using sim::ConstantTorque;
using sim::Cycloid;
using sim::Drive;
using sim::FeedForward;
using sim::FreeFall;
using sim::JointMotion;
using sim::PdControl;
using sim::QuasiVelocityControl;
using sim::TorqueTable;
using sim::Trajectory;

VectorXd random_vector(Random& random, int n, double lo, double hi) {
  const std::vector<double> v = random.vector(n, lo, hi);
  return Eigen::Map<const VectorXd>(v.data(), n);
}

std::shared_ptr<const Trajectory> swing(int n, double duration) {
  Random random(11);
  return std::make_shared<Cycloid>(random_vector(random, n, -1, 1), random_vector(random, n, -1, 1),
                                   duration);
}

// (q, q̇) after a time, by plain Runge-Kutta of order four.
struct Plant {
  const Arm& arm;
  Drive& drive;
  VectorXd q, qd;
  double t = 0;

  void rate(double time, const VectorXd& p, const VectorXd& v, VectorXd& dp, VectorXd& dv) {
    VectorXd tau(arm.dof());
    drive.torque(time, p, v, tau);
    dp = v;
    dv = arm.fd(p, v, tau);
  }
  void run(double until, int steps) {
    const double h = (until - t) / steps;
    VectorXd p1, p2, p3, p4, v1, v2, v3, v4;
    for (int k = 0; k < steps; ++k, t += h) {
      rate(t, q, qd, p1, v1);
      rate(t + h / 2, q + 0.5 * h * p1, qd + 0.5 * h * v1, p2, v2);
      rate(t + h / 2, q + 0.5 * h * p2, qd + 0.5 * h * v2, p3, v3);
      rate(t + h, q + h * p3, qd + h * v3, p4, v4);
      q = q + (h / 6) * (p1 + 2.0 * p2 + 2.0 * p3 + p4);
      qd = qd + (h / 6) * (v1 + 2.0 * v2 + 2.0 * v3 + v4);
    }
    t = until;
  }
};

VectorXd torque(Drive& drive, double t, const VectorXd& q, const VectorXd& qd) {
  VectorXd tau(drive.dof());
  drive.torque(t, q, qd, tau);
  return tau;
}

TEST(ConstantTorque, IsConstantAndFreeFallIsNothing) {
  const VectorXd tau = Eigen::Vector3d(1, -2, 3), x = VectorXd::Ones(3);
  ConstantTorque constant(tau);
  FreeFall none(3);
  for (double t : {0.0, 7.0}) {
    EXPECT_EQ(torque(constant, t, x, t * x), tau);
    EXPECT_EQ(torque(none, t, x, t * x), VectorXd::Zero(3));
  }
}

MatrixXd rows(std::initializer_list<double> numbers) {
  return Eigen::Map<const Eigen::RowVectorXd>(numbers.begin(), static_cast<Eigen::Index>(numbers.size()));
}

// A pulse of half a second after four of rest, which a step that adapts to the rest would pass over.
TEST(TorqueTable, OfAPulseIsNotSteppedOver) {
  const std::vector<double> times = {0, 4.5, 4.6, 4.9, 5, 10};
  Robot robot = one_joint(JointKind::prismatic);
  robot.gravity = {0, 0, 0};
  const Arm arm(robot);
  for (const char* integrator : {"auto", "fehlberg", "verner", "adams", "bdf"}) {
    TorqueTable table(times, rows({0, 0, 5, 5, 0, 0}));
    sim::Options options;
    options.duration = 10;
    options.integrator = integrator;
    options.rtol = options.atol = 1e-10;
    const sim::Run run = sim::simulate(arm, start(0), table, options);
    EXPECT_NEAR(run.qd[run.time.size() - 1][0], 2.0 / 2, 1e-6) << integrator;  // 2 N s on 2 kg
    EXPECT_NEAR(run.by_drive.back(), 1, 1e-6) << integrator;
  }
  EXPECT_EQ(TorqueTable(times, rows({0, 0, 5, 5, 0, 0})).kinks(), (std::vector<double>{4.5, 4.6, 4.9, 5}));
  EXPECT_TRUE(TorqueTable({0, 0.1, 0.3}, rows({0, 1, 3})).kinks().empty()) << "one line";
}

TEST(TorqueTable, InterpolatesOrHolds) {
  const VectorXd x = VectorXd::Zero(1);
  TorqueTable line({0, 1, 3}, rows({2, 4, -4}));
  TorqueTable hold({0, 1, 3}, rows({2, 4, -4}), TorqueTable::Between::hold);
  const double times[] = {0, 0.25, 1, 2, 2.999, 3};
  const double on_lines[] = {2, 2.5, 4, 0, -3.996, -4}, held[] = {2, 2, 4, 4, 4, -4};
  for (int k = 0; k < 6; ++k) {
    EXPECT_NEAR(torque(line, times[k], x, x)[0], on_lines[k], 1e-14) << times[k];
    EXPECT_EQ(torque(hold, times[k], x, x)[0], held[k]) << times[k];
  }
  EXPECT_EQ(line.kinks(), std::vector<double>{1}) << "where its slope changes";
  EXPECT_EQ(hold.kinks(), (std::vector<double>{1, 3}));
  EXPECT_EQ(TorqueTable({0, 1, 2}, rows({5, 5, 6}), TorqueTable::Between::hold).kinks(),
            std::vector<double>{2})
      << "only where it changes";
}

std::string message(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(TorqueTable, KnowsNothingBeyondItsRows) {
  TorqueTable table({0, 1, 2}, rows({5, 5, 6}));
  const VectorXd x = VectorXd::Zero(1);
  EXPECT_EQ(message([&] { torque(table, 2.5, x, x); }),
            "torque table: the torque table does not cover this time\n  given   t = 2.5 s\n"
            "  need    0 to 2 s, which the table covers");
  EXPECT_EQ(torque(table, 2 + 1e-12, x, x)[0], 6 + 1e-12) << "sums of steps may be off by rounding";
  EXPECT_EQ(message([&] { table.require_lasts(2); }), "no error");
  EXPECT_EQ(message([&] { table.require_lasts(10, "tau.csv"); }),
            "tau.csv: the torque table is too short\n"
            "  given   its last row is at 2 s, the simulation ends at 10 s\n"
            "  need    a row at 10 s or later\n"
            "  hint    simulate 2 s, or repeat the last row at 10");
  EXPECT_EQ(message([&] {
              TorqueTable({0, 1}, rows({1, NAN}));
            }),
            "torque table, row 2: 'tau' is not finite\n  given   nan for joint 1 (counted from 1)\n"
            "  need    finite numbers");
}

TEST(Controllers, RefuseWhatDoesNotFitTheArm) {
  const Arm arm = Arm::load("planar3");
  const auto two = swing(2, 1), three = swing(3, 1);
  const VectorXd k = VectorXd::Ones(3);
  EXPECT_EQ(message([&] { FeedForward(arm, two); }),
            "feed-forward: the trajectory is for another arm\n  given   2 joints\n"
            "  need    3, since 'Planar 3R' has 3 joints");
  EXPECT_EQ(message([&] { FeedForward(arm, nullptr); }), "feed-forward: the trajectory is missing");
  EXPECT_EQ(message([&] { PdControl(arm, three, -k, k); }),
            "pd control: 'kp' is negative\n  given   -1 for joint 1 (counted from 1)\n"
            "  need    finite numbers, 0 or more");
  EXPECT_EQ(message([&] { ComputedTorque(arm, three, k, VectorXd::Ones(2)); }),
            "computed torque: 'kd' has the wrong length\n  given   2 numbers\n"
            "  need    3, one for each joint");
}

TEST(FeedForward, FollowsForAShortWhile) {
  const Arm arm = Arm::load("puma560_002_abs");
  const auto path = swing(6, 1);
  JointMotion want(6);
  path->at(0, want);
  FeedForward drive(arm, path);
  Plant plant{arm, drive, want.q, want.qd};
  plant.run(0.5, 500);
  path->at(0.5, want);
  EXPECT_LT((plant.q - want.q).cwiseAbs().maxCoeff(), 1e-9);
  EXPECT_GT(want.qd.cwiseAbs().maxCoeff(), 0.1);
}

TEST(FeedForward, HasTheKinksOfItsTrajectory) {
  const Arm arm = Arm::load("planar2");
  const VectorXd one = VectorXd::Ones(2);
  const auto path = std::make_shared<sim::Trapezoid>(0.0 * one, one, one, 2.0 * one);
  EXPECT_EQ(FeedForward(arm, path).kinks(), path->kinks());
  EXPECT_EQ(ComputedTorque(arm, path, one, one).kinks(), path->kinks());
}

TEST(PdControl, IsSpringsAndDampersAndHoldsTheArmOnlyWithGravity) {
  const Arm arm = Arm::load("puma560_002_abs");
  const auto path = swing(6, 2);
  Random random(4);
  const VectorXd kp = random_vector(random, 6, 50, 100), kd = random_vector(random, 6, 20, 40);
  PdControl plain(arm, path, kp, kd), with(arm, path, kp, kd, PdControl::Gravity::compensated);
  JointMotion want(6);
  path->at(0.7, want);
  const VectorXd q = random_vector(random, 6, -1, 1), qd = random_vector(random, 6, -1, 1);
  const VectorXd law = (kp.array() * (want.q - q).array() + kd.array() * (want.qd - qd).array()).matrix();
  EXPECT_LT((torque(plain, 0.7, q, qd) - law).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_LT((torque(with, 0.7, q, qd) - law - arm.gravity(q)).cwiseAbs().maxCoeff(), 1e-12);
  // it settles at the end of the path
  Plant plant{arm, with, want.q, want.qd};
  path->at(2, want);
  plant.run(12, 12000);
  EXPECT_LT((plant.q - want.q).cwiseAbs().maxCoeff(), 1e-3);
  EXPECT_LT(plant.qd.cwiseAbs().maxCoeff(), 1e-2);
}

TEST(ComputedTorque, MakesEveryJointsErrorObeyItsOwnEquation) {
  for (const char* spec : {"chain:6", "mixed:7:3", "stanford_002"}) {
    const Arm arm = Arm::load(spec);
    const int n = arm.dof();
    const auto path = swing(n, 2);
    VectorXd kp(n), kd(n);
    for (int i = 0; i < n; ++i) kp[i] = (3 + i) * (3 + i), kd[i] = 2 * (3 + i);
    ComputedTorque drive(arm, path, kp, kd);
    Random random(5);
    JointMotion want(n);
    path->at(0, want);
    const VectorXd e0 = random_vector(random, n, -0.2, 0.2), v0 = random_vector(random, n, -0.2, 0.2);
    Plant plant{arm, drive, want.q - e0, want.qd - v0};
    for (double t : {0.3, 1.0}) {
      plant.run(t, 500);
      path->at(t, want);
      for (int i = 0; i < n; ++i) {
        const double w = 3 + i;  // critically damped
        EXPECT_NEAR(want.q[i] - plant.q[i], (e0[i] + (v0[i] + w * e0[i]) * t) * std::exp(-w * t), 1e-8)
            << spec << ", joint " << i;
      }
    }
  }
}

class QuasiVelocityControlOf : public testing::TestWithParam<QuasiVelocityControl::Variable> {};

TEST_P(QuasiVelocityControlOf, DecouplesTheDeviationsOfTheQuasiVelocities) {
  for (const char* spec : {"chain:6", "mixed:7:3", "stanford_002"}) {
    const Arm arm = Arm::load(spec);
    const int n = arm.dof();
    const auto path = swing(n, 2);
    VectorXd k(n);
    for (int i = 0; i < n; ++i) k[i] = 1 + i;
    QuasiVelocityControl drive(arm, path, VectorXd::Constant(n, 3), k, GetParam());
    Random random(6);
    JointMotion want(n);
    path->at(0, want);
    Plant plant{arm, drive, want.q + random_vector(random, n, -0.2, 0.2),
                want.qd + random_vector(random, n, -0.2, 0.2)};
    VectorXd first(n), s(n);
    drive.deviation(0, plant.q, plant.qd, first);
    EXPECT_GT(first.cwiseAbs().minCoeff(), 1e-5) << "all of them have something to lose";
    for (double t : {0.4, 1.0}) {
      plant.run(t, 500);
      drive.deviation(t, plant.q, plant.qd, s);
      for (int i = 0; i < n; ++i)
        EXPECT_NEAR(s[i], first[i] * std::exp(-k[i] * t), 1e-8) << spec << ", quasi-velocity " << i;
    }
    // and with them the errors of the joints
    plant.run(8, 4000);
    path->at(8, want);
    EXPECT_LT((plant.q - want.q).cwiseAbs().maxCoeff(), 1e-3) << spec;
  }
}

TEST_P(QuasiVelocityControlOf, WithoutDeviationIsTheFeedForward) {
  const Arm arm = Arm::load("mixed:6:2");
  const auto path = swing(6, 2);
  const VectorXd k = VectorXd::Constant(6, 5);
  QuasiVelocityControl drive(arm, path, k, k, GetParam());
  FeedForward open(arm, path);
  JointMotion want(6);
  for (double t : {0.1, 0.9, 1.7}) {
    path->at(t, want);
    EXPECT_LT(relative_difference(torque(drive, t, want.q, want.qd), torque(open, t, want.q, want.qd)),
              1e-11);
  }
}

INSTANTIATE_TEST_SUITE_P(Variables, QuasiVelocityControlOf,
                         testing::Values(QuasiVelocityControl::Variable::xi,
                                         QuasiVelocityControl::Variable::nu),
                         [](const auto& tested) {
                           return tested.param == QuasiVelocityControl::Variable::xi ? "xi" : "nu";
                         });

// The kinetic energy of ė + Λ e is that of s.
TEST(QuasiVelocityControl, MeasuresDeviationsByEnergy) {
  const Arm arm = Arm::load("chain:5");
  const auto path = swing(5, 2);
  Random random(8);
  const VectorXd lambda = random_vector(random, 5, 1, 4), k = VectorXd::Ones(5);
  QuasiVelocityControl drive(arm, path, lambda, k, QuasiVelocityControl::Variable::nu);
  const VectorXd q = random_vector(random, 5, -1, 1), qd = random_vector(random, 5, -1, 1);
  JointMotion want(5);
  path->at(0.6, want);
  const VectorXd way = want.qd - qd + VectorXd(lambda.cwiseProduct(want.q - q));
  VectorXd s(5);
  drive.deviation(0.6, q, qd, s);
  EXPECT_NEAR(0.5 * s.squaredNorm(), arm.kinetic_energy(q, way), 1e-12 * s.squaredNorm());
}

TEST(QuasiVelocityControl, OfNuNeedsAPositiveD) {
  const Arm arm = Arm::load("puma560_002");  // as printed: nonphysical inertias
  const auto path = swing(6, 2);
  const VectorXd k = VectorXd::Ones(6), x = VectorXd::Zero(6);
  QuasiVelocityControl nu(arm, path, k, k, QuasiVelocityControl::Variable::nu), xi(arm, path, k, k);
  EXPECT_THAT(message([&] { torque(nu, 0, x, x); }),
              testing::StartsWith("quasi-velocity control: the inertia matrix of 'PUMA (Saha, Table II, as "
                                  "printed)' is not positive definite here\n"));
  EXPECT_TRUE(torque(xi, 0, x, x).allFinite());
}

}  // namespace
}  // namespace catena::test
