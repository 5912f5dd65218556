// SPDX-License-Identifier: Apache-2.0
// `catena info`: the text for one robot, the JSON of every robot in the catalogue, the list of the catalogue.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "catena/io/load.hpp"
#include "cli/shell.hpp"

namespace catena::test {
namespace {

TEST(Info, DescribesPlanar2InTheseWords) {
  const Answer answer = catena({"info", "planar2"});
  EXPECT_EQ(answer.code, 0);
  EXPECT_EQ(answer.err, "");
  EXPECT_EQ(answer.out, R"(Planar 2R
  source     chosen for Catena: two slender rods of 1 m and 1 kg (moment of a rod m a^2 / 12)
  joints     2: RR
  frames     base, link1, link2, tool
  gravity    [0, -9.81, 0] m/s², in the base frame
  mass       2 kg
  reach      at most 2 m, the sum of all |a| and |d|

DH table of the file, standard convention: Rz(theta) Tz(d) Tx(a) Rx(alpha)
  #  link  joint     a [m]  alpha [rad]  d [m]  theta [rad]
  1  -     revolute      1            0      0            0
  2  -     revolute      1            0      0            0

Canonical chain, modified convention: Rx(alpha) Tx(a) Rz(theta) Tz(d)
  #  link  joint     a [m]  alpha [rad]  d [m]  theta [rad]
  1  -     revolute      0            0      0            0
  2  -     revolute      1            0      0            0
  tool at [1, 0, 0] m

Links, in the frames of the file; inertia about the centre of mass [kg m²]
  #  link  mass [kg]  com x [m]  y  z
  1  -             1       -0.5  0  0
  2  -             1       -0.5  0  0
  #  xx         yy         zz  xy  xz  yz
  1   0  0.0833333  0.0833333   0   0   0
  2   0  0.0833333  0.0833333   0   0   0
)");
}

TEST(Info, FitsIntoAHundredColumnsForEveryRobotThatShips) {
  std::vector<std::string> pages = {catena({"info"}).out, catena({"info", "mixed:12"}).out};
  for (const std::string& stem : catalogue()) pages.push_back(catena({"info", stem}).out);
  for (const std::string& page : pages) {
    std::istringstream in(page);
    for (std::string line;
         std::getline(in, line) && line != "Notes";)  // notes contain paths, which cannot be wrapped
      EXPECT_LE(line.size(), 100u) << line;
  }
}

TEST(Info, ShowsTheBaseParameters) {
  const Json page = Json::parse(catena({"info", "panda", "--base-parameters", "--json"}).out);
  EXPECT_EQ(page["base"].integer(), 43);
  EXPECT_EQ(page["base"].integer() + page["regrouped"].integer() + page["idle"].integer(), 70);
  EXPECT_EQ(page["links"].size(), 7u);
  EXPECT_EQ(page["links"][0]["Izz"]["kind"].text(), "base");
  ASSERT_EQ(page["columns"].size(), 43u);
  EXPECT_EQ(page["columns"][0].integer(), 6);  // Izz of the first link
  EXPECT_EQ(page["links"][0]["m"]["kind"].text(), "idle");
  EXPECT_EQ(page["links"][6]["m"]["kind"].text(), "regrouped");
  EXPECT_EQ(catena({"info", "--base-parameters"}).err,
            "catena: error: info: --base-parameters needs a robot\n  hint    catena info panda "
            "--base-parameters\n");
  EXPECT_EQ(catena({"info", "chain:101", "--base-parameters"}).code, 2);
}

TEST(Info, ListsTheCatalogueWithoutARobot) {
  const Answer answer = catena({"info"});
  EXPECT_EQ(answer.code, 0);
  EXPECT_EQ(answer.out, catena({"info", "--list"}).out);
  EXPECT_NE(answer.out.find("\n  puma560 "), std::string::npos);
  EXPECT_NE(answer.out.find(" RRPRRR "), std::string::npos);
  const Json list = Json::parse(catena({"info", "--json"}).out);
  ASSERT_EQ(list.size(), catalogue().size());
  EXPECT_EQ(list[0].size(), 5u);
  for (const char* key : {"stem", "name", "dof", "kinds", "source"})
    EXPECT_TRUE(list[0].contains(key)) << key;
}

TEST(Info, GivesEveryNumberAsJsonInRadians) {
  const Json puma = Json::parse(catena({"info", "puma560", "--json"}).out);
  EXPECT_EQ(puma["name"], "PUMA 560");
  EXPECT_EQ(puma["dof"], 6);
  EXPECT_EQ(puma["kinds"], "RRRRRR");
  EXPECT_EQ(puma["convention"], "standard");
  EXPECT_EQ(puma["angle_unit"], "deg");
  EXPECT_NEAR(puma["links"][0]["dh"]["alpha"].number(), 1.5707963267948966, 1e-16);
  EXPECT_EQ(puma["links"][1]["mass"], 17.4);
  EXPECT_NEAR(puma["links"][0]["limits"]["position"][1].number(), 160 * 3.14159265358979 / 180, 1e-13);
  EXPECT_TRUE(puma["links"][0]["limits"]["velocity"].is_null());
  EXPECT_EQ(puma["links"][0]["motor"]["coulomb"].size(), 2u);
  EXPECT_EQ(puma["canonical"]["links"].size(), 6u);
  EXPECT_EQ(puma["canonical"]["links"][2]["row"], 2);
  EXPECT_EQ(puma["canonical"]["base"][3], Json::parse("[0, 0, 0, 1]"));
  EXPECT_TRUE(puma["payload"].is_null());
  ASSERT_EQ(puma["notes"].size(), 2u);
  EXPECT_EQ(puma["notes"][0]["kind"], "impossible_inertia");
  EXPECT_EQ(puma["notes"][0]["what"], "inertia is not physically possible");
  EXPECT_TRUE(puma["notes"][0]["given"].text().starts_with("principal moments "));
  EXPECT_TRUE(puma["notes"][0]["need"].text().starts_with("the two smaller moments to sum to at least "));
  EXPECT_EQ(puma["notes"][0]["hint"], "");
}

TEST(Info, IsValidJsonForEveryRobotThatShips) {
  for (const std::string& stem : catalogue()) {
    const Answer answer = catena({"info", stem, "--json"});
    EXPECT_EQ(answer.code, 0) << stem;
    EXPECT_EQ(answer.err, "") << stem;
    const Json robot = Json::parse(answer.out);
    EXPECT_EQ(robot["canonical"]["links"].size(), robot["dof"]) << stem;
  }
}

// The base of this URDF takes a fixed row, which nobody counts.
TEST(Info, CountsJointsNotFixedRows) {
  const Folder folder;
  const std::string file = folder.write(
      "tilted.urdf",
      "<robot name='tilted'><link name='base'/><link name='upper'><inertial><mass value='1'/><inertia "
      "ixx='1' "
      "ixy='0' ixz='0' iyy='1' iyz='0' izz='3'/></inertial></link><link name='lower'><inertial><mass "
      "value='2'/>"
      "<inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' izz='3'/></inertial></link>"
      "<joint name='shoulder' type='revolute'><parent link='base'/><child link='upper'/><origin xyz='0 0 "
      "0.5' "
      "rpy='0.3 0.2 0.1'/><axis xyz='0 1 0'/><limit lower='-1' upper='1' velocity='2' effort='3'/></joint>"
      "<joint name='elbow' type='revolute'><parent link='upper'/><child link='lower'/><origin xyz='0.4 0 0'/>"
      "<axis xyz='0 1 0'/><limit lower='-2' upper='2' velocity='2' effort='3'/></joint></robot>");
  const std::string page = catena({"info", file}).out;
  EXPECT_THAT(page, testing::HasSubstr("\nLimits\n"
                                       "  #  joint       from     to  velocity  effort\n"
                                       "  1  shoulder  -1 rad  1 rad   2 rad/s   3 N m\n"
                                       "  2  elbow     -2 rad  2 rad   2 rad/s   3 N m\n"));
  EXPECT_THAT(page, testing::HasSubstr("\n  -  base"));
  EXPECT_THAT(page, testing::ContainsRegex("\n  2  lower +revolute "));
  EXPECT_THAT(catena({"check", file}).out, testing::HasSubstr(": link 'lower' of joint 2: inertia is not "));
  EXPECT_THAT(
      catena({"eval", file, "--q", "0,9"}).err,
      testing::HasSubstr("joint 2 'elbow': position is outside its limits; given 9 rad; need -2 to 2 rad"));
}

TEST(Info, TellsThePayloadAndCountsItsMass) {
  const Folder folder;
  std::string text = catena({"convert", "planar2"}).out;
  const std::string file = folder.write("loaded.toml", text + "\n[payload]\nmass = 3\ncom = [0, 0, 0.1]\n");
  const std::string page = catena({"info", file}).out;
  EXPECT_NE(page.find("  mass       5 kg\n"), std::string::npos) << page;
  EXPECT_NE(page.find("  payload    3 kg at [0, 0, 0.1] m in the last link's frame\n"), std::string::npos)
      << page;
}

}  // namespace
}  // namespace catena::test
