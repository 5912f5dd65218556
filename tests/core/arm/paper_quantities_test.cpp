// SPDX-License-Identifier: Apache-2.0
// The quantities that only the papers have, on arms with a displaced base, against definitions that share no code with
// their methods: sums over the links, differences along a motion, motions of one or two joints alone.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <array>
#include <cmath>

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
  std::vector<Pose<double>> link;  // frame of each link in base axes

  explicit Sample(const Robot& robot, std::uint64_t seed = 4) : arm(robot), n(arm.dof()) {
    Random random(seed);
    q = eigen(random.vector(n, -1.5, 1.5)), qd = eigen(random.vector(n, -1, 1));
    qdd = eigen(random.vector(n, -1, 1)), tau = eigen(random.vector(n, -5, 5));
    const Kinematics<double> k = kinematics_of(
        arm.chain(), posture<double>(arm.chain(), std::span(q.data(), static_cast<std::size_t>(n))));
    link = k.frame;
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
  // A point in base axes, as a frame that is fixed to link i.
  Frame<double> fixed_to(int i, const Vector3d& point) const {
    const Pose<double>& X = link[static_cast<std::size_t>(i)];
    const Vector3d r = eigen(X.R).transpose() * (point - eigen(X.p));
    return Frame<double>::point(i, {r.x(), r.y(), r.z()});
  }
  // Links k to n welded together.
  Body welded(int k) const {
    Body all{0, Vector3d::Zero(), Matrix3d::Zero()};
    for (int i = k; i < n; ++i) all.m += body[i].m, all.c += body[i].m * body[i].c;
    all.c /= all.m;
    for (int i = k; i < n; ++i) {
      const Vector3d r = body[i].c - all.c;
      all.I += body[i].I + body[i].m * (r.dot(r) * Matrix3d::Identity() - r * r.transpose());
    }
    return all;
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
      const Body all = s.welded(k);
      EXPECT_LE(std::abs(found[0](k) - all.m), 1e-13 * all.m);
      EXPECT_LE(distance(found[1].col(k), all.c), 1e-12) << robot.name << k;
      EXPECT_LE(distance(found[2].middleCols(3 * k, 3), all.I), 1e-11) << robot.name << k;
    }
  }
}

// G and H of a point that is fixed to a link: its Jacobian, and by differences of it how that changes with each joint.
struct Influence {
  MatrixXd G;
  std::vector<MatrixXd> H;  // of joint j: column k is the derivative of column k of G by q_j
};

Influence influence(const Sample& s, const Frame<double>& point) {
  const double h = 1e-5;
  Influence out{s.arm.jacobian(s.q, point), {}};
  for (int j = 0; j < s.n; ++j) {
    const VectorXd e = h * VectorXd::Unit(s.n, j);
    out.H.push_back((s.arm.jacobian(s.q + e, point) - s.arm.jacobian(s.q - e, point)) / (2 * h));
  }
  return out;
}

// What a body with the central inertia I adds to P1, P2 and P3 (i, j, k) by eq 10 of 001.
std::array<double, 3> power_of(const Influence& at, double m, const Matrix3d& I, int i, int j, int k) {
  const auto turn = [&](int joint) { return Vector3d(at.G.col(joint).head(3)); };
  const VectorXd H = at.H[static_cast<std::size_t>(j)].col(k);
  return {m * at.G.col(i).tail(3).dot(H.tail(3)), turn(i).dot(I * H.head(3)),
          turn(i).cross(turn(j)).dot(I * turn(k))};
}

using Terms = std::array<MatrixXd, 3>;  // P1, P2, P3: column k n + j

// Term by term and not by their sum alone, which the order of the terms does not change. Whether two of them would be seen
// to be exchanged; in a plane, P2 and P3 vanish.
bool expect_terms(const Sample& s, const std::vector<MatrixXd>& found, const Terms& want) {
  double apart = INFINITY;
  for (std::size_t p = 0; p < 3; ++p) {
    EXPECT_LE(distance(found[p], want[p]), 1e-7) << s.arm.robot().name << ", P" << p + 1;
    apart = std::min(apart, distance(want[p], want[(p + 1) % 3]));
  }
  EXPECT_LE(distance(want[0] + want[1] + want[2], found[3]), 1e-7) << s.arm.robot().name;
  return apart > 1e-2;
}

Terms no_terms(int n) {
  Terms out;
  out.fill(MatrixXd::Zero(n, n * n));
  return out;
}

TEST(InertiaPower, OfLinksIsTheSumOverThemTermByTerm) {
  int told_apart = 0;
  for (const Robot& robot : displaced_robots()) {
    const Sample s(robot);
    Terms want = no_terms(s.n);
    for (int l = 0; l < s.n; ++l) {
      const Influence at = influence(s, s.centre(l));
      for (int k = 0; k <= l; ++k)
        for (int j = 0; j <= l; ++j)
          for (int i = 0; i <= l; ++i) {
            const auto add = power_of(at, s.body[l].m, s.body[l].I, i, j, k);
            for (std::size_t p = 0; p < 3; ++p) want[p](i, k * s.n + j) += add[p];
          }
    }
    told_apart += expect_terms(s, s.arm.eval(Quantity::inertia_power, s.at()), want);
  }
  EXPECT_GE(told_apart, 8);
}

// Eqs 25 to 27: of the body that the links from the outermost of the three joints on make when they are welded together,
// since only that joint and those before it move.
TEST(InertiaPower, OfAugmentedBodiesIsThatOfTheOneBeyondTheOutermostJointTermByTerm) {
  int told_apart = 0;
  for (const Robot& robot : displaced_robots()) {
    const Sample s(robot);
    Terms want = no_terms(s.n);
    for (int b = 0; b < s.n; ++b) {
      const Body all = s.welded(b);
      const Influence at = influence(s, s.fixed_to(b, all.c));
      for (int k = 0; k <= b; ++k)
        for (int j = 0; j <= b; ++j)
          for (int i = 0; i <= b; ++i) {
            if (std::max({i, j, k}) != b) continue;
            const auto add = power_of(at, all.m, all.I, i, j, k);
            for (std::size_t p = 0; p < 3; ++p) want[p](i, k * s.n + j) = add[p];
          }
    }
    told_apart += expect_terms(s, s.arm.eval(Quantity::augmented_inertia_power, s.at()), want);
  }
  EXPECT_GE(told_apart, 8);
}

// Both arrays have the Christoffel symbols as their symmetric part.
TEST(InertiaPower, OfLinksAndOfBodiesHasTheChristoffelSymbolsAsItsSymmetricPart) {
  for (const Robot& robot : displaced_robots()) {
    const Sample s(robot);
    const MatrixXd gamma = s.arm.christoffel(s.q);
    for (const Quantity quantity : {Quantity::inertia_power, Quantity::augmented_inertia_power}) {
      const MatrixXd P = s.arm.eval(quantity, s.at())[3];
      MatrixXd symmetric(s.n, s.n * s.n);
      for (int k = 0; k < s.n; ++k)
        for (int j = 0; j < s.n; ++j)
          symmetric.col(k * s.n + j) = (P.col(k * s.n + j) + P.col(j * s.n + k)) / 2;
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
