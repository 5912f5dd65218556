// SPDX-License-Identifier: Apache-2.0
// Named frames and URDF trees on the command line: eval --frame, info, info --tree, convert.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "catena/core/arm.hpp"
#include "catena/io/npy.hpp"
#include "cli/shell.hpp"
#include "io/small_arm.hpp"

namespace catena::test {
namespace {

using ::testing::HasSubstr;

struct Frames : testing::Test {
  Folder folder;
  std::string file = folder.write("small_arm.urdf", kSmallArm);
  Arm arm = Arm::from_urdf(kSmallArm);
  const std::string state = R"({"q": [0.3, -0.2, 0.1, 0.7], "qd": [1, 2, 3, 4]})";
  const Eigen::Vector4d q{0.3, -0.2, 0.1, 0.7}, qd{1, 2, 3, 4};

  Answer eval(std::vector<std::string> options, const std::string& line) const {
    options.insert(options.begin(), {"eval", file});
    return catena(options, line + "\n");
  }
  static void expect_equal(const Json& rows, const Eigen::MatrixXd& A) {
    ASSERT_EQ(rows.size(), static_cast<std::size_t>(A.rows()));
    for (Eigen::Index i = 0; i < A.rows(); ++i)
      for (Eigen::Index j = 0; j < A.cols(); ++j)
        EXPECT_EQ(rows[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)].number(), A(i, j));
  }
};

TEST_F(Frames, AreChosenByOptionsAndByLines) {
  for (const NamedFrame& named : arm.frames()) {
    const Answer by_option = eval({"--want", "pose,jacobian,jacobian_rate", "--frame", named.name}, state);
    ASSERT_EQ(by_option.code, 0) << by_option.err;
    expect_equal(by_option.lines()[0]["pose"], arm.pose(q, named.frame));
    expect_equal(by_option.lines()[0]["jacobian"], arm.jacobian(q, named.frame));
    expect_equal(by_option.lines()[0]["jacobian_rate"], arm.jacobian_rate(q, qd, named.frame));
    std::string line = state;
    line.insert(1, "\"frame\": \"" + named.name + "\", ");
    const Answer by_line = eval({"--want", "pose,jacobian,jacobian_rate", "--frame", "boom"}, line);
    EXPECT_EQ(by_line.out, by_option.out);
  }
  // The tool, unless a frame is given; the next line does not inherit it.
  const Answer both = eval({"--want", "pose"}, R"({"q": [0, 0, 0, 0], "frame": "boom"})"
                                               "\n{\"q\": [0.3, -0.2, 0.1, 0.7]}");
  ASSERT_EQ(both.lines().size(), 2u);
  expect_equal(both.lines()[1]["pose"], arm.pose(q));
}

TEST_F(Frames, HavePointsAndAxes) {
  Frame<double> frame = arm.frame("bracket", Axes::frame);
  frame.pose.p = frame.pose * Vec3<double>{0.1, -0.2, 0.3};
  const Answer answer = eval(
      {"--want", "pose,jacobian", "--frame", "bracket", "--point", "0.1,-0.2,0.3", "--axes", "frame"}, state);
  ASSERT_EQ(answer.code, 0) << answer.err;
  expect_equal(answer.lines()[0]["pose"], arm.pose(q, frame));
  expect_equal(answer.lines()[0]["jacobian"], arm.jacobian(q, frame));
  frame = arm.frame("tool", Axes::base);
  expect_equal(eval({"--want", "jacobian", "--axes", "base"}, state).lines()[0]["jacobian"],
               arm.jacobian(q, frame));
}

TEST_F(Frames, InABatchAreThoseOfLines) {
  const std::vector<double> states = {0.3, -0.2, 0.1, 0.7, 1, -1, 0.2, 2};
  folder.write("q.npy", write_npy(NpyShape{2, 4}, states));
  const Answer batch =
      catena({"eval", file, "--batch", "--want", "pose,jacobian,gravity", "--frame", "camera", "--point",
              "0,0,1", "--q", folder.file("q.npy"), "-o", folder.file("out")});
  ASSERT_EQ(batch.code, 0) << batch.err;
  const Answer lines = eval({"--want", "pose,jacobian,gravity", "--frame", "camera", "--point", "0,0,1"},
                            R"({"q": [0.3, -0.2, 0.1, 0.7]})"
                            "\n{\"q\": [1, -1, 0.2, 2]}");
  const NpyArray pose = read_npy(folder.file("out/pose.npy")), J = read_npy(folder.file("out/jacobian.npy"));
  for (std::size_t k = 0; k < 2; ++k) {
    for (std::size_t i = 0; i < 4; ++i)
      for (std::size_t j = 0; j < 4; ++j)
        EXPECT_EQ(pose.values[16 * k + 4 * i + j], lines.lines()[k]["pose"][i][j].number());
    for (std::size_t i = 0; i < 6; ++i)
      for (std::size_t j = 0; j < 4; ++j)
        EXPECT_EQ(J.values[24 * k + 4 * i + j], lines.lines()[k]["jacobian"][i][j].number());
  }
}

TEST_F(Frames, ThatDoNotExistAreErrors) {
  const Answer option = eval({"--want", "pose", "--frame", "bom"}, state);
  EXPECT_EQ(option.code, 2);
  EXPECT_THAT(option.err, HasSubstr("catena: error: small arm: there is no frame 'bom'\n"
                                    "  need    one of base, world, pedestal, turret, boom, bracket, camera, "
                                    "slider, wrist, flange, finger_1, finger_2, tool\n"
                                    "  hint    did you mean 'boom'?\n"));
  const Answer line = eval({"--want", "pose"}, R"({"q": [0, 0, 0, 0], "frame": "hand", "tag": 1})");
  EXPECT_EQ(line.code, 4);
  EXPECT_EQ(
      line.out,
      "{\"line\": 1, \"error\": \"small arm: there is no frame 'hand'; need one of base, world, pedestal, "
      "turret, boom, bracket, camera, slider, wrist, flange, finger_1, finger_2, tool\", \"tag\": 1}\n");
  EXPECT_THAT(
      eval({"--want", "pose"}, R"({"q": [0, 0, 0, 0], "frame": 3})").out,
      HasSubstr("column 30: 'frame' is not a name; given 3; need the name of a frame in double quotes"));
  EXPECT_THAT(eval({"--want", "pose", "--point", "1,2"}, state).err,
              HasSubstr("catena: error: --point '1,2': wrong number of values\n  given   2 numbers\n"
                        "  need    x,y,z in metres, in the axes of the frame\n"));
  EXPECT_EQ(eval({"--want", "pose", "--point", "1,2,x"}, state).code, 2);
  EXPECT_THAT(eval({"--want", "pose", "--axes", "tool"}, state).err,
              HasSubstr("catena: error: --axes 'tool': unknown choice\n"
                        "  need    one of base_at_frame|frame|base\n"));
  EXPECT_THAT(eval({"--want", "gravity", "--frame", "boom"}, state).err,
              HasSubstr("--frame, --point and --axes are ignored: no wanted quantity depends on a frame\n"));
}

TEST_F(Frames, AppearInInfo) {
  const Answer text = catena({"info", file});
  EXPECT_THAT(text.out,
              HasSubstr("  joints     4: RRPR\n             pan, lift, extend, roll\n"
                        "  frames     base, world, pedestal, turret, boom, bracket, camera, slider, "
                        "wrist, flange, finger_1,\n             finger_2, tool\n"));
  EXPECT_THAT(text.out, HasSubstr("\nFrames, in the DH frames of the links that they are fixed to\n"));
  const Json page = Json::parse(catena({"info", file, "--json"}).out);
  ASSERT_EQ(page["frames"].size(), 13u);
  EXPECT_EQ(page["frames"][3]["name"].text(), "turret");
  EXPECT_EQ(page["frames"][3]["link"].integer(), 0);
  EXPECT_EQ(page["frames"][1]["link"].integer(), -1);
  EXPECT_EQ(page["frames"][4]["pose"][0][3].number(), arm.frame("boom").pose.p.x);
  EXPECT_EQ(page["joint_names"][2].text(), "extend");
}

TEST_F(Frames, AreInTheTree) {
  const Answer tree = catena({"info", file, "--tree"});
  EXPECT_EQ(tree.code, 0) << tree.err;
  EXPECT_THAT(tree.out, HasSubstr("  arm: 4 joints from world to flange\n"));
  EXPECT_THAT(tree.out, testing::ContainsRegex("\\* *turret +4\\.5 +pan +continuous +3 rad/s, 80 N m\n"));
  EXPECT_THAT(tree.out, testing::ContainsRegex("> *flange +- +mount +fixed\n"));
  EXPECT_THAT(tree.out, testing::ContainsRegex(
                            "   +finger_2 +0\\.05 +grip_too +prismatic +follows grip, 0 to 0\\.04 m"));
  const Json page = Json::parse(catena({"info", file, "--tree", "--json"}).out);
  EXPECT_EQ(page["tip"].text(), "flange");
  EXPECT_EQ(page["joints"].integer(), 4);
  EXPECT_EQ(page["links"].size(), 11u);
  EXPECT_EQ(page["links"][2]["joint"]["name"].text(), "pan");
  EXPECT_EQ(page["links"][2]["parent"].text(), "pedestal");

  const std::string two =
      folder.write("two.urdf",
                   "<robot name='two'><link name='a'/><link name='b'/><link name='c'/>"
                   "<joint name='x' type='continuous'><parent link='a'/><child link='b'/></joint>"
                   "<joint name='y' type='continuous'><parent link='a'/><child link='c'/></joint></robot>");
  const Answer ambiguous = catena({"info", two, "--tree"});
  EXPECT_EQ(ambiguous.code, 0);
  EXPECT_THAT(ambiguous.out,
              HasSubstr("  no arm chosen: the file has 2 arms with equally many joints: chains"));
  EXPECT_EQ(catena({"info", two}).code, 3);
  const std::string flat =  // an arm that is found, but cannot be loaded
      folder.write("flat.urdf",
                   "<robot name='flat'><link name='a'/><link name='b'/><joint name='x' type='continuous'>"
                   "<parent link='a'/><child link='b'/><axis xyz='0 0 0'/></joint></robot>");
  EXPECT_EQ(catena({"info", flat}).code, 3);
  EXPECT_THAT(catena({"info", flat, "--tree"}).out,
              HasSubstr("  arm: 1 joint from a to b\n"
                        "  it cannot be loaded: joint 'x': the axis has no direction: xyz = 0 0 0\n"));
  EXPECT_THAT(Json::parse(catena({"info", flat, "--tree", "--json"}).out)["problem"].text(),
              HasSubstr("the axis has no direction"));
  EXPECT_THAT(catena({"info", "panda", "--tree"}).err,
              HasSubstr("info --tree: 'panda' is not a URDF file\n"
                        "  need    a URDF file; robots of the catalogue are tables, not trees\n"));
}

// The names of a file take precedence over 'base' and 'tool'; where no frame is named, the end of the arm is meant.
TEST_F(Frames, NamedBaseAndToolAreThoseOfTheFile) {
  const auto written = [&](const std::string& frame) {
    return folder.write("arm.toml",
                        catena({"convert", "planar2", "--to", "toml"}).out + "\n[[frame]]\n" + frame);
  };
  const auto at = [&](const std::string& arm_file, const std::vector<std::string>& options) {
    std::vector<std::string> words = {"eval", arm_file, "--q", "0.3,0.4", "--want", "pose"};
    words.insert(words.end(), options.begin(), options.end());
    return Json::parse(catena(words).out)["pose"];
  };
  const auto expect_same = [](const Json& a, const Json& b, const std::string& what) {
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 4; ++j) EXPECT_NEAR(a[i][j].number(), b[i][j].number(), 1e-14) << what;
  };
  EXPECT_EQ(catena({"eval", written("name = \"tool\"\nlink = 2\n"), "--q", "0,0"}).err, "");
  EXPECT_EQ(catena({"eval", written("name = \"base\"\nlink = 0\nrpy = [0, 0, 3]\n"), "--q", "0,0"}).err, "");
  for (const std::string frame :
       {"link = 1\n", "link = 2\nposition = [0, 0, 0.1]\n", "link = 2\nrpy = [0, 0, 0.01]\n"}) {
    const std::string toml = written("name = \"tool\"\n" + frame);
    EXPECT_EQ(
        catena({"eval", toml, "--q", "0,0"}).err,
        "catena: note: Planar 2R: the frame 'tool' is not at the end of the arm: its name refers to this "
        "frame; where no frame is named, the end of the arm is meant\n");
    expect_same(at(toml, {}), at("planar2", {}), frame);
    expect_same(at(toml, {"--point", "0,0,0"}), at("planar2", {}), frame);
  }
  expect_same(at(written("name = \"tool\"\nlink = 1\n"), {"--frame", "tool"}),
              at("planar2", {"--frame", "link1"}), "tool");

  const std::string urdf = folder.write(
      "named.urdf",
      "<robot name='named'><link name='root'/><link name='base'/><link name='tool'/><link name='tool0'/>"
      "<joint name='x' type='continuous'><parent link='root'/><child link='base'/><origin xyz='0 0 "
      "1'/></joint>"
      "<joint name='y' type='continuous'><parent link='base'/><child link='tool'/><origin xyz='1 0 "
      "0'/></joint>"
      "<joint name='z' type='fixed'><parent link='tool'/><child link='tool0'/><origin xyz='0 1 "
      "0'/></joint></robot>");
  const std::string toml = folder.file("named.toml"), back = folder.file("back.urdf");
  ASSERT_EQ(catena({"convert", urdf, "-o", toml}).code, 0);
  ASSERT_EQ(catena({"convert", toml, "-o", back}).code, 0);
  EXPECT_THAT(folder.read("named.toml"), HasSubstr("\n[[frame]]\nname = \"base\"\n"));
  for (const std::string& other : {toml, back}) {
    for (const char* const name : {"base", "tool", "tool0"})
      expect_same(at(other, {"--frame", name}), at(urdf, {"--frame", name}), other + name);
    expect_same(at(other, {"--axes", "frame"}), at(urdf, {"--frame", "tool0"}), other);
  }
}

TEST_F(Frames, WithoutANameAreRefused) {
  const std::string need = "  need    the name of a link; 'catena info ROBOT --tree' shows them\n";
  for (const std::string option : {"--tip", "--base"}) {
    const Answer answer = catena({"info", file, option, ""});
    EXPECT_EQ(answer.code, 2);
    EXPECT_EQ(answer.err, "catena: error: " + option + " '': the name of the link is empty\n" + need);
  }
  for (const std::string command : {"eval", "ik"}) {
    const Answer answer =
        catena({command, "planar2", command == "eval" ? "--want=pose" : "--starts=1", "--frame", ""}, "");
    EXPECT_EQ(answer.code, 2) << command;
    EXPECT_EQ(answer.err,
              "catena: error: Planar 2R: there is no frame ''\n  need    one of base, link1, link2, tool\n");
  }
}

TEST_F(Frames, SurviveConversions) {
  const std::string toml = folder.file("arm.toml"), standard = folder.file("standard.toml"),
                    back = folder.file("back.urdf");
  ASSERT_EQ(catena({"convert", file, "-o", toml}).code, 0);
  ASSERT_EQ(catena({"convert", toml, "--convention", "standard", "-o", standard}).code, 0);
  ASSERT_EQ(catena({"convert", standard, "-o", back}).code, 0);
  for (const std::string& other : {toml, standard, back}) {
    const Arm read = Arm::load(other);
    EXPECT_EQ(read.joint_names(), arm.joint_names());
    EXPECT_EQ(read.frames().size(), arm.frames().size()) << other;
    for (const NamedFrame& named : arm.frames())
      EXPECT_LE((read.pose(q, read.frame(named.name)) - arm.pose(q, named.frame)).cwiseAbs().maxCoeff(),
                1e-13)
          << other << ' ' << named.name;
  }
}

}  // namespace
}  // namespace catena::test
