// SPDX-License-Identifier: Apache-2.0
// `catena check` and `catena verify` as a user calls them.
#include <gtest/gtest.h>

#include "cli/shell.hpp"

namespace catena::test {
namespace {

// A robot file of one link.
std::string one_link(const std::string& mass, const std::string& zz, const std::string& more = "") {
  return "catena = 1\nname = \"one link\"\nconvention = \"standard\"\nangle_unit = \"rad\"\n" + more +
         "[[link]]\njoint = \"revolute\"\ndh = { a = 0.4, alpha = 0, d = 0, theta = 0 }\nmass = " + mass +
         "\ncom = [-0.2, 0, 0]\ninertia = { about = \"com\", xx = 0.01, yy = 0.05, zz = " + zz + " }\n";
}

TEST(CheckCommand, PassesACleanRobot) {
  const Answer r = catena({"check", "panda"});
  EXPECT_EQ(r.out, "panda: no problems found\n");
  EXPECT_EQ(r.err, "");
  EXPECT_EQ(r.code, 0);
}

TEST(CheckCommand, PrintsWhereWhatAndWhy) {
  const Answer r = catena({"check", "stanford_004"});
  EXPECT_EQ(r.out,
            "stanford_004: warning: link 2: inertia is not physically possible [triangle-inequality]\n"
            "  given   principal moments 0.01, 0.5, 0.6 kg m²\n"
            "  need    the two smaller moments to sum to at least the largest (0.01 + 0.5 = 0.51 < 0.6)\n"
            "  hint    raise the smaller moments or lower the largest, by 0.09 kg m² in total\n"
            "stanford_004: 1 warning\n");
  EXPECT_EQ(r.err, "");
  EXPECT_EQ(r.code, 0);
}

TEST(CheckCommand, IsStrictWhenAsked) {
  EXPECT_EQ(catena({"check", "stanford_004", "--strict"}).code, 3);
  EXPECT_EQ(catena({"check", "panda", "--strict"}).code, 0);
}

TEST(CheckCommand, FailsOnErrors) {
  const Folder folder;
  const std::string file = folder.write("file.toml", one_link("0", "0.05", "allow_nonphysical = true\n"));
  EXPECT_EQ(catena({"check", file}).code, 0);
  const std::string empty = folder.write("empty.toml", one_link("0", "0", "allow_nonphysical = true\n"));
  const Answer r = catena({"check", empty});
  EXPECT_NE(
      r.out.find("error: link 1: makes M singular because it has no mass and no moment of inertia about the "
                 "joint axis [singular-model]\n"),
      std::string::npos)
      << r.out;
  EXPECT_EQ(r.code, 3);
}

TEST(CheckCommand, LeavesUnreadableRobotsToTheReader) {
  const Folder folder;
  const std::string file = folder.write("file.toml", one_link("2", "0.9"));
  const Answer r = catena({"check", file, "panda"});
  EXPECT_NE(r.err.find("inertia is not physically possible"), std::string::npos) << r.err;
  EXPECT_EQ(r.out, "panda: no problems found\n");
  EXPECT_EQ(r.code, 3);
}

TEST(CheckCommand, TakesManyRobots) {
  const Answer r = catena({"check", "panda", "chain:3", "ur5"});
  EXPECT_EQ(r.out, "panda: no problems found\nchain:3: no problems found\nur5: no problems found\n");
}

TEST(CheckCommand, HasTheLargestExitCodeInWhateverOrder) {
  const Folder folder;
  const std::string bad = folder.write("empty.toml", one_link("0", "0", "allow_nonphysical = true\n"));
  const std::string unknown = "nosuchrobot", missing = folder.file("missing.toml");
  EXPECT_EQ(catena({"check", bad, unknown}).code, 3);
  EXPECT_EQ(catena({"check", unknown, bad}).code, 3);
  EXPECT_EQ(catena({"check", unknown, "panda"}).code, 2);
  EXPECT_EQ(catena({"check", "panda", unknown}).code, 2);
  for (const std::vector<std::string>& order : std::vector<std::vector<std::string>>{
           {bad, unknown, missing}, {missing, bad, unknown}, {unknown, missing, bad}})
    EXPECT_EQ(catena({"check", order[0], order[1], order[2]}).code, 5);
}

TEST(CheckCommand, WritesJson) {
  const Answer r = catena({"check", "stanford_004", "nosuchrobot", "--json"});
  const Json list = Json::parse(r.out);
  ASSERT_EQ(list.size(), 2u);
  EXPECT_EQ(list[0]["robot"], "stanford_004");
  EXPECT_EQ(list[0]["errors"], 0);
  EXPECT_EQ(list[0]["warnings"], 1);
  EXPECT_EQ(list[0]["findings"][0]["rule"], "triangle-inequality");
  EXPECT_EQ(list[0]["findings"][0]["where"], "link 2");
  EXPECT_EQ(list[0]["notes"].size(), 0u) << "what the linter finds is no note";
  EXPECT_EQ(list[1]["robot"], "nosuchrobot");
  EXPECT_TRUE(list[1]["error"].text().starts_with("robot 'nosuchrobot': no such robot\n"));
  EXPECT_EQ(list[1]["code"], 2);
  EXPECT_EQ(r.code, 2);
}

TEST(VerifyCommand, ShowsTheStatesSoFarWhenInterruptedAndEndsByTheSignal) {
  const Folder folder;
  std::string out;
  for (const char* const seconds : {"1", "4", "20"}) {  // a busy machine may not have begun after one
    const Answer answer =
        shell("timeout -s INT " + std::string(seconds) + " catena verify planar3 --states 1000000 >'" +
              folder.file("out") + "' 2>'" + folder.file("err") + "'");
    EXPECT_EQ(answer.code, 124) << "timeout's own, since the program ended by the signal";
    out = folder.read("out");
    if (!out.empty()) break;
  }
  EXPECT_TRUE(out.starts_with("Planar 3R: 3 joints, ")) << out;
  EXPECT_NE(out.find(" ok, 0 failed"), std::string::npos) << out;
  const std::string err = folder.read("err");
  EXPECT_TRUE(err.starts_with("catena: note: interrupted; the results are those of the first ")) << err;
  EXPECT_TRUE(err.ends_with(" of 1000000 states\n")) << err;
}

TEST(VerifyCommand, PrintsATableAndASummary) {
  const Answer r = catena({"verify", "chain:3", "--states", "2"});
  EXPECT_EQ(r.code, 0) << r.out;
  EXPECT_NE(r.out.find("3 joints, 2 states\n\ncheck  "), std::string::npos) << r.out;
  EXPECT_NE(r.out.find(" ok, 0 failed; condition number of M up to "), std::string::npos) << r.out;
  EXPECT_EQ(r.out.find("FAIL"), std::string::npos);
  EXPECT_EQ(r.err, "");
}

TEST(VerifyCommand, CountsInTheSingular) {
  EXPECT_TRUE(
      catena({"verify", "planar:1", "--states", "1"}).out.starts_with("planar:1: 1 joint, 1 state\n"));
}

TEST(VerifyCommand, SaysWhatItSkipped) {
  const Answer r = catena({"verify", "chain:31", "--states", "1"});
  EXPECT_EQ(r.code, 0);
  EXPECT_NE(r.out.find("skipped (n > 30)"), std::string::npos) << r.out;
  EXPECT_NE(r.out.find(", 20 skipped"), std::string::npos) << r.out;
}

TEST(VerifyCommand, FailsOnASingularModelAndNamesTheJoint) {
  const Folder folder;
  const std::string empty = folder.write("empty.toml", one_link("0", "0", "allow_nonphysical = true\n"));
  const Answer r = catena({"verify", empty, "--states", "2"});
  EXPECT_EQ(r.code, 4);
  EXPECT_NE(r.out.find("FAIL (M is singular)"), std::string::npos) << r.out;
  EXPECT_NE(
      r.err.find("catena: error: one link: link 1 makes M singular because it has no mass and no moment of "
                 "inertia about the joint axis\n  hint    run 'catena check' on the robot\n"),
      std::string::npos)
      << r.err;
}

TEST(VerifyCommand, FailsBelowAnUnreasonableTolerance) {
  EXPECT_EQ(catena({"verify", "chain:6", "--states", "3", "--tolerance", "1e-20"}).code, 4);
}

TEST(VerifyCommand, WritesJson) {
  const Answer r = catena({"verify", "puma560_002", "--states", "2", "--json"});
  const Json v = Json::parse(r.out);
  EXPECT_EQ(v["dof"], 6);
  EXPECT_EQ(v["states"], 2);
  EXPECT_EQ(v["ok"], true);
  int allowed = 0;
  for (const Json& row : v["residuals"].elements()) allowed += row["outcome"] == "allowed";
  EXPECT_EQ(allowed, 1);
}

TEST(VerifyCommand, RefusesNonsense) {
  EXPECT_EQ(catena({"verify", "chain:3", "--states", "0"}).code, 2);
  EXPECT_EQ(catena({"verify", "chain:3", "--tolerance", "-1"}).code, 2);
  EXPECT_EQ(catena({"verify", "nosuchrobot"}).code, 2);
}

// The last line of the help runs as printed.
TEST(Commands, HelpEndsWithAnExampleThatRuns) {
  for (const std::string verb : {"check", "verify"}) {
    const Answer help = catena({verb, "--help"});
    const std::string mark = "Example:  catena ";
    const std::size_t at = help.out.rfind(mark);
    ASSERT_NE(at, std::string::npos) << help.out;
    std::istringstream words(help.out.substr(at + mark.size()));
    std::vector<std::string> args;
    for (std::string word; words >> word;) args.push_back(word);
    EXPECT_EQ(catena(args).code, 0) << verb;
  }
}

}  // namespace
}  // namespace catena::test
