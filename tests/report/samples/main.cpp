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

// Every joint swings about its own middle with its own frequency.
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

report::Run moving(const std::string& name, const Arm& arm, double end, int samples, double amplitude) {
  const std::vector<double> time = times(end, samples);
  const Sines motion = sines(arm, time, amplitude);
  report::Run run = report::motion(name, arm, time, motion.q);
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

// A fixed base and tool, and names that want to be more than names.
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
  out.sections = {table};
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
    if (!report::has_page()) {
      std::printf("skipped: built without the page of the reports\n");
      return 77;
    }
    std::filesystem::create_directories(folder);
    report::write_report(one_run(), (folder / "one_run.html").string());
    report::write_report(two_runs(), (folder / "two_runs.html").string());
    report::write_report(sliding(), (folder / "sliding.html").string());
    report::write_report(planar(), (folder / "planar.html").string());
    report::write_report(hostile(), (folder / "hostile.html").string());
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
