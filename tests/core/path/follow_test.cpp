// SPDX-License-Identifier: Apache-2.0
// Joint paths that follow tool paths: near the path everywhere, with exact derivatives, and clear about what is in the way.
#include "catena/core/path/follow.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <random>

#include "core/path/differences.hpp"
#include "core/path/tool_motion.hpp"

namespace catena::test {
namespace {

using Eigen::Matrix3d;
using Eigen::Matrix4d;
using Eigen::Vector3d;
using Eigen::VectorXd;
using path::Followed;
using path::FollowOptions;
using path::PosePath;
using path::PosePoint;

// How far the tool is from the path at s.
std::pair<double, double> errors(const Arm& arm, const PosePath& path, const path::JointPath& joints,
                                 double s) {
  VectorXd q(arm.dof());
  joints.at(s, q);
  const Matrix4d X = arm.pose(q);
  PosePoint want;
  path.at(s, want);
  return {(X.topRightCorner<3, 1>() - want.p).norm(),
          Eigen::AngleAxisd(Matrix3d(want.R.transpose() * X.topLeftCorner<3, 3>())).angle()};
}

class Followers : public testing::TestWithParam<std::string> {
 protected:
  // A line, a spline and a line through poses near those of a posture, with rounded corners.
  PosePath path_near(const VectorXd& q, unsigned seed, double blend) const {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> unit(-0.15, 0.15);
    const auto near = [&] {
      return arm_.pose(q + VectorXd::NullaryExpr(q.size(), [&] { return unit(random); }));
    };
    PosePath path(arm_.pose(q));
    path.line_to(near(), blend);
    path.spline_through(std::vector<Matrix4d>{near(), near()}, blend);
    path.line_to(near());
    return path;
  }
  VectorXd posture(unsigned seed) const {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> unit(-1, 1);
    VectorXd q = VectorXd::NullaryExpr(arm_.dof(), [&] { return unit(random); });
    int i = 0;  // within the limits
    for (const RobotLink& link : arm_.robot().links) {
      if (link.joint == JointKind::fixed) continue;
      if (link.limits && link.limits->position) {
        const auto [least, most] = *link.limits->position;
        q[i] = (least + most) / 2 + 0.2 * q[i] * (most - least);
      }
      ++i;
    }
    return q;
  }
  const Arm arm_ = Arm::load(GetParam());
};

TEST_P(Followers, KeepTheToolOnThePathEverywhere) {
  int followed = 0;
  for (unsigned seed = 1; seed <= 4; ++seed)
    for (const double blend : {0.0, 0.02}) {
      const VectorXd start = posture(seed);
      const PosePath path = path_near(start, seed, blend);
      const FollowOptions options = {.start = start, .keep_limits = false};
      try {
        const Followed f = path::follow(arm_, path, options);
        ++followed;
        EXPECT_NEAR(f.path.length(), path.length(), 1e-12 * path.length());
        std::mt19937 random(seed);
        std::uniform_real_distribution<double> unit(0, 1);
        for (std::size_t k = 0; k < f.path.pieces(); ++k)
          for (int i = 0; i < 7; ++i) {
            const double s = f.path.knots()[k] + unit(random) * (f.path.knots()[k + 1] - f.path.knots()[k]);
            const auto [position, orientation] = errors(arm_, path, f.path, s);
            EXPECT_LT(position, options.position_tolerance);
            EXPECT_LT(orientation, options.orientation_tolerance);
          }
        // Corners of the tool path are corners of the joints, and there are no others: nothing jumps.
        const std::vector<double> corners = path.corners();
        EXPECT_EQ(f.path.corners().size(), corners.size());
        EXPECT_EQ(f.path.bends().size(), path.bends().size());
        EXPECT_EQ(corners.empty(), blend > 0);
      } catch (const Error& e) {
        EXPECT_EQ(e.kind(), ErrorKind::numerical) << e.what();
        EXPECT_THAT(
            e.problem(),
            testing::HasSubstr("singular"));  // poses between those of near postures may be out of reach
      }
    }
  EXPECT_GE(followed, 4);
}

// q' and q'' of the samples: J q' = V, and q'' is the derivative of q' along the motion.
TEST_P(Followers, HaveExactFirstAndSecondDerivatives) {
  const VectorXd q = posture(1);
  const PosePath path = path_near(q, 1, 0.03);
  for (const path::Spare spare : {path::Spare::limits, path::Spare::start, path::Spare::slowest}) {
    const FollowOptions options = {.start = q, .spare = spare, .keep_limits = false};
    path::detail::ToolMotion motion(arm_, options, path.length());
    motion.set_start(q);
    const double s = 0.3 * path.end_of(0);
    PosePoint at;
    VectorXd dq, ddq, unused;
    // Any posture whose tool has the velocity of the path is good enough: the error of the pose does not enter.
    path.at(s, at);
    motion.set(q, at);
    motion.derivatives(q, at, dq, ddq);
    Eigen::Vector<double, 6> V;
    V << at.w, at.v;
    EXPECT_LT((arm_.jacobian(q) * dq - V).norm(), 1e-10 * (1 + dq.norm()));
    const double h = 1e-3 * path.end_of(0);
    const VectorXd change = difference<VectorXd>(
        [&](double x) {
          PosePoint near;
          path.at(x, near);
          const VectorXd there = q + (x - s) * dq + 0.5 * (x - s) * (x - s) * ddq;
          motion.set(there, near);
          VectorXd slope;
          motion.derivatives(there, near, slope, unused);
          return slope;
        },
        s, h);
    EXPECT_LT((change - ddq).norm(), 1e-6 * (1 + ddq.norm() + dq.norm())) << static_cast<int>(spare);
  }
}

INSTANTIATE_TEST_SUITE_P(Arms, Followers,
                         testing::Values("puma560", "ur5e", "panda", "mixed:6:2", "mixed:7:1", "chain:8",
                                         "mixed:9:1", "mixed:12:5"));

TEST(Follow, LeadsAPlanarArmAlongAPositionOrAPoseInItsPlane) {
  const Arm two = Arm::load("planar:2"), three = Arm::load("planar:3");
  const VectorXd q2 = VectorXd::Constant(2, 0.7), q3 = VectorXd::Constant(3, 0.6);
  PosePath line(two.pose(q2));
  line.line_to(two.pose(q2 + Eigen::Vector2d(0.5, 0.4)));
  const Followed at_two = path::follow(two, line, {.start = q2, .goal = IkGoal::position});
  for (int i = 0; i <= 50; ++i) EXPECT_LT(errors(two, line, at_two.path, line.length() * i / 50).first, 1e-6);
  PosePath turn(three.pose(q3));
  turn.line_to(three.pose(q3 + Eigen::Vector3d(0.3, 0.2, -0.6)));
  const Followed at_three = path::follow(three, turn, {.start = q3});
  for (int i = 0; i <= 50; ++i) {
    const auto [position, orientation] = errors(three, turn, at_three.path, turn.length() * i / 50);
    EXPECT_LT(position, 1e-6);
    EXPECT_LT(orientation, 1e-6);
  }
}

// The elbow of a planar arm of two links of length 1 is the known solution of the law of cosines.
// The pose of the frame, not that of the tool, is on the path, and the derivatives are exact.
TEST(Follow, LeadsAnyFrameAlongThePath) {
  for (const char* spec : {"ur5e", "puma560", "panda"}) {
    const Arm arm = Arm::load(spec);
    const int n = arm.dof();
    const Frame<double> camera{
        n - 2, {Mat3<double>{0, -1, 0, 1, 0, 0, 0, 0, 1}, {0.05, -0.02, 0.1}}, Axes::frame};
    VectorXd q0 = VectorXd::Constant(n, 0.4);
    if (n == 7) q0[3] = -1.5, q0[5] = 1.5;
    Matrix4d end = arm.pose(q0, camera);
    end.topRightCorner<3, 1>() += Vector3d(0.02, 0.05, -0.04);
    PosePath path(arm.pose(q0, camera));
    path.line_to(end);
    FollowOptions options{.start = q0, .frame = camera};
    if (n == 6) options.goal = IkGoal::position;  // five joints move the frame
    const Followed followed = path::follow(arm, path, options);
    VectorXd q(n), dq(n), ddq(n), ahead(n), behind(n);
    for (const double part : {0.0, 0.13, 0.5, 0.77, 1.0}) {
      const double s = part * path.length();
      followed.path.at(s, q);
      PosePoint want;
      path.at(s, want);
      const Matrix4d X = arm.pose(q, camera);
      EXPECT_LE((X.topRightCorner<3, 1>() - want.p).norm(), 1e-6) << spec;
      if (n == 7) {
        EXPECT_LE((X.topLeftCorner<3, 3>() - want.R).norm(), 2e-6) << spec;
      }
    }
    followed.path.at(path.length() / 2, q);
    Matrix4d tool = arm.pose(q);
    PosePoint middle;
    path.at(path.length() / 2, middle);
    EXPECT_GT((tool.topRightCorner<3, 1>() - middle.p).norm(), 0.01) << "the tool is elsewhere";
  }
}

TEST(Follow, RefusesAFrameThatDoesNotMove) {
  const Arm arm = Arm::load("ur5e");
  PosePath path(arm.pose(VectorXd::Zero(6)));
  path.line_to(arm.pose(VectorXd::Constant(6, 0.1)));
  try {
    path::follow(arm, path, {.frame = Frame<double>{-1, Pose<double>::identity()}});
    FAIL();
  } catch (const Error& e) {
    EXPECT_STREQ(
        e.what(),
        "follow: the frame is fixed to the base, which does not move\n  need    a frame on a moving link");
  }
}

TEST(Follow, FindsTheClosedFormOfATwoLinkArm) {
  const Arm arm = Arm::load("planar:2");
  const VectorXd q0 = (VectorXd(2) << 0.2, 1.2).finished();
  const double l = arm.pose(VectorXd::Zero(2))(0, 3) / 2;
  PosePath path(arm.pose(q0));
  Matrix4d end = arm.pose(q0);
  end(0, 3) -= 0.5 * l, end(1, 3) -= 0.3 * l;
  path.line_to(end);
  const Followed f =
      path::follow(arm, path, {.start = q0, .goal = IkGoal::position, .position_tolerance = 1e-9});
  for (int i = 0; i <= 40; ++i) {
    const double s = path.length() * i / 40;
    PosePoint at;
    path.at(s, at);
    VectorXd q(2);
    f.path.at(s, q);
    const double elbow = std::acos((at.p.squaredNorm() - 2 * l * l) / (2 * l * l));
    EXPECT_NEAR(q[1], elbow, 1e-8);
    EXPECT_NEAR(q[0], std::atan2(at.p[1], at.p[0]) - elbow / 2, 1e-8);
  }
}

TEST(Follow, BeginsWhereInverseKinematicsFindsAPosture) {
  const Arm arm = Arm::load("ur5e");
  const VectorXd q = (VectorXd(6) << 0.3, -1.2, 1.4, -0.8, -1.3, 0.2).finished();
  PosePath path(arm.pose(q));
  Matrix4d end = arm.pose(q);
  end(2, 3) += 0.1;
  path.line_to(end);
  const Followed f = path::follow(arm, path);
  EXPECT_LT(errors(arm, path, f.path, 0).first, 1e-8);
  EXPECT_LT(errors(arm, path, f.path, path.length()).first, 1e-8);
}

TEST(Follow, MovesSpareJointsAwayFromTheirLimits) {
  const Arm arm = Arm::load("panda");
  const VectorXd q = (VectorXd(7) << 0, 0.3, 1.8, -1.9, 0.2, 2.2, 0.8).finished();
  PosePath path(arm.pose(q));
  path.arc_about(Vector3d(arm.pose(q).topRightCorner<3, 1>()) + Vector3d(0.1, 0, 0), {0, 0, 1}, 2);
  const auto margin = [&](path::Spare spare) {  // of the joint that is closest to a limit at the end
    const Followed f = path::follow(arm, path, {.start = q, .spare = spare});
    VectorXd end(7);
    f.path.at(f.path.length(), end);
    double least = 1e300;
    for (int i = 0; i < 7; ++i) {
      const auto& limits = *arm.robot().links[static_cast<std::size_t>(i)].limits->position;
      least = std::min({least, end[i] - limits[0], limits[1] - end[i]});
    }
    return least;
  };
  EXPECT_GT(margin(path::Spare::limits), margin(path::Spare::slowest) + 0.05);
}

std::string refusal(const Arm& arm, const PosePath& path, const FollowOptions& options, ErrorKind kind) {
  try {
    path::follow(arm, path, options);
  } catch (const Error& e) {
    EXPECT_EQ(e.kind(), kind);
    return e.what();
  }
  return "";
}

TEST(Follow, SaysWhereTheArmIsStretched) {
  const Arm arm = Arm::load("planar:2");
  const VectorXd q = (VectorXd(2) << 0, 1).finished();
  PosePath path(arm.pose(q));
  Matrix4d end = arm.pose(q);
  end(0, 3) += 5;
  path.line_to(end);
  const std::string text = refusal(arm, path, {.start = q, .goal = IkGoal::position}, ErrorKind::numerical);
  EXPECT_THAT(text,
              testing::HasSubstr("of 5 m: the arm is at a singular posture, or at the end of its reach\n"));
  EXPECT_THAT(text, testing::HasSubstr("manipulability"));
}

TEST(Follow, SaysWhichJointReachesWhichLimit) {
  Robot robot = Arm::load("planar:2").robot();
  robot.links[1].limits = Limits{.position = std::array<double, 2>{0.5, 2}, .velocity = {}, .effort = {}};
  const Arm arm(robot);
  const VectorXd q = (VectorXd(2) << 0, 1).finished();
  PosePath path(arm.pose(q));
  Matrix4d end = arm.pose(VectorXd::Zero(2));
  end(0, 3) *= 0.999;  // nearly stretched: q2 would go to about 0.09
  path.line_to(end);
  const std::string text = refusal(arm, path, {.start = q, .goal = IkGoal::position}, ErrorKind::numerical);
  EXPECT_THAT(text,
              testing::HasSubstr(
                  "joint 2 (counted from 1) reaches its lower limit\n  given   0.5\n  need    0.5 to 2\n"));
}

TEST(Follow, SaysThatAPathLeavesTheMotionsOfAnArm) {
  const Arm arm = Arm::load("planar:3");
  const VectorXd q = VectorXd::Constant(3, 0.5);
  PosePath path(arm.pose(q));
  Matrix4d end = arm.pose(q);
  end(2, 3) += 0.1;  // out of the plane
  path.line_to(end);
  EXPECT_THAT(refusal(arm, path, {.start = q}, ErrorKind::numerical),
              testing::HasSubstr("the arm cannot follow the path from here\n"));
}

TEST(Follow, SaysWhatIsWrongWithItsInput) {
  const Arm arm = Arm::load("ur5e");
  const VectorXd q = VectorXd::Constant(6, 0.5);
  PosePath path(arm.pose(q));
  EXPECT_EQ(refusal(arm, path, {}, ErrorKind::usage),
            "pose path: the path is empty\n  given   no piece\n  need    one piece or more");
  Matrix4d far = arm.pose(q);
  far(0, 3) += 0.1;
  path.line_to(far);
  EXPECT_EQ(refusal(arm, path, {.start = VectorXd::Zero(2)}, ErrorKind::usage),
            "follow: 'start' has the wrong length\n  given   2 numbers\n  need    6, one for each joint");
  EXPECT_EQ(refusal(arm, path, {.position_tolerance = 0}, ErrorKind::usage),
            "follow: 'position_tolerance' must be above 0\n  given   0\n  need    a finite number above 0");
  far(0, 3) = 100;
  PosePath beyond(far);
  far(0, 3) = 101;
  beyond.line_to(far);
  EXPECT_THAT(
      refusal(arm, beyond, {}, ErrorKind::numerical),
      testing::StartsWith("follow, s = 0 of 1 m: the arm does not reach the beginning of the path\n"));
}

}  // namespace
}  // namespace catena::test
