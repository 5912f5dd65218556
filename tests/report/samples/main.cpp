// SPDX-License-Identifier: Apache-2.0
// report_samples FOLDER: the reports that the test of the page opens. All numbers come from the library.
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include "catena/io/load.hpp"
#include "catena/report/report.hpp"

namespace {

using namespace catena;

struct Sines {
  Eigen::MatrixXd q, qd, qdd;  // joints x samples
};

// Every joint oscillates about its own mean with its own frequency.
Sines sines(const Arm& arm, const std::vector<double>& time, double amplitude) {
  const auto samples = static_cast<Eigen::Index>(time.size());
  Sines out{Eigen::MatrixXd(arm.dof(), samples), Eigen::MatrixXd(arm.dof(), samples),
            Eigen::MatrixXd(arm.dof(), samples)};
  for (int i = 0; i < arm.dof(); ++i) {
    const bool turns = arm.chain().link(i).revolute();
    const double a = turns ? amplitude : 0.2, middle = turns ? 0.3 * std::cos(2.0 * i) : 0.4;
    const double w = 0.9 + 0.35 * i, phase = 0.7 * i;
    for (Eigen::Index k = 0; k < samples; ++k) {
      const double angle = w * time[static_cast<std::size_t>(k)] + phase;
      out.q(i, k) = middle + a * std::sin(angle);
      out.qd(i, k) = a * w * std::cos(angle);
      out.qdd(i, k) = -a * w * w * std::sin(angle);
    }
  }
  return out;
}

std::vector<double> times(double end, int samples) {
  std::vector<double> out;
  for (int k = 0; k < samples; ++k) out.push_back(end * k / (samples - 1));
  return out;
}

report::Recording moving(const std::string& name, const Arm& arm, double end, int samples, double amplitude) {
  const std::vector<double> time = times(end, samples);
  const Sines motion = sines(arm, time, amplitude);
  report::Recording run = report::motion(name, arm, time, motion.q);
  Eigen::MatrixXd torque(arm.dof(), motion.q.cols());
  std::vector<double> kinetic, potential, total;
  Workspace work(arm);
  Eigen::VectorXd tau(arm.dof());
  for (Eigen::Index k = 0; k < motion.q.cols(); ++k) {
    arm.id(motion.q.col(k), motion.qd.col(k), motion.qdd.col(k), work, tau);
    torque.col(k) = tau;
    kinetic.push_back(arm.kinetic_energy(motion.q.col(k), motion.qd.col(k), work));
    potential.push_back(arm.potential_energy(motion.q.col(k), work));
    total.push_back(kinetic.back() + potential.back());
  }
  report::add_joint_signals(run, "Joint velocities", "qd", "rad/s", "m/s", motion.qd);
  report::add_joint_signals(run, "Joint torques", "tau", "N m", "N", torque);
  run.signals.push_back({"Energy", "kinetic", "J", kinetic});
  run.signals.push_back({"Energy", "potential", "J", potential});
  run.signals.push_back({"Energy", "total", "J", total});
  return run;
}

report::Table joint_table(const Arm& arm) {
  report::Table table{.title = "Joints", .text = "The canonical frames that the arm is drawn from."};
  table.columns = {{"joint"},
                   {"kind"},
                   {"alpha", "rad", report::Align::right},
                   {"a", "m", report::Align::right},
                   {"theta", "rad", report::Align::right},
                   {"d", "m", report::Align::right}};
  const report::Drawing frames = report::drawing(arm);
  for (const CanonicalLink& link : frames.links)
    table.rows.push_back({{link.name},
                          {link.joint == JointKind::revolute ? "revolute" : "prismatic"},
                          {link.dh.alpha},
                          {link.dh.a},
                          {link.dh.theta},
                          {link.dh.d}});
  return table;
}

report::Report one_run() {
  const Arm arm = Arm::load("puma560");
  report::Report out{.title = "PUMA 560: sines",
                     .subtitle = "Six joints swing, each with its own frequency",
                     .command = "report_samples samples"};
  out.notes = {{report::Level::info, "Torques by inverse dynamics, without friction and motors"}};
  out.runs = {moving("sines", arm, 10, 1001, 0.8)};
  out.sections = {joint_table(arm)};
  return out;
}

report::Report two_runs() {
  report::Report out{.kind = report::Kind::compare,
                     .title = "Panda beside PUMA 560",
                     .subtitle = "The same sines on two arms"};
  out.runs = {moving("Panda", Arm::load("panda"), 8, 801, 0.5),
              moving("PUMA 560", Arm::load("puma560"), 6, 451, 0.5)};
  out.runs.back().partial = "stopped at 6 s, to show what a partial run looks like";
  out.runs.back().events = {{4.5, "three quarters"}, {6, "the end"}};
  report::Table table{.title = "Statements",
                      .columns = {{"statement"}, {"measured", "s", report::Align::right}, {"result"}}};
  table.rows = {{{"the Panda moves for 8 s"}, {8.0}, {"reproduced", report::Mark::good}},
                {{"the PUMA moves for 8 s"}, {6.0}, {"not reproduced", report::Mark::bad}},
                {{"nothing else moves"}, {std::nan("")}, {"not measured", report::Mark::warn}}};
  report::Xy xy{.title = "Cost against size", .x = {"joints", "", true}, .y = {"multiplications", "", true}};
  report::Curve linear{.name = "linear", .style = report::Style::both},
      cubic{.name = "cubic", .style = report::Style::both};
  for (const double n : {2.0, 5.0, 10.0, 20.0, 50.0}) {
    linear.x.push_back(n), linear.y.push_back(150 * n);
    cubic.x.push_back(n), cubic.y.push_back(n * n * n);
  }
  xy.curves = {linear, cubic};
  out.sections = {table, xy};
  return out;
}

report::Report sliding() {
  const Arm arm = Arm::load("stanford");
  report::Report out{.title = "Stanford arm: sines"};
  out.runs = {moving("sines", arm, 10, 501, 0.8)};
  return out;
}

report::Report planar() {
  report::Report out{.title = "Planar arm: sines"};
  out.runs = {moving("sines", Arm::load("planar3"), 10, 501, 0.8)};
  return out;
}

// A fixed base and tool, and names that contain markup.
report::Report hostile() {
  const std::string image = "<img src=x onerror=\"window.hacked=1\">";
  const std::string script = "</script><script>window.hacked=1</script>";
  const std::string comment = "<!-- <script> ]]> & \" ' \\ \u2028\u2029 \xFF\x01";
  Notes notes;
  Robot robot = load_robot("puma560", notes);
  robot.name = script;
  for (RobotLink& link : robot.links) link.name = image;
  const Arm arm(robot);
  report::Report out{.title = script + image, .subtitle = image, .command = "catena '" + script + "'"};
  out.notes = {{report::Level::warning, image + comment}};
  out.runs = {moving(script, arm, 2, 101, 0.5), moving(image + comment, arm, 2, 101, 0.3)};
  out.runs.back().partial = script;
  out.runs.back().events = {{1, image}};
  for (report::Signal& signal : out.runs.front().signals)
    if (signal.group == "Energy") signal.group = image, signal.name = script, signal.unit = comment;
  report::Table table = joint_table(arm);
  table.title = image;
  table.columns.front().name = script;
  table.columns.front().unit = image;
  report::Set set{.noun = image, .names = {script, image}};
  set.measures = {{{script, image, false, report::Preferred::more}, {1, 2}},
                  {{image, comment, false, report::Preferred::less}, {1, 2}},
                  {{comment}, {1, 0}, {}, {script, image}}};
  out.sets = {set};
  report::Slices slices{
      .title = script, .text = image, .x = {image}, .y = {script}, .value = {image, script}};
  slices.slices = {{image, 0, 0, 1, 2, 1, {1, 2}}};
  report::Effects effects{.title = image, .spread = script};
  effects.effects = {report::effect(set.measures[2], set.measures[0])};
  out.sections = {table, report::Scatter{.title = image, .colour = 2}, report::Parallel{.title = script},
                  slices, effects};
  return out;
}

// Arms at rest, side by side, and all sections of a comparison. The numbers are easy to check, not physical.
report::Report compare() {
  report::Report out{
      .kind = report::Kind::compare, .title = "Four arms", .subtitle = "At rest, at one scale"};
  report::Set set{.noun = "arm", .front = {{1, 2, 3}}};
  report::Measure reach{{"reach", "m", false, report::Preferred::more}};
  report::Measure mass{{"mass", "kg", true, report::Preferred::less}};
  report::Measure joints{{"joints"}, {}, {}, {"5", "6", "7"}};
  const std::vector<std::string> names = {"puma560", "panda", "stanford", "rtx"};
  for (std::size_t k = 0; k < names.size(); ++k) {
    const Arm arm = Arm::load(names[k]);
    Eigen::VectorXd q = Eigen::VectorXd::Constant(arm.dof(), 0.4);
    if (names[k] == "puma560") q << 0.2, -0.7, 0.5, 0, 0.6, 0;
    out.runs.push_back(report::posture(names[k], arm, q));
    set.names.push_back(names[k]);
    const double at = static_cast<double>(k);
    reach.values.push_back(1 + at * at), reach.errors.push_back(0.1 * at);
    mass.values.push_back(names[k] == "rtx" ? std::nan("") : 10 * std::pow(2, at));
    joints.values.push_back(arm.dof() - 5 < 0 ? std::nan("") : arm.dof() - 5);
  }
  set.measures = {reach, mass, joints};
  out.sets = {set};
  report::Slices slices{.title = "Workspace",
                        .x = {"x", "m"},
                        .y = {"z", "m"},
                        .value = {"manipulability", "m3", false, report::Preferred::more}};
  for (const int n : {10, 20}) {  // discs of radius n/10 in squares of 0.1
    report::Slice slice{.name = names[n / 10 - 1],
                        .left = -0.1 * n,
                        .bottom = -0.1 * n,
                        .cell = 0.1,
                        .columns = static_cast<std::size_t>(2 * n),
                        .rows = static_cast<std::size_t>(2 * n)};
    for (int i = 0; i < 2 * n; ++i)
      for (int j = 0; j < 2 * n; ++j) {
        const double x = j - n + 0.5, y = i - n + 0.5, r = std::hypot(x, y);
        slice.values.push_back(r < n ? 0.1 * r : std::nan(""));
      }
    slices.slices.push_back(slice);
  }
  out.sections = {
      report::Parallel{.title = "Criteria"},
      report::Scatter{.title = "Trade-off", .text = "Without RTX, whose mass is unknown", .x = 1, .y = 0},
      slices};
  return out;
}

// Points on a quarter of a disc, from its rim inwards: the front is known.
report::Report sweep() {
  constexpr int kDesigns = 5000;
  report::Report out{.kind = report::Kind::sweep, .title = "A sweep"};
  report::Set set{};
  report::Measure x{{"speed", "m/s", false, report::Preferred::more}},
      y{{"payload", "kg", false, report::Preferred::more}};
  report::Measure angle{{"angle", "rad"}}, radius{{"radius", ""}}, kind{{"kind"}, {}, {}, {"RR", "RP", "PP"}};
  for (int k = 0; k < kDesigns; ++k) {
    const double a = std::fmod(0.6180339887 * k, 1.0) * 1.5707,
                 r = k < 100 ? 1 : 0.95 * std::sqrt(std::fmod(0.7548776662 * k, 1.0));
    angle.values.push_back(a), radius.values.push_back(r), kind.values.push_back(k % 3);
    x.values.push_back(2 * r * std::cos(a)), y.values.push_back(5 * r * std::sin(a));
  }
  set.measures = {x, y, angle, radius, kind};
  out.sets = {set};
  report::Effects effects{.title = "Effects"};
  for (const report::Measure& criterion : {x, y})
    for (const report::Measure& parameter : {angle, radius, kind})
      effects.effects.push_back(report::effect(parameter, criterion));
  out.sections = {report::Scatter{.title = "Pareto front", .colour = 3},
                  report::Parallel{.title = "All of it", .axes = {2, 3, 4, 0, 1}, .colour = 3}, effects};
  return out;
}

report::Report long_run() {
  report::Report out{.title = "PUMA 560: 100 000 samples"};
  out.runs = {moving("sines", Arm::load("puma560"), 100, 100000, 0.8)};
  return out;
}

}  // namespace

int main(int count, char** words) {
  if (count != 2) {
    std::fprintf(stderr, "usage: report_samples FOLDER\n");
    return 2;
  }
  const std::filesystem::path folder = words[1];
  try {
    std::filesystem::create_directories(folder);
    report::write_report(one_run(), (folder / "one_run.html").string());
    report::write_report(two_runs(), (folder / "two_runs.html").string());
    report::write_report(sliding(), (folder / "sliding.html").string());
    report::write_report(planar(), (folder / "planar.html").string());
    report::write_report(hostile(), (folder / "hostile.html").string());
    report::write_report(compare(), (folder / "compare.html").string());
    report::write_report(sweep(), (folder / "sweep.html").string());
    report::write_report(long_run(), (folder / "long_run.html").string());
    std::ofstream(folder / "broken.html")
        << report::page(R"({"catena_report": 1, "kind": "simulate", "title": "broken",
      "runs": [{"name": "a", "time": [0, 1, 0.5]}]})");
    std::ofstream(folder / "empty.html") << report::page("");
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  return 0;
}
