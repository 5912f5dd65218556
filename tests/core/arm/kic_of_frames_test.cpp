// SPDX-License-Identifier: Apache-2.0
// The quantity `kic`: G and H of any frame, against derivatives of its pose.
#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "catena/core/arm.hpp"
#include "support/displaced.hpp"
#include "support/eigen.hpp"

namespace catena::test {
namespace {

using Eigen::Matrix3d;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

constexpr Axes kAxes[] = {Axes::base_at_frame, Axes::frame, Axes::base};

// The twist of the frame for a unit rate of joint j, from its poses a little before and after.
Eigen::Vector<double, 6> twist_by_difference(const Arm& arm, VectorXd q, int j, const Frame<double>& frame) {
  const double h = 1e-6;
  Frame<double> in_base = frame;
  in_base.axes = Axes::base_at_frame;
  const Eigen::Matrix4d X = arm.pose(q, in_base);
  q[j] += h;
  const Eigen::Matrix4d after = arm.pose(q, in_base);
  q[j] -= 2 * h;
  const Eigen::Matrix4d rate = (after - Eigen::Matrix4d(arm.pose(q, in_base))) / (2 * h);
  const Matrix3d R = X.topLeftCorner<3, 3>(), W = rate.topLeftCorner<3, 3>() * R.transpose();
  Vector3d w(W(2, 1), W(0, 2), W(1, 0)), v = rate.topRightCorner<3, 1>();
  if (frame.axes == Axes::base) v += Vector3d(X.topRightCorner<3, 1>()).cross(w);
  Eigen::Vector<double, 6> twist;
  if (frame.axes == Axes::frame)
    twist << R.transpose() * w, R.transpose() * v;
  else
    twist << w, v;
  return twist;
}

// Every frame of every arm, with a fixed row before the first joint and behind the last; frames of the base move not at all.
TEST(KicOfFrames, IsTheDerivativeOfThePoseInAllAxes) {
  for (const Robot& robot : displaced_robots()) {
    const Arm arm(robot);
    const int n = arm.dof();
    Random random(7);
    const VectorXd q = eigen(random.vector(n, -1.5, 1.5));
    const std::vector<NamedFrame> frames = arm.frames();
    const std::size_t step = frames.size() > 12 ? frames.size() / 4 : 1;
    for (std::size_t k = 0; k < frames.size(); k += step)
      for (const Axes axes : kAxes) {
        Frame<double> frame = frames[k].frame;
        frame.axes = axes;
        MatrixXd G(6, n), H(6, n * n);
        const double h = 1e-6;
        for (int j = 0; j < n; ++j) {
          G.col(j) = twist_by_difference(arm, q, j, frame);
          VectorXd more = q, less = q;
          more[j] += h, less[j] -= h;
          const MatrixXd rate = (arm.jacobian(more, frame) - arm.jacobian(less, frame)) / (2 * h);
          for (int l = 0; l < n; ++l) H.col(l * n + j) = rate.col(l);
        }
        for (const char* method : {"kic", "kinematics"}) {
          const std::vector<MatrixXd> found = arm.eval(Quantity::kic, {.q = q, .frame = frame}, method);
          const double size = 1 + G.norm();
          EXPECT_LE((found[0] - G).cwiseAbs().maxCoeff(), 1e-8 * size) << robot.name << frames[k].name;
          EXPECT_LE((found[1] - H).cwiseAbs().maxCoeff(), 1e-8 * size * size)
              << robot.name << ' ' << frames[k].name << ' ' << method << static_cast<int>(axes);
        }
      }
  }
}

}  // namespace
}  // namespace catena::test
