// SPDX-License-Identifier: Apache-2.0
// `catena simulate`: its output, its errors, and the partial results of a run that ends early.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "cli/shell.hpp"

namespace catena::test {
namespace {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

Json report(std::vector<std::string> args) {
  args.insert(args.begin(), "simulate");
  args.emplace_back("--json");
  const Answer answer = catena(args);
  EXPECT_EQ(answer.code, 0) << answer.err;
  return Json::parse(answer.out);
}

TEST(Simulate, FallsAndSaysWhatBecameOfIt) {
  const Answer answer = catena({"simulate", "puma560_002_abs", "--free-fall", "1s"});
  EXPECT_EQ(answer.code, 0) << answer.err;
  for (const char* line :
       {"puma560_002_abs\n", "  drive       none\n", "  simulated   1 s, 101 samples\n",
        "  energy      kinetic 0 to ", "  imbalance   ", "  final q     ", "  tool        "})
    EXPECT_THAT(answer.out, HasSubstr(line));
  EXPECT_EQ(answer.out.find("partial"), std::string::npos);
}

TEST(Simulate, GivesASummaryAsJson) {
  const Json fall = report({"planar2", "--free-fall", "2s", "--rtol", "1e-10", "--atol", "1e-10", "-m",
                            "udut", "--integrator", "verner", "--q0", "-0.5,1", "--qd0", "0,-2"});
  EXPECT_EQ(fall["method"], "udut");
  EXPECT_EQ(fall["integrator"], "verner");
  EXPECT_EQ(fall["rtol"], 1e-10);
  EXPECT_EQ(fall["end"], "complete");
  EXPECT_EQ(fall["end_time"], 2.0);
  EXPECT_TRUE(fall["partial"].is_null());
  EXPECT_EQ(fall["samples"], 201);
  EXPECT_EQ(fall["start"]["q"], (std::vector<double>{-0.5, 1}));
  EXPECT_EQ(fall["start"]["qd"], (std::vector<double>{0, -2}));
  const Json rough =
      report({"planar2", "--free-fall", "2s", "--rtol", "1e-3", "--atol", "1e-3", "--q0", "-0.5,1"});
  EXPECT_LT(fall["imbalance"].number(), 1e-3 * rough["imbalance"].number());
  EXPECT_GT(fall["steps"].integer(), 10);
  EXPECT_TRUE(fall["deviation"].is_null());
}

TEST(Simulate, PushesWithConstantTorquesOrThoseOfATable) {
  const Folder folder;
  const std::string table = folder.write("tau.csv", "t,tau1,tau2\n0,20,5\n0.5,20,5\n");
  const Json constant = report({"planar2", "--tau", "20,5", "--duration", "500ms"});
  const Json tabulated = report({"planar2", "--drive", table});
  EXPECT_EQ(tabulated["duration"], 0.5) << "as long as the table";
  const std::vector<double> a = constant["final"]["q"].numbers(), b = tabulated["final"]["q"].numbers();
  EXPECT_NEAR(a[0], b[0], 1e-6);
  EXPECT_NEAR(a[1], b[1], 1e-6);
  EXPECT_EQ(constant["final"]["tau"], (std::vector<double>{20, 5}));
  const std::string steps = folder.write("steps.csv", "t,tau1,tau2\n0,0,0\n0.25,10,1\n0.5,0,0\n");
  const Json held = report({"planar2", "--drive", steps, "--hold"});
  EXPECT_EQ(held["restarts"], 1) << "the integrator restarts where the torque jumps";
}

TEST(Simulate, RunsAScenarioThatOptionsOverride) {
  const Json forced =
      report({"puma_forced", "--duration", "1s", "--method", "aba", "--rtol", "1e-10", "--atol", "1e-10"});
  EXPECT_EQ(forced["name"], "PUMA, forced");
  EXPECT_EQ(forced["drive"], "feed_forward");
  EXPECT_EQ(forced["method"], "aba");
  EXPECT_EQ(forced["integrator"], "fehlberg") << "from the scenario";
  EXPECT_EQ(forced["end_time"], 1.0);
  EXPECT_LT(forced["deviation"]["largest"], 1e-8);
  const Json fall = report({"puma_forced", "--free-fall", "100ms"});
  EXPECT_EQ(fall["drive"], "none");
  EXPECT_NEAR(report({"stanford_forced", "--free-fall", "100ms"})["start"]["q"][1].number(),
              1.5707963267948966, 1e-15)
      << "from the start of the trajectory";
}

TEST(Simulate, RunsAScenarioOfItsFolder) {
  const Folder folder;
  folder.write("arm.toml", catena({"convert", "planar2"}).out);
  folder.write("tau.csv", "t,tau1,tau2\n0,1,2\n0.2,3,4\n");
  const std::string file = folder.write(
      "run.toml", "scenario = 1\nrobot = \"arm.toml\"\n[drive]\nkind = \"table\"\nfile = \"tau.csv\"\n");
  const Json run = report({file});
  EXPECT_EQ(run["name"], "run");
  EXPECT_EQ(run["robot"], "Planar 2R");
  EXPECT_NEAR(run["final"]["tau"][0].number(), 3, 1e-12);
  EXPECT_NEAR(run["final"]["tau"][1].number(), 4, 1e-12);
}

TEST(Simulate, ListsItsScenarios) {
  const Answer list = catena({"simulate", "--list"});
  EXPECT_EQ(list.code, 0);
  EXPECT_THAT(
      list.out,
      HasSubstr(
          "  stanford_free_fall         stanford_002       none             Stanford arm, free fall\n"));
  const Json all = Json::parse(catena({"simulate", "--list", "--json"}).out);
  EXPECT_GE(all.size(), 17u);
  EXPECT_EQ(all[0].keys(), (std::vector<std::string>{"drive", "name", "robot", "source", "stem"}));
}

TEST(Simulate, WritesSamplesByTheNameOfTheFile) {
  const Folder folder;
  for (const char* name : {"a.csv", "a.jsonl", "a.npz"}) {
    const Answer answer = catena(
        {"simulate", "planar2", "--free-fall", "1s", "--output-step", "0.25s", "-o", folder.file(name)});
    EXPECT_EQ(answer.code, 0) << answer.err;
    EXPECT_EQ(answer.out, "");
    EXPECT_THAT(answer.err, HasSubstr("5 samples\n"));
  }
  const std::vector<std::string> csv = lines_of(folder.read("a.csv"));
  ASSERT_EQ(csv.size(), 6u);
  EXPECT_THAT(csv[0], StartsWith("t,q1,q2,qd1,qd2,"));
  EXPECT_THAT(csv[5], StartsWith("1,"));
  EXPECT_EQ(json_lines(folder.read("a.jsonl")).size(), 5u);
  EXPECT_EQ(shell("python3 -c \"import zipfile; z = zipfile.ZipFile('" + folder.file("a.npz") +
                  "'); assert z.testzip() is None; print(len(z.namelist()), z.getinfo('q.npy').file_size)\"")
                .out,
            "15 208\n")
      << "another program can read the archive: 128 bytes of header, 5 x 2 numbers";
  EXPECT_EQ(folder.count(), 3u) << "no other file remains";
  const Answer here =
      catena({"simulate", "planar2", "--free-fall", "1s", "--output-step", "0.25s", "-o", "-"});
  EXPECT_EQ(here.out, folder.read("a.csv"));
}

TEST(Simulate, WritesTheSameBytesAgain) {
  const Folder folder;
  for (const char* name : {"a.npz", "b.npz"})
    ASSERT_EQ(catena({"simulate", "stanford_free_fall", "--free-fall", "1s", "-o", folder.file(name)}).code,
              0);
  EXPECT_EQ(folder.read("a.npz"), folder.read("b.npz"));
}

TEST(Simulate, HoldsJointsAtTheirLimits) {
  const Json free = report({"panda", "--free-fall", "2s"});
  EXPECT_TRUE(free["events"].empty());
  const Json stopped = report({"panda", "--free-fall", "2s", "--limits", "stop", "--q0", "0,0,0,-1,0,1,0"});
  EXPECT_EQ(stopped["end"], "at_limit");
  EXPECT_EQ(stopped["events"].size(), 1u);
  EXPECT_LT(stopped["end_time"], 2.0);
  EXPECT_THAT(stopped["partial"].text(), StartsWith("a joint reached its limit at "));
  const Json bounced = report({"panda", "--free-fall", "1s", "--limits", "bounce", "--q0", "0,0,0,-1,0,1,0"});
  EXPECT_EQ(bounced["end"], "complete");
  EXPECT_GE(bounced["events"].size(), 1u);
}

TEST(Simulate, LosesEnergyByFriction) {
  const Json run =
      report({"puma560", "--free-fall", "500ms", "--friction", "--rotors", "--integrator", "bdf"});
  EXPECT_LT(run["final"]["by_friction"], -1e-3);
}

// Friction at rest is stiff: an explicit method takes millions of steps.
TEST(Simulate, DoesNotStallAtRestUnderFriction) {
  const Json run = report({"puma560", "--free-fall", "2s", "--friction"});
  EXPECT_EQ(run["integrator"], "auto");
  EXPECT_EQ(run["end_time"], 2.0);
  EXPECT_LT(run["steps"].integer(), 5000);
  EXPECT_GT(run["implicit"].integer(), 0);
  EXPECT_THAT(catena({"simulate", "puma560", "--free-fall", "200ms", "--friction"}).out,
              HasSubstr(" by bdf, since the motion is stiff), "));
}

// A closed joint is locked, whether its limits are equal or only almost.
TEST(Simulate, LocksJointsThatCannotMove) {
  const Folder folder;
  std::string arm = catena({"convert", "planar2"}).out;
  for (std::size_t at = 0; (at = arm.find("\nmass", at)) != std::string::npos; at += 50)
    arm.insert(at, "\nlimits = { position = [0, 0] }");
  const std::string toml = folder.write("arm.toml", arm);
  const std::string urdf = folder.write(
      "arm.urdf",
      R"(<robot name="arm"><link name="a"/><link name="b"><inertial><origin xyz="0.5 0 0"/><mass value="1"/>
<inertia ixx="0.01" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial></link><joint name="j" type="revolute">
<parent link="a"/><child link="b"/><axis xyz="0 1 0"/><limit lower="0" upper="1e-10" effort="1" velocity="1"/></joint></robot>)");
  for (const std::string& file : {toml, urdf})
    for (const char* limits : {"bounce", "stop"}) {
      const Json run = report({file, "--free-fall", "1s", "--limits", limits});
      EXPECT_EQ(run["end"], "complete") << file << limits;
      EXPECT_EQ(run["final"]["q"][0].number(), 0) << file << limits;
      EXPECT_TRUE(run["events"].empty());
    }
}

TEST(Simulate, WritesAReport) {
  const Folder folder;
  const Answer answer = catena({"simulate", "puma_decoupled", "--duration", "100ms", "--limits", "stop",
                                "--report", folder.file("a.html")});
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_THAT(answer.out, StartsWith("PUMA, quasi-velocities that decay on their own\n"))
      << "the summary is printed as well";
  const std::string page = folder.read("a.html");
  for (const char* text : {"PUMA, quasi-velocities that decay on their own", "Joint velocities",
                           "Drive torques", "Deviation of the quasi-velocities", "Energy imbalance",
                           "catena simulate puma_decoupled --duration 0.1s --limits stop"})
    EXPECT_THAT(page, HasSubstr(text));
  EXPECT_EQ(catena({"simulate", "planar2", "--report", folder.file("a.html")}).code, 2) << "the file exists";
  const Answer partial =
      catena({"simulate", "puma_printed_forced", "--report", folder.file("b.html"), "--output-step", "0.1s"});
  EXPECT_EQ(partial.code, 4);
  EXPECT_THAT(folder.read("b.html"), HasSubstr("\"partial\":\"stopped at 4.71"));
}

// A page of 2 million samples would have hundreds of megabytes.
TEST(Simulate, WritesAReportOfALongRunWithSomeOfItsSamples) {
  const Folder folder;
  const Answer answer = catena({"simulate", "planar2", "--free-fall", "50ms", "--output-step", "0.001ms",
                                "--report", folder.file("a.html")});
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_THAT(answer.err, HasSubstr("with 16668 of its 50001 samples; -o writes all\n"));
  const std::string page = folder.read("a.html");
  EXPECT_THAT(page, HasSubstr("16668 of the 50001 samples of the run are shown"));
  EXPECT_LT(page.size(), 20'000'000u);
}

// --- errors and interrupts ----------------------------------------------------------------------------------------

TEST(Simulate, KeepsWhatThereIsWhenTheInertiaIsLostOnTheWay) {
  const Folder folder;
  const Answer answer = catena({"simulate", "puma_printed_forced", "-o", folder.file("out.csv")});
  EXPECT_EQ(answer.code, 4);
  EXPECT_THAT(
      answer.err,
      AllOf(HasSubstr("catena: error: simulate: the inertia matrix of 'PUMA (Saha, Table II, as printed)' "
                      "becomes singular at t = 4.71"),
            HasSubstr("has pivot d = "), HasSubstr("out.csv: 473 samples, partial: stopped at 4.71")));
  EXPECT_THAT(lines_of(folder.read("out.csv")).back(), StartsWith("# partial: stopped at 4.71"));
}

TEST(Simulate, FailsIfTheEnergyDoesNotBalanceButWritesWhatItComputed) {
  const Folder folder;
  const std::vector<std::string> wrong = {"simulate",     "planar2", "--free-fall", "10s",
                                          "--integrator", "rk4",     "--step",      "10s"};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), wrong.begin(), wrong.end());
    return catena(more);
  };
  const Answer answer = with({"-o", folder.file("out.csv")});
  EXPECT_EQ(answer.code, 4);
  EXPECT_THAT(
      answer.err,
      AllOf(HasSubstr(
                "catena: error: simulate: the energy of the run does not balance: its numbers are wrong\n"),
            HasSubstr("  given   energy and work differ by up to "),
            HasSubstr("  hint    use a smaller step, or an integrator with step-size control\n"),
            HasSubstr("out.csv: 1001 samples, unbalanced: ")));
  const std::vector<std::string> lines = lines_of(folder.read("out.csv"));
  ASSERT_EQ(lines.size(), 1003u);
  EXPECT_THAT(lines.back(), StartsWith("# unbalanced: "));
  const Answer summary = with({});
  EXPECT_EQ(summary.code, 4);
  EXPECT_THAT(summary.out, HasSubstr("  unbalanced  "));
  const Json json = Json::parse(with({"--json"}).out);
  EXPECT_EQ(json["end"], "unbalanced");
  EXPECT_GT(json["imbalance"].number(), json["imbalance_allowed"].number());
}

TEST(Simulate, WritesNoInfinitiesIntoATable) {
  const Answer answer = catena({"simulate", "planar2", "--free-fall", "1s", "--integrator", "rk4", "--step",
                                "1s", "--qd0", "1e160,0", "-o", "-"});
  EXPECT_EQ(answer.out.find("inf"), std::string::npos);
  EXPECT_EQ(answer.out.find("-nan"), std::string::npos);
}

TEST(Simulate, WritesWhatThereIsAtAnInterruptAndEndsByIt) {
  const Folder folder;
  std::vector<std::string> lines;
  for (const char* const seconds : {"1", "4", "20"}) {  // on a busy machine it may not have started after 1 s
    const Answer answer = shell("timeout -s INT " + std::string(seconds) +
                                " catena simulate planar3 --free-fall 1000000s --rtol 1e-12 --atol 1e-12 "
                                "--output-step 1s --force -o '" +
                                folder.file("out.csv") + "' 2>'" + folder.file("err") + "'");
    EXPECT_EQ(answer.code, 124) << "the exit code of timeout, since the program ended by the signal";
    lines = lines_of(folder.read("out.csv"));
    if (lines.size() >= 3) break;
  }
  ASSERT_GE(lines.size(), 3u);
  EXPECT_THAT(lines.back(), AllOf(StartsWith("# partial: interrupted at "), EndsWith(" s of 1e+06 s")));
  EXPECT_THAT(folder.read("err"), HasSubstr(", partial: interrupted at "));
}

// As `timeout` sends them: to the program and again to its process group. The second may arrive too late, so the test
// runs three times.
TEST(Simulate, TakesTwoInterruptsAtOnceForOne) {
  const Folder folder;
  const auto first_line = [&](const std::string& after) {
    return shell(
               "env --default-signal=INT catena simulate planar3 --free-fall 1000000s --output-step 1s > '" +
               folder.file("out") + "' 2>/dev/null & p=$!; sleep " + after +
               "; kill -INT $p; kill -INT $p 2>/dev/null; wait $p 2>/dev/null; head -n 1 '" +
               folder.file("out") + "'")
        .out;
  };
  std::string after = "0.5";
  for (const char* const longer : {"2", "20"})  // on a busy machine it may not have started
    if (first_line(after).empty()) after = longer;
  for (int again = 0; again < 3; ++again) EXPECT_EQ(first_line(after), "planar3\n");
}

TEST(Simulate, SaysThatTheDiskIsFull) {
  const Answer answer = catena({"simulate", "planar2", "--free-fall", "10s", "-o", "/dev/full"});
  EXPECT_EQ(answer.code, 5);
  EXPECT_THAT(answer.err,
              HasSubstr("catena: error: /dev/full: cannot write\n  given   No space left on device\n"));
  EXPECT_EQ(shell("catena simulate planar2 --free-fall 10s > /dev/full 2>/dev/null").code, 5);
}

TEST(Simulate, KeepsAnotherFileUnlessForced) {
  const Folder folder;
  const std::string file = folder.write("out.csv", "precious");
  const Answer refused = catena({"simulate", "planar2", "--free-fall", "1s", "-o", file});
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.err, HasSubstr("the file exists"));
  EXPECT_EQ(folder.read("out.csv"), "precious");
  EXPECT_EQ(catena({"simulate", "planar2", "--free-fall", "1s", "-o", file, "--force"}).code, 0);
  EXPECT_THAT(folder.read("out.csv"), StartsWith("t,q1,"));
}

struct Refusal {
  const char* name;
  std::vector<std::string> args;
  int code;
  const char* message;
};

class SimulateRefuses : public testing::TestWithParam<Refusal> {};

TEST_P(SimulateRefuses, WithAClearError) {
  std::vector<std::string> args = GetParam().args;
  args.insert(args.begin(), "simulate");
  const Answer answer = catena(args);
  EXPECT_EQ(answer.code, GetParam().code);
  EXPECT_EQ(answer.out, "");
  EXPECT_EQ(answer.err, GetParam().message);
}

INSTANTIATE_TEST_SUITE_P(
    Gallery, SimulateRefuses,
    testing::Values(
        Refusal{"nothing",
                {},
                2,
                "catena: error: simulate: no robot or scenario is given\n"
                "  need    a robot (puma560), a scenario (puma_forced) or a file\n"
                "  hint    'catena simulate --list' shows the scenarios, 'catena info' the robots\n"},
        Refusal{"misspelt",
                {"puma_force"},
                2,
                "catena: error: 'puma_force': no robot or scenario has this name\n"
                "  need    the name of one of 28 robots and 19 scenarios, a file (.toml, .urdf) or a "
                "generated robot "
                "(chain:6)\n"
                "  hint    did you mean 'puma_forced'?\n"},
        Refusal{"output_without_a_name",
                {"planar2", "-o", ""},
                2,
                "catena: error: -o: the file name does not determine the format\n"
                "  need    a name that ends in .csv, .jsonl or .npz\n"},
        Refusal{"negative_tolerance",
                {"planar2", "--rtol", "-1e-6"},
                2,
                "catena: error: --rtol '-1e-6': invalid number\n  need    a positive number\n"},
        Refusal{"wrong_time",
                {"planar2", "--free-fall", "10x"},
                2,
                "catena: error: --free-fall '10x': invalid time\n"
                "  need    a positive number, with s (default), ms or min: 10s\n"},
        Refusal{"nan_torque",
                {"planar2", "--tau", "1,nan"},
                2,
                "catena: error: --tau 'nan': invalid number\n  need    finite numbers separated by commas, "
                "such as 0,-1.5e-3,pi/2\n"},
        Refusal{"few_torques",
                {"planar2", "--tau", "1"},
                2,
                "catena: error: --tau: 'drive.tau' has the wrong length\n  given   1 number\n"
                "  need    2, since 'Planar 2R' has 2 joints\n"},
        Refusal{"two_drives",
                {"planar2", "--tau", "1,2", "--free-fall", "1s"},
                2,
                "catena: error: --free-fall --tau: only one source of torques can be given\n"
                "  hint    omit one of them\n"},
        Refusal{
            "integrator",
            {"planar2", "--integrator", "verener"},
            2,
            "catena: error: --integrator: there is no integrator 'verener'\n"
            "  need    one of auto, fehlberg, dormand_prince, verner, adams, bdf, rk4, semi_implicit_euler\n"
            "  hint    did you mean 'verner'?\n"},
        Refusal{"folder_missing",
                {"planar2", "-o", "/nowhere/out.csv"},
                5,
                "catena: error: /nowhere/out.csv: cannot write\n  given   No such file or directory\n"
                "  hint    there is no folder '/nowhere': create it first\n"},
        Refusal{"no_such_format",
                {"planar2", "-o", "out.txt"},
                2,
                "catena: error: out.txt: the file name does not determine the format\n"
                "  need    a name that ends in .csv, .jsonl or .npz\n"},
        Refusal{
            "table_missing",
            {"planar2", "--drive", "/nowhere.csv"},
            5,
            "catena: error: /nowhere.csv: the file cannot be opened\n  given   No such file or directory\n"},
        Refusal{
            "limits",
            {"planar2", "--limits", "halt"},
            2,
            "catena: error: --limits 'halt': unknown choice\n  need    one of ignore|stop|bounce|spring\n"},
        Refusal{"report_of_no_page",
                {"planar2", "--report", "out.pdf"},
                2,
                "catena: error: --report 'out.pdf': this is not the name of an HTML file\n  need    a name "
                "that ends "
                "in .html\n"},
        Refusal{"two_outputs",
                {"planar2", "--json", "-o", "-"},
                2,
                "catena: error: --json -o -: both would be written to standard output\n"
                "  hint    name a file, or omit --json\n"}),
    [](const auto& tested) { return tested.param.name; });

TEST(Simulate, SaysThatTheTableIsTooShort) {
  const Folder folder;
  const std::string table = folder.write("tau.csv", "t,tau1,tau2\n0,1,2\n1,3,4\n");
  const Answer answer = catena({"simulate", "planar2", "--drive", table, "--duration", "10s"});
  EXPECT_EQ(answer.code, 2);
  EXPECT_THAT(answer.err, HasSubstr("tau.csv: the torque table is too short\n"
                                    "  given   its last row is at 1 s, the simulation ends at 10 s\n"));
}

TEST(Simulate, NamesFileAndLineOfABadScenario) {
  const Folder folder;
  const std::string file =
      folder.write("a.toml", "scenario = 1\nrobot = \"planar2\"\n\n[integrator]\nrtoll = 1\n");
  const Answer answer = catena({"simulate", file});
  EXPECT_EQ(answer.code, 3);
  EXPECT_THAT(answer.err, StartsWith("catena: error: " + file + ":5:1: unknown key 'integrator.rtoll'\n"));
  EXPECT_THAT(answer.err, HasSubstr("did you mean 'rtol'?"));
}

TEST(Simulate, NotesAStartThatLooksLikeDegrees) {
  EXPECT_THAT(catena({"simulate", "planar2", "--free-fall", "0.01s", "--q0", "90,0"}).err,
              testing::HasSubstr(
                  "catena: note: --q0: joint 1: position is 14.3 turns; given 90 rad; is it in degrees?\n"));
  EXPECT_THAT(catena({"simulate", "planar2", "--free-fall", "0.01s", "--q0", "90deg,0"}).err,
              testing::Not(testing::HasSubstr("degrees?")));
}

}  // namespace
}  // namespace catena::test
