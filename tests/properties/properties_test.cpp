// SPDX-License-Identifier: Apache-2.0
// RapidCheck: properties over arms that it makes up and shrinks, n = 1..12, both kinds of joint, fixed rows,
// both conventions.
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "catena/core/arm.hpp"
#include "catena/core/model/canonical.hpp"
#include "support/algebra.hpp"

namespace catena::test {
namespace {

// Whole thousandths, so that a counterexample can be read.
rc::Gen<double> number(double lo, double hi) {
  return rc::gen::map(rc::gen::inRange(static_cast<int>(lo * 1000), static_cast<int>(hi * 1000) + 1),
                      [](int k) { return k / 1000.0; });
}

rc::Gen<RobotLink> any_link() {
  return rc::gen::exec([] {
    RobotLink link;
    link.joint = *rc::gen::element(JointKind::revolute, JointKind::revolute, JointKind::prismatic);
    link.dh = {*number(-0.5, 0.5), *number(-3.1, 3.1), *number(-0.5, 0.5), *number(-3.1, 3.1)};
    link.mass = *number(0.2, 5);
    link.com = {*number(-0.2, 0.2), *number(-0.2, 0.2), *number(-0.2, 0.2)};
    // a body of six point masses on its axes: never impossible
    const double x = *number(0.05, 0.3), y = *number(0.05, 0.3), z = *number(0.05, 0.3), m = link.mass / 3;
    link.inertia = {m * (y * y + z * z), m * (x * x + z * z), m * (x * x + y * y), 0, 0, 0};
    return link;
  });
}

rc::Gen<Robot> any_robot() {
  return rc::gen::exec([] {
    Robot robot;
    robot.name = "any";
    robot.source = "made up";
    robot.convention = *rc::gen::element(Convention::standard, Convention::modified);
    robot.gravity = {*number(-10, 10), *number(-10, 10), *number(-10, 10)};
    const int n = *rc::gen::inRange(1, 13);
    for (int i = 0; i < n; ++i) {
      if (*rc::gen::inRange(0, 4) == 0) {
        robot.links.push_back(*any_link());
        robot.links.back().joint = JointKind::fixed;
      }
      robot.links.push_back(*any_link());
    }
    return robot;
  });
}

VectorXd any_vector(int n, double size) {
  VectorXd v(n);
  for (int i = 0; i < n; ++i) v[i] = *number(-size, size);
  return v;
}

// ‖x - y‖ relative to y, for quantities of order one or more.
double distance(const MatrixXd& x, const MatrixXd& y) { return (x - y).norm() / std::max(1.0, y.norm()); }

RC_GTEST_PROP(AnyArm, ForwardDynamicsUndoesInverseDynamics, ()) {
  const Arm arm(*any_robot());
  const int n = arm.dof();
  const VectorXd q = any_vector(n, 3), qd = any_vector(n, 2), qdd = any_vector(n, 5);
  const double tolerance = 1e-13 * n * std::max(1.0, condition(arm.inertia(q)));
  RC_ASSERT(distance(arm.fd(q, qd, arm.id(q, qd, qdd)), qdd) <= tolerance);
}

RC_GTEST_PROP(AnyArm, HasASymmetricPositiveDefiniteInertiaMatrix, ()) {
  const Arm arm(*any_robot());
  const MatrixXd M = arm.inertia(any_vector(arm.dof(), 3));
  RC_ASSERT((M - M.transpose()).norm() == 0);
  RC_ASSERT(eigenvalues(M)[0] > 0);
}

RC_GTEST_PROP(AnyArm, InverseDynamicsIsMqddPlusCqdPlusG, ()) {
  const Arm arm(*any_robot());
  const int n = arm.dof();
  const VectorXd q = any_vector(n, 3), qd = any_vector(n, 2), qdd = any_vector(n, 5);
  const VectorXd sum = arm.inertia(q) * qdd + arm.coriolis(q, qd) * qd + arm.gravity(q);
  RC_ASSERT(distance(arm.id(q, qd, qdd), sum) <= 1e-12 * n);
  RC_ASSERT(distance(arm.bias(q, qd), arm.coriolis(q, qd) * qd) <= 1e-12 * n);
}

RC_GTEST_PROP(AnyArm, TurnsPowerIntoEnergy, ()) {
  const Arm arm(*any_robot());
  const int n = arm.dof();
  const VectorXd q = any_vector(n, 3), qd = any_vector(n, 2), qdd = any_vector(n, 5);
  const MatrixXd Md = arm.inertia_rate(q, qd);
  const double rate = qd.dot(arm.inertia(q) * qdd) + 0.5 * qd.dot(Md * qd) + qd.dot(arm.gravity(q));
  const VectorXd tau = arm.id(q, qd, qdd);
  RC_ASSERT(std::abs(rate - qd.dot(tau)) <= 1e-12 * n * std::max(1.0, qd.cwiseAbs().dot(tau.cwiseAbs())));
}

RC_GTEST_PROP(AnyArm, HasAChristoffelConsistentCoriolisMatrix, ()) {
  const Arm arm(*any_robot());
  const int n = arm.dof();
  const VectorXd q = any_vector(n, 3), qd = any_vector(n, 2);
  // Ṁ by central difference of M: independent of C
  const double h = 1e-5;
  const MatrixXd Md = (arm.inertia(q + h * qd) - arm.inertia(q - h * qd)) / (2 * h);
  const MatrixXd C = arm.coriolis(q, qd);
  RC_ASSERT(distance(C + C.transpose(), Md) <= 1e-6 * n);
  const VectorXd v = any_vector(n, 1);
  RC_ASSERT(distance(arm.coriolis_transpose(q, qd, v), C.transpose() * v) <= 1e-12 * n);
}

RC_GTEST_PROP(AnyArm, IsTheSameArmInBothConventions, ()) {
  const Robot robot = *any_robot();
  const Arm arm(robot);
  const int n = arm.dof();
  const VectorXd q = any_vector(n, 3), qd = any_vector(n, 2), qdd = any_vector(n, 5);
  for (const Convention convention : {Convention::standard, Convention::modified}) {
    Notes notes;
    const Arm other(to_convention(robot, convention, notes));
    RC_ASSERT(other.dof() == n);
    RC_ASSERT(distance(other.inertia(q), arm.inertia(q)) <= 1e-12 * n);
    RC_ASSERT(distance(other.id(q, qd, qdd), arm.id(q, qd, qdd)) <= 1e-12 * n);
    RC_ASSERT(distance(other.pose(q), arm.pose(q)) <= 1e-12 * n);
  }
}

RC_GTEST_PROP(AnyArm, MovesItsToolAsItsJacobianSays, ()) {
  const Arm arm(*any_robot());
  const int n = arm.dof();
  const VectorXd q = any_vector(n, 3), qd = any_vector(n, 2);
  const double h = 1e-6;
  const Eigen::Matrix4d ahead = arm.pose(q + h * qd), behind = arm.pose(q - h * qd), here = arm.pose(q);
  const Eigen::Matrix4d rate = (ahead - behind) / (2 * h);
  const Eigen::Matrix3d spin = rate.topLeftCorner<3, 3>() * here.topLeftCorner<3, 3>().transpose();
  Eigen::Matrix<double, 6, 1> twist;
  twist << spin(2, 1), spin(0, 2), spin(1, 0), rate.topRightCorner<3, 1>();
  RC_ASSERT(distance(arm.jacobian(q) * qd, twist) <= 1e-7 * n);
  const MatrixXd Jd = (arm.jacobian(q + h * qd) - arm.jacobian(q - h * qd)) / (2 * h);
  RC_ASSERT(distance(arm.jacobian_rate(q, qd), Jd) <= 1e-7 * n);
}

}  // namespace
}  // namespace catena::test
