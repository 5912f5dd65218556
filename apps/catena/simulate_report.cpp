// SPDX-License-Identifier: Apache-2.0
#include "simulate_report.hpp"

#include <fmt/format.h>

#include "catena/sim/run_text.hpp"
#include "catena/sim/torque_limit.hpp"
#include "simulate_summary.hpp"
#include "table.hpp"

namespace catena::cli {
namespace {

constexpr std::size_t kMostSamples = 20'000;  // about 350 bytes for each joint and sample

// Every stride-th sample is shown.
std::size_t stride(const sim::Run& run) {
  return run.time.size() <= kMostSamples ? 1 : (run.time.size() - 2) / (kMostSamples - 1) + 1;
}

// The run with the samples that the page shows.
sim::Run shown_part(const sim::Run& run) {
  sim::Run part(run.q.rows());
  std::vector<std::size_t> kept;
  for (std::size_t k = 0; k + 1 < run.time.size(); k += stride(run)) kept.push_back(k);
  if (!run.time.empty()) kept.push_back(run.time.size() - 1);
  using Joints = sim::Samples sim::Run::*;
  for (const Joints joints : {&sim::Run::q, &sim::Run::qd, &sim::Run::qdd, &sim::Run::tau, &sim::Run::tool})
    for (const std::size_t k : kept) (part.*joints).push_back((run.*joints)[k].data());
  using Numbers = std::vector<double> sim::Run::*;
  for (const Numbers numbers :
       {&sim::Run::time, &sim::Run::kinetic, &sim::Run::potential, &sim::Run::by_drive,
        &sim::Run::by_friction, &sim::Run::by_tip, &sim::Run::by_limits})
    for (const std::size_t k : kept) (part.*numbers).push_back((run.*numbers)[k]);
  part.start_energy = run.start_energy;
  return part;
}

// Adds signals of one run.
class Plots {
 public:
  Plots(const sim::Setup& setup, report::Recording& run) : run_(run), names_(run.robot->joint_names) {
    for (const RobotLink& link : setup.arm.robot().links)
      if (link.joint != JointKind::fixed) turns_.push_back(link.joint == JointKind::revolute);
  }

  report::Signal& add(const char* group, const std::string& name, const char* unit,
                      std::vector<double> values) {
    return run_.signals.emplace_back(report::Signal{group, name, unit, std::move(values)});
  }
  void joints(const char* group, const char* name, const char* turning, const char* sliding,
              const sim::Samples& samples, bool desired = false) {
    for (int i = 0; i < samples.rows(); ++i) {
      std::vector<double> values(samples.count());
      for (std::size_t k = 0; k < values.size(); ++k) values[k] = samples[k][i];
      const auto joint = static_cast<std::size_t>(i);
      report::Signal& signal =
          add(group, fmt::format("{}{}", name, i + 1), turns_[joint] ? turning : sliding, std::move(values));
      signal.about = names_[joint];
      signal.desired = desired;
    }
  }
  void numbers(const char* group, const char* name, const sim::Samples& samples, bool log) {
    for (int i = 0; i < samples.rows(); ++i) {
      std::vector<double> values(samples.count());
      for (std::size_t k = 0; k < values.size(); ++k) values[k] = samples[k][i];
      add(group, fmt::format("{}{}", name, i + 1), "", std::move(values)).log = log;
    }
  }

 private:
  report::Recording& run_;
  std::vector<bool> turns_;  // (n)
  std::vector<std::string> names_;
};

// The desired motion as dashed lines, and the path of the tool that belongs to it.
void add_desired(const sim::Setup& setup, const sim::Run& run, report::Recording& recording, Plots& plots) {
  if (!setup.desired) return;
  const sim::DesiredSamples desired = sim::desired_samples(setup.arm, run, *setup.desired);
  report::Recording::Path& tip = recording.desired_tip.emplace();
  for (std::size_t k = 0; k < desired.tool.count(); ++k)
    for (int i = 0; i < 3; ++i) tip[static_cast<std::size_t>(i)].push_back(desired.tool[k][i]);
  plots.joints("Joint positions", "q", "rad", "m", desired.q, true);
  plots.joints("Joint velocities", "qd", "rad/s", "m/s", desired.qd, true);
}

// q_d - q and, for quasi-velocity control, the deviations of the quasi-velocities, which decay independently.
void add_deviations(const sim::Setup& setup, const sim::Run& run, Plots& plots) {
  if (!setup.desired) return;
  plots.joints("Deviation from the trajectory", "e", "rad", "m", sim::deviations(run, *setup.desired));
  sim::QuasiVelocityControl* const control = sim::quasi_velocity_control(*setup.drive);
  if (!control) return;
  plots.numbers("Deviation of the quasi-velocities", "s", sim::quasi_velocity_deviations(run, *control),
                true);
}

// ξ, ν and D of M = U D Uᵀ, if they are asked for.
void add_quasi_velocities(const sim::Scenario& scenario, const sim::Setup& setup, const sim::Run& run,
                          Plots& plots) {
  if (!scenario.quasi_velocities) return;
  const sim::QuasiSamples quasi = sim::quasi_samples(setup.arm, setup.options, run, *setup.drive);
  plots.numbers("Quasi-velocities, unnormalized", "xi", quasi.xi, false);
  plots.numbers("Quasi-velocities, normalized", "nu", quasi.nu, false);
  plots.numbers("D of M = U D Uᵀ", "d", quasi.d, true);
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
  add("steps",
      fmt::format("{}, {} rejected{}", s.steps, s.rejected,
                  s.implicit == 0 ? "" : fmt::format(", {} by bdf, since the motion is stiff", s.implicit)));
  add("evaluations", fmt::format("{}", s.evaluations));
  add("largest energy imbalance",
      fmt::format("{:.2g} J at the ends of the steps, where {:.2g} J are allowed; {:.2g} J more between "
                  "them, by interpolation",
                  run.balance.integration, run.balance.allowed, run.balance.interpolation));
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

std::size_t samples_in_report(const sim::Run& run) {
  const std::size_t m = run.time.size();
  return m < 2 ? m : (m - 2) / stride(run) + 2;
}

report::Report simulation_report(const sim::Scenario& scenario, const sim::Setup& setup, const sim::Run& all,
                                 const std::string& command) {
  const bool thinned = samples_in_report(all) < all.time.size();
  const sim::Run part = thinned ? shown_part(all) : sim::Run(0);
  const sim::Run& run = thinned ? part : all;  // the samples
  report::Report page{.kind = report::Kind::simulate,
                      .title = scenario.name,
                      .subtitle = setup.arm.name(),
                      .command = command};
  for (const Notes* notes : {&setup.notes, &all.notes})
    for (const Note& note : *notes) page.notes.push_back({report::Level::info, note.line()});
  if (all.failure) page.notes.push_back({report::Level::warning, all.failure->what()});
  if (thinned)
    page.notes.push_back({report::Level::info, fmt::format("{} of the {} samples of the run are shown",
                                                           run.time.size(), all.time.size())});

  page.runs.push_back(report::motion(scenario.name, setup.arm, run.time, run.q.matrix()));
  page.runs.back().partial = sim::partial(all, setup.options.duration);
  Plots plots(setup, page.runs.back());
  plots.joints("Joint velocities", "qd", "rad/s", "m/s", run.qd);
  plots.joints("Drive torques", "tau", "N m", "N", run.tau);
  plots.joints("Joint accelerations", "qdd", "rad/s²", "m/s²", run.qdd);
  add_desired(setup, run, page.runs.back(), plots);
  add_deviations(setup, run, plots);
  add_quasi_velocities(scenario, setup, run, plots);
  std::vector<double> total, imbalance;
  for (std::size_t k = 0; k < run.time.size(); ++k) {
    total.push_back(run.energy(k));
    imbalance.push_back(run.imbalance(k));
  }
  plots.add("Energy", "kinetic", "J", run.kinetic);
  plots.add("Energy", "potential", "J", run.potential);
  plots.add("Energy", "total", "J", std::move(total));
  plots.add("Work done on the arm", "drive", "J", run.by_drive);
  if (setup.options.friction) plots.add("Work done on the arm", "friction", "J", run.by_friction);
  if (!all.events.empty()) plots.add("Work done on the arm", "limits", "J", run.by_limits);
  plots.add("Energy imbalance", "energy minus work", "J", std::move(imbalance));

  page.sections.emplace_back(facts(scenario, setup, all));
  if (!all.events.empty()) page.sections.emplace_back(events(all));
  return page;
}

}  // namespace catena::cli
