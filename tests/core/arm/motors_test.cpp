// SPDX-License-Identifier: Apache-2.0
// Arm::with_motors: the identities of the equation of motion with rotors and friction.
#include "catena/core/motors.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "catena/core/arm.hpp"
#include "catena/core/model/generate.hpp"
#include "support/algebra.hpp"
#include "support/arms.hpp"

namespace catena::test {
namespace {

constexpr double kEps = 2.2e-16;

// A generated robot with motors; the third joint has none.
Robot motorised(const char* spec, std::uint64_t seed = 11) {
  Robot robot = generate_robot(spec);
  Random random(seed);
  for (std::size_t k = 0; k < robot.links.size(); ++k)
    if (k != 2)
      robot.links[k].motor = Motor{.inertia = random(1e-5, 1e-3),
                                   .gear = random(-150, 150),
                                   .viscous = random(1e-5, 1e-3),
                                   .coulomb = {random(0, 0.1), random(-0.1, 0)}};
  return robot;
}

struct Sample {
  Arm links, arm;
  VectorXd q, qd, u;
  MatrixXd M;  // M + R
  VectorXd friction;
  double condition;  // of M + R

  explicit Sample(const char* spec, std::uint64_t seed = 3)
      : links(motorised(spec)), arm(links.with_motors()) {
    Random random(seed);
    const int n = arm.dof();
    const auto next = [&] {
      const std::vector<double> v = random.vector(n, -1.5, 1.5);
      return VectorXd(Eigen::Map<const VectorXd>(v.data(), n));
    };
    q = next(), qd = next(), u = next();
    M = links.inertia(q) + MatrixXd(links.rotor_inertia().asDiagonal());
    friction = links.friction(qd);
    condition = M.norm() * MatrixXd(M.inverse()).norm();
  }
  double tolerance() const { return 64 * kEps * arm.dof() * condition; }
};

const char* const kSpecs[] = {"chain:1", "chain:2", "chain:7", "mixed:6:2", "mixed:13:3", "chain:30"};

TEST(Motors, AddRotorsToMAndFrictionToTheTorque) {
  for (const char* spec : kSpecs) {
    const Sample s(spec);
    EXPECT_EQ(s.arm.inertia(s.q), s.M) << spec;
    EXPECT_LE((s.arm.id(s.q, s.qd, s.u) -
               (s.links.id(s.q, s.qd, s.u) + s.links.rotor_inertia().cwiseProduct(s.u) + s.friction))
                  .norm(),
              64 * kEps * s.arm.id(s.q, s.qd, s.u).norm())
        << spec;
    EXPECT_NEAR(s.arm.kinetic_energy(s.q, s.qd), 0.5 * s.qd.dot(s.M * s.qd),
                64 * kEps * s.M.norm() * s.qd.squaredNorm())
        << spec;
    EXPECT_EQ(s.arm.gravity(s.q), s.links.gravity(s.q));
    EXPECT_EQ(s.arm.coriolis(s.q, s.qd), s.links.coriolis(s.q, s.qd));
  }
}

TEST(Motors, ForwardDynamicsInvertsInverseDynamics) {
  for (const char* spec : kSpecs) {
    const Sample s(spec);
    const Wrench tip{{0.3, -0.2, 0.1}, {1, 2, -3}};
    const VectorXd qdd = s.arm.fd(s.q, s.qd, s.u, tip);
    EXPECT_LE((s.arm.id(s.q, s.qd, qdd, tip) - s.u).norm(),
              s.tolerance() * (s.u.norm() + s.M.norm() * qdd.norm()))
        << spec;
    EXPECT_LE((s.arm.inertia_inverse(s.q) * s.M - MatrixXd::Identity(s.q.size(), s.q.size())).norm(),
              s.tolerance())
        << spec;
    const MatrixXd V = MatrixXd::Random(s.q.size(), 3);
    const MatrixXd X = s.arm.eval(Quantity::inertia_solve, {.q = s.q, .V = V})[0];
    EXPECT_LE((s.M * X - V).norm(), s.tolerance() * V.norm()) << spec;
  }
}

TEST(Motors, AreInTheFactorsAndTheQuasiVelocities) {
  for (const char* spec : kSpecs) {
    const Sample s(spec);
    const Udut f = s.arm.udut(s.q);
    EXPECT_LE((f.U * f.d.asDiagonal() * f.U.transpose() - s.M).norm(), 64 * kEps * s.arm.dof() * s.M.norm())
        << spec;
    EXPECT_LE((s.arm.xi(s.q, s.qd) - f.U.transpose() * s.qd).norm(),
              1e-14 * s.arm.dof() * s.qd.norm() * f.U.norm())
        << spec;
    EXPECT_LE((s.arm.nu(s.q, s.qd) - f.d.cwiseSqrt().asDiagonal() * s.arm.xi(s.q, s.qd)).norm(),
              1e-14 * s.arm.nu(s.q, s.qd).norm())
        << spec;
  }
}

// D ξ̇ + C(θ,ξ) = U⁻¹ τ and ν̇ + C(θ,ν) = D^-½ U⁻¹ τ, with the rates from central differences along the motion.
TEST(Motors, AreInTheEquationsOfTheQuasiVelocities) {
  for (const char* spec : {"chain:2", "chain:7", "mixed:6:2"}) {
    const Sample s(spec);
    const VectorXd qdd = s.arm.fd(s.q, s.qd, s.u);
    const double h = 1e-5;
    const auto at = [&](double t) {
      return std::pair<VectorXd, VectorXd>(s.q + t * s.qd + t * t / 2 * qdd, s.qd + t * qdd);
    };
    const auto [q0, v0] = at(-h);
    const auto [q1, v1] = at(h);
    const Udut f = s.arm.udut(s.q);
    const VectorXd eps = f.U.triangularView<Eigen::Upper>().solve(s.u);
    const VectorXd xid = (s.arm.xi(q1, v1) - s.arm.xi(q0, v0)) / (2 * h);
    const VectorXd nud = (s.arm.nu(q1, v1) - s.arm.nu(q0, v0)) / (2 * h);
    const VectorXd cxi = s.arm.cxi(s.q, s.qd), cnu = s.arm.cnu(s.q, s.qd);
    EXPECT_LE((f.d.cwiseProduct(xid) + cxi - eps).norm(),
              1e-7 * (eps.norm() + cxi.norm() + f.d.norm() * xid.norm()))
        << spec;
    EXPECT_LE((nud + cnu - eps.cwiseQuotient(f.d.cwiseSqrt())).norm(), 1e-7 * (nud.norm() + cnu.norm()))
        << spec;
  }
}

TEST(Motors, AreInTheDerivatives) {
  for (const char* spec : kSpecs) {
    const Sample s(spec);
    const int n = s.arm.dof();
    VectorXd viscous(n);
    for (int i = 0; i < n; ++i) viscous[i] = s.arm.chain().link(i).viscous;
    const IdDerivatives by = s.arm.id_derivatives(s.q, s.qd, s.u),
                        plain = s.links.id_derivatives(s.q, s.qd, s.u);
    EXPECT_EQ(by.by_q, plain.by_q);
    EXPECT_EQ(by.by_qd, MatrixXd(plain.by_qd + MatrixXd(viscous.asDiagonal())));
    EXPECT_EQ(by.by_qdd, MatrixXd(plain.by_qdd + MatrixXd(s.links.rotor_inertia().asDiagonal())));
    EXPECT_EQ(s.arm.eval(Quantity::did_dqd, {.q = s.q, .qd = s.qd})[0], [&] {
      MatrixXd A = s.links.eval(Quantity::did_dqd, {.q = s.q, .qd = s.qd})[0];
      A.diagonal() += viscous;
      return A;
    }());

    const VectorXd qdd = s.arm.fd(s.q, s.qd, s.u);
    const IdDerivatives id = s.arm.id_derivatives(s.q, s.qd, qdd);
    const FdDerivatives fd = s.arm.fd_derivatives(s.q, s.qd, s.u);
    const double tolerance = 16 * s.tolerance();
    const MatrixXd by_q = -s.M.ldlt().solve(id.by_q), by_qd = -s.M.ldlt().solve(id.by_qd);
    EXPECT_LE((fd.by_q - by_q).norm(), tolerance * by_q.norm()) << spec;
    EXPECT_LE((fd.by_qd - by_qd).norm(), tolerance * by_qd.norm()) << spec;
    EXPECT_LE((fd.by_tau * s.M - MatrixXd::Identity(n, n)).norm(), tolerance) << spec;
    EXPECT_EQ(fd.by_q, s.arm.eval(Quantity::dfd_dq, {.q = s.q, .qd = s.qd, .tau = s.u})[0]);
    EXPECT_LE((fd.by_qd - s.arm.eval(Quantity::dfd_dqd, {.q = s.q, .qd = s.qd})[0]).norm(),
              1e-13 * fd.by_qd.norm())
        << spec;
  }
}

TEST(Motors, AreInTheProductsWithAVector) {
  for (const char* spec : kSpecs) {
    const Sample s(spec);
    const VectorXd v = VectorXd::LinSpaced(s.arm.dof(), 0.3, -0.8);
    const IdDerivatives id = s.arm.id_derivatives(s.q, s.qd, s.u);
    const FdDerivatives fd = s.arm.fd_derivatives(s.q, s.qd, s.u);
    const IdGradients by_id = s.arm.id_vjp(s.q, s.qd, s.u, v);
    const FdGradients by_fd = s.arm.fd_vjp(s.q, s.qd, s.u, v);
    const auto expect = [&](const VectorXd& found, const MatrixXd& matrix, double tolerance) {
      const VectorXd size = matrix.cwiseAbs().transpose() * v.cwiseAbs();
      EXPECT_LE((found - matrix.transpose() * v).norm(), tolerance * size.norm()) << spec;
    };
    expect(by_id.by_q, id.by_q, 1e-13);
    expect(by_id.by_qd, id.by_qd, 1e-13);
    expect(by_id.by_qdd, id.by_qdd, 1e-13);
    expect(by_fd.by_q, fd.by_q, 16 * s.tolerance());
    expect(by_fd.by_qd, fd.by_qd, 16 * s.tolerance());
    expect(by_fd.by_tau, fd.by_tau, 16 * s.tolerance());
  }
}

TEST(Motors, ByValueAndInPlaceAreOneEvenOverTheInputs) {
  for (const char* spec : kSpecs) {
    const Sample s(spec);
    const int n = s.arm.dof();
    Workspace work(s.arm);
    EXPECT_FALSE(s.links.fits(work));
    for (const QuantityInfo& quantity : kQuantities) {
      if (quantity.requires_wrenches() || motor_effect(quantity.quantity) == MotorEffect::refused) continue;
      const At at = {.q = s.q, .qd = s.qd, .qdd = s.u, .tau = s.u, .v = s.u};
      std::vector<double> x(size_of(quantity.quantity, n));
      s.arm.eval(quantity.quantity, at, work, Result<double>(quantity.quantity, n, x));
      const MatrixXd first = s.arm.eval(quantity.quantity, at)[0];
      EXPECT_EQ(MatrixXd(Eigen::Map<MatrixXd>(x.data(), first.rows(), first.cols())), first) << quantity.name;
    }
    VectorXd x = s.u;
    s.arm.id(s.q, s.qd, x, work, x);
    EXPECT_EQ(x, s.arm.id(s.q, s.qd, s.u));
    x = s.qd;
    s.arm.id(s.q, x, s.u, work, x);
    EXPECT_EQ(x, s.arm.id(s.q, s.qd, s.u));
    x = s.qd;
    s.arm.fd(s.q, x, s.u, work, x);
    EXPECT_EQ(x, s.arm.fd(s.q, s.qd, s.u));
    x = s.qd;
    s.arm.cxi(s.q, x, work, x);
    EXPECT_EQ(x, s.arm.cxi(s.q, s.qd));
  }
}

TEST(Motors, AreInTheTermsOfTheEquationOfMotion) {
  for (const char* spec : kSpecs) {
    const Sample s(spec);
    const VectorXd none = VectorXd::Zero(s.arm.dof());
    const Terms terms = s.arm.terms(s.q, s.qd);
    const double size = s.arm.id(s.q, s.qd, s.u).norm();
    EXPECT_LE((s.arm.nle(s.q, s.qd) - s.arm.id(s.q, s.qd, none)).norm(), 1e-12 * size);
    EXPECT_LE((s.arm.slotine_li(s.q, s.qd, s.qd, s.u) - s.arm.id(s.q, s.qd, s.u)).norm(), 1e-12 * size);
    EXPECT_LE((terms.M - s.arm.inertia(s.q)).norm(), 1e-13 * terms.M.norm());
    EXPECT_LE((s.arm.joint_momentum(s.q, s.qd) - terms.M * s.qd).norm(),
              1e-13 * terms.M.norm() * s.qd.norm());
    EXPECT_GT((terms.M - s.links.inertia(s.q)).norm(), 1e-3 * terms.M.norm()) << "the motors matter";
  }
}

TEST(Motors, AreInTheOperationalSpace) {
  for (const char* spec : {"chain:3", "chain:6", "chain:7", "mixed:9:2"}) {
    const Sample s(spec);
    const int n = s.arm.dof();
    const Frame<double> frame{n - 1, {Mat3<double>::identity(), {0.1, 0.2, 0.05}}, Axes::frame};
    const MatrixXd J = s.arm.jacobian(s.q, frame), inverse = s.M.inverse(), one = MatrixXd::Identity(n, n);
    const MatrixXd mobility = J * inverse * J.transpose();
    const double damping = 1e-2 * mobility.norm();
    const MatrixXd damped = (mobility + damping * MatrixXd::Identity(6, 6)).inverse();
    const double most = s.tolerance() * mobility.norm() * damped.norm();
    EXPECT_LE((s.arm.operational_inertia_inverse(s.q, frame) - mobility).norm(),
              s.tolerance() * mobility.norm());
    EXPECT_LE((s.arm.operational_inertia(s.q, frame, damping) - damped).norm(), most * damped.norm());
    const MatrixXd Jbar = inverse * J.transpose() * damped;
    EXPECT_LE((s.arm.jacobian_inverse(s.q, frame, damping) - Jbar).norm(), most * (1 + Jbar.norm()));
    EXPECT_LE((s.arm.null_space(s.q, frame, damping) - (one - Jbar * J)).norm(),
              most * (1 + Jbar.norm() * J.norm()));
    EXPECT_GT((mobility - s.links.operational_inertia_inverse(s.q, frame)).norm(), 1e-3 * mobility.norm())
        << "the motors matter";
    if (n < 6) continue;
    // without damping: torques Nᵀ τ do not accelerate the frame
    const MatrixXd N = s.arm.null_space(s.q, frame);
    EXPECT_LE((J * inverse * N.transpose()).norm(),
              s.tolerance() * J.norm() * inverse.norm() * mobility.norm() * mobility.inverse().norm());
  }
}

TEST(Motors, KeepAnArmRegularWhoseLinksAreNot) {
  Robot robot = motorised("chain:3");
  RobotLink& last = robot.links.back();
  last.mass = 0, last.com = Vec3<double>::zero(), last.inertia = Sym3<double>::zero();
  last.motor = Motor{.inertia = 1e-4, .gear = 10};
  const Arm links(robot), arm = links.with_motors();
  const VectorXd q = VectorXd::Constant(3, 0.4), v = VectorXd::Ones(3);
  EXPECT_THROW((void)links.fd(q, v, v), Error);
  EXPECT_LE((arm.id(q, v, arm.fd(q, v, v)) - v).norm(), 1e-12);
}

TEST(Motors, AreDecidedForEveryQuantityAndRefusedByMethodsWithoutThem) {
  for (const QuantityInfo& quantity : kQuantities) {
    const MotorEffect effect = motor_effect(quantity.quantity);
    const bool refused = quantity.name.find("regressor") != std::string_view::npos &&
                         quantity.quantity != Quantity::potential_energy_regressor;
    EXPECT_EQ(effect == MotorEffect::refused, refused) << quantity.name;
    EXPECT_EQ(effect == MotorEffect::inside, motor_method(quantity.quantity) != nullptr) << quantity.name;
  }
  const Sample s("chain:3");
  const auto error_of = [&](std::string_view method) -> std::string {
    try {
      (void)s.arm.eval(Quantity::fd, {.q = s.q, .qd = s.qd, .tau = s.u}, method);
    } catch (const Error& e) {
      return e.what();
    }
    return "no error";
  };
  EXPECT_EQ(error_of("udut"), "fd: the method 'udut' does not include motors\n  need    aba_rotors");
  EXPECT_EQ(error_of("aba_rotor"),
            "fd: there is no method 'aba_rotor' for it\n  need    aba_rotors\n  hint    did you mean "
            "'aba_rotors'?");
  EXPECT_EQ(error_of("aba_rotors"), "no error");
  EXPECT_EQ(s.arm.eval(Quantity::inertia, {.q = s.q}, "gdahj")[0](0, 0) -
                    s.links.eval(Quantity::inertia, {.q = s.q}, "gdahj")[0](0, 0) >
                0,
            true);
  EXPECT_THROW((void)s.arm.eval_with_digits(Quantity::id, {.q = s.q, .qd = s.qd, .qdd = s.u}), Error);
}

TEST(Motors, MayCarryPayloadsInOneWorkspace) {
  const Sample s("chain:7");
  Workspace work(s.arm);
  const Payload p{2, {0.1, 0, 0.1}, {0.01, 0.01, 0.01, 0, 0, 0}};
  const Arm loaded = s.arm.with_payload(p);
  VectorXd x(7);
  loaded.fd(s.q, s.qd, s.u, work, x);
  EXPECT_EQ(x, s.links.with_payload(p).with_motors().fd(s.q, s.qd, s.u));
  EXPECT_NE(x, s.arm.fd(s.q, s.qd, s.u));
}

}  // namespace
}  // namespace catena::test
