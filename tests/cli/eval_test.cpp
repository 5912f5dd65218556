// SPDX-License-Identifier: Apache-2.0
// `catena eval` for valid lines: shapes, digits, methods, gravity, tip, tag, files.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "catena/core/arm.hpp"
#include "catena/io/json_write.hpp"
#include "cli/shell.hpp"
#include "support/algebra.hpp"

namespace catena::test {
namespace {

TEST(Eval, AnswersOneLineForEachLineWithInertiaAndGravityByDefault) {
  const Answer answer = catena({"eval", "planar2"}, "{\"q\": [0, 0]}\n{\"q\": [0.5, -1]}\n");
  EXPECT_EQ(answer.code, 0);
  EXPECT_EQ(answer.err, "");
  const std::vector<Json> lines = answer.lines();
  ASSERT_EQ(lines.size(), 2u);
  // M11 = 5/3 + c2, M12 = 1/3 + c2/2, M22 = 1/3
  const double c = std::cos(-1.0);
  EXPECT_NEAR(lines[1]["inertia"][0][0].number(), 5.0 / 3 + c, 1e-15);
  EXPECT_NEAR(lines[1]["inertia"][0][1].number(), 1.0 / 3 + c / 2, 1e-15);
  EXPECT_NEAR(lines[1]["inertia"][1][0].number(), 1.0 / 3 + c / 2, 1e-15);
  EXPECT_NEAR(lines[1]["inertia"][1][1].number(), 1.0 / 3, 1e-15);
  EXPECT_NEAR(lines[0]["gravity"][0].number(), 9.81 * 2, 1e-14);
  EXPECT_EQ(lines[0].size(), 2u);
}

TEST(Eval, WritesTheseVeryBytes) {
  const Answer answer =
      catena({"eval", "planar:1", "--want", "inertia,udut,pose,manipulability"}, "{\"q\":[0]}");
  EXPECT_EQ(answer.out,
            "{\"inertia\": [[0.029999999999999999]], \"U\": [[1]], \"d\": [0.029999999999999999], "
            "\"pose\": [[1, 0, 0, 0.29999999999999999], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]], "
            "\"manipulability\": 0.29999999999999999}\n");
}

TEST(Eval, WritesNumbersThatReadBackAsTheSameDouble) {
  const Arm arm = Arm::load("puma560");
  std::mt19937 bits(7);
  std::uniform_real_distribution<double> uniform(-3, 3);
  std::string input;
  std::vector<Eigen::MatrixXd> expected;
  for (int k = 0; k < 50; ++k) {
    Eigen::VectorXd q(6);
    for (double& x : q) x = uniform(bits);
    expected.push_back(arm.inertia(q));
    std::string row;
    append_json(row, std::span<const double>(q.data(), 6));
    input += "{\"q\": " + row + "}\n";
  }
  const std::vector<Json> lines = catena({"eval", "puma560", "-w", "inertia"}, input).lines();
  ASSERT_EQ(lines.size(), expected.size());
  for (std::size_t k = 0; k < lines.size(); ++k)
    for (int i = 0; i < 6; ++i)
      for (int j = 0; j < 6; ++j) EXPECT_EQ(lines[k]["inertia"][i][j].number(), expected[k](i, j));
}

TEST(Eval, KeepsEveryDoubleThroughText) {
  std::mt19937_64 bits(3);
  for (int k = 0; k < 20000; ++k) {
    const double value = std::bit_cast<double>(bits());
    if (!std::isfinite(value)) continue;
    std::string text;
    append_json(text, value);
    ASSERT_LE(text.size(), 24u) << text;
    EXPECT_EQ(std::bit_cast<std::uint64_t>(Json::parse(text).number()), std::bit_cast<std::uint64_t>(value))
        << text;
  }
}

TEST(Eval, GivesMatricesByRowsAndChristoffelByIJK) {
  const std::string state = R"({"q": [0.1, 0.7, -0.4], "qd": [0.3, -0.2, 0.9]})";
  const Json line =
      catena({"eval", "rtx", "-w", "jacobian,christoffel,coriolis,pose,inertia_rate"}, state).lines()[0];
  EXPECT_EQ(line["jacobian"].size(), 6u);
  EXPECT_EQ(line["jacobian"][0].size(), 3u);
  EXPECT_EQ(line["jacobian"][5][0].number(), 1);  // joint 1 is prismatic, along z
  EXPECT_EQ(line["pose"][3], Json::parse("[0, 0, 0, 1]"));
  const double qd[] = {0.3, -0.2, 0.9};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      double c = 0;
      for (int k = 0; k < 3; ++k) c += line["christoffel"][i][j][k].number() * qd[k];
      EXPECT_NEAR(line["coriolis"][i][j].number(), c, 1e-12);
    }
}

TEST(Eval, PutsTheGravityOfTheLineInPlaceOfTheRobots) {
  const std::string input = R"({"q": [0.3, 0.4]}
{"q": [0.3, 0.4], "gravity": [0, 0, 0]}
{"q": [0.3, 0.4], "gravity": [0, -19.62, 0]}
{"q": [0.3, 0.4]})";
  const std::vector<Json> lines = catena({"eval", "planar2", "-w", "gravity"}, input).lines();
  EXPECT_EQ(lines[1]["gravity"], Json::parse("[0, 0]"));
  EXPECT_DOUBLE_EQ(lines[2]["gravity"][0].number(), 2 * lines[0]["gravity"][0].number());
  EXPECT_EQ(lines[3], lines[0]);
}

TEST(Eval, AddsJacobianTransposeTimesTheTipWrenchToTheTorques) {
  const std::string q =
      R"("q": [0.2, -0.7, 1.1, 0.4, -0.5, 0.9], "qd": [1, 2, 0, -1, 0.5, 0.1], "qdd": [0, 1, 0, 2, 0, 3])";
  const std::string input = "{" + q + "}\n{" + q + ", \"tip\": [1, -2, 3, 4, -5, 6]}\n";
  const std::vector<Json> lines = catena({"eval", "puma560", "-w", "id,jacobian,pose"}, input).lines();
  Eigen::Matrix3d R;
  Eigen::MatrixXd J(6, 6);
  Eigen::VectorXd added(6);
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 6; ++j) {
      J(i, j) = lines[0]["jacobian"][i][j].number();
      if (i < 3 && j < 3) R(i, j) = lines[0]["pose"][i][j].number();
    }
  for (int i = 0; i < 6; ++i) added[i] = lines[1]["id"][i].number() - lines[0]["id"][i].number();
  Eigen::VectorXd wrench(6);
  wrench << R * Eigen::Vector3d(1, -2, 3), R * Eigen::Vector3d(4, -5, 6);
  EXPECT_LE((added - J.transpose() * wrench).cwiseAbs().maxCoeff(), 1e-12);
}

TEST(Eval, UndoesTheTipInForwardDynamics) {
  const std::string rest = R"("q": [0.2, -0.7], "qd": [1, 2], "tip": [0, 0, 3, 4, -5, 0])";
  const Json id = catena({"eval", "planar2", "-w", "id"}, "{" + rest + ", \"qdd\": [0.5, -0.25]}").lines()[0];
  const Json fd =
      catena({"eval", "planar2", "-w", "fd"}, "{" + rest + ", \"tau\": " + id["id"].dump() + "}").lines()[0];
  EXPECT_NEAR(fd["fd"][0].number(), 0.5, 1e-13);
  EXPECT_NEAR(fd["fd"][1].number(), -0.25, 1e-13);
}

TEST(Eval, SolvesForTheColumnsOfAMatrix) {
  const Answer answer = catena({"eval", "planar2", "-w", "inertia,inertia_solve"},
                               R"({"q": [0.2, -0.7], "V": [[1, 0, 2], [0, -1, 4]]})");
  const Json line = answer.lines()[0], M = line["inertia"], X = line["inertia_solve"];
  const double V[2][3] = {{1, 0, 2}, {0, -1, 4}};
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 3; ++j)
      EXPECT_NEAR(M[i][0].number() * X[0][j].number() + M[i][1].number() * X[1][j].number(), V[i][j], 1e-13);
  const Json inverse =
      catena({"eval", "planar2", "-w", "inertia_inverse,inertia_solve"}, R"({"q": [0.2, -0.7]})").lines()[0];
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      EXPECT_NEAR(inverse["inertia_solve"][i][j].number(), inverse["inertia_inverse"][i][j].number(), 1e-13);
}

// A wrench at the tool, about the origin of the last link, which lies one metre before the tool of this arm.
TEST(Eval, TakesAWrenchForEachLink) {
  const Json tip = catena({"eval", "planar2", "-w", "gravity,id"},
                          R"({"q": [0.2, -0.7], "qd": [0, 0], "qdd": [0, 0], "tip": [0, 0, 3, 4, -5, 0]})")
                       .lines()[0];
  const double arm =
      catena({"eval", "planar2", "-w", "pose"}, R"({"q": [0, 0]})").lines()[0]["pose"][0][3].number() / 2;
  const Json line = catena({"eval", "planar2", "-w", "wrench_torques"},
                           R"({"q": [0.2, -0.7], "wrenches": [[0, 0, 0, 0, 0, 0], [0, 0, )" +
                               std::to_string(3 - 5 * arm) + ", 4, -5, 0]]}")
                        .lines()[0];
  for (int i = 0; i < 2; ++i)
    EXPECT_NEAR(line["wrench_torques"][i].number(), tip["id"][i].number() - tip["gravity"][i].number(), 1e-6);

  const Answer missing = catena({"eval", "planar2", "-w", "wrench_torques"}, R"({"q": [0, 0]})");
  EXPECT_EQ(missing.lines()[0]["error"],
            "'wrenches': missing; need 2 rows of 6 numbers, for 'wrench_torques'");
}

// By the power of the wrench: its torques are those of the Jacobian of the frame, in the same axes.
TEST(Eval, TakesWrenchesAtNamedFrames) {
  const std::string q = R"({"q": [0.3, -0.7, 0.2, 1.1, -0.4, 0.6])";
  const double w[6] = {1, -2, 3, 4, 5, -6};
  for (const auto& [option, axes] : {std::pair{"link", "frame"}, std::pair{"base", "base_at_frame"}}) {
    const Json torques = catena({"eval", "ur5e", "-w", "wrench_torques", "--wrench-axes", option},
                                q + R"(, "wrenches": {"forearm": [1, -2, 3, 4, 5, -6]}})")
                             .lines()[0]["wrench_torques"];
    const Json J = catena({"eval", "ur5e", "-w", "jacobian", "--frame", "forearm", "--axes", axes}, q + "}")
                       .lines()[0]["jacobian"];
    for (int i = 0; i < 6; ++i) {
      double power = 0;
      for (int k = 0; k < 6; ++k) power += J[k][i].number() * w[k];
      EXPECT_NEAR(torques[i].number(), power, 1e-13) << option << ' ' << i;
    }
  }
  const auto error = [&](std::vector<std::string> words, const std::string& wrenches) {
    words.insert(words.begin(), {"eval", "ur5e"});
    return catena(words, q + R"(, "qd": [0,0,0,0,0,0], "qdd": [0,0,0,0,0,0], "wrenches": )" + wrenches + "}")
        .lines()[0]["error"];
  };
  EXPECT_EQ(
      error({"-w", "id"}, R"({"base": [0,0,0,0,0,1]})"),
      "'wrenches', frame 'base': it is fixed to the base; need a frame that moves: a wrench at the base "
      "needs no joint torque");
  EXPECT_EQ(error({"-w", "id_derivatives", "--wrench-axes", "base"}, R"({"forearm": [0,0,0,0,0,1]})"),
            "'wrenches': 'id_derivatives' cannot hold wrenches at named frames fixed in base axes; omit "
            "--wrench-axes, or give a row for each link");
}

TEST(Eval, AddsWrenchesToInverseDynamicsAndTakesThemFromForwardDynamics) {
  const std::string state = R"({"q": [0.2, -0.7], "qd": [1, 2], "qdd": [3, -1], "tau": [5, 6])";
  const std::string wrenches = R"(, "wrenches": [[1, 2, 3, 4, 5, 6], [-1, 0, 2, 3, 1, 0]]})";
  const Json without = catena({"eval", "planar2", "-w", "id,fd,inertia"}, state + "}").lines()[0];
  const Json with = catena({"eval", "planar2", "-w", "id,fd,wrench_torques"}, state + wrenches).lines()[0];
  for (int i = 0; i < 2; ++i) {
    const double torque = with["wrench_torques"][i].number();
    EXPECT_NEAR(with["id"][i].number(), without["id"][i].number() + torque, 1e-13 * std::abs(torque));
    double left = 0;  // M (qdd without - qdd with)
    for (int j = 0; j < 2; ++j)
      left += without["inertia"][i][j].number() * (without["fd"][j].number() - with["fd"][j].number());
    EXPECT_NEAR(left, torque, 1e-12 * std::abs(torque));
  }
  const Json alone = catena({"eval", "planar2", "-w", "dfd_dq"}, state + wrenches).lines()[0];
  const Json all = catena({"eval", "planar2", "-w", "fd_derivatives"}, state + wrenches).lines()[0];
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      EXPECT_NEAR(alone["dfd_dq"][i][j].number(), all["dfd_dq"][i][j].number(), 1e-12);
  const Answer refused = catena({"eval", "planar2", "-w", "fd,id_second_derivatives"}, state + wrenches);
  EXPECT_EQ(refused.lines()[0]["error"],
            "'wrenches': 'id_second_derivatives' does not take them; 'tip' gives a wrench at the tool; "
            "id_derivatives takes wrenches of all links");
}

// By the option --v and by the key, and the velocities if there is none: the last array of id_vjp is M v.
TEST(Eval, MultipliesDerivativesByAVector) {
  const std::vector<std::string> words = {
      "eval", "planar2", "--q", "0.2,-0.7", "--qd",
      "1,2",  "--qdd",   "0,0", "-w",       "id_vjp,inertia,joint_momentum"};
  std::vector<std::string> with = words;
  with.insert(with.end(), {"--v", "1,0"});
  const Json option = catena(with).lines()[0], without = catena(words).lines()[0];
  const Json line = catena({"eval", "planar2", "-w", "id_vjp"},
                           R"({"q": [0.2, -0.7], "qd": [1, 2], "qdd": [0, 0], "v": [1, 0]})")
                        .lines()[0];
  for (int i = 0; i < 2; ++i) {
    EXPECT_NEAR(option["id_vjp_qdd"][i].number(), option["inertia"][i][0].number(), 1e-13);
    EXPECT_EQ(option["id_vjp_q"][i].number(), line["id_vjp_q"][i].number());
    EXPECT_NEAR(without["id_vjp_qdd"][i].number(), without["joint_momentum"][i].number(), 1e-13);
  }
  const Answer short_one =
      catena({"eval", "planar2", "--q", "0,0", "--qd", "0,0", "--qdd", "0,0", "--v", "1", "-w", "id_vjp"});
  EXPECT_NE(short_one.code, 0);
  EXPECT_NE((short_one.out + short_one.err).find("--v: wrong length"), std::string::npos)
      << short_one.out << short_one.err;
}

TEST(Eval, TakesAReferenceVelocityAndADamping) {
  const std::string state = R"({"q": [0.2, -0.7], "qd": [1, 2], "qdd": [0, 0])";
  const Json at_rest =
      catena({"eval", "planar2", "-w", "slotine_li,gravity"}, state + R"(, "v": [0, 0]})").lines()[0];
  for (int i = 0; i < 2; ++i)
    EXPECT_NEAR(at_rest["slotine_li"][i].number(), at_rest["gravity"][i].number(), 1e-13);
  const Json moving = catena({"eval", "planar2", "-w", "slotine_li,id,nle"}, state + "}").lines()[0];
  for (int i = 0; i < 2; ++i) {
    EXPECT_NEAR(moving["slotine_li"][i].number(), moving["id"][i].number(), 1e-13);
    EXPECT_NEAR(moving["nle"][i].number(), moving["id"][i].number(), 1e-13);
  }
  const Json damped =
      catena({"eval", "planar2", "-w", "operational_inertia"}, R"({"q": [0.2, 0], "damping": 0.5})")
          .lines()[0];
  EXPECT_NEAR(damped["operational_inertia"][0][0].number(), 2, 1e-13);  // no joint turns about x: 1 / damping
  const Answer singular = catena({"eval", "planar2", "-w", "operational_inertia"}, R"({"q": [0.2, 0]})");
  EXPECT_EQ(singular.code, 0) << singular.out;  // two joints: the angular rows keep the rank
}

TEST(Eval, EchoesTheTagAsItWasWritten) {
  for (const std::string tag :
       {"17", "\"a, ]}\\\" b\"", "null", "{\"a\":[1, 2,{}],  \"b\" :1e5}", "\"\\u00e9\"", "[[]]"}) {
    const Answer answer =
        catena({"eval", "planar2", "-w", "gravity"}, "{\"tag\": " + tag + " , \"q\":[0,0]}");
    EXPECT_EQ(answer.code, 0) << answer.out;
    EXPECT_TRUE(answer.out.ends_with(", \"tag\": " + tag + "}\n")) << answer.out;
  }
}

TEST(Eval, EchoesTheTagOfAStateThatCannotBeComputed) {
  const Answer answer = catena({"eval", "planar2"}, R"({"q": [1], "tag": "first"})");
  EXPECT_EQ(answer.out,
            "{\"line\": 1, \"error\": \"'q': wrong length; given 1 number; need 2, since 'Planar 2R' has 2 "
            "joints\", "
            "\"tag\": \"first\"}\n");
}

TEST(Eval, NeedsOnlyTheKeysOfTheWantedQuantities) {
  EXPECT_EQ(catena({"eval", "puma560", "-w", "rotor_inertia"}, "{}").code, 0);
  EXPECT_EQ(catena({"eval", "puma560", "-w", "friction"}, R"({"qd": [1,1,1,1,1,1]})").code, 0);
  EXPECT_EQ(catena({"eval", "planar2", "-w", "gravity"}, R"({"q": [0,0], "tau": [1,2], "qd": [1,1]})").code,
            0);
}

TEST(Eval, TakesMethodsByNameAndByQuantity) {
  const std::string input = R"({"q": [0.3, 0.4], "qd": [1, 2], "qdd": [3, 4], "tau": [1, 1]})";
  for (const std::string method :
       {"rnea", "crba_coriolis", "id=crba_coriolis,fd=crba_udu", "rnea,id=crba_coriolis", "fd=aba"})
    EXPECT_EQ(catena({"eval", "planar2", "-w", "id,fd,gravity", "-m", method}, input).code, 0) << method;
}

TEST(Eval, SkipsBlankLinesButCountsThem) {
  const Answer answer =
      catena({"eval", "planar2", "-w", "gravity"}, "\xEF\xBB\xBF\n  \t\r\n{\"q\":[0,0]}\r\n\nbad\n\n");
  EXPECT_EQ(answer.lines().size(), 2u);
  EXPECT_EQ(answer.lines()[1]["line"], 5);
}

TEST(Eval, RefusesAnEndlessLineEvenIfItIsBlank) {
  const std::string input = std::string((std::size_t{64} << 20) + 1, ' ') + "\n{\"q\": [0, 0]}\n";
  const Answer answer = catena({"eval", "planar2", "-w", "gravity"}, input);
  EXPECT_EQ(answer.code, 4);
  ASSERT_EQ(answer.lines().size(), 2u);
  EXPECT_EQ(answer.lines()[0]["error"], "the line is too long; need 64 MB or less");
}

TEST(Eval, GivesNothingForNothing) {
  const Answer answer = catena({"eval", "planar2"}, "");
  EXPECT_EQ(answer.code, 0);
  EXPECT_EQ(answer.out, "");
}

TEST(Eval, ReadsAndWritesFiles) {
  const Folder folder;
  const std::string in = folder.write("in.jsonl", "{\"q\":[0,0]}\n{\"q\":[1,1]}");
  const Answer answer =
      catena({"eval", "planar2", "--input", in, "--output", folder.file("out.jsonl")}, "{}");
  EXPECT_EQ(answer.code, 0);
  EXPECT_EQ(answer.out, "");
  EXPECT_EQ(folder.read("out.jsonl"), catena({"eval", "planar2"}, "{\"q\":[0,0]}\n{\"q\":[1,1]}").out);
}

TEST(Eval, AnswersManyLinesInTheirOrder) {
  std::string input;
  for (int k = 0; k < 20000; ++k) input += "{\"q\":[0,0],\"tag\":" + std::to_string(k) + "}\n";
  const std::vector<Json> lines = catena({"eval", "planar2", "-w", "gravity"}, input).lines();
  ASSERT_EQ(lines.size(), 20000u);
  for (std::size_t k = 0; k < lines.size(); ++k) ASSERT_EQ(lines[k]["tag"], k);
}

}  // namespace
}  // namespace catena::test
