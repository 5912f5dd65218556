// SPDX-License-Identifier: Apache-2.0
// `catena eval --payload --motors`, and the notes about positions that may be mistakes.
#include <gtest/gtest.h>

#include "catena/core/arm.hpp"
#include "catena/io/npy.hpp"
#include "cli/shell.hpp"

namespace catena::test {
namespace {

using Eigen::VectorXd;

const char* const kState =
    R"({"q": [0.1, -0.2, 0.3, 0.4, 0.5, 0.6], "qd": [1, -1, 1, 0, 1, 1], "qdd": [1, 2, 3, 4, 5, 6], "tau": [6, 5, 4, 3, 2, 1]})";

struct State6 {
  VectorXd q = (VectorXd(6) << 0.1, -0.2, 0.3, 0.4, 0.5, 0.6).finished(),
           qd = (VectorXd(6) << 1, -1, 1, 0, 1, 1).finished(), qdd = VectorXd::LinSpaced(6, 1, 6),
           tau = VectorXd::LinSpaced(6, 6, 1);
};

void expect_vector(const Json& found, const VectorXd& expected) {
  ASSERT_EQ(found.size(), static_cast<std::size_t>(expected.size()));
  for (int i = 0; i < expected.size(); ++i)
    EXPECT_NEAR(found[i].number(), expected[i], 1e-12 * (1 + expected.cwiseAbs().maxCoeff()));
}

TEST(EvalPayload, IsThatOfTheArm) {
  const State6 s;
  const Arm arm = Arm::load("puma560");
  for (const auto& [option, payload] : {std::pair<const char*, Payload>{"3", {3}},
                                        {"500g", {0.5}},
                                        {"2,0.1,-0.2,0.3", {2, {0.1, -0.2, 0.3}}}}) {
    const Answer answer = catena({"eval", "puma560", "-w", "id", "--payload", option}, kState);
    EXPECT_EQ(answer.code, 0);
    expect_vector(answer.lines().at(0)["id"], arm.with_payload(payload).id(s.q, s.qd, s.qdd));
  }
}

TEST(EvalMotors, AreThoseOfTheArm) {
  const State6 s;
  const Arm arm = Arm::load("puma560").with_motors();
  const Answer answer =
      catena({"eval", "puma560", "-w", "id,fd,xi,kinetic_energy", "--motors", "--payload", "1"}, kState);
  EXPECT_EQ(answer.code, 0);
  const Arm loaded = arm.with_payload({1});
  const Json line = answer.lines().at(0);
  expect_vector(line["id"], loaded.id(s.q, s.qd, s.qdd));
  expect_vector(line["fd"], loaded.fd(s.q, s.qd, s.tau));
  expect_vector(line["xi"], loaded.xi(s.q, s.qd));
  EXPECT_NEAR(line["kinetic_energy"].number(), loaded.kinetic_energy(s.q, s.qd), 1e-12);
}

TEST(EvalMotors, AreExplained) {
  const Answer answer = catena({"eval", "planar2", "-w", "fd,inertia,gravity", "--motors", "--explain"},
                               R"({"q": [0, 0], "qd": [0, 0], "tau": [0, 0]})");
  EXPECT_NE(answer.err.find("fd: aba_rotors, which includes the motors\n"), std::string::npos) << answer.err;
  EXPECT_NE(answer.err.find("; the terms of the motors are added\n"), std::string::npos) << answer.err;
}

TEST(EvalOptions, ThatAreWrongAreTold) {
  const auto error_of = [](std::vector<std::string> args) {
    args.insert(args.begin(), {"eval", "planar2", "-w", "fd"});
    const Answer answer = catena(args, "");
    EXPECT_EQ(answer.code, 2) << answer.out;
    return answer.err;
  };
  EXPECT_EQ(error_of({"--payload", "3,1"}),
            "catena: error: --payload '3,1': not a payload\n  given   2 numbers\n"
            "  need    a mass (3, 500g), or a mass and its centre in m in the tool frame (3,0,0,0.1), and "
            "possibly its "
            "inertia about the centre in kg m² (xx,yy,zz,xy,xz,yz)\n");
  EXPECT_EQ(error_of({"--payload", "3,0,0,0,1,1,1,0,0,x"}),
            "catena: error: --payload '3,0,0,0,1,1,1,0,0,x': invalid number\n  given   x\n  need    kg m², "
            "such as 0.01\n");
  EXPECT_EQ(error_of({"--payload", "3,0,0,0,1e30,1,1,0,0,0"}),
            "catena: error: --payload '3,0,0,0,1e30,1,1,0,0,0': the inertia is too large to compute with\n"
            "  given   1e30\n  need    at most 1e+24 kg m²\n");
  EXPECT_EQ(
      error_of({"--payload", "3,0,x,0"}),
      "catena: error: --payload '3,0,x,0': invalid number\n  given   x\n  need    metres, such as 0.1\n");
  EXPECT_EQ(error_of({"--payload", "-2"}),
            "catena: error: --payload '-2': invalid number\n  need    0 kg or more\n");
  EXPECT_EQ(error_of({"--payload", "heavy"}),
            "catena: error: --payload 'heavy': not a number\n  given   'heavy'\n"
            "  need    a number, in kg if no other unit is named\n");
  EXPECT_EQ(error_of({"--motors", "--method", "udut"}),
            "catena: error: --motors: the method 'udut' of 'fd' does not include motors\n"
            "  hint    leave out --method for 'fd': with motors it is computed by aba_rotors\n");
}

TEST(EvalBatch, IncludesMotors) {
  const Folder folder;
  const State6 s;
  for (const auto& [name, x] :
       {std::pair<const char*, const VectorXd&>{"q.npy", s.q}, {"qd.npy", s.qd}, {"tau.npy", s.tau}}) {
    NpyWriter file(folder.file(name), {6});
    file.append({x.data(), 6});
    file.append({x.data(), 6});
    file.close();
  }
  const Answer answer =
      catena({"eval", "puma560", "--batch", "-w", "fd", "--motors", "--q", folder.file("q.npy"), "--qd",
              folder.file("qd.npy"), "--tau", folder.file("tau.npy"), "-o", folder.file("fd.npy")});
  ASSERT_EQ(answer.code, 0) << answer.err;
  NpyReader file(folder.file("fd.npy"));
  std::vector<double> rows(12);
  file.read_rows(0, 2, rows);
  const VectorXd expected = Arm::load("puma560").with_motors().fd(s.q, s.qd, s.tau);
  for (std::size_t k = 0; k < 12; ++k)
    EXPECT_NEAR(rows[k], expected[static_cast<int>(k % 6)], 1e-12 * (1 + expected.cwiseAbs().maxCoeff()));
}

TEST(Eval, NotesAStrangePositionOnce) {
  const Answer answer = catena({"eval", "planar2"}, "{\"q\": [0, 0]}\n{\"q\": [45, 0]}\n{\"q\": [90, 0]}\n");
  EXPECT_EQ(answer.code, 0);
  EXPECT_EQ(answer.err,
            "catena: note: line 2: joint 1: position is 7.16 turns; given 45 rad; is it in degrees?\n");
  EXPECT_EQ(answer.lines().size(), 3u);
}

}  // namespace
}  // namespace catena::test
