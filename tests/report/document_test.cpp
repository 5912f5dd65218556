// SPDX-License-Identifier: Apache-2.0
// The document of a report: how an arm, a motion and a table are written, and what is rejected.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>

#include "catena/report/report.hpp"

namespace catena::report {
namespace {

using Json = nlohmann::json;

constexpr double kEps = std::numeric_limits<double>::epsilon();

Json parsed(const Report& report) { return Json::parse(document(report)); }

Report with_run(Recording run) {
  Report out{.title = "a title"};
  out.runs.push_back(std::move(run));
  return out;
}

std::string refusal(const Report& report) {
  try {
    document(report);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::usage);
    return error.what();
  }
  return "not refused";
}

// The numbers of the document alone, T = Rx(alpha) Tx(a) Rz(theta) Tz(d), with Eigen.
Eigen::Matrix4d pose_by_document(const Json& robot, const std::vector<double>& q) {
  const auto matrix = [](const Json& rows) {
    Eigen::Matrix4d out;
    for (int i = 0; i < 16; ++i) out(i / 4, i % 4) = rows.at(static_cast<std::size_t>(i)).get<double>();
    return out;
  };
  const auto turn = [](double angle, int axis) {
    Eigen::Matrix4d out = Eigen::Matrix4d::Identity();
    const int i = (axis + 1) % 3, j = (axis + 2) % 3;
    out(i, i) = out(j, j) = std::cos(angle);
    out(j, i) = std::sin(angle);
    out(i, j) = -out(j, i);
    return out;
  };
  const auto slide = [](double by, int axis) {
    Eigen::Matrix4d out = Eigen::Matrix4d::Identity();
    out(axis, 3) = by;
    return out;
  };
  Eigen::Matrix4d X = matrix(robot.at("base"));
  for (std::size_t i = 0; i < q.size(); ++i) {
    const Json& frame = robot.at("frames").at(i);
    const bool turns = robot.at("joints").at(i).at("kind") == "revolute";
    X *= turn(frame.at("alpha").get<double>(), 0) * slide(frame.at("a").get<double>(), 0);
    X *= turn(frame.at("theta").get<double>() + (turns ? q[i] : 0), 2);
    X *= slide(frame.at("d").get<double>() + (turns ? 0 : q[i]), 2);
  }
  return X * matrix(robot.at("tool"));
}

TEST(ReportDocument, ItsFramesLeadToThePoseOfTheArm) {
  for (const char* name : {"puma560", "panda", "stanford", "rtx", "z1", "mixed:9", "planar3"}) {
    const Arm arm = Arm::load(name);
    std::vector<double> q;
    for (int i = 0; i < arm.dof(); ++i) q.push_back(std::sin(1.0 + 3 * i));
    const Eigen::MatrixXd column = Eigen::Map<const Eigen::VectorXd>(q.data(), arm.dof());
    const Json run = parsed(with_run(motion("m", arm, {0.0}, column))).at("runs").at(0);
    const Eigen::Matrix4d X = pose_by_document(run.at("robot"), q), want = arm.pose(column.col(0));
    EXPECT_LT((X - want).cwiseAbs().maxCoeff(), 64 * kEps * arm.dof() * (1 + want.cwiseAbs().maxCoeff()))
        << name;
    for (std::size_t k = 0; k < 3; ++k)
      EXPECT_EQ(run.at("tip").at(k).at(0).get<double>(), want(static_cast<int>(k), 3)) << name;
  }
}

TEST(ReportDocument, AMotionShowsItsJointsAndItsTool) {
  const Arm arm = Arm::load("stanford");
  const Json run =
      parsed(with_run(motion("m", arm, {0, 1}, Eigen::MatrixXd::Constant(6, 2, 0.5)))).at("runs").at(0);
  EXPECT_EQ(run.at("robot").at("name"), "Stanford arm");
  EXPECT_EQ(run.at("robot").at("joints").at(2).at("kind"), "prismatic");
  ASSERT_EQ(run.at("signals").size(), 9u);
  const Json& third = run.at("signals").at(2);
  EXPECT_EQ(third.at("group"), "Joint positions");
  EXPECT_EQ(third.at("name"), "q3");
  EXPECT_EQ(third.at("unit"), "m");
  EXPECT_EQ(third.at("values").at("same"), "q");  // written once
  EXPECT_EQ(run.at("signals").at(8).at("name"), "z");
  EXPECT_EQ(run.at("signals").at(8).at("values").at("same"), "tip");
}

TEST(ReportDocument, SignalsOfJointsHaveTheUnitsOfTheirJoints) {
  const Arm arm = Arm::load("rtx");
  const Eigen::MatrixXd values = Eigen::MatrixXd::Random(arm.dof(), 2);
  report::Recording run = motion("m", arm, {0, 1}, 0 * values);
  run.signals.clear();
  add_joint_signals(run, "Torques", "tau", "N m", "N", values);
  run.events = {{0.5, "a joint has come to its limit"}};
  const Json out = parsed(with_run(run)).at("runs").at(0);
  ASSERT_EQ(out.at("signals").size(), static_cast<std::size_t>(arm.dof()));
  for (int i = 0; i < arm.dof(); ++i) {
    const Json& signal = out.at("signals").at(static_cast<std::size_t>(i));
    EXPECT_EQ(signal.at("name"), "tau" + std::to_string(i + 1));
    EXPECT_EQ(signal.at("unit"), arm.chain().link(i).revolute() ? "N m" : "N");
    EXPECT_EQ(signal.at("values").at(1), values(i, 1));
  }
  EXPECT_EQ(out.at("events").at(0).at("time"), 0.5);
  EXPECT_FALSE(out.at("signals").at(0).contains("about"));  // the robot file names no joints
  run.robot.reset();
  EXPECT_THROW(add_joint_signals(run, "g", "s", "", "", values), Error);
}

TEST(ReportDocument, LegendsShowTheNamesOfJoints) {
  Robot robot = Arm::load("planar2").robot();
  robot.links[1].joint_name = "elbow";
  report::Recording run = motion("m", Arm(robot), {0}, Eigen::Vector2d(0.1, 0.2));
  const Json signals = parsed(with_run(run)).at("runs").at(0).at("signals");
  EXPECT_FALSE(signals.at(0).contains("about"));
  EXPECT_EQ(signals.at(1).at("name"), "q2");
  EXPECT_EQ(signals.at(1).at("about"), "elbow");
}

TEST(ReportDocument, AJointWithoutANameIsCalledLikeItsLinkUnlessThatIsANumber) {
  Robot robot = Arm::load("planar3").robot();
  robot.links[0].name = "shoulder";
  robot.links[1].name = "link2";
  robot.links[2].name = "link2";
  const Json signals =
      parsed(with_run(motion("m", Arm(robot), {0}, Eigen::Vector3d::Zero()))).at("runs").at(0).at("signals");
  EXPECT_EQ(signals.at(0).at("about"), "shoulder");
  EXPECT_FALSE(signals.at(1).contains("about"));  // q2 says as much
  EXPECT_EQ(signals.at(2).at("about"), "link2");  // and this is not the number of joint 3
}

TEST(ReportDocument, TheDesiredCourseOfASignalAndOfTheToolIsMarked) {
  report::Recording run = motion("m", Arm::load("planar2"), {0, 1}, Eigen::Matrix2d::Zero());
  run.signals = {{"g", "s", "m", {1, 2}}, {"g", "s", "m", {3, 4}, false, true}};
  run.desired_tip = {{std::vector<double>{1, 2}, {3, 4}, {5, 6}}};
  const Json out = parsed(with_run(run)).at("runs").at(0);
  EXPECT_FALSE(out.at("signals").at(0).contains("desired"));
  EXPECT_TRUE(out.at("signals").at(1).at("desired").get<bool>());
  EXPECT_EQ(out.at("desired_tip").at(2).at(1), 6);
  (*run.desired_tip)[1].pop_back();
  EXPECT_THROW(document(with_run(run)), Error);
}

TEST(ReportDocument, LongSeriesAreBytesThatReadBackAsTheSameNumbers) {
  report::Recording run{.name = "long"};
  for (int k = 0; k < 1000; ++k) run.time.push_back(k / 3.0);
  const Json time = parsed(with_run(run)).at("runs").at(0).at("time");
  const std::string text = time.at("f64").get<std::string>();

  // base64 by its definition, bit by bit
  const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bits, bytes;
  for (const char c : text)
    for (int b = 5; c != '=' && b >= 0; --b) bits += (digits.find(c) >> b & 1) != 0 ? '1' : '0';
  for (std::size_t i = 0; i + 8 <= bits.size(); i += 8)
    bytes += static_cast<char>(std::stoi(bits.substr(i, 8), nullptr, 2));
  EXPECT_EQ(text.size() % 4, 0u);
  ASSERT_EQ(bytes.size(), 8 * run.time.size());
  std::vector<double> back(run.time.size());
  std::memcpy(back.data(), bytes.data(), bytes.size());
  EXPECT_EQ(back, run.time);
}

TEST(ReportDocument, WhatIsNotFiniteIsAGap) {
  report::Recording run{.name = "gap", .time = {0, 1, 2}};
  run.signals.push_back({"g", "s", "", {1, std::nan(""), std::numeric_limits<double>::infinity()}});
  const Json values = parsed(with_run(run)).at("runs").at(0).at("signals").at(0).at("values");
  EXPECT_EQ(values.dump(), "[1.0,null,null]");
}

TEST(ReportDocument, ASignalMayAskForALogarithmicAxis) {
  report::Recording run{.name = "decay", .time = {0, 1}};
  run.signals.push_back({"g", "s", "", {1, 0.1}});
  run.signals.push_back({"g", "t", "", {1, 0.1}, true});
  const Json signals = parsed(with_run(run)).at("runs").at(0).at("signals");
  EXPECT_FALSE(signals.at(0).contains("log"));
  EXPECT_EQ(signals.at(1).at("log"), true);
}

TEST(ReportDocument, SaysWhoMadeItAndWhy) {
  Report report{.kind = Kind::reproduce, .title = "t", .command = "catena reproduce"};
  report.notes = {{Level::warning, "careful"}};
  Table table{.title = "numbers", .columns = {{"n", "s", Align::right}, {"ok"}}};
  table.rows = {{{2.5}, {"yes", Mark::good}}, {{std::nan("")}, {"no", Mark::bad}}};
  Xy xy{
      .title = "curves", .x = {"n", "", true}, .y = {"cost"}, .curves = {{"c", Style::both, {1, 2}, {3, 4}}}};
  report.sections = {table, xy};
  const Json out = parsed(report);
  EXPECT_EQ(out.at("catena_report"), 1);
  EXPECT_EQ(out.at("kind"), "reproduce");
  EXPECT_THAT(out.at("made_by").get<std::string>(), testing::StartsWith("catena "));
  EXPECT_EQ(out.at("notes").at(0).at("level"), "warning");
  const Json& rows = out.at("sections").at(0).at("rows");
  EXPECT_EQ(rows.at(0).at(0), 2.5);
  EXPECT_EQ(rows.at(0).at(1).at("mark"), "good");
  EXPECT_EQ(rows.at(1).at(0), "nan");
  EXPECT_EQ(out.at("sections").at(0).at("columns").at(0).at("align"), "right");
  EXPECT_EQ(out.at("sections").at(1).at("x").at("log"), true);
  EXPECT_EQ(out.at("sections").at(1).at("curves").at(0).at("style"), "both");
}

TEST(ReportDocument, AContradictionIsRefused) {
  EXPECT_EQ(refusal(with_run({.name = "r"})), "report: run 'r': time: no times\n  need    at least one");
  EXPECT_EQ(refusal(with_run({.name = "r", .time = {0, 2, 1}})),
            "report: run 'r': time: wrong times\n  given   1 at index 2\n  need    finite, never decreasing");
  EXPECT_EQ(
      refusal(with_run({.name = "r", .time = {0, std::nan("")}})),
      "report: run 'r': time: wrong times\n  given   nan at index 1\n  need    finite, never decreasing");
  report::Recording run{.name = "r", .time = {0, 1}};
  run.signals.push_back({"Energy", "total", "J", {1, 2, 3}});
  EXPECT_EQ(refusal(with_run(run)),
            "report: run 'r': signal 'total' of 'Energy': wrong number of values\n  given   3\n  need    2");
  Report report{.title = "t"};
  report.sections = {Table{.title = "numbers", .columns = {{"a"}, {"b"}}, .rows = {{{"x"}, {"y"}}, {{"x"}}}}};
  EXPECT_EQ(refusal(report),
            "report: table 'numbers': row 2: wrong number of cells\n  given   1\n  need    2");
  report.sections = {Xy{.title = "c", .x = {"x"}, .y = {"y"}, .curves = {{"k", Style::line, {1, 2}, {1}}}}};
  EXPECT_EQ(refusal(report),
            "report: section 'c': curve 'k': wrong number of values\n  given   1\n  need    2");
  try {
    motion("m", Arm::load("planar2"), {0, 1, 2}, Eigen::MatrixXd::Zero(2, 2));
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(
        error.what(),
        "report::motion: the values have the wrong size\n  given   2 x 2\n  need    2 joints x 3 times");
  }
}

// Two arms, one of them without a torque.
Set two_arms() {
  Set set{.noun = "arm", .names = {"A", "B"}};
  set.measures = {{{"reach", "m", false, Preferred::more}, {1, 2}, {0.1, 0.2}},
                  {{"torque", "N m", true, Preferred::less}, {10, std::nan("")}},
                  {{"kind"}, {1, 0}, {}, {"R", "P"}}};
  return set;
}

Report with_section(Section section) {
  Report out{.kind = Kind::sweep, .title = "t"};
  out.sets = {two_arms()};
  out.sections = {std::move(section)};
  return out;
}

Report with_set(Set set) {
  Report out{.title = "t"};
  out.sets = {std::move(set)};
  return out;
}

TEST(ReportDocument, ASetIsToldOnceAndSectionsPointAtIt) {
  Report report = with_section(Scatter{.title = "s", .x = 1, .y = 0, .colour = 2});
  report.sets[0].front = {{1, 0}};
  report.sections.push_back(Parallel{.title = "p", .axes = {2, 0}});
  const Json out = parsed(report);
  EXPECT_EQ(out.at("catena_report"), 1);  // only members were added
  EXPECT_EQ(out.at("kind"), "sweep");
  const Json& set = out.at("sets").at(0);
  EXPECT_EQ(set.at("noun"), "arm");
  EXPECT_EQ(set.at("names").dump(), R"(["A","B"])");
  EXPECT_EQ(set.at("front").dump(), "[1,0]");
  EXPECT_EQ(set.at("measures").at(0).at("better"), "more");
  EXPECT_EQ(set.at("measures").at(0).at("errors").dump(), "[0.1,0.2]");
  EXPECT_EQ(set.at("measures").at(1).at("log"), true);
  EXPECT_EQ(set.at("measures").at(1).at("values").dump(), "[10.0,null]");
  EXPECT_FALSE(set.at("measures").at(2).contains("better"));
  EXPECT_EQ(set.at("measures").at(2).at("labels").at(1), "P");
  EXPECT_EQ(out.at("sections").at(0).dump(),
            R"({"colour":2,"kind":"scatter","set":0,"text":"","title":"s","x":1,"y":0})");
  EXPECT_EQ(out.at("sections").at(1).at("axes").dump(), "[2,0]");
  EXPECT_FALSE(out.at("sections").at(1).contains("colour"));
  EXPECT_FALSE(parsed(Report{.title = "t"}).contains("sets"));
}

TEST(ReportDocument, SlicesAndEffectsKeepTheirGaps) {
  Slices slices{.title = "w", .x = {"x", "m"}, .y = {"z", "m"}, .value = {"mu", "", false, Preferred::more}};
  slices.slices = {{"A", -1, -2, 0.5, 2, 1, {std::nan(""), 3}}};
  const Json slice = parsed(with_section(slices)).at("sections").at(0);
  EXPECT_EQ(slice.at("kind"), "slices");
  EXPECT_EQ(slice.at("value").at("better"), "more");
  EXPECT_EQ(slice.at("slices").at(0).at("values").dump(), "[null,3.0]");
  EXPECT_EQ(slice.at("slices").at(0).at("bottom"), -2.0);

  Effects effects{.title = "e"};
  effects.effects = {
      {{"a", "m"}, {"reach", "m"}, {1, 2}, {3, std::nan("")}, {2, std::nan("")}, {4, std::nan("")}, {7, 0}}};
  const Json effect = parsed(with_section(effects)).at("sections").at(0);
  EXPECT_EQ(effect.at("spread"), "10 % to 90 %");
  EXPECT_EQ(effect.at("effects").at(0).at("mean").dump(), "[3.0,null]");
  EXPECT_EQ(effect.at("effects").at(0).at("count").dump(), "[7.0,0.0]");
}

TEST(ReportDocument, AContradictionOfASetIsRefused) {
  EXPECT_EQ(refusal(with_set({})), "report: set 0: no measures\n  need    at least one");
  Set set = two_arms();
  set.names = {"A"};
  EXPECT_EQ(refusal(with_set(set)),
            "report: set 0: names: wrong number of names\n  given   1\n  need    2, or none");
  set = two_arms();
  set.measures[1].values = {1};
  EXPECT_EQ(refusal(with_set(set)),
            "report: set 0: measure 'torque': wrong number of values\n  given   1\n  need    2");
  set = two_arms();
  set.measures[0].errors = {1};
  EXPECT_EQ(refusal(with_set(set)),
            "report: set 0: measure 'reach': errors: wrong number of values\n  given   1\n  need    2");
  set.measures[0].errors = {1, -0.5};
  EXPECT_EQ(refusal(with_set(set)),
            "report: set 0: measure 'reach': errors: a negative error\n  given   -0.5 at index 1\n"
            "  need    the half width of an interval, or nan");
  for (const double wrong : {2.0, -1.0, 0.5}) {
    set = two_arms();
    set.measures[2].values = {0, wrong};
    EXPECT_THAT(refusal(with_set(set)),
                testing::HasSubstr("measure 'kind': a value is not an index of its labels"))
        << wrong;
  }
  set = two_arms();
  set.measures[2].axis.log = true;
  EXPECT_THAT(refusal(with_set(set)), testing::HasSubstr("a choice cannot have a logarithmic axis"));
  set = two_arms();
  set.front = {{2}};
  EXPECT_EQ(refusal(with_set(set)),
            "report: set 0: front: there is no item with this index\n  given   2\n  need    0 to 1");
  set.front = {{1, 1}};
  EXPECT_EQ(refusal(with_set(set)),
            "report: set 0: front: an item is listed twice\n  given   1\n  need    each index once");
}

TEST(ReportDocument, AContradictionOfASectionIsRefused) {
  EXPECT_EQ(refusal(with_section(Scatter{.title = "s", .x = 3})),
            "report: section 's': x: there is no measure with this index\n  given   3\n  need    0 to 2");
  EXPECT_THAT(refusal(with_section(Scatter{.title = "s", .colour = 3})), testing::HasSubstr("'s': colour:"));
  EXPECT_THAT(refusal(with_section(Parallel{.title = "p", .colour = 3})), testing::HasSubstr("'p': colour:"));
  Report report = with_section(Scatter{.title = "s"});
  report.sets.clear();
  EXPECT_EQ(refusal(report),
            "report: section 's': set: there is no set with this index\n  given   0\n  need    a set, but "
            "there is none");
  EXPECT_EQ(refusal(with_section(Parallel{.title = "p", .axes = {1}})),
            "report: section 'p': axes: too few axes\n  given   1\n  need    two or more");
  Slices slices{.title = "w", .x = {"x"}, .y = {"z"}, .value = {"mu"}};
  slices.slices = {{"A", 0, 0, 0.5, 2, 2, {1, 2, 3}}};
  EXPECT_EQ(
      refusal(with_section(slices)),
      "report: section 'w': slice 'A': 2 columns, 2 rows: wrong number of values\n  given   3\n  need    4");
  slices.slices = {{"A", 0, 0, 0, 0, 0, {}}};
  EXPECT_EQ(refusal(with_section(slices)),
            "report: section 'w': slice 'A': cell: wrong side of a cell\n  given   0\n  need    positive and "
            "finite");
  slices.slices = {{"A", std::nan(""), 0, 1, 0, 0, {}}};
  EXPECT_THAT(refusal(with_section(slices)), testing::HasSubstr("wrong corner"));

  Effects effects{.title = "e"};
  const Effect good{{"a"}, {"c"}, {1, 2}, {3, 3}, {2, 2}, {4, 4}};
  effects.effects = {good};
  EXPECT_EQ(refusal(with_section(effects)), "not refused");
  effects.effects[0].at = {2, 2};
  EXPECT_EQ(refusal(with_section(effects)),
            "report: section 'e': c over a: at: wrong bins\n  given   2 at index 1\n  need    finite, rising "
            "numbers");
  effects.effects = {good};
  effects.effects[0].low = {5, 2};
  EXPECT_EQ(refusal(with_section(effects)),
            "report: section 'e': c over a: the spread is reversed\n  given   5 to 4 at index 0\n  need   "
            " low below high");
  effects.effects = {good};
  effects.effects[0].mean = {1};
  EXPECT_THAT(refusal(with_section(effects)), testing::HasSubstr("c over a: mean: wrong number of values"));
  effects.effects = {good};
  effects.effects[0].labels = {"one"};
  EXPECT_THAT(refusal(with_section(effects)), testing::HasSubstr("wrong number of labels"));
}

TEST(ReportDocument, APostureIsAnArmAtRest) {
  const Arm arm = Arm::load("rtx");
  const Eigen::VectorXd q = Eigen::VectorXd::LinSpaced(arm.dof(), 0.1, 0.4);
  const report::Recording run = posture("RTX", arm, q);
  EXPECT_EQ(run.time.size(), 1u);
  EXPECT_TRUE(run.signals.empty());
  EXPECT_EQ(run.tip->at(2).at(0), arm.pose(q)(2, 3));
  EXPECT_THROW(posture("RTX", arm, q.head(2)), Error);
}

}  // namespace
}  // namespace catena::report
