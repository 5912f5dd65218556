// SPDX-License-Identifier: Apache-2.0
// `catena convert`: the converted robot has the dynamics of the original; files are written completely or not at all.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "catena/core/arm.hpp"
#include "catena/io/load.hpp"
#include "cli/counts_lines.hpp"
#include "cli/shell.hpp"
#include "same_motion.hpp"

namespace catena::test {
namespace {

Robot robot_of(const std::string& spec) {
  Notes notes;
  return load_robot(spec, notes);
}

// Inertia, torque and pose at random states, each relative to its largest element.
double difference(const Robot& a, const Robot& b) {
  const Arm one(a), other = Arm(b).with_gravity(one.gravity_acceleration());
  if (one.dof() != other.dof()) return INFINITY;
  const auto relative = [](const Eigen::MatrixXd& x, const Eigen::MatrixXd& y) {
    return (x - y).cwiseAbs().maxCoeff() / std::max(1e-3, y.cwiseAbs().maxCoeff());
  };
  std::srand(5);
  double worst = 0;
  for (int k = 0; k < 20; ++k) {
    const Eigen::VectorXd q = 3 * Eigen::VectorXd::Random(one.dof()), qd = Eigen::VectorXd::Random(one.dof()),
                          qdd = Eigen::VectorXd::Random(one.dof());
    worst = std::max({worst, relative(other.inertia(q), one.inertia(q)), relative(other.pose(q), one.pose(q)),
                      relative(other.id(q, qd, qdd), one.id(q, qd, qdd))});
  }
  return worst;
}

class ConvertOf : public testing::TestWithParam<std::string> {};

TEST_P(ConvertOf, KeepsInertiaTorqueAndPoseOnEveryWay) {
  const Robot robot = robot_of(GetParam());
  const Folder folder;
  const std::vector<std::vector<std::string>> ways = {
      {"a.toml"}, {"a.urdf"}, {"s.toml", "--convention", "standard"}, {"m.toml", "--convention", "modified"}};
  for (const auto& way : ways) {
    std::vector<std::string> args = {"convert", GetParam(), "-o", folder.file(way[0])};
    args.insert(args.end(), way.begin() + 1, way.end());
    const Answer answer = catena(args);
    ASSERT_EQ(answer.code, 0) << answer.err;
    EXPECT_EQ(answer.out, "");
    EXPECT_NE(answer.err.find("read back and compared"), std::string::npos);
    EXPECT_LE(difference(robot, robot_of(folder.file(way[0]))), 1e-12) << way[0];
  }
}

TEST_P(ConvertOf, ComesHomeFromUrdfAndFromTheOtherConvention) {
  const Robot robot = robot_of(GetParam());
  const Folder folder;
  ASSERT_EQ(catena({"convert", GetParam(), "-o", folder.file("1.urdf")}).code, 0);
  ASSERT_EQ(
      catena({"convert", folder.file("1.urdf"), "--convention", "standard", "-o", folder.file("2.toml")})
          .code,
      0);
  ASSERT_EQ(
      catena({"convert", folder.file("2.toml"), "--convention", "modified", "-o", folder.file("3.toml")})
          .code,
      0);
  ASSERT_EQ(catena({"convert", folder.file("3.toml"), "-o", folder.file("4.urdf")}).code, 0);
  for (const char* name : {"1.urdf", "2.toml", "3.toml", "4.urdf"})
    EXPECT_LE(difference(robot, robot_of(folder.file(name))), 1e-12) << name;
}

INSTANTIATE_TEST_SUITE_P(Catalogue, ConvertOf, testing::ValuesIn(catalogue()),
                         [](const auto& param) { return param.param; });

TEST(Convert, WritesTomlToStandardOutputUnlessToldOtherwise) {
  EXPECT_TRUE(catena({"convert", "planar2"}).out.starts_with("catena = 1\nname = \"Planar 2R\"\n"));
  EXPECT_TRUE(catena({"convert", "planar2", "--to", "urdf"}).out.starts_with("<?xml version=\"1.0\""));
}

TEST(Convert, SaysWhatUrdfCannotHold) {
  EXPECT_EQ(catena({"convert", "planar2", "--to", "urdf"}).err,
            "catena: note: URDF cannot store gravity: [0, -9.81, 0] is written as a comment\n"
            "catena: note: read back and compared: inertia, torques and tool pose differ by at most 0.0e+00 "
            "relative to their largest element\n");
  const Answer puma = catena({"convert", "puma560", "--to", "urdf"});
  EXPECT_NE(
      puma.err.find("URDF cannot store motors: their inertias and gear ratios are written as comments\n"),
      std::string::npos);
  EXPECT_NE(puma.err.find("URDF has one Coulomb friction for both directions"), std::string::npos);
}

TEST(Convert, KeepsAFileThatExistsUnlessForced) {
  const Folder folder;
  const std::string file = folder.write("arm.toml", "precious");
  const Answer refused = catena({"convert", "planar2", "-o", file});
  EXPECT_EQ(refused.code, 2);
  EXPECT_EQ(refused.err,
            "catena: error: " + file + ": the file exists\n  hint    choose another name, or add --force\n");
  EXPECT_EQ(folder.read("arm.toml"), "precious");
  EXPECT_EQ(catena({"convert", "planar2", "-o", file, "--force"}).code, 0);
  EXPECT_TRUE(folder.read("arm.toml").starts_with("catena = 1\n"));
  EXPECT_EQ(folder.count(), 1u);
}

TEST(Convert, WritesThroughALinkAndKeepsIt) {
  const Folder folder;
  folder.write("real.toml", "old");
  std::filesystem::create_symlink("real.toml", folder.file("link.toml"));
  EXPECT_EQ(catena({"convert", "planar2", "-o", folder.file("link.toml"), "--force"}).code, 0);
  EXPECT_TRUE(std::filesystem::is_symlink(folder.file("link.toml")));
  EXPECT_TRUE(folder.read("real.toml").starts_with("catena = 1\n"));
}

TEST(Convert, WritesThroughALinkToAFileThatIsNotThereYet) {
  const Folder folder;
  std::filesystem::create_directory(folder.file("deep"));
  std::filesystem::create_symlink("deep/second.toml", folder.file("first.toml"));
  std::filesystem::create_symlink("../real.toml", folder.file("deep/second.toml"));
  const Answer answer = catena({"convert", "planar2", "-o", folder.file("first.toml")});
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_TRUE(std::filesystem::is_symlink(folder.file("first.toml")));
  EXPECT_TRUE(std::filesystem::is_symlink(folder.file("deep/second.toml")));
  EXPECT_FALSE(std::filesystem::is_symlink(folder.file("real.toml")));
  EXPECT_TRUE(folder.read("real.toml").starts_with("catena = 1\n"));
  EXPECT_EQ(folder.count(), 3u);
}

TEST(Convert, DoesNotReplaceALinkThatLeadsNowhere) {
  const Folder folder;
  std::filesystem::create_symlink("b.toml", folder.file("a.toml"));
  std::filesystem::create_symlink("a.toml", folder.file("b.toml"));
  const Answer answer = catena({"convert", "planar2", "-o", folder.file("a.toml"), "--force"});
  EXPECT_EQ(answer.code, 5);
  EXPECT_EQ(answer.err, "catena: error: " + folder.file("a.toml") +
                            ": the link cannot be followed\n  given   Too many levels of symbolic links\n");
  EXPECT_TRUE(std::filesystem::is_symlink(folder.file("a.toml")));
  EXPECT_EQ(folder.count(), 2u);
}

TEST(Convert, TakesANameWithASlashAtTheEndForAFolder) {
  const Folder folder;
  const std::string name = folder.file("arm.toml") + "/";
  const Answer answer = catena({"convert", "planar2", "--to", "toml", "-o", name});
  EXPECT_EQ(answer.code, 5);
  EXPECT_EQ(answer.err, "catena: error: " + name + ": this is a folder\n  need    the name of a file\n");
}

TEST(Convert, ReportsAsJsonWithTheTextWhenThereIsNoFile) {
  const Answer plain = catena({"convert", "planar2", "--to", "urdf"});
  const Answer answer = catena({"convert", "planar2", "--to", "urdf", "--json"});
  EXPECT_EQ(answer.code, 0);
  EXPECT_EQ(answer.err, "");
  const auto report = Json::parse(answer.out);
  EXPECT_EQ(report["robot"], "planar2");
  EXPECT_EQ(report["name"], "Planar 2R");
  EXPECT_EQ(report["format"], "urdf");
  EXPECT_TRUE(report["convention"].is_null());
  EXPECT_TRUE(report["output"].is_null());
  EXPECT_EQ(report["text"], plain.out);
  EXPECT_EQ(report["bytes"], plain.out.size());
  EXPECT_LE(report["difference"].number(), 1e-9);
  ASSERT_EQ(report["notes"].size(), 1u);
  EXPECT_EQ(report["notes"][0]["what"], "URDF cannot store gravity: [0, -9.81, 0] is written as a comment");
}

TEST(Convert, ReportsAsJsonWhichFileWasWritten) {
  const Folder folder;
  const std::string file = folder.file("arm.toml");
  const Answer answer = catena({"convert", "planar2", "--convention", "modified", "-o", file, "--json"});
  const auto report = Json::parse(answer.out);
  EXPECT_EQ(report["output"], file);
  EXPECT_EQ(report["format"], "toml");
  EXPECT_EQ(report["convention"], "modified");
  EXPECT_TRUE(report["text"].is_null());
  EXPECT_EQ(report["bytes"], folder.read("arm.toml").size());
  const Answer again = catena({"convert", "planar2", "-o", file, "--json"});
  EXPECT_EQ(again.code, 2);
  EXPECT_EQ(again.out, "");
}

TEST(Convert, FailsIntoAFolderThatIsNotThere) {
  const Answer answer = catena({"convert", "planar2", "-o", "/no/such/arm.toml"});
  EXPECT_EQ(answer.code, 5);
  EXPECT_EQ(answer.err,
            "catena: error: /no/such/arm.toml: cannot write\n"
            "  given   No such file or directory\n"
            "  hint    there is no folder '/no/such': create it first\n");
}

TEST(Convert, LeavesNothingBehindWhenTheDiskIsFull) {
  if (kCountsLines) GTEST_SKIP() << kLimitsCounts;
  const Folder folder;
  folder.write("arm.toml", "precious");
  const std::string file = folder.file("arm.toml");
  const Answer answer = shell("sh -c 'ulimit -f 0; exec catena convert puma560 -o " + file +
                              " --force' 2>&1 >/dev/null | grep -A1 error");
  EXPECT_EQ(answer.out, "catena: error: " + file + ": cannot write\n  given   File too large\n");
  EXPECT_EQ(folder.read("arm.toml"), "precious");
  EXPECT_EQ(folder.count(), 1u);
}

TEST(SameMotion, SeesASmallChangeOfOneNumber) {
  const Robot robot = robot_of("puma560");
  Robot other = robot;
  other.links[2].mass *= 1 + 1e-7;
  EXPECT_GT(cli::largest_difference(robot, other), 1e-9);
  other = robot;
  other.links.pop_back();
  EXPECT_GT(cli::largest_difference(robot, other), 1e9);
}

}  // namespace
}  // namespace catena::test
