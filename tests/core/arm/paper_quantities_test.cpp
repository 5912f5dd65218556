// SPDX-License-Identifier: Apache-2.0
// The quantities that only the papers have, on arms with a displaced base, against definitions that share no code with
// their methods: sums over the links, differences along a motion, motions of one or two joints alone.
#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "catena/core/arm.hpp"
#include "catena/core/model/poses.hpp"
#include "support/displaced.hpp"
#include "support/eigen.hpp"

namespace catena::test {
namespace {

using Eigen::Matrix3d;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

// A link as a body in base axes.
struct Body {
  double m;
  Vector3d c;  // centre of mass
  Matrix3d I;  // about it
};

struct Sample {
  Arm arm;
  int n;
  VectorXd q, qd, qdd, tau;
  std::vector<Body> body;

  explicit Sample(const Robot& robot, std::uint64_t seed = 4) : arm(robot), n(arm.dof()) {
    Random random(seed);
    q = eigen(random.vector(n, -1.5, 1.5)), qd = eigen(random.vector(n, -1, 1));
    qdd = eigen(random.vector(n, -1, 1)), tau = eigen(random.vector(n, -5, 5));
    const Kinematics<double> k = kinematics_of(
        arm.chain(), posture<double>(arm.chain(), std::span(q.data(), static_cast<std::size_t>(n))));
    for (int i = 0; i < n; ++i) {
      const RigidInertia<double>& b = arm.chain().link(i).body;
      const Vector3d h = eigen(b.h), r = h / b.m;
      const Matrix3d R = eigen(k.frame[static_cast<std::size_t>(i)].R);
      const Matrix3d I = eigen(b.I) - b.m * (r.dot(r) * Matrix3d::Identity() - r * r.transpose());
      body.push_back({b.m, eigen(k.frame[static_cast<std::size_t>(i)].p) + R * r, R * I * R.transpose()});
    }
  }
  // The centre of mass of link i as a frame.
  Frame<double> centre(int i) const {
    const RigidInertia<double>& b = arm.chain().link(i).body;
    return Frame<double>::point(i, {b.h.x / b.m, b.h.y / b.m, b.h.z / b.m});
  }
  At at() const { return {.q = q, .qd = qd, .qdd = qdd, .tau = tau}; }
};

double distance(const MatrixXd& x, const MatrixXd& y, double scale = 1) {
  return (x - y).cwiseAbs().maxCoeff() / std::max(scale, y.cwiseAbs().maxCoeff());
}

TEST(AugmentedBodies, AreTheLinksBeyondEachJointAsOneBody) {
  for (const Robot& robot : displaced_robots()) {
    const Sample s(robot);
    const auto found = s.arm.eval(Quantity::augmented_bodies, s.at());
    for (int k = 0; k < s.n; ++k) {
      Body all{0, Vector3d::Zero(), Matrix3d::Zero()};
      for (int i = k; i < s.n; ++i) all.m += s.body[i].m, all.c += s.body[i].m * s.body[i].c;
      all.c /= all.m;
      for (int i = k; i < s.n; ++i) {
        const Vector3d r = s.body[i].c - all.c;
        all.I += s.body[i].I + s.body[i].m * (r.dot(r) * Matrix3d::Identity() - r * r.transpose());
      }
      EXPECT_LE(std::abs(found[0](k) - all.m), 1e-13 * all.m);
      EXPECT_LE(distance(found[1].col(k), all.c), 1e-12) << robot.name << k;
      EXPECT_LE(distance(found[2].middleCols(3 * k, 3), all.I), 1e-11) << robot.name << k;
    }
  }
}

// Both arrays have the Christoffel symbols as their symmetric part, and differ from each other.
TEST(InertiaPower, OfLinksAndOfBodiesHasTheChristoffelSymbolsAsItsSymmetricPart) {
  for (const Robot& robot : displaced_robots()) {
    const Sample s(robot);
    const MatrixXd gamma = s.arm.christoffel(s.q);
    const auto links = s.arm.eval(Quantity::inertia_power, s.at()),
               bodies = s.arm.eval(Quantity::augmented_inertia_power, s.at());
    for (const auto& P : {links, bodies}) {
      EXPECT_LE(distance(P[0] + P[1] + P[2], P[3]), 1e-13);
      MatrixXd symmetric(s.n, s.n * s.n);
      for (int k = 0; k < s.n; ++k)
        for (int j = 0; j < s.n; ++j)
          symmetric.col(k * s.n + j) = (P[3].col(k * s.n + j) + P[3].col(j * s.n + k)) / 2;
      EXPECT_LE(distance(symmetric, gamma), 1e-12 * s.n) << robot.name;
    }
  }
}

// d/dt of the sums of m v and c × m v + I ω, by the difference of two states of the same motion.
TEST(MomentumRate, IsTheRateOfTheMomentum) {
  for (const Robot& robot : displaced_robots()) {
    const Sample s(robot);
    const double h = 1e-5;
    const auto momentum = [&](double t) {
      return VectorXd(s.arm.momentum(s.q + t * s.qd + t * t / 2 * s.qdd, s.qd + t * s.qdd));
    };
    const VectorXd expected = (momentum(h) - momentum(-h)) / (2 * h);
    for (const char* method : {"momentum", "kic"})
      EXPECT_LE(distance(s.arm.eval(Quantity::momentum_rate, s.at(), method)[0], expected), 1e-7)
          << robot.name << ' ' << method;
  }
}

TEST(QuasiForces, AreConjugateToTheQuasiVelocities) {
  for (const Robot& robot : displaced_robots()) {
    const Sample s(robot);
    const auto f = s.arm.udut(s.q);
    for (const char* method : {"quasi_velocity", "crba_udu"}) {
      const VectorXd kappa = s.arm.eval(Quantity::kappa, s.at(), method)[0],
                     eps = s.arm.eval(Quantity::eps, s.at(), method)[0];
      EXPECT_LE(distance(f.U * kappa, s.tau), 1e-10 * s.n) << robot.name;
      EXPECT_LE(distance(f.d.cwiseSqrt().cwiseProduct(eps), kappa), 1e-10 * s.n) << robot.name;
    }
  }
}

// Along the motion that tau, a wrench at the tool and one on every link cause, with and without motors.
TEST(QuasiRates, AreTheRatesOfTheQuasiVelocitiesUnderAllLoads) {
  for (Robot robot : displaced_robots()) {
    for (std::size_t k = 1; k + 1 < robot.links.size(); ++k)
      robot.links[k].motor = Motor{3e-4, 40, 2e-4, {0.02, -0.03}};
    for (const bool motors : {false, true}) {
      Sample s(robot);
      if (motors) s.arm = s.arm.with_motors();
      const std::vector<Wrench> wrenches(static_cast<std::size_t>(s.n), Wrench{{0.1, -0.2, 0.3}, {1, 2, -1}});
      At at = s.at();
      at.tip = {{0.2, 0.1, -0.3}, {2, -1, 1}};
      at.wrenches = wrenches;
      const VectorXd qdd = s.arm.eval(Quantity::fd, at)[0];
      const double h = 1e-5 / (1 + qdd.norm());
      const auto rate = [&](Quantity quantity) {
        const auto moved = [&](double t) {
          const VectorXd q = s.q + t * s.qd + t * t / 2 * qdd, qd = s.qd + t * qdd;
          return VectorXd(s.arm.eval(quantity, {.q = q, .qd = qd})[0]);
        };
        return VectorXd((moved(h) - moved(-h)) / (2 * h));
      };
      const VectorXd xi = rate(Quantity::xi), nu = rate(Quantity::nu);
      for (const char* method : {"quasi_velocity", "crba_udu"}) {
        const char* by = motors ? "aba_rotors" : method;
        EXPECT_LE(distance(s.arm.eval(Quantity::xi_rate, at, by)[0], xi), 1e-6) << robot.name << by;
        EXPECT_LE(distance(s.arm.eval(Quantity::nu_rate, at, by)[0], nu), 1e-6) << robot.name << by;
      }
      const auto f = s.arm.udut(s.q);  // ν̇ + C(θ,ν) = ε without loads
      const VectorXd nu_rate = s.arm.eval(Quantity::nu_rate, s.at())[0],
                     eps = s.arm.eval(Quantity::eps, s.at())[0], cnu = s.arm.cnu(s.q, s.qd);
      EXPECT_LE(distance(nu_rate + cnu, eps, cnu.norm() + eps.norm()), 1e-9) << robot.name;
      EXPECT_LE(distance(VectorXd(f.U * f.d.cwiseSqrt().cwiseProduct(eps)), s.tau), 1e-9) << robot.name;
    }
  }
}

// N_l N_d q̇ are the twists of the centres of mass, and the points and mass matrices those of the links.
TEST(Denoc, GivesTheTwistsOfTheMassCentres) {
  for (const Robot& robot : displaced_robots()) {
    const Sample s(robot);
    const auto found = s.arm.eval(Quantity::denoc, s.at());
    const VectorXd twists = found[0] * (found[1] * s.qd);
    for (int i = 0; i < s.n; ++i) {
      EXPECT_LE(distance(twists.segment(6 * i, 6), s.arm.frame_velocity(s.q, s.qd, s.centre(i))), 1e-11)
          << robot.name << i;
      EXPECT_LE(distance(found[3].col(i), s.body[i].c), 1e-12);
      MatrixXd M = MatrixXd::Zero(6, 6);
      M.topLeftCorner(3, 3) = s.body[i].I, M.bottomRightCorner(3, 3) = s.body[i].m * Matrix3d::Identity();
      EXPECT_LE(distance(found[2].middleCols(6 * i, 6), M), 1e-11) << robot.name << i;
    }
    for (Eigen::Index i = 0; i < 6 * s.n; ++i)  // block triangular, block diagonal
      for (Eigen::Index j = 0; j < 6 * s.n; ++j) {
        const double shift = j / 6 > i / 6 ? found[0](i, j) : 0,
                     axis = j < s.n && j != i / 6 ? found[1](i, j) : 0;
        EXPECT_EQ(std::abs(shift) + std::abs(axis), 0);
      }
  }
}

// What joint j alone does to link i: the motion of j alone, and what is left of the motion of j and k together.
TEST(Injections, AreTheMotionsOfSingleJointsAndOfPairs) {
  for (const Robot& robot : displaced_robots()) {
    const Sample s(robot);
    if (s.n > 12) continue;  // n⁴ accelerations
    const auto part = [&](int i, const VectorXd& qd, const VectorXd& qdd) {
      const VectorXd a = s.arm.frame_acceleration(s.q, qd, qdd, s.centre(i));
      const Vector3d w = s.arm.frame_velocity(s.q, qd, s.centre(i)).head(3), wd = a.head(3);
      const Body& b = s.body[i];
      VectorXd both(6);
      both << a.tail(3), b.I * wd + w.cross(b.I * w);
      return both;
    };
    const VectorXd none = VectorXd::Zero(s.n);
    const auto only = [&](const VectorXd& x, int j) {
      VectorXd y = none;
      y[j] = x[j];
      return y;
    };
    const auto acceleration = s.arm.eval(Quantity::injected_accelerations, s.at()),
               moment = s.arm.eval(Quantity::injected_moments, s.at());
    for (int i = 0; i < s.n; ++i)
      for (int j = 0; j < s.n; ++j) {
        const VectorXd tangential = part(i, none, only(s.qdd, j)), normal = part(i, only(s.qd, j), none);
        VectorXd coriolis = VectorXd::Zero(6);
        for (int k = j + 1; k <= i; ++k)
          coriolis += part(i, only(s.qd, j) + only(s.qd, k), none) - normal - part(i, only(s.qd, k), none);
        const VectorXd expected[] = {tangential, normal, coriolis};
        for (std::size_t p = 0; p < 3; ++p) {
          EXPECT_LE(distance(acceleration[p].col(j * s.n + i), expected[p].head(3)), 1e-12 * s.n)
              << robot.name << i << j << p;
          EXPECT_LE(distance(moment[p].col(j * s.n + i), expected[p].tail(3)), 1e-12 * s.n)
              << robot.name << i << j << p;
        }
      }
  }
}

TEST(InjectedTorques, AreThoseOfSingleJointsAndOfPairs) {
  for (const Robot& robot : displaced_robots()) {
    const Sample s(robot);
    const Arm weightless = s.arm.with_gravity({0, 0, 0});
    const VectorXd none = VectorXd::Zero(s.n);
    const auto only = [&](const VectorXd& x, int j) {
      VectorXd y = none;
      y[j] = x[j];
      return y;
    };
    const double size = weightless.id(s.q, s.qd, s.qdd).norm();
    for (const char* method : {"frame_injection", "augmented_body"}) {
      const auto found = s.arm.eval(Quantity::injected_torques, s.at(), method);
      for (int j = 0; j < s.n; ++j) {
        const VectorXd normal = weightless.id(s.q, only(s.qd, j), none);
        VectorXd coriolis = VectorXd::Zero(s.n);
        for (int k = j + 1; k < s.n; ++k)
          coriolis += weightless.id(s.q, only(s.qd, j) + only(s.qd, k), none) - normal -
                      weightless.id(s.q, only(s.qd, k), none);
        const double scale = 1 + size;
        EXPECT_LE(distance(found[0].col(j), weightless.id(s.q, none, only(s.qdd, j)), scale), 1e-12 * s.n);
        EXPECT_LE(distance(found[1].col(j), normal, scale), 1e-12 * s.n) << robot.name << method << j;
        EXPECT_LE(distance(found[2].col(j), coriolis, scale), 1e-11 * s.n) << robot.name << method << j;
      }
    }
  }
}

// Eq 39 of 003: the first term is of single accelerations, gravity is in the last one alone, and all rows add up.
TEST(TorqueTerms, AddUpToInverseDynamics) {
  for (const Robot& robot : displaced_robots()) {
    const Sample s(robot);
    const Arm weightless = s.arm.with_gravity({0, 0, 0});
    const VectorXd none = VectorXd::Zero(s.n), tau = s.arm.id(s.q, s.qd, s.qdd);
    const auto found = s.arm.eval(Quantity::torque_terms, s.at()),
               without = weightless.eval(Quantity::torque_terms, s.at());
    const double scale = 1 + tau.norm() + found[1].norm() + found[2].norm();
    VectorXd sum = none;
    for (const MatrixXd& term : found) sum += term.rowwise().sum();
    EXPECT_LE(distance(sum, tau, scale), 1e-12 * s.n) << robot.name;
    for (int j = 0; j < s.n; ++j) {
      VectorXd alone = none;
      alone[j] = s.qdd[j];
      EXPECT_LE(distance(found[0].col(j), weightless.id(s.q, none, alone), scale), 1e-12 * s.n)
          << robot.name << j;
    }
    EXPECT_EQ((found[0] - without[0]).norm() + (found[1] - without[1]).norm(), 0) << robot.name;
    const VectorXd weight = (found[2] - without[2]).rowwise().sum();
    EXPECT_LE(distance(weight, s.arm.gravity(s.q), scale), 1e-12 * s.n) << robot.name;
    for (int i = 1; i < s.n; ++i)  // a force on a link is carried by the joints before it
      for (int j = 0; j < i; ++j) EXPECT_EQ(found[2](i, j), 0) << robot.name;
  }
}

}  // namespace
}  // namespace catena::test
