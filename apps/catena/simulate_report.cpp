// SPDX-License-Identifier: Apache-2.0
#include "simulate_report.hpp"

#include <fmt/format.h>

#include "catena/sim/run_text.hpp"
#include "simulate_summary.hpp"
#include "table.hpp"

namespace catena::cli {
namespace {

// Adds signals of one run.
class Plots {
 public:
  Plots(const sim::Setup& setup, report::Recording& run) : run_(run) {
    for (const RobotLink& link : setup.arm.robot().links)
      if (link.joint != JointKind::fixed) turns_.push_back(link.joint == JointKind::revolute);
  }

  report::Signal& add(const char* group, const std::string& name, const char* unit,
                      std::vector<double> values) {
    return run_.signals.emplace_back(report::Signal{group, name, unit, std::move(values)});
  }
  void joints(const char* group, const char* name, const char* turning, const char* sliding,
              const sim::Samples& samples) {
    for (int i = 0; i < samples.rows(); ++i) {
      std::vector<double> values(samples.count());
      for (std::size_t k = 0; k < values.size(); ++k) values[k] = samples[k][i];
      add(group, fmt::format("{}{}", name, i + 1), turns_[static_cast<std::size_t>(i)] ? turning : sliding,
          std::move(values));
    }
  }

 private:
  report::Recording& run_;
  std::vector<bool> turns_;  // (n)
};

// q_d - q and, for quasi-velocity control, the deviations of the quasi-velocities, which decay independently.
void add_deviations(const sim::Setup& setup, const sim::Run& run, Plots& plots) {
  if (!setup.desired) return;
  plots.joints("Deviation from the trajectory", "e", "rad", "m", sim::deviations(run, *setup.desired));
  auto* control = dynamic_cast<sim::QuasiVelocityControl*>(setup.drive.get());
  if (!control) return;
  const sim::Samples quasi = sim::quasi_velocity_deviations(run, *control);
  for (int i = 0; i < quasi.rows(); ++i) {
    std::vector<double> values(quasi.count());
    for (std::size_t k = 0; k < values.size(); ++k) values[k] = quasi[k][i];
    plots.add("Deviation of the quasi-velocities", fmt::format("s{}", i + 1), "", std::move(values)).log =
        true;
  }
}

report::Table facts(const sim::Scenario& scenario, const sim::Setup& setup, const sim::Run& run) {
  report::Table table{.title = "Simulation", .columns = {{"property"}, {"value"}}};
  const auto add = [&](const char* what, const std::string& value) {
    table.rows.push_back({{what}, {value}});
  };
  const sim::Options& o = setup.options;
  const sim::Statistics& s = run.statistics;
  add("robot", setup.arm.name());
  if (!scenario.source.empty()) add("source", scenario.source);
  add("drive", name(scenario.drive.kind));
  add("method", o.method);
  add("integrator", o.integrator);
  add("tolerances", fmt::format("relative {}, absolute {}", o.rtol, o.atol));
  add("simulated", fmt::format("{} s of {} s", shown(run.end_time), shown(o.duration)));
  add("steps", fmt::format("{}, {} rejected", s.steps, s.rejected));
  add("evaluations", fmt::format("{}", s.evaluations));
  add("largest energy imbalance", fmt::format("{:.2g} J", run.largest_imbalance()));
  if (setup.desired && !run.time.empty()) {
    const sim::Deviation far = sim::largest_deviation(run, *setup.desired);
    add("largest deviation from the trajectory",
        fmt::format("{:.2g}, joint {} at {} s", far.largest, far.joint + 1, shown(far.time)));
  }
  return table;
}

report::Table events(const sim::Run& run) {
  using report::Align;
  report::Table table{.title = "Joints at their limits",
                      .columns = {{"time", "s", Align::right},
                                  {"joint", "", Align::right},
                                  {"limit"},
                                  {"speed", "1/s", Align::right}}};
  for (const sim::Event& e : run.events)
    table.rows.push_back(
        {{e.time}, {static_cast<double>(e.joint + 1)}, {e.upper ? "upper" : "lower"}, {e.speed}});
  return table;
}

}  // namespace

report::Report simulation_report(const sim::Scenario& scenario, const sim::Setup& setup, const sim::Run& run,
                                 const std::string& command) {
  report::Report page{.kind = report::Kind::simulate,
                      .title = scenario.name,
                      .subtitle = setup.arm.name(),
                      .command = command};
  for (const Notes* notes : {&setup.notes, &run.notes})
    for (const Note& note : *notes)
      page.notes.push_back(
          {report::Level::info, note.where.empty() ? note.what : note.where + ": " + note.what});
  if (run.failure) page.notes.push_back({report::Level::warning, run.failure->what()});

  page.runs.push_back(report::motion(scenario.name, setup.arm, run.time, run.q.matrix()));
  page.runs.back().partial = sim::partial(run, setup.options.duration);
  Plots plots(setup, page.runs.back());
  plots.joints("Joint velocities", "qd", "rad/s", "m/s", run.qd);
  plots.joints("Drive torques", "tau", "N m", "N", run.tau);
  plots.joints("Joint accelerations", "qdd", "rad/s²", "m/s²", run.qdd);
  add_deviations(setup, run, plots);
  std::vector<double> total = run.kinetic, imbalance;
  for (std::size_t k = 0; k < total.size(); ++k) {
    total[k] += run.potential[k];
    imbalance.push_back(run.imbalance(k));
  }
  plots.add("Energy", "kinetic", "J", run.kinetic);
  plots.add("Energy", "potential", "J", run.potential);
  plots.add("Energy", "total", "J", std::move(total));
  plots.add("Work done on the arm", "drive", "J", run.by_drive);
  if (setup.options.friction) plots.add("Work done on the arm", "friction", "J", run.by_friction);
  if (!run.events.empty()) plots.add("Work done on the arm", "limits", "J", run.by_limits);
  plots.add("Energy imbalance", "energy minus work", "J", std::move(imbalance));

  page.sections.emplace_back(facts(scenario, setup, run));
  if (!run.events.empty()) page.sections.emplace_back(events(run));
  return page;
}

}  // namespace catena::cli
