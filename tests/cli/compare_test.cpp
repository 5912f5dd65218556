// SPDX-License-Identifier: Apache-2.0
// `catena compare`: its output, its errors, and that the result depends only on the question.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "catena/choose/criteria/criterion.hpp"
#include "cli/shell.hpp"

namespace catena::test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

const char* const kImpossible =
    "catena: note: rtx: 1 of 3 links have a physically impossible inertia, which the file permits; see "
    "'catena "
    "check'\n"
    "catena: note: stanford_004: 1 of 3 links have a physically impossible inertia, which the file permits; "
    "see "
    "'catena check'\n";
const std::vector<std::string> kFew = {"--samples", "256"};

Answer compare(std::vector<std::string> args) {
  args.insert(args.begin(), "compare");
  args.insert(args.end(), kFew.begin(), kFew.end());
  return catena(args);
}

Json compared(std::vector<std::string> args) {
  args.emplace_back("--json");
  const Answer answer = compare(args);
  EXPECT_EQ(answer.code, 0) << answer.err;
  return Json::parse(answer.out);
}

std::vector<std::string> texts(const Json& list) {
  std::vector<std::string> out;
  for (const Json& each : list.elements()) out.push_back(each.text());
  return out;
}

TEST(Compare, SaysWhichArmAndWhyThenShowsTheNumbers) {
  const Answer answer = compare({"rtx", "stanford_004"});
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_EQ(answer.err, kImpossible);
  const Json all = compared({"rtx", "stanford_004"});
  const std::string winner = all["first"][0].text();
  EXPECT_THAT(answer.out, StartsWith(winner + " is ranked first ")) << "the verdict comes first";
  for (const char* part :
       {"  criterion  ", "  workspace  ", "  * ", "  arm  ", "weighted_sum", "weighted_product", "topsis",
        "vikor", "Agreement of the rankings, Kendall's tau-b: ", "over which each weight can change",
        "* best."})
    EXPECT_THAT(answer.out, HasSubstr(part));
}

TEST(Compare, GivesEverythingAsJson) {
  const Json all = compared({"rtx", "stanford_004", "--require", "reach>=0.1"});
  EXPECT_EQ(all.keys(),
            (std::vector<std::string>{"agreement", "arms", "criteria", "first", "first_with_set_apart",
                                      "front", "left_out", "remarks", "requirements", "sensitivity",
                                      "set_apart", "task", "verdict", "vikor"}));
  EXPECT_EQ(all["arms"].size(), 2u);
  EXPECT_EQ(all["arms"][0].keys(),
            (std::vector<std::string>{"arm", "dominated_by", "doubts", "mean_place", "motion", "name",
                                      "place", "ranked", "rankings", "requirements", "scores"}));
  EXPECT_EQ(all["arms"][0]["arm"], "rtx");
  EXPECT_EQ(all["arms"][0]["requirements"][0]["met"], true);
  EXPECT_EQ(all["criteria"][0].keys(), (std::vector<std::string>{"better", "sampled", "share", "stem",
                                                                 "timed", "unit", "weight", "what"}));
  EXPECT_EQ(all["task"]["samples"], 256);
  EXPECT_TRUE(all["task"]["trajectory"].is_null());
  EXPECT_EQ(all["agreement"]["tau"].size(), 4u);
  double sum = 0;
  for (const Json& criterion : all["criteria"].elements()) sum += criterion["share"].number();
  EXPECT_NEAR(sum, 1, 1e-12);
  for (const Json& row : all["sensitivity"].elements()) {
    EXPECT_LE(row["overall"]["low"], row["share"]);
    EXPECT_LE(row["share"], row["overall"]["high"]);
  }
}

TEST(Compare, IsTheSameAgainAndInAnyOrderOfArms) {
  const Json one = compared({"rtx", "stanford_004", "puma560"}),
             again = compared({"rtx", "stanford_004", "puma560"});
  EXPECT_EQ(one, again);
  const Json other = compared({"puma560", "rtx", "stanford_004", "--threads", "1"});
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t j = (i + 1) % 3;
    EXPECT_EQ(one["arms"][i]["scores"], other["arms"][j]["scores"]);
    EXPECT_EQ(one["arms"][i]["place"], other["arms"][j]["place"]);
  }
  EXPECT_NE(one["arms"][2]["scores"],
            compared({"rtx", "stanford_004", "puma560", "--seed", "2"})["arms"][2]["scores"]);
}

TEST(Compare, TakesWeightsOfAnySum) {
  const Json two = compared({"rtx", "stanford_004", "--weights", "reach=2,workspace=6"});
  ASSERT_EQ(two["criteria"].size(), 2u) << "the weights select the criteria";
  EXPECT_EQ(two["criteria"][0]["share"], 0.25);
  EXPECT_EQ(two["criteria"][0]["weight"], 2.0);
  const Json same = compared({"rtx", "stanford_004", "--weights", "reach=0.25,workspace=0.75"});
  EXPECT_EQ(two["arms"][0]["rankings"], same["arms"][0]["rankings"]);
  const Json shown =
      compared({"rtx", "stanford_004", "--criteria", "reach,workspace", "--weights", "workspace=1,reach=0"});
  EXPECT_EQ(shown["criteria"][0]["share"], 0.0);
  EXPECT_EQ(shown["criteria"][1]["share"], 1.0);
  EXPECT_EQ(shown["sensitivity"].size(), 1u);
}

TEST(Compare, RanksOnlyWhatMeetsTheRequirements) {
  const Json all = compared({"rtx", "stanford_004", "puma560", "--criteria", "workspace", "--require",
                             "reach>=10cm", "--require", "joint_limits,reach<=100m"});
  EXPECT_THAT(texts(all["requirements"]), ElementsAre("reach>=10cm", "joint_limits", "reach<=100m"));
  EXPECT_EQ(all["criteria"].size(), 2u) << "a criterion that is only required is shown as well";
  EXPECT_EQ(all["criteria"][1]["share"], 0.0);
  for (const Json& arm : all["arms"].elements()) {
    bool met = true;
    for (const Json& r : arm["requirements"].elements()) met = met && r["met"] == true;
    EXPECT_EQ(arm["ranked"], met) << arm["arm"];
  }
  const Answer none = compare({"rtx", "stanford_004", "--require", "reach>=1km"});
  EXPECT_EQ(none.code, 0);
  EXPECT_THAT(none.out, StartsWith("No arm meets all requirements: 2 of 2 fail 'reach>=1km'. "));
}

TEST(Compare, SaysWhatCannotBeToldAndDoesNotCountItAsZero) {
  const std::vector<std::string> words = {"panda", "rtx", "--criteria", "shoulder_reach,gim_customised"};
  const Json all = compared(words);
  EXPECT_TRUE(all["arms"][1]["scores"]["shoulder_reach"]["value"].is_null());
  EXPECT_EQ(all["criteria"][0]["share"], 0.0);
  EXPECT_EQ(all["criteria"][1]["share"], 1.0);
  ASSERT_EQ(all["remarks"].size(), 1u);
  EXPECT_THAT(all["remarks"][0].text(), AllOf(StartsWith("shoulder_reach is unavailable for rtx ("),
                                              HasSubstr("no arm is ranked by it")));
  EXPECT_THAT(compare(words).out,
              AllOf(HasSubstr("Remark: shoulder_reach is unavailable for rtx"), HasSubstr("? unavailable.")));
  std::vector<std::string> skip = words;
  skip.insert(skip.end(), {"--missing", "skip-arm"});
  const Json without = compared(skip);
  EXPECT_EQ(without["arms"][1]["ranked"], false);
  EXPECT_THAT(texts(without["first"]), ElementsAre("panda"));
}

TEST(Compare, SetsArmsApartThatLackLimitsForACriterion) {
  const Folder folder;
  std::string toml = catena({"convert", "rtx"}).out;
  for (std::size_t at; (at = toml.find("limits")) != std::string::npos;) {
    const std::size_t begin = toml.rfind('\n', at), end = toml.find('\n', at);
    toml.erase(begin, end - begin);
  }
  const std::string endless = folder.write("endless.toml", toml);  // its prismatic joint has no limits
  const Json all = compared({"panda", endless, "--criteria", "workspace,gim_customised"});
  EXPECT_TRUE(all["arms"][1]["scores"]["workspace"]["value"].is_null());
  EXPECT_EQ(all["arms"][1]["ranked"], false);
  EXPECT_THAT(texts(all["set_apart"]), ElementsAre(endless));
  EXPECT_EQ(all["criteria"][0]["share"], 0.5) << "panda is ranked by it";
  EXPECT_EQ(all["remarks"].size(), 0u);
  EXPECT_THAT(
      all["verdict"].text(),
      HasSubstr(" Set apart, because the file of endless lacks limits that workspace needs: joint 1 is "
                "prismatic without limits; set limits.position = [lower, upper]; with it, "));
}

TEST(Compare, DoesNotCallAgreementWhatTellsNothingApart) {
  // each arm is better by one of two criteria of equal weight: a tie in VIKOR
  const Answer answer = compare({"rtx", "stanford_004", "--criteria", "mci_customised,workspace"});
  EXPECT_THAT(answer.out, AllOf(HasSubstr("1= (0.0000)"),
                                HasSubstr("Kendall's tau-b: 1 between those in which not all arms tie.")));
}

TEST(Compare, OneArmHasNobodyToBeComparedWith) {
  const Answer answer = compare({"rtx"});
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_THAT(
      answer.out,
      StartsWith(
          "rtx is the only arm, so there is nothing to compare it with. Whether rtx can do the motion is\n"
          "unknown: no velocity and effort limits in the file. "));
}

TEST(Compare, WritesMarkdown) {
  const Answer answer = compare({"rtx", "stanford_004", "--markdown"});
  EXPECT_THAT(answer.out, AllOf(HasSubstr("| criterion | unit | better | weight | rtx | stanford_004 |\n"),
                                HasSubstr("|---|---|---|--:|---|---|\n"), HasSubstr("**")));
}

TEST(Compare, ListsTheCriteria) {
  const Answer list = catena({"compare", "--list"});
  EXPECT_EQ(list.code, 0);
  for (const choose::Criterion& c : choose::criteria()) EXPECT_THAT(list.out, HasSubstr(std::string(c.stem)));
  const Json all = Json::parse(catena({"compare", "--list", "--json"}).out);
  ASSERT_EQ(all.size(), choose::criteria().size());
  EXPECT_EQ(all[0].keys(), (std::vector<std::string>{"better", "default", "motion", "motors", "sampled",
                                                     "stem", "timed", "unit", "what"}));
  for (const Json& c : all.elements())
    EXPECT_FALSE(c["default"] == true && c["timed"] == true) << "the default table must be reproducible";
}

TEST(Compare, FollowsTheTrajectoryOfAScenario) {
  const std::vector<std::string> args = {"rtx", "--criteria", "peak_force,peak_torque"};
  std::vector<std::string> along = args;
  along.insert(along.end(), {"--trajectory", "rtx_cycloid"});
  const Json one = compared(along);
  EXPECT_EQ(one["task"]["trajectory"], "rtx_cycloid");
  std::vector<std::string> heavy = args;
  heavy.insert(heavy.end(), {"--payload", "1000g"});
  EXPECT_GT(compared(heavy)["arms"][0]["scores"]["peak_force"]["value"].number(),
            compared(args)["arms"][0]["scores"]["peak_force"]["value"].number() + 9.8)
      << "1 kg more to hold";
}

// Six arms move all joints by 15 degrees in half a second, with 3 kg.
const char* const kHalfASecond = R"(scenario = 1
name = "half a second"
robot = "ur5e"
angle_unit = "deg"
duration = 0.5

[trajectory]
kind = "cycloid"
from = [0, 0, 0, 0, 0, 0]
to = [15, 15, 15, 15, 15, 15]
duration = 0.5

[drive]
kind = "feed_forward"
)";

TEST(Compare, NeverPutsAnArmFirstThatCannotDoItsMotion) {
  const Folder folder;
  const std::string move = folder.write("move.toml", kHalfASecond);
  const std::vector<std::string> args = {"jaco2",   "ur3e",         "ur5e", "ur10e",     "z1",
                                         "puma560", "--trajectory", move,   "--payload", "3"};
  const Json all = compared(args);
  for (const Json& arm : all["arms"].elements()) {
    EXPECT_TRUE(arm["motion"]["possible"] == true || arm["ranked"] == false) << arm["arm"].text();
  }
  EXPECT_EQ(all["arms"][0]["motion"]["possible"], false);
  EXPECT_EQ(all["arms"][0]["motion"]["exceeded"][0].keys(),
            (std::vector<std::string>{"bound", "joint", "limit", "value"}));
  EXPECT_THAT(texts(all["first"]), Not(testing::Contains("jaco2")));
  EXPECT_THAT(all["verdict"].text(), HasSubstr("because they cannot do the motion: jaco2 (joint "));
  EXPECT_THAT(all["verdict"].text(), HasSubstr("puma560 (no velocity and effort limits in the file)"));
}

TEST(Compare, SetsAnArmApartWhoseFileLacksLimits) {
  const Json all = compared({"panda", "ur5e", "puma560", "--criteria", "cycle_energy,effort_margin,reach"});
  EXPECT_THAT(texts(all["set_apart"]), ElementsAre("puma560"));
  EXPECT_EQ(all["arms"][2]["ranked"], false);
  EXPECT_EQ(all["arms"][2]["motion"]["missing"][0]["limit"], "velocity");
  EXPECT_GT(all["criteria"][1]["share"].number(), 0.3) << "the others are ranked by their margins";
  EXPECT_THAT(
      all["verdict"].text(),
      HasSubstr(
          "Set apart, because it is unknown whether it can do the motion: puma560 (no velocity and effort "
          "limits in the file); with it, "));
  const Json reach = compared({"panda", "ur5e", "puma560", "--criteria", "reach,workspace"});
  EXPECT_EQ(reach["set_apart"].size(), 0u) << "nothing moves";
  EXPECT_TRUE(reach["arms"][2]["motion"].is_null());
}

TEST(Compare, ShowsADefaultMotionWithinTheLimits) {
  const Json all = compared({"panda", "iiwa14", "--criteria", "peak_power"});
  const Json& motion = all["arms"][0]["motion"];
  EXPECT_EQ(motion["from"][3], -3.0718);
  EXPECT_EQ(motion["to"][3], -0.0698);
  EXPECT_EQ(motion["duration"], 10.0);
  EXPECT_THAT(all["task"]["motion"].text(), HasSubstr("as near to 0 as its limits allow"));
  const Answer text = compare({"panda", "iiwa14", "--criteria", "peak_power"});
  std::string one_line = text.out;
  std::replace(one_line.begin(), one_line.end(), '\n', ' ');
  EXPECT_THAT(one_line,
              AllOf(HasSubstr("Motion for torques, powers and energies: each joint moves by π"),
                    HasSubstr("joint 4 from -3.072 to -0.0698"), HasSubstr("iiwa14: joint 1 from ")));
}

TEST(Compare, TakesARequiredPayloadAndACarriedLoadAsOneThing) {
  const Json all = compared({"panda", "--payload", "3", "--require", "payload>=3kg"});
  EXPECT_EQ(all["arms"][0]["requirements"][0]["met"], true);
  EXPECT_EQ(all["arms"][0]["scores"]["payload"]["value"],
            compared({"panda", "--criteria", "payload"})["arms"][0]["scores"]["payload"]["value"]);
}

TEST(Compare, CountsTheMotorsOfTheFilesUnlessToldOtherwise) {
  const auto mass = [](const Json& all) {
    return all["arms"][0]["scores"]["reflected_mass"]["value"].number();
  };
  const Json with = compared({"puma560", "panda", "--criteria", "reflected_mass"});
  const Json without = compared({"puma560", "panda", "--criteria", "reflected_mass", "--without-motors"});
  EXPECT_NEAR(mass(with), 9.4, 0.2);
  EXPECT_NEAR(mass(without), 4.4, 0.1);
  EXPECT_EQ(with["task"]["motors"], true);
  EXPECT_EQ(without["task"]["motors"], false);
  EXPECT_THAT(texts(with["remarks"]),
              ElementsAre("reflected_mass of puma560 includes motors, which the file of panda "
                          "does not give: there it is of the links alone"));
  EXPECT_EQ(without["remarks"].size(), 0u);
}

TEST(Compare, NamesModelsThatCheckFindsDoubtful) {
  const Json all = compared({"stanford", "ur5e", "--criteria", "reach"});
  EXPECT_THAT(
      all["verdict"].text(),
      AllOf(HasSubstr("The data of stanford are doubtful: link 3: centre of mass lies far outside the link"),
            HasSubstr("of 'catena check'"), HasSubstr("ten times too far out")));
  EXPECT_EQ(all["arms"][0]["doubts"].size(), 2u);
  EXPECT_EQ(all["arms"][1]["doubts"].size(), 0u);
}

// Paper 004 prefers RTX.
TEST(Compare, SaysWhyItDisagreesWithPaper004) {
  const Json all = compared({"rtx", "stanford_004"});
  EXPECT_THAT(texts(all["first"]), ElementsAre("stanford_004"));
  EXPECT_THAT(all["verdict"].text(),
              AllOf(HasSubstr("The data of rtx and stanford_004 are doubtful: "),
                    HasSubstr("the paper gives no stroke, so that of its eq. 23 is assumed, 0 to pi m; its "
                              "Table V prefers RTX to the "
                              "Stanford arm by larger operation counts and with all lengths equal.")));
}

TEST(Compare, SaysWhatLeavingOutAnArmChanges) {
  const std::vector<std::string> args = {"panda", "ur5e",       "xarm7",
                                         "jaco2", "--criteria", "reach,workspace,gim_customised"};
  const Json all = compared(args);
  ASSERT_EQ(all["left_out"].size(), 4u);
  EXPECT_EQ(all["left_out"][0].keys(),
            (std::vector<std::string>{"arm", "first", "order", "other_first", "swapped"}));
  EXPECT_EQ(all["left_out"][0]["order"].size(), 3u);
  for (const Json& left : all["left_out"].elements()) {
    std::vector<std::string> others;
    for (const char* arm : {"panda", "ur5e", "xarm7", "jaco2"})
      if (left["arm"] != arm) others.emplace_back(arm);
    others.insert(others.end(), {"--criteria", "reach,workspace,gim_customised"});
    EXPECT_EQ(compared(others)["first"], left["first"]) << left["arm"].text();
  }
  EXPECT_THAT(compare(args).out,
              testing::AnyOf(HasSubstr("Leaving out any one arm does not change the order"),
                             HasSubstr("the order of the others changes to")));
}

TEST(Compare, ShowsTheReachFromTheShoulderBesideThatFromTheBase) {
  const Json all = compared({"panda", "rtx"});
  EXPECT_EQ(all["criteria"][5]["stem"], "reach");
  EXPECT_EQ(all["criteria"][6]["stem"], "shoulder_reach");
  EXPECT_EQ(all["criteria"][6]["share"], 0.0) << "shown, but not ranked by";
  EXPECT_NEAR(all["arms"][0]["scores"]["shoulder_reach"]["value"].number(), 0.855, 0.005)
      << "as Franka quotes it";
  EXPECT_TRUE(all["arms"][1]["scores"]["shoulder_reach"]["value"].is_null());
  EXPECT_EQ(all["arms"][1]["ranked"], false) << "set apart for its limits";
  EXPECT_EQ(compared({"panda", "--criteria", "shoulder_reach"})["criteria"][0]["share"], 1.0);
}

TEST(Compare, ShowsMotionAndLeftOutArmsOnThePage) {
  const Folder folder;
  const std::string file = folder.file("out.html");
  ASSERT_EQ(compare({"panda", "ur5e", "ur10e", "--criteria", "cycle_energy,reach", "--without-motors",
                     "--report", file})
                .code,
            0);
  const std::string page = folder.read("out.html");
  for (const char* part :
       {"\"Motion\"", "as near to 0 as its limits allow", "\"Leaving out an arm\"", " --without-motors"})
    EXPECT_NE(page.find(part), std::string::npos) << part;
}

TEST(Compare, WritesAReportThatAnswersInASentence) {
  const Folder folder;
  const std::string file = folder.file("out.html");
  const Answer answer = compare({"rtx", "stanford_004", "--report", file});
  ASSERT_EQ(answer.code, 0) << answer.err;
  EXPECT_EQ(answer.err,
            kImpossible + ("catena: note: " + file) + ": report of the comparison, for a web browser\n");
  const std::string page = folder.read("out.html");
  const std::string verdict = compared({"rtx", "stanford_004"})["verdict"].text();
  EXPECT_THAT(page, AllOf(HasSubstr("\"subtitle\":\"" + verdict + "\""), HasSubstr("rtx or stanford_004?"),
                          HasSubstr("catena compare rtx stanford_004 --samples 256")));
  EXPECT_EQ(folder.count(), 1u);
  EXPECT_EQ(compare({"rtx", "--report", file}).code, 2) << "the file exists";
  EXPECT_EQ(compare({"rtx", "--report", file, "--force"}).code, 0);
}

TEST(Compare, EndsInSilenceWhenNobodyReads) {
  const Answer answer =
      shell("{ { catena compare rtx stanford_004 --samples 256 --json; echo $? >&2; } | true; } 2>&1");
  EXPECT_EQ(answer.out, kImpossible + std::string("0\n"));
}

struct Refusal {
  const char* name;
  std::vector<std::string> args;
  int code;
  const char* error;
};

class CompareRefuses : public testing::TestWithParam<Refusal> {};

TEST_P(CompareRefuses, WithTheFullText) {
  const Refusal& tested = GetParam();
  std::vector<std::string> args = {"compare"};
  args.insert(args.end(), tested.args.begin(), tested.args.end());
  const Answer answer = catena(args);
  EXPECT_EQ(answer.code, tested.code);
  EXPECT_EQ(answer.err, tested.error);
  EXPECT_EQ(answer.out, "");
}

INSTANTIATE_TEST_SUITE_P(
    Gallery, CompareRefuses,
    testing::Values(
        Refusal{
            "no_arm",
            {},
            2,
            "catena: error: compare: no arm is given\n"
            "  need    two or more: names in the catalogue (rtx), files (.toml, .urdf) or generated chains "
            "(chain:6)\n"
            "  hint    'catena info' lists the catalogue\n"},
        Refusal{"unknown_criterion",
                {"rtx", "--criteria", "reach,workspcae"},
                2,
                "catena: error: --criteria 'workspcae': there is no criterion 'workspcae'\n"
                "  need    one that 'catena compare --list' shows\n"
                "  hint    did you mean 'workspace'?\n"},
        Refusal{"criterion_twice",
                {"rtx", "--criteria", "reach,reach"},
                2,
                "catena: error: --criteria 'reach': 'reach' is named twice\n"},
        Refusal{
            "empty_list",
            {"rtx", "--criteria", ""},
            2,
            "catena: error: --criteria '': the list is empty\n  need    names separated by single commas\n"},
        Refusal{"empty_entry",
                {"rtx", "--criteria", "reach,,workspace"},
                2,
                "catena: error: --criteria 'reach,,workspace': an entry of the list is empty\n"
                "  need    names separated by single commas\n"},
        Refusal{"negative_weight",
                {"rtx", "--weights", "reach=2,workspace=-1"},
                2,
                "catena: error: --weights 'workspace=-1': the weight is negative\n"
                "  need    finite numbers, 0 or more; their sum need not be 1\n"},
        Refusal{"weight_is_no_number",
                {"rtx", "--weights", "reach=two"},
                2,
                "catena: error: --weights 'reach=two': the weight is not a number\n"
                "  need    finite numbers, 0 or more; their sum need not be 1\n"},
        Refusal{"infinite_weight",
                {"rtx", "--weights", "reach=inf"},
                2,
                "catena: error: --weights 'reach=inf': the weight is not a number\n"
                "  need    finite numbers, 0 or more; their sum need not be 1\n"},
        Refusal{"no_weight",
                {"rtx", "--weights", "reach"},
                2,
                "catena: error: --weights 'reach': the weight is missing\n"
                "  need    criteria and their weights, as in reach=2,workspace=1\n"},
        Refusal{"weights_sum_to_zero",
                {"rtx", "--weights", "reach=0,workspace=0"},
                2,
                "catena: error: --weights 'reach=0,workspace=0': all weights are 0, so nothing would rank "
                "the arms\n"
                "  need    at least one above 0\n"},
        Refusal{"weight_of_what_is_not_compared",
                {"rtx", "--criteria", "reach", "--weights", "reach=1,workspace=1"},
                2,
                "catena: error: --weights 'workspace': this criterion is not compared\n"
                "  hint    add workspace to --criteria, or omit its weight\n"},
        Refusal{"a_weight_is_missing",
                {"rtx", "--criteria", "reach,workspace", "--weights", "reach=1"},
                2,
                "catena: error: --weights 'reach=1': 'workspace' has no weight\n  need    a weight for "
                "each of --criteria\n"
                "  hint    add workspace=1, or workspace=0 to show it without ranking by it\n"},
        Refusal{"unknown_requirement",
                {"rtx", "--require", "raech>=1"},
                2,
                "catena: error: requirement 'raech>=1': there is no such criterion\n  given   'raech'\n"
                "  need    one that 'catena compare --list' shows, or joint_limits, velocity_limits, "
                "effort_limits\n"
                "  hint    did you mean 'reach'?\n"},
        Refusal{
            "requirement_of_another_unit",
            {"rtx", "--require", "reach>=3kg"},
            2,
            "catena: error: requirement 'reach>=3kg': the unit is that of another quantity\n  given   'kg'\n"
            "  need    one of m, mm, cm, km\n"},
        Refusal{"requirement_taken_for_an_arm",
                {"rtx", "reach>=1"},
                2,
                "catena: error: 'reach>=1': this is not an arm\n"
                "  hint    did you mean --require 'reach>=1'? Each requirement needs its own --require\n"},
        Refusal{"arm_twice",
                {"rtx", "stanford_004", "rtx"},
                2,
                "catena: error: 'rtx': the arm is named twice\n  hint    name it once\n"},
        Refusal{
            "samples",
            {"rtx", "--samples", "1"},
            2,
            "catena: error: --samples '1': invalid number\n  need    a whole number from 2 to 100000000\n"},
        Refusal{"payload",
                {"rtx", "--payload", "-1"},
                2,
                "catena: error: --payload '-1': invalid number\n  need    0 kg or more\n"},
        Refusal{"payload_in_metres",
                {"rtx", "--payload", "1m"},
                2,
                "catena: error: --payload '1m': the unit is that of another quantity\n  given   'm'\n"
                "  need    one of kg, g, t\n"},
        Refusal{"scenario_without_a_trajectory",
                {"rtx", "--trajectory", "puma_free_fall"},
                2,
                "catena: error: --trajectory 'puma_free_fall': this scenario has no trajectory\n"
                "  hint    choose a scenario whose drive follows a trajectory; 'catena simulate --list' "
                "shows the "
                "drives\n"},
        Refusal{"trajectory_of_another_arm",
                {"rtx", "--trajectory", "puma_forced"},
                2,
                "catena: note: rtx: 1 of 3 links have a physically impossible inertia, which the file "
                "permits; see "
                "'catena check'\n"
                "catena: error: --trajectory 'puma_forced': the trajectory does not fit 'rtx'\n"
                "  given   6 joints\n  need    3 joints\n"},
        Refusal{"two_forms",
                {"rtx", "--json", "--markdown"},
                2,
                "catena: error: --json --markdown: only one output format can be chosen\n  hint    omit one "
                "of them\n"},
        Refusal{
            "missing",
            {"rtx", "--missing", "zero"},
            2,
            "catena: error: --missing 'zero': unknown choice\n  need    one of skip-arm|skip-criterion\n"},
        Refusal{"report_of_no_page",
                {"rtx", "--report", "out.pdf"},
                2,
                "catena: error: --report 'out.pdf': this is not the name of an HTML file\n"
                "  need    a name that ends in .html\n"}),
    [](const auto& tested) { return tested.param.name; });

TEST(Compare, SaysThatAnArmDoesNotExist) {
  const Answer answer = catena({"compare", "rtx", "stanfrod_004"});
  EXPECT_NE(answer.code, 0);
  EXPECT_EQ(answer.out, "");
  EXPECT_THAT(answer.err, HasSubstr("did you mean 'stanford_004'?"));
}

TEST(CompareReport, OfOneCriterionHasNoPlotOfSeveral) {
  const Folder folder;
  const Answer answer =
      catena({"compare", "planar2", "panda", "--criteria", "reach", "--report", folder.file("r.html")});
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_FALSE(folder.read("r.html").empty());
}

}  // namespace
}  // namespace catena::test
