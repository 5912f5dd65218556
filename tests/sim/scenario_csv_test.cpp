// SPDX-License-Identifier: Apache-2.0
// Tables: torques and trajectories from text, and their errors; a run as text, and back.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <numbers>

#include "catena/io/npy.hpp"
#include "catena/sim/constant_torque.hpp"
#include "catena/sim/cycloid.hpp"
#include "catena/sim/from_csv.hpp"
#include "catena/sim/run_text.hpp"
#include "catena/sim/scenario.hpp"
#include "io/csv.hpp"
#include "support/json.hpp"

namespace catena::test {
namespace {

using Eigen::VectorXd;
using sim::TorqueTable;

// A temporary file, removed at the end of the test.
class File {
 public:
  explicit File(const std::string& text, const std::string& extension = ".csv")
      : path_(std::filesystem::temp_directory_path() /
              ("catena_table_" + std::to_string(::getpid()) + extension)) {
    std::ofstream(path_, std::ios::binary) << text;
  }
  ~File() { std::filesystem::remove(path_); }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

template <class Call>
std::string message(const File& file, Call call) {
  try {
    call();
  } catch (const Error& error) {
    std::string text = error.what();
    const std::string name = file.path().string();
    for (std::size_t at; (at = text.find(name)) != std::string::npos;) text.replace(at, name.size(), "FILE");
    return text;
  }
  return "no error";
}

std::string torques_of(const std::string& text, int dof = 2) {
  const File file(text);
  return message(file, [&] { sim::load_torque_table(file.path(), dof); });
}

std::string trajectory_of(const std::string& text, int dof = 2) {
  const File file(text);
  return message(file, [&] { sim::load_trajectory(file.path(), dof); });
}

TEST(Csv, ReadsNamesAndNumbers) {
  const auto table = io::detail::parse_csv(
      "\xEF\xBB\xBF# a remark\r\n \"t\" , b\r\n\r\n0, +1.5\r\n1e0,-2\r\n# partial: x\n", "x.csv");
  EXPECT_EQ(table.names, (std::vector<std::string>{"t", "b"}));
  EXPECT_EQ(table.numbers, (std::vector<double>{0, 1.5, 1, -2}));
  EXPECT_EQ(table.lines, (std::vector<std::size_t>{4, 5}));
  EXPECT_EQ(table.place(1), "x.csv:5");
  EXPECT_EQ(table.column("b"), 1u);
  EXPECT_FALSE(table.column("c"));
}

TEST(TorqueTables, AreReadByNameOrByPlace) {
  const VectorXd x = VectorXd::Zero(2);
  VectorXd tau(2);
  for (const char* text : {"t,tau1,tau2\n0,1,2\n1,3,4\n", "tau2,q1,t,tau1\n2,9,0,1\n4,9,1,3\n",
                           "t,shoulder,elbow\n0,1,2\n1,3,4\n"}) {
    const File file(text);
    sim::load_torque_table(file.path(), 2)->torque(0.5, x, x, tau);
    EXPECT_EQ(tau, Eigen::Vector2d(2, 3)) << text;
    sim::load_torque_table(file.path(), 2, TorqueTable::Between::hold)->torque(0.5, x, x, tau);
    EXPECT_EQ(tau, Eigen::Vector2d(1, 2)) << text;
  }
}

TEST(TorqueTables, SayWhatIsWrongAndInWhichLine) {
  EXPECT_EQ(torques_of(""),
            "FILE: the table is empty\n  need    a line of names, then a line of numbers for each row");
  EXPECT_EQ(torques_of("t,tau1,tau2\n"),
            "FILE: the table has no rows\n  need    a line of names, then a line of numbers for each row");
  EXPECT_EQ(torques_of("0,1,2\n1,2,3\n"),
            "FILE:1: the names of the columns are missing\n  given   0,1,2\n"
            "  need    a first line such as t,tau1,tau2");
  EXPECT_EQ(torques_of("t;tau1;tau2\n0;1;2\n"),
            "FILE:1: the columns are not separated by commas\n  given   t;tau1;tau2");
  EXPECT_EQ(torques_of("t,a,a\n0,1,2\n"), "FILE:1: two columns are called 'a'");
  EXPECT_EQ(torques_of("t,a,\n0,1,2\n"), "FILE:1: column 3 has no name");
  EXPECT_EQ(torques_of("t,tau1,tau2\n0,1,2\n1,nan,2\n"),
            "FILE:3: column 'tau1' is not a finite number\n  given   'nan'");
  EXPECT_EQ(torques_of("t,tau1,tau2\n0,1,\n"),
            "FILE:2: column 'tau2' is not a finite number\n  given   nothing");
  EXPECT_EQ(torques_of("t,tau1,tau2\n0,1,2\n0.5,1\n"),
            "FILE:3: too few numbers\n  given   2\n  need    3, one for each name in line 1\n"
            "  hint    the file may be truncated");
  EXPECT_EQ(torques_of("t,tau1,tau2\n0,1,2,3\n"),
            "FILE:2: too many numbers\n  need    3, one for each name in line 1");
  EXPECT_EQ(torques_of("t,tau1,tau2\n0,1,2\n\n2,1,2\n1,1,2\n"),
            "FILE:5: the times do not increase\n  given   t = 1\n  need    more than 2, the previous time");
  EXPECT_EQ(torques_of("t,tau1,tau2\n1,1,2\n2,1,2\n"),
            "FILE:2: the times do not begin at 0\n  given   t = 1\n  need    t = 0 in the first row");
  EXPECT_EQ(torques_of("t,tau1,tau2\n0,1,2\n"), "FILE: the table has one row\n  need    two or more");
  EXPECT_EQ(torques_of("T,tau1,tau2\n0,1,2\n1,1,2\n"),
            "FILE:1: column 't' is missing\n  need    t and tau1 to tau2; or 3 columns, the first called t\n"
            "  hint    did you mean 'T'?");
  EXPECT_EQ(
      torques_of("t,tau1,q1\n0,1,2\n1,1,2\n"),
      "FILE:1: column 'tau2' is missing\n  need    t and tau1 to tau2; or 3 columns, the first called t\n"
      "  hint    did you mean 'tau1'?");
  EXPECT_EQ(torques_of("t,tau1,tau2,tau3\n0,1,2,3\n1,1,2,3\n"),
            "FILE:1: the table has more joints than the arm\n  given   a column 'tau3'\n  need    2 joints");
  EXPECT_EQ(torques_of("t,a,b,c\n0,1,2,3\n1,1,2,3\n"),
            "FILE:1: the columns do not match the arm\n  given   4 columns: t,a,b,c\n"
            "  need    t and tau1 to tau2; or 3 columns, the first called t");
}

TEST(SampledTrajectories, UseAllThatTheTableHas) {
  const sim::Cycloid path(VectorXd::Zero(1), VectorXd::Ones(1), 1);
  std::string q = "t,q1\n", qd = "t,q1,qd1\n", qdd = "t,q1,qd1,qdd1\n";
  sim::JointMotion m(1);
  for (int k = 0; k <= 20; ++k) {
    const double t = k / 20.0;
    path.at(t, m);
    q += fmt::format("{},{}\n", t, m.q[0]);
    qd += fmt::format("{},{},{}\n", t, m.q[0], m.qd[0]);
    qdd += fmt::format("{},{},{},{}\n", t, m.q[0], m.qd[0], m.qdd[0]);
  }
  double worst[3] = {0, 0, 0};
  int which = 0;
  for (const std::string& text : {q, qd, qdd}) {
    const File file(text);
    const auto sampled = sim::load_trajectory(file.path(), 1);
    sim::JointMotion got(1);
    for (double t = 0.001; t < 1; t += 0.01) {
      sampled->at(t, got);
      path.at(t, m);
      worst[which] = std::max(worst[which], std::abs(got.q[0] - m.q[0]));
    }
    ++which;
  }
  // the bounds of interpolation: 5/384 and 1/384 of h^4 max|q|, 1/46080 of h^6 max|q''|
  const double h = 1 / 20.0, turn = 2 * std::numbers::pi;
  EXPECT_LT(worst[0], 5 / 384.0 * std::pow(h, 4) * std::pow(turn, 3));
  EXPECT_LT(worst[1], 1 / 384.0 * std::pow(h, 4) * std::pow(turn, 3));
  EXPECT_LT(worst[2], 1 / 46080.0 * std::pow(h, 6) * std::pow(turn, 5));
}

TEST(SampledTrajectories, SayWhatIsMissing) {
  EXPECT_EQ(trajectory_of("t,x1,x2\n0,1,2\n1,1,2\n"),
            "FILE:1: column 'q1' is missing\n  need    t and q1 to q2\n"
            "  hint    did you mean 'x1'?");
  EXPECT_EQ(
      trajectory_of("t,q1,q2,qd1\n0,1,2,3\n1,1,2,3\n"),
      "FILE:1: column 'qd2' is missing\n  need    qd1 to qd2, all or none\n  hint    did you mean 'q2'?");
}

// --- a run as text ------------------------------------------------------------------------------------------------

sim::Run short_run(double duration = 0.1) {
  const Arm arm = Arm::load("planar2");
  sim::ConstantTorque drive(Eigen::Vector2d(20, 5));
  sim::Options options;
  options.duration = duration;
  return sim::simulate(arm, {Eigen::Vector2d(0.1, 0.2), VectorXd::Zero(2)}, drive, options);
}

TEST(RunText, AsATableCanBeReadAgainToTheLastDigit) {
  const sim::Run run = short_run();
  const std::string text = sim::run_csv(run, 0.1);
  EXPECT_THAT(
      text, testing::StartsWith("t,q1,q2,qd1,qd2,qdd1,qdd2,tau1,tau2,kinetic,potential,by_drive,by_friction,"
                                "by_tip,by_limits,imbalance,x,y,z\n0,0.1,0.2,0,0,"));
  EXPECT_EQ(text.find('#'), std::string::npos);
  const auto table = io::detail::parse_csv(text, "x.csv");
  ASSERT_EQ(table.rows(), 11u);
  for (std::size_t k = 0; k < table.rows(); ++k) {
    EXPECT_EQ(table.at(k, *table.column("t")), run.time[k]);
    EXPECT_EQ(table.at(k, *table.column("q2")), run.q[k][1]);
    EXPECT_EQ(table.at(k, *table.column("qdd1")), run.qdd[k][0]);
    EXPECT_EQ(table.at(k, *table.column("y")), run.tool[k][1]);
    EXPECT_EQ(table.at(k, *table.column("imbalance")), run.imbalance(k));
  }
  const File file(text);
  EXPECT_EQ(sim::load_torque_table(file.path(), 2)->duration(), 0.1) << "a table of torques";
  const auto again = sim::load_trajectory(file.path(), 2);
  sim::JointMotion m(2);
  again->at(run.time[5], m);
  EXPECT_LT((m.q - run.q[5]).norm(), 1e-15) << "and a trajectory";
}

TEST(RunText, AsJsonLinesHasTheSameNumbers) {
  const sim::Run run = short_run();
  const sim::Cycloid path(VectorXd::Zero(2), VectorXd::Ones(2), 1);
  const std::vector<Json> lines = json_lines(sim::run_jsonl(run, 0.1, &path));
  ASSERT_EQ(lines.size(), 11u);
  EXPECT_EQ(lines[3]["t"], run.time[3]);
  EXPECT_EQ(lines[3]["q"], (std::vector<double>{run.q[3][0], run.q[3][1]}));
  EXPECT_EQ(lines[3]["by_drive"], run.by_drive[3]);
  EXPECT_EQ(lines[3]["tool"].size(), 3u);
  sim::JointMotion m(2);
  path.at(run.time[3], m);
  EXPECT_EQ(lines[3]["want"], (std::vector<double>{m.q[0], m.q[1]}));
}

// Finds the members by their local headers: stored, so that each is a .npy file as it is.
NpyArray member(const std::string& archive, const std::string& name) {
  const std::size_t at = archive.find(name + ".npy");
  EXPECT_NE(at, std::string::npos) << name;
  return parse_npy(std::string_view(archive).substr(at + name.size() + 4), name);
}

TEST(RunText, AsNumpysArchiveHasTheSameNumbers) {
  const sim::Run run = short_run();
  const std::string archive = sim::run_npz(run, 0.1);
  const NpyArray q = member(archive, "q"), t = member(archive, "t"), tool = member(archive, "tool");
  EXPECT_EQ(t.values, run.time);
  EXPECT_EQ(q.shape, (NpyShape{11, 2}));
  EXPECT_EQ(q.values[2 * 7 + 1], run.q[7][1]) << "a row for each sample";
  EXPECT_EQ(tool.shape, (NpyShape{11, 3}));
  EXPECT_EQ(archive.find("want"), std::string::npos) << "there is no desired motion";
  EXPECT_EQ(member(archive, "partial").values, std::vector<double>{0});
  EXPECT_EQ(member(archive, "partial").shape, NpyShape{});
}

TEST(RunText, MarksWhatIsPartial) {
  sim::Run run = short_run();
  run.end = sim::End::asked;
  EXPECT_THAT(sim::run_csv(run, 5), testing::EndsWith("\n# partial: interrupted at 0.1 s of 5 s\n"));
  EXPECT_EQ(json_lines(sim::run_jsonl(run, 5)).back()["partial"], "interrupted at 0.1 s of 5 s");
  EXPECT_EQ(member(sim::run_npz(run, 5), "partial").values, std::vector<double>{1});
  run.end = sim::End::at_limit;
  EXPECT_EQ(sim::partial(run, 5), "a joint reached its limit at 0.1 s of 5 s");
}

TEST(Scenario, SaysThatItsTableIsTooShort) {
  const File table("t,tau1,tau2\n0,1,2\n1,1,2\n");
  const std::string name = table.path().filename().string();
  const auto prepared = [&](const std::string& more) {
    sim::Scenario s = sim::parse_scenario(
        "scenario = 1\nrobot = \"planar2\"\n" + more + "[drive]\nkind = \"table\"\nfile = \"" + name + "\"\n",
        "a.toml");
    s.folder = table.path().parent_path();
    return sim::prepare(s).options.duration;
  };
  EXPECT_EQ(prepared(""), 1) << "as long as the table";
  EXPECT_EQ(prepared("duration = 0.5\n"), 0.5);
  EXPECT_EQ(
      message(table, [&] { prepared("duration = 10\n"); }),
      "FILE: the torque table is too short\n  given   its last row is at 1 s, the simulation ends at 10 s\n"
      "  need    a row at 10 s or later\n  hint    simulate 1 s, or repeat the last row at 10");
}

}  // namespace
}  // namespace catena::test
