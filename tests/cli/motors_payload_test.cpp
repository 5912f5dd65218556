// SPDX-License-Identifier: Apache-2.0
// --motors and --payload mean the same in all commands.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "catena/core/arm.hpp"
#include "cli/shell.hpp"

namespace catena::test {
namespace {

using Eigen::VectorXd;
using testing::HasSubstr;

Json answered(const std::vector<std::string>& words) {
  const Answer answer = catena(words);
  EXPECT_EQ(answer.code, 0) << answer.err;
  return Json::parse(answer.out);
}

// The commands that take both options, with what else they need.
const std::vector<std::vector<std::string>> kCommands = {
    {"eval", "puma560", "--q", "0,0,0,0,0,0", "--want", "inertia"},
    {"codegen", "planar2", "--want", "id"},
    {"simulate", "planar2", "--free-fall", "10ms"},
    {"path", "planar2", "--points", "0,0;1,1", "--velocity", "1", "--acceleration", "1"},
    {"verify", "planar2", "--states", "2"},
    {"count", "planar2", "--want", "id"},
    {"compare", "planar2", "--criteria", "peak_torque", "--samples", "16"},
    {"bench", "planar2", "--want", "id", "--no-methods", "--samples", "1", "--window", "0.01"}};

TEST(MotorsAndPayload, AreTakenByEveryCommandThatComputesDynamics) {
  for (std::vector<std::string> words : kCommands) {
    words.insert(words.end(), {"--motors", "--payload", "500g,0,0,0.1"});
    const Answer answer = catena(words);
    EXPECT_EQ(answer.code, 0) << words[0] << ": " << answer.err;
  }
}

// The payload turns about the axis of the last joint of this arm: its inertia about the centre adds to that of the joint.
TEST(MotorsAndPayload, IncludeTheInertiaOfThePayload) {
  const auto last = [](const char* payload) {
    const Answer answer = catena({"eval", "planar2", "--q", "0,0", "-w", "inertia", "--payload", payload});
    EXPECT_EQ(answer.code, 0) << answer.err;
    return answer.lines()[0]["inertia"][1][1].number();
  };
  EXPECT_NEAR(last("2,0.1,0,0,0.3,0.4,0.5,0,0,0") - last("2,0.1,0,0"), 0.5, 1e-14);
}

TEST(MotorsAndPayload, HaveOneDescriptionAndOneSetOfErrors) {
  for (std::vector<std::string> words : kCommands) {
    const Answer help = catena({words[0], "--help"});
    EXPECT_THAT(help.out, HasSubstr("--payload MASS[,X,Y,Z[,IXX,..,IYZ]]")) << words[0];
    EXPECT_THAT(help.out, HasSubstr("--motors")) << words[0];
    for (const auto& [payload, message] :
         {std::pair{"3,1",
                    "--payload '3,1': not a payload\n  given   2 numbers\n  need    a mass (3, 500g), or a "
                    "mass and its centre in m in the tool frame (3,0,0,0.1), and possibly its inertia about "
                    "the centre in kg m² (xx,yy,zz,xy,xz,yz)\n"},
          std::pair{"-1", "--payload '-1': invalid number\n  need    0 kg or more\n"},
          std::pair{"1,a,0,0",
                    "--payload '1,a,0,0': invalid number\n  given   a\n  need    metres, such as 0.1\n"}}) {
      std::vector<std::string> wrong = words;
      wrong.push_back(std::string("--payload=") + payload);
      const Answer answer = catena(wrong);
      EXPECT_EQ(answer.code, 2) << words[0];
      EXPECT_EQ(answer.err, std::string("catena: error: ") + message) << words[0];
    }
  }
  EXPECT_THAT(catena({"compare", "--help"}).out, HasSubstr("the default here"));
  const Answer both = catena({"compare", "planar2", "--motors", "--without-motors"});
  EXPECT_EQ(both.code, 2);
  EXPECT_EQ(both.err,
            "catena: error: --motors --without-motors: only one of them can be chosen\n"
            "  hint    motors are included by default\n");
  const Answer calibrate = catena({"bench", "--calibrate", "--motors"});
  EXPECT_EQ(calibrate.code, 2);
  EXPECT_EQ(calibrate.err,
            "catena: error: --calibrate --motors: the calibration is that of generated chains\n  hint    "
            "omit one of them\n");
}

// The accelerations at the beginning of a fall are those of the arm with motors and payload.
TEST(MotorsAndPayload, AreInSimulations) {
  const Arm arm = Arm::load("puma560").with_payload({2, {0, 0, 0.1}});
  const std::vector<std::string> words = {"simulate",    "puma560", "--free-fall", "10ms",      "--qd0",
                                          "1,1,1,1,1,1", "--json",  "--motors",    "--payload", "2,0,0,0.1"};
  const Json end = answered(words)["final"];
  const VectorXd qd = VectorXd::Ones(6), zero = VectorXd::Zero(6);
  const VectorXd with = arm.with_motors().fd(zero, qd, zero), without = arm.fd(zero, qd, zero);
  for (int i = 0; i < 6; ++i) {
    const double found = (end["qd"][static_cast<std::size_t>(i)].number() - 1) / 0.01;
    EXPECT_LT(std::abs(found - with[i]), 0.2 * std::abs(found - without[i]) + 0.02 * std::abs(with[i])) << i;
  }
  const Json apart = answered({"simulate", "puma560", "--free-fall", "10ms", "--qd0", "1,1,1,1,1,1", "--json",
                               "--rotors", "--friction", "--payload", "2,0,0,0.1"})["final"];
  EXPECT_EQ(apart["qd"][0].number(), end["qd"][0].number());
}

TEST(MotorsAndPayload, AreInPaths) {
  const auto tau = [](std::vector<std::string> more) {
    std::vector<std::string> words = {
        "path",       "puma560", "--points",       "0,0,0,0,0,0;0.5,0.5,0.5,0.5,0.5,0.5",
        "--velocity", "1",       "--acceleration", "2",
        "-o",         "-",       "--torque",       "1000"};
    words.insert(words.end(), more.begin(), more.end());
    const Answer answer = catena(words);
    EXPECT_EQ(answer.code, 0) << answer.err;
    std::string line = answer.out.substr(0, answer.out.find('\n', answer.out.find('\n') + 1));
    line = line.substr(line.find('\n') + 1);  // the first sample
    std::vector<double> row;
    for (std::size_t k = 0; k < line.size();
         k = line.find(',', k) == std::string::npos ? line.size() : line.find(',', k) + 1)
      row.push_back(std::stod(line.substr(k)));
    return row;
  };
  const std::vector<double> plain = tau({}), driven = tau({"--motors", "--payload", "2"});
  const Arm arm = Arm::load("puma560").with_payload({2}).with_motors();
  VectorXd qdd(6);
  for (int i = 0; i < 6; ++i) qdd[i] = driven[static_cast<std::size_t>(13 + i)];
  const VectorXd barely =
      VectorXd::Constant(6, 1e-12);  // at rest: Coulomb friction in the direction of the path
  const VectorXd expected = arm.id(VectorXd::Zero(6), barely, qdd);
  for (int i = 0; i < 6; ++i)
    EXPECT_NEAR(driven[static_cast<std::size_t>(19 + i)], expected[i], 1e-9 * (1 + expected.norm()));
  EXPECT_GT(std::abs(driven[19] - plain[19]), 0.01);
}

TEST(MotorsAndPayload, AreCounted) {
  const auto work = [](std::vector<std::string> more) {
    std::vector<std::string> words = {"count", "puma560", "--json"};
    words.insert(words.end(), more.begin(), more.end());
    return answered(words)[0];
  };
  const Json id = work({"--want", "id", "--method", "rnea"}),
             driven = work({"--want", "id", "--method", "rnea", "--motors"});
  const auto of = [](const Json& row, const char* part, const char* kind) {
    return row[part][kind].number();
  };
  // rotor q̈, viscous q̇ and Coulomb friction: two multiplications, and three additions, for each joint
  EXPECT_EQ(of(driven, "general", "mul") - of(id, "general", "mul"), 12);
  EXPECT_GE(of(driven, "general", "add") - of(id, "general", "add"), 12);
  EXPECT_GT(of(driven, "optimised", "mul"), of(id, "optimised", "mul"));
  EXPECT_EQ(work({"--want", "fd", "--motors"})["method"].text(), "aba_rotors");
  const Answer refused = catena({"count", "puma560", "--want", "regressor", "--motors"});
  EXPECT_EQ(refused.code, 2);
  EXPECT_EQ(refused.err, "catena: error: --motors: 'regressor' is not available with motors\n");
  const Answer other = catena({"count", "puma560", "--want", "fd", "--method", "udut", "--motors"});
  EXPECT_EQ(other.code, 2);
  EXPECT_EQ(other.err,
            "catena: error: --want 'fd' --method 'udut': none of the wanted quantities has such a method "
            "with motors\n"
            "  hint    quantities that divide by M have the method 'aba_rotors' with motors\n");
}

TEST(MotorsAndPayload, AreVerified) {
  const Json plain = answered({"verify", "puma560", "--states", "5", "--json"});
  const Json driven =
      answered({"verify", "puma560", "--states", "5", "--json", "--motors", "--payload", "2,0,0,0.1"});
  EXPECT_EQ(driven["ok"], Json(true));
  EXPECT_EQ(driven["residuals"].size(), plain["residuals"].size() + 11);
  const Json last = driven["residuals"][driven["residuals"].size() - 1];
  EXPECT_EQ(last["check"].text(), "with motors: (M + R) d fd/dqd");
  EXPECT_GT(last["worst"].number(), 0);
}

TEST(MotorsAndPayload, AreInComparisons) {
  const auto torque = [](std::vector<std::string> more) {
    std::vector<std::string> words = {"compare",   "puma560", "--criteria", "peak_torque",
                                      "--samples", "16",      "--json"};
    words.insert(words.end(), more.begin(), more.end());
    return answered(words);
  };
  const std::string plain =
      catena({"compare", "puma560", "--criteria", "peak_torque", "--samples", "16", "--payload", "3"}).out;
  EXPECT_NE(plain, catena({"compare", "puma560", "--criteria", "peak_torque", "--samples", "16", "--payload",
                           "3,0.5,0,0.5"})
                       .out);
  EXPECT_EQ(plain, catena({"compare", "puma560", "--criteria", "peak_torque", "--samples", "16", "--payload",
                           "3,0,0,0"})
                       .out);
  EXPECT_EQ(torque({"--payload", "3,0.5,0,0.5"})["task"]["payload_com"][0].number(), 0.5);
}

TEST(MotorsAndPayload, TellWhatIsProbablyAMistake) {
  const auto told = [](std::vector<std::string> more) {
    std::vector<std::string> command = {"eval", "ur5e", "--want", "gravity,inertia", "--q", "0,0,0,0,0,0"};
    command.insert(command.end(), more.begin(), more.end());
    const Answer answer = catena(command);
    EXPECT_EQ(answer.code, 0) << answer.err;
    return answer.err;
  };
  EXPECT_EQ(told({"--motors"}),
            "catena: note: --motors has no effect: 'Universal Robots UR5e' has no data of motors\n");
  EXPECT_EQ(told({"--payload", "3000"}),
            "catena: note: --payload: 3000 kg is 169 times the mass of the arm; grams are written 3000g\n");
  EXPECT_EQ(told({"--payload", "3,0,0,100"}),
            "catena: note: --payload: its centre is 100 m from the tool; is it in millimetres?\n");
  EXPECT_EQ(told({"--payload", "3,0,0,0.1"}), "");
  // A file that permits impossible bodies does not permit an impossible payload.
  EXPECT_EQ(catena({"eval", "puma560", "--want", "gravity", "--q", "0,0,0,0,0,0", "--payload",
                    "3,0,0,0.1,-1,1,1,0,0,0"})
                .code,
            3);
}

}  // namespace
}  // namespace catena::test
