// SPDX-License-Identifier: Apache-2.0
// The frames of a URDF's links: where a direct walk over the tree puts them, through all conversions.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>

#include "catena/core/arm.hpp"
#include "catena/core/model/canonical.hpp"
#include "catena/core/model/screws.hpp"
#include "catena/io/robot_file.hpp"
#include "catena/io/urdf.hpp"
#include "io/direct_urdf.hpp"
#include "io/random_urdf.hpp"
#include "io/same_robot.hpp"
#include "io/small_arm.hpp"
#include "io/worst_difference.hpp"

namespace catena {
namespace {

constexpr unsigned kTrees = 120;

std::vector<double> some_q(unsigned seed, int n) {
  std::mt19937 engine(seed + 1000);
  return test::random_q(engine, n);
}

Eigen::VectorXd vector(const std::vector<double>& q) {
  return Eigen::Map<const Eigen::VectorXd>(q.data(), static_cast<Eigen::Index>(q.size()));
}

using Places = std::map<std::string, Eigen::Matrix4d>;

Places places(const Robot& robot, const std::vector<double>& q) {
  const Arm arm(robot);
  const std::vector<NamedFrame> frames = arm.frames();
  const std::vector<Eigen::Matrix4d> X = arm.poses(vector(q), frames);
  Places out;
  for (std::size_t k = 0; k < frames.size(); ++k) out[frames[k].name] = X[k];
  return out;
}

// The largest difference over all frames of `truth`, relative to the size of the arm.
double worst(const Places& truth, const Places& found) {
  double most = 0;
  for (const auto& [name, X] : truth) {
    if (!found.contains(name)) return 1e300;
    most = std::max(most, (X - found.at(name)).cwiseAbs().maxCoeff() / (1 + X.cwiseAbs().maxCoeff()));
  }
  return most;
}

struct Tree {
  std::string tip, text;
  Robot robot;
  bool moves = true;

  explicit Tree(unsigned seed) : text(test::random_urdf(seed, tip)) {
    Notes notes;
    try {
      robot = parse_urdf(text, "tree.urdf", {.base = "l0", .tip = tip}, notes);
    } catch (const Error&) {
      moves = false;  // nothing moves between l0 and the tip
    }
  }
};

}  // namespace

TEST(UrdfFrames, AreWhereTheFilePutsThem) {
  int compared = 0;
  for (unsigned seed = 0; seed < kTrees; ++seed) {
    const Tree tree(seed);
    if (!tree.moves) continue;
    const Arm arm(tree.robot);
    const std::vector<double> q = some_q(seed, arm.dof());
    const test::DirectUrdf direct(tree.text, "l0", tree.tip);
    for (const auto& [name, X] : direct.places(q)) {
      const Eigen::Matrix4d found = arm.pose(vector(q), arm.frame(name));
      EXPECT_LE((found - X.matrix()).cwiseAbs().maxCoeff(), 1e-12 * (1 + X.translation().norm()))
          << "seed " << seed << ", " << name;
      ++compared;
    }
    EXPECT_LE((arm.pose(vector(q), arm.frame("tool")) - arm.pose(vector(q))).norm(), 1e-13) << seed;
  }
  EXPECT_GT(compared, 500);
}

TEST(UrdfFrames, AreWhereTheFilePutsThemInASmallArm) {
  const Arm arm = Arm::from_urdf(test::kSmallArm);
  ASSERT_EQ(arm.dof(), 4);
  const std::vector<double> q = some_q(1, 4);
  std::string text = test::kSmallArm;  // urdfdom rejects undefined colours and does not accept tabs
  const std::size_t from = text.find("<visual>"), to = text.find("</visual>");
  text.erase(from, to + 9 - from);
  text.replace(text.find("0.1\t0.02\n0.2"), 12, "0.1 0.02 0.2");
  const test::DirectUrdf direct(text, "world", "flange");
  const std::map<std::string, Eigen::Isometry3d> truth = direct.places(q);
  ASSERT_EQ(truth.size(), 11u);
  for (const auto& [name, X] : truth)
    EXPECT_LE((arm.pose(vector(q), arm.frame(name)) - X.matrix()).cwiseAbs().maxCoeff(), 1e-13) << name;
  EXPECT_EQ(arm.joint_names(), (std::vector<std::string>{"pan", "lift", "extend", "roll"}));
}

TEST(UrdfFrames, SurviveARobotFile) {
  for (unsigned seed = 0; seed < kTrees; ++seed) {
    const Tree tree(seed);
    if (!tree.moves) continue;
    for (const AngleUnit unit : {AngleUnit::rad, AngleUnit::deg}) {
      Robot robot = tree.robot;
      robot.angle_unit = unit;
      Notes notes;
      const Robot back = parse_robot_file(write_robot_file(robot), "tree.toml", notes);
      ASSERT_EQ(back.frames.size(), robot.frames.size());
      for (std::size_t k = 0; k < back.frames.size(); ++k)
        EXPECT_TRUE(test::same(back.frames[k], robot.frames[k])) << "seed " << seed << ", frame " << k;
      for (std::size_t k = 0; k < back.links.size(); ++k)
        EXPECT_EQ(back.links[k].joint_name, robot.links[k].joint_name);
    }
  }
}

TEST(UrdfFrames, SurviveTheOtherConvention) {
  for (unsigned seed = 0; seed < kTrees; ++seed) {
    const Tree tree(seed);
    if (!tree.moves) continue;
    const std::vector<double> q = some_q(seed, tree.robot.dof());
    const Places truth = places(tree.robot, q);
    Notes notes;
    const Robot standard = to_convention(tree.robot, Convention::standard, notes);
    EXPECT_EQ(standard.convention, Convention::standard);
    EXPECT_LE(worst(truth, places(standard, q)), 1e-12) << seed;
    const Robot modified = to_convention(standard, Convention::modified, notes);
    EXPECT_LE(worst(truth, places(modified, q)), 1e-12) << seed;
    EXPECT_EQ(joint_names(modified), joint_names(tree.robot));
    EXPECT_EQ(joint_names(standard), joint_names(tree.robot));
  }
}

TEST(UrdfFrames, SurviveAWrittenUrdf) {
  for (unsigned seed = 0; seed < kTrees; ++seed) {
    const Tree tree(seed);
    if (!tree.moves) continue;
    const std::vector<double> q = some_q(seed, tree.robot.dof());
    const Places truth = places(tree.robot, q);
    Notes notes;
    const std::string text = write_urdf(tree.robot);
    const Robot back = parse_urdf(text, "back.urdf", {}, notes);
    const Places found = places(back, q);
    EXPECT_EQ(found.size(), truth.size()) << text;
    EXPECT_LE(worst(truth, found), 1e-12) << seed << '\n' << text;
    EXPECT_EQ(joint_names(back), joint_names(tree.robot));
    EXPECT_LT(test::worst_difference(tree.robot, back), 1e-12) << seed;

    // And from the standard convention.
    const Robot standard = to_convention(tree.robot, Convention::standard, notes);
    const Robot too = parse_urdf(write_urdf(standard), "back.urdf", {}, notes);
    EXPECT_LE(worst(truth, places(too, q)), 1e-12) << seed;
  }
}

// The rows of a table are frames too, and stay where they are when the table changes its convention.
TEST(UrdfFrames, OfNamedRowsSurviveTheOtherConvention) {
  std::mt19937 engine(7);
  std::uniform_real_distribution<double> any(-1, 1);
  for (unsigned seed = 0; seed < 60; ++seed) {
    Robot robot;
    robot.convention = seed % 2 ? Convention::standard : Convention::modified;
    for (int i = 0; i < 6; ++i) {
      RobotLink link;
      link.name = fmt::format("row {}", i + 1);
      const JointKind kinds[] = {JointKind::revolute, JointKind::prismatic, JointKind::fixed};
      link.joint = i == 2 ? JointKind::revolute : kinds[std::uniform_int_distribution(0, 2)(engine)];
      link.dh = {any(engine), 3 * any(engine), any(engine), 3 * any(engine)};
      link.mass = 1;
      link.inertia = {1, 1, 1, 0, 0, 0};
      robot.links.push_back(link);
    }
    robot.frames.push_back({"camera", 3, {detail::z_to({0.6, 0, 0.8}), {0.1, 0.2, 0.3}}});
    robot.frames.push_back({"stand", -1, {Mat3<double>::identity(), {0.5, 0, 0}}});
    const std::vector<double> q = some_q(seed, robot.dof());
    const Places truth = places(robot, q);
    ASSERT_EQ(truth.size(), 10u);  // base, six rows, two frames, tool
    Notes notes;
    const Convention other = seed % 2 ? Convention::modified : Convention::standard;
    EXPECT_LE(worst(truth, places(to_convention(robot, other, notes), q)), 1e-12) << seed;

    // A URDF keeps the two frames; its links have theirs at the joints.
    const Robot back = parse_urdf(write_urdf(robot), "back.urdf", {}, notes);
    const Places found = places(back, q);
    for (const char* const name : {"camera", "stand", "tool"})
      EXPECT_LE((truth.at(name) - found.at(name)).cwiseAbs().maxCoeff(), 1e-12) << name;
  }
}

TEST(UrdfFrames, OnRowsThatDoNotExistAreNotWritten) {
  Robot robot;
  robot.name = "arm";
  robot.links.resize(2);
  robot.frames.push_back({"eye", 2, Pose<double>::identity()});
  for (const auto write : {write_urdf, write_robot_file}) try {
      write(robot);
      ADD_FAILURE();
    } catch (const Error& e) {
      EXPECT_STREQ(e.what(),
                   "arm: frame 'eye' is fixed to a link that does not exist\n"
                   "  given   row 2\n"
                   "  need    a row below 2, or -1 for the base");
    }
}

// Links of the file may have the names that Catena uses itself.
TEST(UrdfFrames, NamedBaseAndToolAreWhereTheFilePutsThem) {
  const std::string text =
      "<robot name='r'><link name='world'/><link name='base'/><link name='tool_1'/><link name='tool'/>"
      "<joint name='a' type='fixed'><parent link='world'/><child link='base'/><origin xyz='1 0 0' rpy='0 0 "
      "3.1415926535897931'/></joint>"
      "<joint name='b' type='continuous'><parent link='world'/><child link='tool_1'/><origin xyz='0 0 "
      "2'/><axis xyz='0 1 0'/></joint>"
      "<joint name='c' type='fixed'><parent link='tool_1'/><child link='tool'/><origin xyz='0.1 0.2 "
      "0.3'/></joint></robot>";
  Notes notes;
  const Robot robot = parse_urdf(text, "r.urdf", {.base = "", .tip = "tool_1"}, notes);
  const std::vector<double> q = {0.4};
  const test::DirectUrdf direct(text, "world", "tool_1");
  for (const Robot& each : {robot, parse_urdf(write_urdf(robot), "r.urdf", {}, notes),
                            to_convention(robot, Convention::standard, notes)}) {
    const Places found = places(each, q);
    EXPECT_EQ(found.size(), 4u);
    for (const auto& [name, X] : direct.places(q))
      EXPECT_LE((found.at(name) - X.matrix()).cwiseAbs().maxCoeff(), 1e-14) << name;
    EXPECT_LE((Arm(each).pose(vector(q)) - direct.places(q).at("tool_1").matrix()).cwiseAbs().maxCoeff(),
              1e-14);
  }
}

TEST(UrdfFrames, DoNotMultiplyWhenAFileIsWrittenAgain) {
  Notes notes;
  const Robot robot = parse_urdf(test::kSmallArm, "small_arm.urdf", {}, notes);
  const Robot once = parse_urdf(write_urdf(robot), "small_arm.urdf", {}, notes);
  const Robot twice = parse_urdf(write_urdf(once), "small_arm.urdf", {}, notes);
  EXPECT_EQ(robot.frames.size(), 11u);
  EXPECT_EQ(once.frames.size(), 11u);
  EXPECT_EQ(twice.frames.size(), 11u);
}

}  // namespace catena
