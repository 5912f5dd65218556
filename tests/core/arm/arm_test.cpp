// SPDX-License-Identifier: Apache-2.0
// Arm: the by-value and the in-place calls are one, and misuse is told.
#include "catena/core/arm.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "catena/core/model/generate.hpp"
#include "support/algebra.hpp"

namespace catena::test {
namespace {

const Arm& planar() {
  static const Arm arm = Arm::load("planar2");
  return arm;
}

template <class Call>
std::string error_of(Call call) {
  try {
    call();
  } catch (const Error& e) {
    return e.what();
  }
  return "no error";
}

// m l²: two slender rods in closed form, with the numbers of the file.
TEST(Arm, GivesTheTextbookInertiaOfTwoRods) {
  const Robot& r = planar().robot();
  const double l1 = r.links[0].dh.a, m1 = r.links[0].mass, m2 = r.links[1].mass;
  const double c1 = l1 + r.links[0].com.x, c2 = r.links[1].dh.a + r.links[1].com.x;  // from the joints
  const double I1 = r.links[0].inertia.zz, I2 = r.links[1].inertia.zz;
  const VectorXd q = (VectorXd(2) << 0.3, 0.9).finished();
  const double cross = m2 * l1 * c2 * std::cos(q[1]);
  MatrixXd M(2, 2);
  M << I1 + m1 * c1 * c1 + I2 + m2 * (l1 * l1 + c2 * c2) + 2 * cross, I2 + m2 * c2 * c2 + cross,
      I2 + m2 * c2 * c2 + cross, I2 + m2 * c2 * c2;
  EXPECT_LE((planar().inertia(q) - M).norm(), 1e-14 * M.norm());

  const VectorXd qd = (VectorXd(2) << 0.7, -1.1).finished();
  const double h = -m2 * l1 * c2 * std::sin(q[1]);
  MatrixXd C(2, 2);
  C << h * qd[1], h * (qd[0] + qd[1]), -h * qd[0], 0;
  EXPECT_LE((planar().coriolis(q, qd) - C).norm(), 1e-14);
}

TEST(Arm, ByValueAndInPlaceAreOne) {
  const Arm arm(generate_robot("mixed:6:2"));
  Workspace work(arm);
  const VectorXd q = VectorXd::LinSpaced(6, -1, 1), qd = VectorXd::LinSpaced(6, 0.5, -2);
  const VectorXd u = VectorXd::LinSpaced(6, 3, -4);
  VectorXd y(6);
  MatrixXd A(6, 6), J(6, 6);
  Eigen::Matrix4d X;
  arm.id(q, qd, u, work, y);
  EXPECT_EQ(y, arm.id(q, qd, u));
  arm.fd(q, qd, u, work, y);
  EXPECT_EQ(y, arm.fd(q, qd, u));
  arm.bias(q, qd, work, y);
  EXPECT_EQ(y, arm.bias(q, qd));
  arm.gravity(q, work, y);
  EXPECT_EQ(y, arm.gravity(q));
  arm.coriolis_transpose(q, qd, u, work, y);
  EXPECT_EQ(y, arm.coriolis_transpose(q, qd, u));
  arm.inertia(q, work, A);
  EXPECT_EQ(A, arm.inertia(q));
  arm.inertia_inverse(q, work, A);
  EXPECT_EQ(A, arm.inertia_inverse(q));
  EXPECT_LE((A * arm.inertia(q) - MatrixXd::Identity(6, 6)).norm(), 1e-12);
  arm.inertia_rate(q, qd, work, A);
  EXPECT_EQ(A, arm.inertia_rate(q, qd));
  const MatrixXd C = arm.coriolis(q, qd);  // a kernel of its own, in which clang fuses other operations
  EXPECT_LE((A - C - C.transpose()).norm(), 1e-15 * A.norm());
  arm.coriolis(q, qd, work, A);
  EXPECT_EQ(A, arm.coriolis(q, qd));
  arm.jacobian(q, work, J);
  EXPECT_EQ(J, arm.jacobian(q));
  arm.jacobian_rate(q, qd, work, J);
  EXPECT_EQ(J, arm.jacobian_rate(q, qd));
  arm.pose(q, work, X);
  EXPECT_EQ(X, arm.pose(q));
  EXPECT_EQ(arm.kinetic_energy(q, qd, work), arm.kinetic_energy(q, qd));
  EXPECT_NEAR(arm.kinetic_energy(q, qd), 0.5 * qd.dot(arm.inertia(q) * qd), 1e-12);
  EXPECT_EQ(arm.potential_energy(q, work), arm.potential_energy(q));
}

TEST(Arm, WritesIntoBlocksAndMaps) {
  const Arm arm(generate_robot("chain:3"));
  Workspace work(arm);
  const VectorXd q = VectorXd::LinSpaced(3, -1, 1);
  MatrixXd big = MatrixXd::Constant(5, 5, 7);
  arm.inertia(q, work, big.block(1, 1, 3, 3));
  EXPECT_EQ(MatrixXd(big.block(1, 1, 3, 3)), arm.inertia(q));
  EXPECT_EQ(big.row(0), Eigen::RowVectorXd::Constant(5, 7));
  EXPECT_EQ(big.col(4), VectorXd::Constant(5, 7));
}

TEST(Arm, NamesWhatHasTheWrongSize) {
  const VectorXd two = VectorXd::Zero(2), three = VectorXd::Zero(3);
  EXPECT_EQ(error_of([&] { planar().inertia(three); }),
            "inertia: 'q' has the wrong size\n  given   3 elements\n  need    2 elements, since '" +
                planar().name() + "' has 2 joints");
  EXPECT_THAT(error_of([&] { planar().id(two, three, two); }),
              testing::StartsWith("id: 'qd' has the wrong size"));
  EXPECT_THAT(error_of([&] { planar().fd(two, two, three); }),
              testing::StartsWith("fd: 'tau' has the wrong size"));
  MatrixXd M(3, 3);
  Workspace work(planar());
  EXPECT_EQ(error_of([&] { planar().inertia(two, work, M); }),
            "inertia: 'M' has the wrong size\n  given   3 x 3\n  need    2 x 2, since '" + planar().name() +
                "' has 2 joints");
}

TEST(Arm, RefusesTheWorkspaceOfAnotherArm) {
  const Arm other(generate_robot("chain:5"));
  Workspace work(other);
  MatrixXd M(2, 2);
  const std::string text =
      "inertia: the workspace was not made for 'Planar 2R'\n"
      "  hint    make one Workspace for each Arm, from that Arm or a copy of it";
  EXPECT_EQ(error_of([&] { planar().inertia(VectorXd::Zero(2), work, M); }), text);
  Workspace same_size{Arm(generate_robot("chain:2"))};
  EXPECT_EQ(error_of([&] { planar().inertia(VectorXd::Zero(2), same_size, M); }), text);

  Workspace of_copy{Arm(planar())};
  planar().inertia(VectorXd::Zero(2), of_copy, M);
  EXPECT_EQ(M, planar().inertia(VectorXd::Zero(2)));
}

TEST(Arm, NamesTheElementThatIsNotFinite) {
  const VectorXd q = VectorXd::Zero(2), bad = (VectorXd(2) << 1, NAN).finished();
  EXPECT_EQ(error_of([&] { planar().fd(q, bad, q); }),
            "fd: 'qd' is not finite\n  given   qd[1] = nan (counted from 0)");
  const VectorXd infinite = (VectorXd(2) << INFINITY, 0).finished();
  EXPECT_EQ(error_of([&] { planar().gravity(infinite); }),
            "gravity: 'q' is not finite\n  given   q[0] = inf (counted from 0)");
}

// With few joints and with many, which go different ways.
TEST(Arm, NamesTheJointThatMakesItSingular) {
  for (const int n : {1, 4, 8, 9, 12}) {
    Robot robot = generate_robot("chain:" + std::to_string(n));
    robot.links.back().mass = 0;
    robot.links.back().inertia = Sym3<double>::zero();
    const Arm arm(robot);
    const VectorXd v = VectorXd::Constant(n, 0.3);
    const std::string text = "the inertia matrix of '" + arm.name() + "' is singular here\n  given   joint " +
                             std::to_string(n) + " (counted from 1)";
    EXPECT_THAT(error_of([&] { arm.fd(v, v, v); }), testing::StartsWith("fd: " + text));
    EXPECT_THAT(error_of([&] { arm.inertia_inverse(v); }), testing::StartsWith("inertia_inverse: " + text));
    EXPECT_TRUE(arm.id(v, v, v).allFinite());
  }
}

// Three slides in one plane that carry a mass together, alone or before other joints: singular but for rounding.
TEST(Arm, FindsSingularArmsThatRoundingHides) {
  for (const int more : {0, 1, 4, 6}) {
    Robot robot = generate_robot("chain:" + std::to_string(3 + more));
    for (std::size_t i = 0; i < 3; ++i) {
      robot.links[i].joint = JointKind::prismatic;
      robot.links[i].dh = {0, 0.7, 0, 0};
      if (i == 2 && more == 0) continue;  // carries the mass itself
      robot.links[i].mass = 0;
      robot.links[i].inertia = Sym3<double>::zero();
    }
    const Arm arm(robot);
    for (const double q : {0.1, 0.3, 0.9, 1.7}) {
      const VectorXd v = VectorXd::Constant(3 + more, q);
      EXPECT_THAT(error_of([&] { arm.fd(v, v, v); }),
                  testing::StartsWith("fd: the inertia matrix of '" + arm.name() + "' is singular here"))
          << more << " joints more, q " << q;
    }
  }
}

// Results may lie over arguments, wholly or shifted.
TEST(Arm, DoesNotReadWhatItHasWritten) {
  for (const int n : {3, 7, 12}) {
    const Arm arm(generate_robot("mixed:" + std::to_string(n) + ":2"));
    Workspace work(arm);
    const VectorXd q = VectorXd::LinSpaced(n, -1, 2), qd = VectorXd::LinSpaced(n, 1, -0.5);
    for (const int shift : {0, 1, 2}) {
      VectorXd all = VectorXd::LinSpaced(n + shift, -3, 4);
      const VectorXd given = all.head(n);
      arm.fd(q, qd, all.head(n), work, all.tail(n));
      EXPECT_EQ(all.tail(n), arm.fd(q, qd, given)) << n << " joints, shifted by " << shift;
      VectorXd other = VectorXd::LinSpaced(n + shift, -3, 4);
      arm.id(q, qd, other.head(n), work, other.tail(n));
      EXPECT_EQ(other.tail(n), arm.id(q, qd, given)) << n << " joints, shifted by " << shift;
    }
  }
}

TEST(Arm, RefusesARobotThatCannotMoveOrIsNotFinite) {
  Robot robot;
  robot.name = "stone";
  EXPECT_EQ(error_of([&] { Arm{robot}; }),
            "stone: the robot cannot move\n  need    at least one revolute or prismatic joint");
  robot.links.resize(2);
  robot.links[1].mass = NAN;
  EXPECT_EQ(error_of([&] { Arm{robot}; }),
            "stone: link 2: 'mass' is not finite\n  given   nan\n  need    a finite number");
}

TEST(Arm, TakesAWrenchAtTheTool) {
  const VectorXd zero = VectorXd::Zero(2);
  const Wrench hold{{0, 0, 0}, {0, 9.81, 0}};  // 1 kg at the tool, gravity along -y
  const VectorXd tau = planar().id(zero, zero, zero, hold);
  EXPECT_NEAR(tau[0] - planar().gravity(zero)[0], 2 * 9.81, 1e-12);  // two links of 1 m
  EXPECT_LE(planar().fd(zero, zero, tau, hold).norm(), 1e-12);
  EXPECT_THAT(error_of([&] {
                planar().id(zero, zero, zero, {{NAN, 0, 0}, {0, 0, 0}});
              }),
              testing::StartsWith("id: 'tip' is not finite"));
}

TEST(Arm, TakesAnotherGravity) {
  const Arm arm(generate_robot("chain:4"));
  const VectorXd q = VectorXd::Constant(4, 0.3);
  const Arm moon = arm.with_gravity(arm.gravity_acceleration() / 6);
  EXPECT_LE((moon.gravity(q) * 6 - arm.gravity(q)).norm(), 1e-12 * arm.gravity(q).norm());
  EXPECT_THROW(arm.with_gravity({0, 0, NAN}), Error);
}

TEST(Arm, KeepsTheMotorsTermsApart) {
  const Arm arm = Arm::load("puma560");
  const Motor& motor = *arm.robot().links[1].motor;
  EXPECT_DOUBLE_EQ(arm.rotor_inertia()[1], motor.gear * motor.gear * motor.inertia);
  VectorXd qd = VectorXd::Zero(6);
  EXPECT_EQ(arm.friction(qd).norm(), 0);
  for (double speed : {0.5, -0.5}) {
    qd.setConstant(speed);
    const VectorXd f = arm.friction(qd);
    for (int i = 0; i < 6; ++i) {
      const Motor& m = *arm.robot().links[static_cast<std::size_t>(i)].motor;
      const double coulomb = m.coulomb[speed > 0 ? 0 : 1];
      EXPECT_DOUBLE_EQ(f[i], m.gear * m.gear * m.viscous * speed + std::abs(m.gear) * coulomb);
      EXPECT_GT(f[i] * speed, 0) << "friction brakes";
    }
  }
}

TEST(Arm, IsSharedByThreadsWithAWorkspaceEach) {
  const Arm arm(generate_robot("chain:7"));
  const VectorXd q = VectorXd::LinSpaced(7, -1, 1), qd = VectorXd::LinSpaced(7, 1, 2);
  const VectorXd expected = arm.id(q, qd, qd);
  std::vector<std::thread> threads;
  std::atomic<int> wrong{0};
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      Workspace work(arm);
      VectorXd tau(7);
      for (int k = 0; k < 1000; ++k) {
        arm.id(q, qd, qd, work, tau);
        wrong += tau != expected;
      }
    });
  for (std::thread& t : threads) t.join();
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace catena::test
