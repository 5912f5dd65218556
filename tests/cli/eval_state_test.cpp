// SPDX-License-Identifier: Apache-2.0
// One state by options, and the table for people.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "cli/shell.hpp"

namespace catena::test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

TEST(EvalState, GivesTheSameBytesAsALineOfJson) {
  const Answer line = catena({"eval", "planar2", "--want", "id,fd,gravity"},
                             R"({"q": [0.1, -0.2], "qd": [1, 2], "qdd": [3, 4], "tau": [5, 6], )"
                             R"("tip": [1, 2, 3, 4, 5, 6], "gravity": [0, -1, 2]})");
  const Answer options =
      catena({"eval", "planar2", "--want", "id,fd,gravity", "--q", "0.1,-0.2", "--qd", "1,2", "--qdd", "3,4",
              "--tau", "5 6", "--tip-wrench", "1,2,3,4,5,6", "--gravity", "0,-1,2"});
  EXPECT_EQ(options.code, 0) << options.err;
  EXPECT_EQ(options.out, line.out);
  EXPECT_EQ(options.err, "");
}

TEST(EvalState, TellsWhatIsStrangeAboutAPosition) {
  const Answer degrees = catena({"eval", "panda", "--want", "gravity", "--q", "0,90,0,-90,0,90,0"});
  EXPECT_EQ(degrees.code, 0);
  EXPECT_THAT(degrees.err, StartsWith("catena: note: --q: "));
  const Answer line = catena({"eval", "panda", "--want", "gravity"}, R"({"q": [0, 90, 0, -90, 0, 90, 0]})");
  EXPECT_EQ(degrees.err.substr(sizeof "catena: note: --q: " - 1),
            line.err.substr(sizeof "catena: note: line 1: " - 1));
}

TEST(EvalState, TakesADamping) {
  const std::vector<std::string> words = {"eval", "puma560",    "--want", "operational_inertia",
                                          "--q",  "0,0,0,0,0,0"};
  const Answer singular = catena(words);
  EXPECT_EQ(singular.code, 4);
  EXPECT_THAT(singular.err, HasSubstr("given   a pivot of 0, relative to the diagonal"));
  const auto with = [&](const char* damping) {
    std::vector<std::string> all = words;
    all.insert(all.end(), {"--damping", damping});
    return catena(all);
  };
  const Answer option = with("0.01");
  EXPECT_EQ(option.code, 0) << option.err;
  EXPECT_EQ(option.out, catena({"eval", "puma560", "--want", "operational_inertia"},
                               R"({"q": [0, 0, 0, 0, 0, 0], "damping": 0.01})")
                            .out);
  EXPECT_EQ(
      with("-1").err.substr(singular.err.find("catena: error")),  // after a note about the robot
      "catena: error: --damping: it is negative\n  given   -1\n  need    0 or more, in 1/kg and 1/(kg m²)\n");
}

// The pose of a planar arm with two links of 1 m shows the angle of the first joint.
double angle_of(const std::string& text) {
  const Answer answer = catena({"eval", "planar2", "--want", "pose", "--q", text});
  EXPECT_EQ(answer.code, 0) << answer.err;
  const Json pose = answer.lines().at(0)["pose"];
  return std::atan2(pose[1][0].number(), pose[0][0].number());
}

TEST(EvalState, ReadsAnglesAsPeopleWriteThem) {
  constexpr double pi = std::numbers::pi;
  const std::pair<const char*, double> gallery[] = {
      {"0.5,0", .5},         {" 0.5 , 0 ", .5},     {"0.5  0", .5},          {"+0.5,-0", .5},
      {"5e-1,0", .5},        {".5,0", .5},          {"pi/2,0", pi / 2},      {"-pi/4,0", -pi / 4},
      {"0.25pi,0", pi / 4},  {"0.25*pi,0", pi / 4}, {"3pi/4,0", 3 * pi / 4}, {"30deg,0", pi / 6},
      {"-90deg,0", -pi / 2}, {"0,30deg", pi / 6},   {"pi/3,-30deg", pi / 6},
  };
  for (const auto& [text, angle] : gallery) EXPECT_NEAR(angle_of(text), angle, 1e-15) << text;
}

TEST(EvalState, RefusesWhatItCannotRead) {
  struct Bad {
    std::vector<std::string> options;
    std::string error;
  };
  const std::string need = "\n  need    finite numbers separated by commas, such as 0,-1.5e-3,pi/2,30deg\n";
  const std::string commas = "\n  need    finite numbers separated by single commas\n";
  const std::string plain = "\n  need    a number without a unit, in SI units";
  const Bad gallery[] = {
      {{"--q", ""}, "--q '': number 1 is missing" + commas},
      {{"--q", "1,"}, "--q '1,': number 2 is missing" + commas},
      {{"--q", ",1"}, "--q ',1': number 1 is missing" + commas},
      {{"--q", "1,,2"}, "--q '1,,2': number 2 is missing" + commas},
      {{"--q", "0,0", "--qd", "0,30deg"},
       "--qd '30deg': number 2 cannot be in deg" + plain + ", or with the unit deg/s\n"},
      {{"--q", "0,0", "--qdd", "30deg/s,0"},
       "--qdd '30deg/s': number 1 cannot be in deg/s" + plain + ", or with the unit deg/s2\n"},
      {{"--q", "0,0", "--tau", "30deg,0"}, "--tau '30deg': number 1 cannot be in deg" + plain + "\n"},
      {{"--q", "0,0", "--gravity", "0,0,30deg"},
       "--gravity '30deg': number 3 cannot be in deg" + plain + "\n"},
      {{"--q", "0,0", "--payload", "1e308"},
       "--payload '1e308': the mass is too large to compute with\n  need    at most 1e+12 kg\n"},
      {{"--q", "0,0", "--payload", "1,0,0,-1e300"},
       "--payload '1,0,0,-1e300': the centre of mass is too far away\n  given   -1e300\n  need    at most "
       "1e+06 m\n"},
      {{"--q", "1,x"}, "--q 'x': invalid number" + need},
      {{"--q", "[1,2]"}, "--q '[1': invalid number" + need},
      {{"--q", "nan,0"}, "--q 'nan': invalid number" + need},
      {{"--q", "inf,0"}, "--q 'inf': invalid number" + need},
      {{"--q", "--1,0"}, "--q '--1': invalid number" + need},
      {{"--q", "pi/0,0"}, "--q 'pi/0': invalid number" + need},
      {{"--q", "deg,0"}, "--q 'deg': invalid number" + need},
      {{"--q", "1 deg,0"}, "--q 'deg': invalid number" + need},
      {{"--q", "q.npy"},
       "--q 'q.npy': invalid number" + need + "  hint    add --batch to read states from .npy files\n"},
      {{"--q", "0,0", "--gravity", "0,0"},
       "--gravity '0,0': wrong number of values\n  given   2 numbers\n  need    3 numbers, x,y,z in the base "
       "frame\n"},
      {{"--q", "0,0", "--tip-wrench", "1"},
       "--tip-wrench '1': wrong number of values\n  given   1 number\n  need    6 numbers, mx,my,mz,fx,fy,fz "
       "in "
       "the tool "
       "frame\n"},
      {{"--q", "0,0", "--input", "states.jsonl"},
       "eval: --input reads JSON lines\n  need    either --input or a state by --q, --qd, --qdd, --tau, "
       "--gravity, "
       "--tip-wrench\n"},
      {{"--q", "0,0", "--json", "--table"}, "eval: --json and --table exclude each other\n"},
      {{"--q", "q.npy", "--batch", "--table"},
       "eval --batch: --table is for states on the terminal\n  hint    omit --table; --batch writes .npy "
       "files\n"},
      {{"--q", "q.npy", "--batch", "--gravity", "0,0,0"},
       "eval --batch: --gravity is for a single state\n  hint    set 'gravity' in the robot file, or give "
       "the states as "
       "JSON lines with \"gravity\"\n"},
  };
  for (const Bad& bad : gallery) {
    std::vector<std::string> args = {"eval", "planar2"};
    args.insert(args.end(), bad.options.begin(), bad.options.end());
    const Answer answer = catena(args);
    EXPECT_EQ(answer.code, 2) << bad.error;
    EXPECT_EQ(answer.err, "catena: error: " + bad.error);
    EXPECT_EQ(answer.out, "");
  }
}

// The third joint of the Stanford arm is prismatic.
TEST(EvalState, TakesUnitsThatFitTheJoint) {
  const auto eval = [](const char* q, const char* qd) {
    return catena({"eval", "stanford", "--want", "bias", "--q", q, "--qd", qd});
  };
  const Answer radians = eval("pi/6,0,0.1,0,0,0", "pi,0,0.2,0,0,0");
  EXPECT_EQ(radians.code, 0) << radians.err;
  EXPECT_EQ(eval("30deg,0,0.1,0,0,0", "180deg/s,0,0.2,0,0,0").out, radians.out);
  const Answer metres = eval("0,0,30deg,0,0,0", "0,0,0,0,0,0");
  EXPECT_EQ(metres.code, 2);
  EXPECT_THAT(metres.err, HasSubstr("catena: error: --q '30deg': number 3 cannot be in deg\n"
                                    "  need    metres, without a unit: this joint is prismatic\n"));
}

TEST(EvalState, TellsWhichOptionsHaveNoEffect) {
  const auto notes = [](std::vector<std::string> more) {
    std::vector<std::string> args = {"eval", "planar2", "--q", "0,0"};
    args.insert(args.end(), more.begin(), more.end());
    const Answer answer = catena(args);
    EXPECT_EQ(answer.code, 0) << answer.err;
    return answer.err;
  };
  EXPECT_EQ(notes({"-w", "gravity", "--tip-wrench", "1,2,3,4,5,6"}),
            "catena: note: --tip-wrench is ignored: no wanted quantity needs it\n");
  EXPECT_EQ(notes({"-w", "id,gravity", "--qd", "0,0", "--qdd", "0,0", "--tip-wrench", "1,2,3,4,5,6"}), "");
  EXPECT_EQ(notes({"-w", "pose", "--qd", "0,0", "--tau", "1,1", "--gravity", "0,0,1", "--payload", "2",
                   "--motors"}),
            "catena: note: --qd is ignored: no wanted quantity needs it\n"
            "catena: note: --tau is ignored: no wanted quantity needs it\n"
            "catena: note: --gravity is ignored: no wanted quantity needs it\n"
            "catena: note: --payload is ignored: no wanted quantity depends on masses\n"
            "catena: note: --motors is ignored: no wanted quantity depends on the motors\n");
}

TEST(EvalState, NeedsAsManyNumbersAsTheArmHasJoints) {
  const Answer answer = catena({"eval", "planar2", "--q", "0,1,2"});
  EXPECT_EQ(answer.code, 2);
  EXPECT_EQ(
      answer.err,
      "catena: error: --q: wrong length\n  given   3 numbers\n  need    2, since 'Planar 2R' has 2 joints\n");
  const Answer missing = catena({"eval", "planar2", "--q", "0,0", "--want", "id"});
  EXPECT_EQ(missing.code, 2);
  EXPECT_EQ(missing.err, "catena: error: --qd: missing\n  need    2 numbers, for 'id'\n");
}

TEST(EvalTable, AlignsTheNumbersUnderTheirNames) {
  const Answer answer = catena({"eval", "planar2", "--q", "0.3,0.9", "--want",
                                "M,gravity,kinetic_energy,udut", "--qd", "1,0", "--table"});
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_EQ(answer.out,
            "inertia M [kg m² (revolute), kg (prismatic)]: inertia matrix M(q)\n"
            "   2.28828  0.644138\n"
            "  0.644138  0.333333\n"
            "gravity g [N m, N]: gravity torques\n"
            "  15.8351  1.77736\n"
            "kinetic_energy [J]: qdᵀ M qd / 2\n"
            "  1.14414\n"
            "udut: M = U D Uᵀ: U and d\n"
            "U\n"
            "  1  1.93241\n"
            "  0        1\n"
            "d\n"
            "  1.04353  0.333333\n"
            "\n");
}

TEST(EvalTable, ShowsACubeAsMatricesAndErrorsByLine) {
  const Answer answer =
      catena({"eval", "planar2", "--want", "christoffel", "--table"}, "{\"q\": [0, 0]}\nfoo\n");
  EXPECT_EQ(answer.code, 4);
  EXPECT_THAT(answer.out, HasSubstr("k = 1\n"));
  EXPECT_THAT(answer.out, HasSubstr("k = 2\n"));
  EXPECT_THAT(answer.out, HasSubstr("\nline 2: column 1: this is not a JSON object"));
}

// A terminal is simulated by script(1) of util-linux, which is part of every Debian.
TEST(EvalTerminal, ShowsATableAndSaysThatItWaits) {
  const Answer state = shell("script -qec 'catena eval planar2 --q 0,0' /dev/null </dev/null");
  EXPECT_THAT(state.out, StartsWith("inertia M"));
  const Answer json = shell("script -qec 'catena eval planar2 --q 0,0 --json' /dev/null </dev/null");
  EXPECT_THAT(json.out, StartsWith("{\"inertia\""));
  const Answer waits = shell("printf '\\004' | script -qec 'catena eval planar2' /dev/null");
  EXPECT_THAT(waits.out, HasSubstr("reading states from the terminal"));
  const Answer piped = shell("catena eval planar2 --q 0,0 | cat");
  EXPECT_THAT(piped.out, StartsWith("{\"inertia\""));
}

TEST(HelpCommand, PrintsWhatTheOptionPrints) {
  EXPECT_EQ(catena({"help"}).out, catena({"--help"}).out);
  for (const std::string& verb : commands())
    EXPECT_EQ(catena({"help", verb}).out, catena({verb, "--help"}).out) << verb;
  const Answer unknown = catena({"help", "evl"});
  EXPECT_EQ(unknown.code, 2);
  EXPECT_THAT(unknown.err, StartsWith("catena: error: 'evl': unknown command\n"));
  EXPECT_THAT(unknown.err, HasSubstr("did you mean 'eval'?"));
}

}  // namespace
}  // namespace catena::test
