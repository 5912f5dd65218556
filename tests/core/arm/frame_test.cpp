// SPDX-License-Identifier: Apache-2.0
// Frames fixed to links, wrenches of links, M⁻¹ V: the inputs of the table beyond the joint vectors.
#include "catena/core/model/frame.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "catena/core/algo/frame_kinematics.hpp"
#include "catena/core/algo/kinematics.hpp"
#include "catena/core/arm.hpp"
#include "catena/core/scalar/dual.hpp"
#include "support/arms.hpp"
#include "support/eigen.hpp"

namespace catena::test {
namespace {

using Eigen::Matrix3d;
using Eigen::Matrix4d;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using testing::HasSubstr;

constexpr Axes kAxes[] = {Axes::base_at_frame, Axes::frame, Axes::base};

Pose<double> some_pose() {
  return screw_x(std::cos(0.7), std::sin(0.7), 0.3) * screw_z(std::cos(-1.1), std::sin(-1.1), -0.2);
}

Matrix3d skew(const Eigen::Vector3d& p) {
  Matrix3d S;
  S << 0, -p.z(), p.y(), p.z(), 0, -p.x(), -p.y(), p.x(), 0;
  return S;
}

// The arm up to a link, with `tool` fixed to that link.
Chain<double> shortened(const Chain<double>& arm, int link, const Pose<double>& tool) {
  std::vector<ChainLink<double>> links;
  for (int i = 0; i <= link; ++i) links.push_back(arm.link(i));
  return {links, arm.base(), tool, arm.gravity()};
}

class Frames : public testing::TestWithParam<const char*> {};

// A frame on link k moves as the tool of the arm that ends with link k.
TEST_P(Frames, MoveAsTheToolOfAShorterArm) {
  const Case c(GetParam());
  const Arm arm(c.robot);
  const int n = arm.dof();
  for (int link = 0; link < n; ++link) {
    const Chain<double> part = shortened(arm.chain(), link, some_pose());
    const std::vector<double> q(c.q.begin(), c.q.begin() + link + 1),
        qd(c.qd.begin(), c.qd.begin() + link + 1);
    Kinematics<double> k = kinematics_of(part, posture<double>(part, q));
    set_velocities<double>(part, qd, k);
    MatrixXd J = MatrixXd::Zero(6, n);
    jacobian(part, k, {J.data(), 6, link + 1, 6});
    const Matrix3d R = (Matrix3d() << k.tool.R.xx, k.tool.R.xy, k.tool.R.xz, k.tool.R.yx, k.tool.R.yy,
                        k.tool.R.yz, k.tool.R.zx, k.tool.R.zy, k.tool.R.zz)
                           .finished();
    const Eigen::Vector3d p{k.tool.p.x, k.tool.p.y, k.tool.p.z};
    for (const Axes axes : kAxes) {
      MatrixXd expected = J;
      if (axes == Axes::frame) {
        expected.topRows(3) = R.transpose() * J.topRows(3);
        expected.bottomRows(3) = R.transpose() * J.bottomRows(3);
      } else if (axes == Axes::base) {
        expected.bottomRows(3) += skew(p) * J.topRows(3);
      }
      const At at{.q = c.q, .qd = c.qd, .frame = Frame<double>{link, some_pose(), axes}};
      const MatrixXd found = arm.eval(Quantity::jacobian, at)[0];
      EXPECT_LE((found - expected).norm(), 1e-13 * (1 + expected.norm())) << link;

      const MatrixXd X = arm.eval(Quantity::pose, at)[0];
      EXPECT_LE((X.topLeftCorner(3, 3) - R).norm() + (X.topRightCorner(3, 1) - p).norm(),
                1e-13 * (1 + p.norm()));
      EXPECT_EQ(X.row(3), Eigen::RowVector4d(0, 0, 0, 1));
    }
  }
}

// dJ/dt is the derivative of J along qd.
TEST_P(Frames, HaveTheRateOfTheirJacobian) {
  using D = Dual<1>;
  const Case c(GetParam());
  const Arm arm(c.robot);
  const int n = arm.dof();
  const Chain<D> chain = arm.chain().cast<D>();
  std::vector<D> q;
  for (int i = 0; i < n; ++i) q.push_back(D(c.q[i])), q.back().d[0] = c.qd[i];
  const Kinematics<D> k = kinematics_of(chain, posture<D>(chain, q));
  const Pose<double> X = some_pose();
  const Pose<D> XD{
      {D(X.R.xx), D(X.R.xy), D(X.R.xz), D(X.R.yx), D(X.R.yy), D(X.R.yz), D(X.R.zx), D(X.R.zy), D(X.R.zz)},
      {D(X.p.x), D(X.p.y), D(X.p.z)}};
  for (const int link : {0, n / 2, n - 1})
    for (const Axes axes : kAxes) {
      MatX<D> J(6, n);
      frame_jacobian(chain, k, {link, XD, axes}, J.view());
      MatrixXd expected(6, n);
      for (int j = 0; j < n; ++j)
        for (int i = 0; i < 6; ++i) expected(i, j) = J(i, j).d[0];
      const At at{.q = c.q, .qd = c.qd, .frame = Frame<double>{link, X, axes}};
      EXPECT_LE((arm.eval(Quantity::jacobian_rate, at)[0] - expected).norm(), 1e-13 * (1 + expected.norm()))
          << "link " << link << ", axes " << static_cast<int>(axes);
    }
}

TEST_P(Frames, AreTheToolUnlessGiven) {
  const Case c(GetParam());
  const Arm arm(c.robot);
  const Frame<double> tool{arm.dof() - 1, arm.chain().tool()};
  for (const Quantity quantity : {Quantity::jacobian, Quantity::jacobian_rate, Quantity::pose}) {
    const MatrixXd named = arm.eval(quantity, {.q = c.q, .qd = c.qd, .frame = tool})[0];
    const MatrixXd unnamed = arm.eval(quantity, {.q = c.q, .qd = c.qd})[0];
    EXPECT_LE((named - unnamed).norm(), 1e-14 * (1 + unnamed.norm())) << info(quantity).name;
  }
}

TEST_P(Frames, OfTheBaseStandStill) {
  const Case c(GetParam());
  const Arm arm(c.robot);
  const Pose<double> X = some_pose();
  for (const Axes axes : kAxes) {
    const Frame<double> frame{-1, X, axes};
    const MatrixXd pose = arm.pose(eigen(c.q), frame);
    EXPECT_EQ(pose(0, 0), X.R.xx);
    EXPECT_EQ(pose(2, 1), X.R.zy);
    EXPECT_EQ(pose(1, 3), X.p.y);
    EXPECT_EQ(arm.jacobian(eigen(c.q), frame), MatrixXd::Zero(6, arm.dof()));
    EXPECT_EQ(arm.jacobian_rate(eigen(c.q), eigen(c.qd), frame), MatrixXd::Zero(6, arm.dof()));
    EXPECT_GT(arm.eval_with_digits(Quantity::jacobian_rate, {.q = c.q, .qd = c.qd, .frame = frame}).digits,
              15);
  }
}

TEST_P(Frames, AreTheSameByValueInPlaceAndInOneSweep) {
  const Case c(GetParam());
  const Arm arm(c.robot);
  const VectorXd q = eigen(c.q), qd = eigen(c.qd);
  Workspace work(arm);
  const std::vector<NamedFrame> frames = arm.frames();
  const std::vector<Matrix4d> all = arm.poses(q, frames);
  std::vector<Matrix4d> in_place(frames.size());
  arm.poses(q, frames, work, in_place);
  ASSERT_EQ(frames.size(), c.robot.links.size() + 2);  // base, rows, tool
  for (std::size_t k = 0; k < frames.size(); ++k) {
    Frame<double> frame = frames[k].frame;
    EXPECT_EQ(arm.frame(frames[k].name).link, frame.link);
    EXPECT_EQ(arm.pose(q, frame), all[k]);
    EXPECT_EQ(in_place[k], all[k]);
    frame.axes = Axes::frame;
    MatrixXd J(6, arm.dof()), Jd(6, arm.dof());
    Matrix4d X;
    arm.jacobian(q, frame, work, J);
    arm.jacobian_rate(q, qd, frame, work, Jd);
    arm.pose(q, frame, work, X);
    EXPECT_EQ(J, arm.eval(Quantity::jacobian, {.q = q, .frame = frame})[0]);
    EXPECT_EQ(J, arm.jacobian(q, frame));
    EXPECT_EQ(Jd, arm.jacobian_rate(q, qd, frame));
    EXPECT_EQ(X, all[k]);
  }
  EXPECT_THROW(arm.poses(q, frames, work, std::span(in_place).first(1)), Error);
}

// Virtual work: the torques are Σ J_iᵀ w_i, with J_i of link i in its own axes.
TEST_P(Frames, TellTheTorquesOfWrenchesOnLinks) {
  const Case c(GetParam());
  const Arm arm(c.robot);
  const int n = arm.dof();
  std::vector<Wrench> wrenches;
  VectorXd expected = VectorXd::Zero(n);
  double size = 1;
  for (int i = 0; i < n; ++i) {
    wrenches.push_back({{0.3 + i, -0.2 * i, 1}, {2, -1.5, 0.5 * i}});
    const Wrench& w = wrenches.back();
    VectorXd six(6);
    six << w.ang.x, w.ang.y, w.ang.z, w.lin.x, w.lin.y, w.lin.z;
    const Frame<double> own = Frame<double>::point(i, Vec3<double>::zero(), Axes::frame);
    const MatrixXd J = arm.eval(Quantity::jacobian, {.q = c.q, .frame = own})[0];
    expected += J.transpose() * six;
    size += J.cwiseAbs().maxCoeff() * six.cwiseAbs().sum();
  }
  for (const char* method : {"wrench_torques", "kinematics"}) {
    const MatrixXd tau = arm.eval(Quantity::wrench_torques, {.q = c.q, .wrenches = wrenches}, method)[0];
    EXPECT_LE((tau - expected).cwiseAbs().maxCoeff(), 1e-14 * size) << method;
  }
  EXPECT_THROW(arm.eval(Quantity::wrench_torques, {.q = c.q}), Error);
}

TEST_P(Frames, SolveWithTheInertiaMatrix) {
  const Case c(GetParam());
  const Arm arm(c.robot);
  const int n = arm.dof();
  const MatrixXd M = arm.inertia(eigen(c.q));
  const double condition = M.jacobiSvd().singularValues()(0) / M.jacobiSvd().singularValues()(n - 1);
  for (const int columns : {0, 1, 3, n + 2}) {
    MatrixXd V(n + 1, columns);  // of which the first n rows are given: columns that do not touch
    for (int j = 0; j < columns; ++j)
      for (int i = 0; i <= n; ++i) V(i, j) = std::sin(3 * i + 5 * j + 1);
    for (const char* method : {"crba_udu", "aba", "aba_response"}) {
      const MatrixXd X = arm.eval(Quantity::inertia_solve, {.q = c.q, .V = V.topRows(n)}, method)[0];
      ASSERT_EQ(X.rows(), n);
      ASSERT_EQ(X.cols(), columns);
      EXPECT_LE((M * X - V.topRows(n)).norm(), 1e-14 * condition * (1 + V.norm())) << method;
    }
  }
  const MatrixXd inverse = arm.inertia_inverse(eigen(c.q));
  EXPECT_LE((arm.eval(Quantity::inertia_solve, {.q = c.q})[0] - inverse).norm(),
            1e-14 * condition * inverse.norm());
}

INSTANTIATE_TEST_SUITE_P(Arms, Frames,
                         testing::Values("mixed:1:1", "mixed:2:3", "mixed:6:2", "mixed:7:1", "mixed:12:5"));

TEST(FrameNames, AreThoseOfTheRobotThenBaseAndToolThenTheRows) {
  Robot robot;
  robot.name = "arm";
  robot.links.resize(4);
  for (RobotLink& link : robot.links) link.dh = {0.5, 0, 0, 0}, link.mass = 1;
  robot.links[0].name = "shoulder";
  robot.links[1].name = "base";  // loses its name to the base
  robot.links[3].name = "tool";
  robot.links[3].joint = JointKind::fixed;
  robot.links[0].joint_name = "pan";
  robot.frames = {{"camera", 1, Frame<double>::point(0, {0, 0.1, 0}).pose},
                  {"shoulder", 0, Frame<double>::point(0, {0, 0, 0.2}).pose},
                  {"floor", -1, Frame<double>::point(0, {0, 0, -1}).pose}};
  const Arm arm(robot);
  std::string names;
  for (const NamedFrame& frame : arm.frames()) names += frame.name + " ";
  EXPECT_EQ(names, "base floor shoulder camera link3 tool ");
  EXPECT_EQ(arm.joint_names(), (std::vector<std::string>{"pan", "joint2", "joint3"}));
  const VectorXd q = VectorXd::Zero(3);
  const auto at = [&](const char* name) {
    return Eigen::Vector3d(arm.pose(q, arm.frame(name)).topRightCorner(3, 1));
  };
  EXPECT_EQ(at("base"), Eigen::Vector3d(0, 0, 0));
  EXPECT_EQ(at("floor"), Eigen::Vector3d(0, 0, -1));
  EXPECT_EQ(at("shoulder"), Eigen::Vector3d(0.5, 0, 0.2));  // standard: the frame behind the row
  EXPECT_EQ(at("camera"), Eigen::Vector3d(1, 0.1, 0));
  EXPECT_EQ(at("link3"), Eigen::Vector3d(1.5, 0, 0));
  EXPECT_EQ(at("tool"), Eigen::Vector3d(2, 0, 0));
  EXPECT_EQ(arm.frame("camera", Axes::frame).axes, Axes::frame);
}

TEST(FrameNames, ThatDoNotExistAreAnsweredWithThoseThatDo) {
  Robot robot;
  robot.name = "arm";
  robot.links.resize(2);
  for (RobotLink& link : robot.links) link.mass = 1;
  robot.frames = {{"camera", 1, Pose<double>::identity()}};
  try {
    Arm(robot).frame("camra");
    ADD_FAILURE();
  } catch (const Error& e) {
    EXPECT_STREQ(e.what(),
                 "arm: there is no frame 'camra'\n"
                 "  need    one of base, link1, camera, link2, tool\n"
                 "  hint    did you mean 'camera'?");
    EXPECT_EQ(e.kind(), ErrorKind::usage);
  }
  robot.frames[0].row = 2;
  try {
    Arm(robot).frames();
    ADD_FAILURE();
  } catch (const Error& e) {
    EXPECT_STREQ(e.what(),
                 "arm: frame 'camera' is fixed to a link that does not exist\n"
                 "  given   row 2\n"
                 "  need    a row from 0 to 1, or -1 for the base");
  }
}

struct WrongInputs : testing::Test {
  Case c{"mixed:7:1"};
  Arm arm{c.robot};
  std::string message(Quantity quantity, const At& at) {
    try {
      arm.eval(quantity, at);
    } catch (const Error& e) {
      return e.what();
    }
    return "no error";
  }
};

TEST_F(WrongInputs, Frame) {
  Frame<double> frame = Frame<double>::point(7, Vec3<double>::zero());
  EXPECT_THAT(
      message(Quantity::pose, {.q = c.q, .frame = frame}),
      HasSubstr("pose: 'frame' is fixed to a link that does not exist\n  given   link 7\n  need    a link "
                "from 0 to 6, since 'mixed:7:1' has 7 joints, or -1 for the base"));
  frame.link = -2;
  EXPECT_THAT(message(Quantity::pose, {.q = c.q, .frame = frame}), HasSubstr("given   link -2"));
  frame = Frame<double>::point(3, {0, NAN, 0});
  EXPECT_THAT(message(Quantity::jacobian, {.q = c.q, .frame = frame}),
              HasSubstr("the pose of 'frame' is not finite"));
  frame = Frame<double>::point(3, Vec3<double>::zero());
  frame.pose.R.xx = -1;
  EXPECT_THAT(message(Quantity::jacobian, {.q = c.q, .frame = frame}), HasSubstr("is not a rotation"));
  frame.pose.R.xx = 1.001;
  EXPECT_THAT(message(Quantity::jacobian, {.q = c.q, .frame = frame}), HasSubstr("is not a rotation"));
}

TEST_F(WrongInputs, Matrix) {
  MatrixXd V = MatrixXd::Ones(6, 2);
  EXPECT_THAT(message(Quantity::inertia_solve, {.q = c.q, .V = V}),
              HasSubstr("inertia_solve: 'V' has the wrong size\n  given   6 x 2\n  need    7 rows"));
  V = MatrixXd::Ones(7, 2);
  V(4, 1) = NAN;
  EXPECT_THAT(message(Quantity::inertia_solve, {.q = c.q, .V = V}), HasSubstr("V(4, 1) = nan"));
  Workspace work(arm);
  V = MatrixXd::Ones(7, 2);
  MatrixXd X(7, 3);
  EXPECT_THROW(
      arm.eval(Quantity::inertia_solve, {.q = c.q, .V = V}, work, MatView<double>{X.data(), 7, 3, 7}), Error);
}

TEST_F(WrongInputs, Wrenches) {
  std::vector<Wrench> wrenches(3, Wrench::zero());
  EXPECT_THAT(message(Quantity::wrench_torques, {.q = c.q, .wrenches = wrenches}),
              HasSubstr("wrench_torques: 'wrenches' has the wrong size\n  given   3 elements"));
  wrenches.resize(7, Wrench::zero());
  wrenches[5].lin.y = INFINITY;
  EXPECT_THAT(message(Quantity::wrench_torques, {.q = c.q, .wrenches = wrenches}),
              HasSubstr("wrenches[5] (counted from 0) is not finite"));
}

}  // namespace
}  // namespace catena::test
