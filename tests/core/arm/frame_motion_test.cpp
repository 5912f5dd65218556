// SPDX-License-Identifier: Apache-2.0
// Velocity and acceleration of frames against derivatives of their pose by nested dual numbers, and against Jacobians.
#include "catena/core/algo/frame_motion.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "catena/core/arm.hpp"
#include "support/arms.hpp"
#include "support/eigen.hpp"

namespace catena::test {
namespace {

using Eigen::Matrix3d;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

constexpr Axes kAxes[] = {Axes::base_at_frame, Axes::frame, Axes::base};

Pose<double> some_pose() {
  return screw_x(std::cos(0.7), std::sin(0.7), 0.3) * screw_z(std::cos(-1.1), std::sin(-1.1), -0.2);
}

class FrameMotions : public testing::TestWithParam<const char*> {
 protected:
  Case c{GetParam()};
  Arm arm{c.robot};
  VectorXd q = eigen(c.q), qd = eigen(c.qd), qdd = eigen(c.qdd);
};

TEST_P(FrameMotions, AreTheJacobianTimesTheJointsMotion) {
  const int n = arm.dof();
  for (const int link : {0, n / 2, n - 1})
    for (const Axes axes : kAxes)
      for (const char* method : {"frame_motion", "kinematics"}) {
        const At at{.q = q, .qd = qd, .qdd = qdd, .frame = Frame<double>{link, some_pose(), axes}};
        const MatrixXd J = arm.eval(Quantity::jacobian, at)[0], Jd = arm.eval(Quantity::jacobian_rate, at)[0];
        const double size = 1 + J.norm() * (qd.norm() + qdd.norm()) + Jd.norm() * qd.norm();
        const auto check = [&](Quantity quantity, const VectorXd& expected) {
          EXPECT_LE((arm.eval(quantity, at, method)[0] - expected).norm(), tolerance(n) * size)
              << info(quantity).name << " by " << method << ", link " << link;
        };
        check(Quantity::frame_velocity, J * qd);
        check(Quantity::frame_acceleration, J * qdd + Jd * qd);
        check(Quantity::frame_bias_acceleration, Jd * qd);
      }
}

// In the default axes the linear part is the acceleration of the frame's origin as a point: the second difference of where it
// is. The angular part is the difference of angular velocities.
TEST_P(FrameMotions, OfTheDefaultAxesAreClassicalAccelerations) {
  const double h = 1e-4;
  const int n = arm.dof();
  const Frame<double> frame{n / 2, some_pose()};
  const auto moved = [&](double t) -> VectorXd { return q + t * qd + t * t / 2 * qdd; };
  const auto place = [&](double t) -> Vector3d {
    return arm.eval(Quantity::pose, {.q = moved(t), .frame = frame})[0].topRightCorner(3, 1);
  };
  const auto spin = [&](double t) -> Vector3d {
    return arm.frame_velocity(moved(t), qd + t * qdd, frame).head(3);
  };
  const VectorXd A = arm.frame_acceleration(q, qd, qdd, frame);
  const Vector3d linear = (place(h) - 2 * place(0) + place(-h)) / (h * h),
                 angular = (spin(h) - spin(-h)) / (2 * h);
  const double speed = 1 + qd.cwiseAbs().sum() + qdd.cwiseAbs().sum(), reach = 1 + 2 * n;
  // h² times a fourth derivative, and rounding of positions over h²
  EXPECT_LE((A.tail(3) - linear).norm(), reach * (h * h * std::pow(speed, 4) + 1e-15 / (h * h)));
  EXPECT_LE((A.head(3) - angular).norm(), h * h * std::pow(speed, 3) + 1e-14 / h);
}

TEST_P(FrameMotions, OfTheToolAreTheDefault) {
  const Frame<double> tool{arm.dof() - 1, arm.chain().tool()};
  EXPECT_EQ(arm.frame_velocity(q, qd), arm.frame_velocity(q, qd, tool));
  EXPECT_EQ(arm.frame_acceleration(q, qd, qdd), arm.frame_acceleration(q, qd, qdd, tool));
  EXPECT_EQ(arm.frame_bias_acceleration(q, qd), arm.frame_bias_acceleration(q, qd, tool));
}

TEST_P(FrameMotions, InPlaceAreTheSame) {
  Workspace work(arm);
  const Frame<double> frame{arm.dof() / 2, some_pose(), Axes::frame};
  Eigen::Vector<double, 6> x;
  arm.frame_velocity(q, qd, frame, work, x);
  EXPECT_EQ(x, arm.frame_velocity(q, qd, frame));
  arm.frame_acceleration(q, qd, qdd, frame, work, x);
  EXPECT_EQ(x, arm.frame_acceleration(q, qd, qdd, frame));
  arm.frame_bias_acceleration(q, qd, frame, work, x);
  EXPECT_EQ(x, arm.frame_bias_acceleration(q, qd, frame));
}

INSTANTIATE_TEST_SUITE_P(Arms, FrameMotions,
                         testing::Values("chain:1", "mixed:2:3", "mixed:6:2", "mixed:7:1", "mixed:12:5"));

TEST(FrameMotion, OfTheBaseIsZero) {
  const Case c("mixed:7:1");
  const Frame<double> base{-1, some_pose(), Axes::frame};
  const Kinematics<double> k = kinematics_of(c.arm, c.x());
  const FrameMotion<double> m = frame_motion<double>(c.arm, c.x(), k, c.qd, c.qdd, base);
  for (const Vec3<double>& v : {m.velocity.ang, m.velocity.lin, m.acceleration.ang, m.acceleration.lin,
                                frame_velocity<double>(c.arm, c.x(), k, c.qd, base).lin})
    EXPECT_EQ(v.x * v.x + v.y * v.y + v.z * v.z, 0);
}

}  // namespace
}  // namespace catena::test
