// SPDX-License-Identifier: Apache-2.0
// Where M is ill-conditioned, the arm takes another method than where it is not; results may lie over their arguments in both.
#include <gtest/gtest.h>

#include "catena/core/arm.hpp"
#include "catena/core/digits.hpp"
#include "catena/core/library_methods.hpp"
#include "catena/core/model/generate.hpp"
#include "catena/core/model/pivot.hpp"
#include "support/hard_arm.hpp"

namespace catena::test {
namespace {

Eigen::VectorXd vector(const std::vector<double>& x) {
  return Eigen::Map<const Eigen::VectorXd>(x.data(), static_cast<Eigen::Index>(x.size()));
}

TEST(StableMethods, AreTakenOnHardArmsOnly) {
  for (const Quantity quantity : {Quantity::fd_derivatives, Quantity::inertia_inverse, Quantity::dfd_dq,
                                  Quantity::dfd_dqd, Quantity::udut, Quantity::inertia_solve}) {
    const std::string_view stable = stable_method(quantity)->name;
    const auto used = [&](const Robot& robot, const JointState& s) {
      return Arm(robot).eval_with_digits(quantity, {.q = s.q, .qd = s.qd, .tau = s.tau}).method;
    };
    EXPECT_NE(used(generate_robot("chain:6"), random_state(1, 6)), stable) << info(quantity).name;
    if (quantity != Quantity::udut) {  // of long arms always by its stable method, which is the fastest there
      EXPECT_NE(used(generate_robot("chain:30"), random_state(1, 30)), stable) << info(quantity).name;
    }
    EXPECT_EQ(used(hard_robot(613, 6), random_state(613, 5)), stable) << info(quantity).name;
  }
}

TEST(StableMethods, AreNotTakenForAMethodThatWasNamed) {
  const JointState s = state_of_point_near_axis();
  const Arm arm(point_near_axis());
  const At at{.q = s.q, .qd = s.qd, .tau = s.tau};
  EXPECT_EQ(arm.eval_with_digits(Quantity::dfd_dq, at).method, "aba_derivatives");
  EXPECT_EQ(arm.eval_with_digits(Quantity::dfd_dq, at, "fd_derivatives").method, "fd_derivatives");
}

TEST(StableMethods, GiveTheSameInPlaceAndByValue) {
  const JointState s = state_of_point_near_axis();
  const Arm arm(point_near_axis());
  Workspace work(arm);
  const Eigen::VectorXd q = vector(s.q), qd = vector(s.qd), tau = vector(s.tau);
  const FdDerivatives expected = arm.fd_derivatives(q, qd, tau);
  Eigen::MatrixXd by_q(2, 2), by_qd(2, 2), by_tau(2, 2);
  arm.fd_derivatives(q, qd, tau, work, by_q, by_qd, by_tau);
  EXPECT_EQ(by_q, expected.by_q);
  EXPECT_EQ(by_qd, expected.by_qd);
  EXPECT_EQ(by_tau, expected.by_tau);
  Eigen::MatrixXd M_inv(2, 2);
  arm.inertia_inverse(q, work, M_inv);
  EXPECT_EQ(M_inv, arm.inertia_inverse(q));
}

// The first method has overwritten its arguments when the second begins.
TEST(StableMethods, ReadArgumentsThatTheResultLiesOver) {
  for (std::uint64_t seed = 1; seed < 60; ++seed) {
    const Robot robot = hard_robot(seed, 8);
    const JointState s = random_state(seed, robot.dof());
    const Arm arm(robot);
    Workspace work(arm);
    const Eigen::VectorXd q = vector(s.q), qd = vector(s.qd), tau = vector(s.tau);
    Eigen::VectorXd expected(robot.dof());
    try {
      arm.fd(q, qd, tau, work, expected);
    } catch (const Error&) {
      continue;  // singular
    }
    Eigen::VectorXd over_tau = tau, over_qd = qd, over_q = q;
    arm.fd(q, qd, over_tau, work, over_tau);
    arm.fd(q, over_qd, tau, work, over_qd);
    arm.fd(over_q, qd, tau, work, over_q);
    EXPECT_EQ(over_tau, expected) << seed;
    EXPECT_EQ(over_qd, expected) << seed;
    EXPECT_EQ(over_q, expected) << seed;
  }
}

TEST(StableMethods, ReadAMatrixThatTheResultLiesOver) {
  const Robot robot = hard_robot(613, 6);
  const JointState s = random_state(613, robot.dof());
  const Arm arm(robot);
  Workspace work(arm);
  const int n = robot.dof();
  Eigen::MatrixXd V = Eigen::MatrixXd::Random(n, 3), X(n, 3);
  arm.eval(Quantity::inertia_solve, {.q = s.q, .V = V}, work, MatView<double>{X.data(), n, 3, n});
  Eigen::MatrixXd over = V;
  arm.eval(Quantity::inertia_solve, {.q = s.q, .V = over}, work, MatView<double>{over.data(), n, 3, n});
  EXPECT_EQ(over, X);
}

// --- digits -----------------------------------------------------------------------------------------------------

TEST(Digits, AreAllThereForAnOrdinaryArm) {
  const JointState s = random_state(1, 6);
  const Arm arm(generate_robot("chain:6"));
  for (const Quantity quantity : {Quantity::id, Quantity::inertia, Quantity::fd, Quantity::fd_derivatives,
                                  Quantity::pose, Quantity::friction, Quantity::christoffel})
    EXPECT_GE(arm.eval_with_digits(quantity, {.q = s.q, .qd = s.qd, .qdd = s.qdd, .tau = s.tau}).digits, 11)
        << info(quantity).name;
}

TEST(Digits, ShowWhatAMethodLosesThatAnotherKeeps) {
  const JointState s = state_of_point_near_axis();
  const Arm arm(point_near_axis());
  const At at{.q = s.q, .qd = s.qd, .tau = s.tau};
  EXPECT_LT(arm.eval_with_digits(Quantity::dfd_dq, at, "fd_derivatives").digits, 3);
  EXPECT_GT(arm.eval_with_digits(Quantity::dfd_dq, at, "aba_derivatives").digits, 13);
}

// A slide that is out a hundred thousand kilometres: what is near the tool drowns in the moments about the base.
TEST(Digits, AreFewWhereSlidesAreOutFar) {
  Robot robot = generate_robot("chain:6");
  robot.links[2].joint = JointKind::prismatic;
  const Arm arm(robot);
  JointState s = random_state(1, 6);
  const At at{.q = s.q, .qd = s.qd, .tau = s.tau};
  const double near = arm.eval_with_digits(Quantity::fd, at).digits;
  s.q[2] = 1e8;
  const double far = arm.eval_with_digits(Quantity::fd, at).digits;
  EXPECT_GT(near, 12);
  EXPECT_LT(far, near - 4);
}

TEST(Digits, AreTheSameInEveryRun) {
  const JointState s = state_of_point_near_axis();
  const Arm arm(point_near_axis());
  const At at{.q = s.q, .qd = s.qd, .tau = s.tau};
  EXPECT_EQ(arm.eval_with_digits(Quantity::fd, at).digits, arm.eval_with_digits(Quantity::fd, at).digits);
}

}  // namespace
}  // namespace catena::test
