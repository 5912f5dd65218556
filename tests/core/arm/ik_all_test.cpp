// SPDX-License-Identifier: Apache-2.0
// All solutions in closed form: each holds, the known one is among them, and so is every one that the numerical solver finds.
#include "catena/core/ik_all.hpp"

#include <gtest/gtest.h>

#include "catena/core/ik.hpp"
#include "catena/io/load.hpp"
#include "support/ik.hpp"

namespace catena::test {
namespace {

using Eigen::Matrix4d;
using Eigen::VectorXd;

constexpr double kPi = std::numbers::pi;

double far_apart(const Arm& arm, const VectorXd& a, const VectorXd& b) {
  double most = 0;
  for (int i = 0; i < a.size(); ++i) {
    const double d = a[i] - b[i];
    most = std::max(most, std::abs(arm.chain().link(i).revolute() ? std::remainder(d, 2 * kPi) : d));
  }
  return most;
}

bool contains(const Arm& arm, const IkAll& all, const VectorXd& q, double tolerance) {
  for (int k = 0; k < all.count(); ++k)
    if (far_apart(arm, all.q(k), q) <= tolerance) return true;
  return false;
}

// How far a solution may be from another computation of it: residuals of 1e-9 over the smallest singular value of J, which for
// these arms (J of order one) is at least w / 10.
double tolerance(const Arm& arm, const VectorXd& q) {
  return 1e-7 + 1e-7 / std::max(arm.manipulability(q), 1e-6);
}

// Six joints in a modified table; the numbers of `dh` are a, alpha, d, theta.
Robot six(const char* name, const std::array<Dh, 6>& dh, JointKind third = JointKind::revolute) {
  Robot robot;
  robot.name = name;
  robot.convention = Convention::modified;
  for (std::size_t i = 0; i < 6; ++i) {
    RobotLink& link = robot.links.emplace_back();
    link.name = "link" + std::to_string(i + 1);
    link.joint = i == 2 ? third : JointKind::revolute;
    link.dh = dh[i];
    link.mass = 1;
    link.inertia = {0.01, 0.01, 0.01, 0, 0, 0};
  }
  return robot;
}

// The same arm with base and tool exchanged: the axes in reverse order.
Robot reversed(const Robot& robot) {
  Robot out = robot;
  out.name += " reversed";
  for (std::size_t i = 0; i < 6; ++i) {
    out.links[i].joint = robot.links[5 - i].joint;
    out.links[i].dh.d = -robot.links[5 - i].dh.d, out.links[i].dh.theta = robot.links[5 - i].dh.theta;
    if (i > 0)
      out.links[i].dh.a = -robot.links[6 - i].dh.a, out.links[i].dh.alpha = -robot.links[6 - i].dh.alpha;
  }
  out.links[0].dh.a = 0.1, out.links[0].dh.alpha = 0.3;
  return out;
}

struct Geometry {
  Robot robot;
  const char* method;
};

std::vector<Geometry> geometries() {
  const char* const wrist = "axes 4, 5 and 6 meet in a point";
  const char* const parallel = "axes 2, 3 and 4 are parallel";
  std::vector<Geometry> all;
  for (unsigned seed = 1; seed <= 4; ++seed) {
    Random r(seed);
    const auto length = [&] { return r(0.1, 0.5); };
    const auto angle = [&] { return r(0.4, 1.3); };
    std::array<Dh, 6> dh;
    for (Dh& x : dh) x = {length(), angle(), length(), r(-3, 3)};
    dh[4].a = dh[4].d = dh[5].a = 0;  // axes 4, 5, 6 meet, at any angles
    all.push_back({six("skew shoulder", dh), wrist});
    all.push_back({six("sliding elbow", dh, JointKind::prismatic), wrist});
    std::array<Dh, 6> meeting = dh;
    meeting[1].a = 0;
    all.push_back({six("meeting shoulder", meeting), wrist});
    std::array<Dh, 6> side_by_side = dh;
    side_by_side[1].alpha = 0;
    all.push_back({six("parallel shoulder", side_by_side), wrist});
    std::array<Dh, 6> industrial = dh;
    industrial[1].alpha = kPi / 2, industrial[1].d = 0, industrial[2].alpha = 0,
    industrial[3].alpha = kPi / 2;
    industrial[4].alpha = -kPi / 2, industrial[5].alpha = kPi / 2;
    all.push_back({six("industrial", industrial), wrist});

    for (Dh& x : dh) x = {length(), angle(), length(), r(-3, 3)};
    dh[2].alpha = 0, dh[3].alpha = seed % 2 ? 0 : kPi;
    all.push_back({six("skew wrist", dh), parallel});
    dh[5].a = 0;
    all.push_back({six("meeting wrist", dh), parallel});
  }
  const std::size_t forward = all.size();
  for (std::size_t i = 0; i < forward; ++i)
    all.push_back({reversed(all[i].robot), all[i].method == wrist ? "axes 1, 2 and 3 meet in a point"
                                                                  : "axes 3, 4 and 5 are parallel"});
  for (const char* name : {"puma560", "jaco2", "stanford", "stanford_002"})
    all.push_back({Arm::load(name).robot(), wrist});
  for (const char* name : {"ur3", "ur5", "ur10", "ur3e", "ur5e", "ur10e", "z1"})
    all.push_back({Arm::load(name).robot(), parallel});
  return all;
}

TEST(IkAll, FindsTheKnownPostureAndAllHold) {
  int solutions = 0;
  for (const auto& [robot, method] : geometries()) {
    const Arm arm(robot);
    IkAll all(arm, {.keep_limits = false});
    EXPECT_EQ(all.method(), method) << robot.name;
    Random random(6);
    for (int k = 0; k < 100; ++k) {
      const VectorXd q = posture_within(joint_ranges(robot), random);
      const Matrix4d goal = arm.pose(q);
      solutions += all.solve(goal);
      EXPECT_TRUE(contains(arm, all, q, tolerance(arm, q)))
          << robot.name << ", pose " << k << ": " << q.transpose();
      for (int j = 0; j < all.count(); ++j) {
        const Distance d = distance(arm.pose(all.q(j)), goal);
        EXPECT_LE(d.position, 1e-9 + 1e-13) << robot.name << ", pose " << k;
        EXPECT_LE(d.orientation, 1e-9 + 1e-13) << robot.name << ", pose " << k;
        for (int i = 0; i < j; ++i) EXPECT_GT(far_apart(arm, all.q(i), all.q(j)), 1e-6);
      }
    }
  }
  EXPECT_GE(solutions, 4 * 100 * static_cast<int>(geometries().size()));  // on the average more than four
}

// The other way round: from many starts, the numerical solver finds nothing that is not in the list.
TEST(IkAll, HasEverySolutionThatIsFoundNumerically) {
  for (const auto& [robot, method] : geometries()) {
    const Arm arm(robot);
    IkAll all(arm, {.keep_limits = false});
    Random random(7);
    Ik ik(arm, {.starts = 1, .keep_limits = false, .diagnose = false});
    for (int k = 0; k < 5; ++k) {
      const Matrix4d goal = arm.pose(posture_within(joint_ranges(robot), random));
      all.solve(goal);
      for (int start = 0; start < 40; ++start) {
        const IkResult& found = ik.solve(goal, posture_within(joint_ranges(robot), random));
        if (!found.ok()) continue;
        EXPECT_TRUE(contains(arm, all, found.q, tolerance(arm, found.q)))
            << robot.name << ", pose " << k << ": " << found.q.transpose();
      }
    }
  }
}

TEST(IkAll, KeepsTheLimits) {
  const Arm arm = Arm::load("puma560");
  const auto ranges = joint_ranges(arm.robot());
  IkAll inside(arm), everywhere(arm, {.keep_limits = false});
  Random random(11);
  int fewer = 0;
  for (int k = 0; k < 200; ++k) {
    const VectorXd q = posture_within(ranges, random);
    const Matrix4d goal = arm.pose(q);
    inside.solve(goal), everywhere.solve(goal);
    EXPECT_TRUE(contains(arm, inside, q, tolerance(arm, q)));
    for (int j = 0; j < inside.count(); ++j)
      for (int i = 0; i < 6; ++i) {
        EXPECT_GE(inside.q(j)[i], ranges[i][0]);
        EXPECT_LE(inside.q(j)[i], ranges[i][1]);
      }
    // what is left out is outside, whatever turn is taken
    int allowed = 0;
    for (int j = 0; j < everywhere.count(); ++j) {
      bool ok = true;
      for (int i = 0; i < 6; ++i) {
        bool any = false;
        for (int turn = -2; turn <= 2; ++turn) {
          const double x = everywhere.q(j)[i] + 2 * kPi * turn;
          any = any || (x >= ranges[i][0] && x <= ranges[i][1]);
        }
        ok = ok && any;
      }
      allowed += ok;
    }
    EXPECT_EQ(inside.count(), allowed);
    fewer += inside.count() < everywhere.count();
  }
  EXPECT_GT(fewer, 100);
}

TEST(IkAll, ListsTheNearestFirstAndCountsTurnsFromThere) {
  const Arm arm = Arm::load("ur5e");
  VectorXd q(6);
  q << 3.5, -1.2, 1.4, -4.0, 1.0, 5.5;
  IkAll all(arm, {.near = q});
  ASSERT_GE(all.solve(arm.pose(q)), 2);
  EXPECT_LE((all.q(0) - q).cwiseAbs().maxCoeff(), 1e-9);
  for (int k = 1; k < all.count(); ++k) EXPECT_GE((all.q(k) - q).norm(), (all.q(k - 1) - q).norm());
}

// With an outstretched wrist joints 4 and 6 turn about one axis: one of them stays where it is.
TEST(IkAll, SolvesSingularPoses) {
  for (const char* name : {"puma560", "ur5e"}) {
    const Arm arm = Arm::load(name);
    VectorXd q(6);
    q << 0.4, 1.1, -0.7, 0.3, 0, 0.5;
    IkAll all(arm, {.near = q});
    EXPECT_GE(all.solve(arm.pose(q)), 1) << name;
    EXPECT_LE((all.q(0) - q).cwiseAbs().maxCoeff(), 1e-6) << name;
  }
}

TEST(IkAll, FindsNothingOutOfReach) {
  for (const char* name : {"puma560", "ur5e", "stanford"}) {
    Matrix4d far = Matrix4d::Identity();
    far(0, 3) = 20;
    IkAll all(Arm::load(name));
    EXPECT_EQ(all.solve(far), 0);
  }
}

TEST(IkAll, TakesAnotherFrameOfTheLastLink) {
  const Arm arm = Arm::load("ur5e");
  const Frame<double> frame{5, screw_x(0.8, 0.6, 0.1) * screw_z(0.6, -0.8, -0.2)};
  const VectorXd q = VectorXd::LinSpaced(6, -1.4, 1.7);
  IkAll all(arm, {.frame = frame, .near = q});
  ASSERT_GE(all.solve(arm.eval(Quantity::pose, {.q = q, .frame = frame})[0]), 1);
  EXPECT_LE((all.q(0) - q).cwiseAbs().maxCoeff(), 1e-9);
}

std::string refusal(const Arm& arm, const IkAllOptions& options = {}) {
  try {
    IkAll all(arm, options);
  } catch (const Error& error) {
    return error.what();
  }
  return "none";
}

TEST(IkAll, RefusesOtherArmsInWords) {
  EXPECT_EQ(
      refusal(Arm::load("planar2")),
      "ik_all: 'Planar 2R' has no closed-form solution\n  given   2 joints\n  need    six or seven joints\n"
      "  hint    Arm::ik, or 'catena ik' without --all, solves it numerically");
  EXPECT_EQ(refusal(Arm(generate_robot("chain:6"))),
            "ik_all: 'chain:6' has no closed-form solution\n"
            "  given   neither three axes at one end that meet in a point, nor parallel axes 2, 3 and 4, or "
            "3, 4 and 5\n"
            "  need    an arm with one of these features\n"
            "  hint    Arm::ik, or 'catena ik' without --all, solves it numerically");
  EXPECT_EQ(refusal(Arm::load("puma560"), {.frame = Frame<double>::point(3, Vec3<double>::zero())}),
            "ik_all: 'frame' is not fixed to the last link\n  given   link 3\n"
            "  need    link 5, since all six joints have to move it");
  EXPECT_EQ(refusal(Arm::load("puma560"), {.near = VectorXd(VectorXd::Zero(5))}),
            "ik_all: 'near' has the wrong size\n  given   5 elements\n  need    6 elements, since 'PUMA 560' "
            "has 6 joints");
  // six parallel axes cannot place a tool in space
  EXPECT_EQ(refusal(Arm(generate_robot("planar:6"))).substr(0, 40),
            "ik_all: 'planar:6' has no closed-form so");
}

}  // namespace
}  // namespace catena::test
