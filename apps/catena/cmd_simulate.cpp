// SPDX-License-Identifier: Apache-2.0
// `catena simulate`: from torques to motion.
#include <fmt/format.h>

#include <filesystem>
#include <ostream>

#include "catena/report/report.hpp"
#include "catena/sim/run_text.hpp"
#include "command.hpp"
#include "interrupts.hpp"
#include "json_page.hpp"
#include "progress.hpp"
#include "report_option.hpp"
#include "simulate_plan.hpp"
#include "simulate_report.hpp"
#include "simulate_summary.hpp"
#include "table.hpp"
#include "write_file.hpp"

namespace catena::cli {
namespace {

enum class Format { csv, jsonl, npz };

// By the name of the file; standard output is CSV.
Format format_of(const std::string& path) {
  const std::string extension = std::filesystem::path(path).extension().string();
  if (extension == ".csv" || path == "-") return Format::csv;
  if (extension == ".jsonl") return Format::jsonl;
  if (extension == ".npz") return Format::npz;
  if (path.starts_with("/dev/")) return Format::csv;
  throw Error(ErrorKind::usage, path.empty() ? "-o" : path, "the name does not say what to write")
      .need("a name that ends in .csv, .jsonl or .npz");
}

std::string text_of(const sim::Setup& setup, const sim::Run& run, Format format) {
  const double duration = setup.options.duration;
  const sim::Trajectory* desired = setup.desired.get();
  switch (format) {
    case Format::csv:
      return sim::run_csv(run, duration, desired);
    case Format::jsonl:
      return sim::run_jsonl(run, duration, desired);
    case Format::npz:
      break;
  }
  return sim::run_npz(run, duration, desired);
}

void list_scenarios(bool json, Streams& streams) {
  const std::vector<std::string> stems = sim::scenarios();
  if (json) {
    auto all = nlohmann::ordered_json::array();
    for (const std::string& stem : stems) {
      const sim::Scenario s = sim::load_scenario(stem);
      all.push_back({{"stem", stem},
                     {"name", s.name},
                     {"robot", s.robot},
                     {"drive", name(s.drive.kind)},
                     {"source", s.source}});
    }
    return write_json(all, streams.out);
  }
  Table table({"<scenario", "<robot", "<drive", "<what"});
  for (const std::string& stem : stems) {
    const sim::Scenario s = sim::load_scenario(stem);
    table.add({stem, s.robot, name(s.drive.kind), s.name});
  }
  streams.out << table.str();
}

// Everything that is known of the run is written before an error of it is told.
void write_results(const SimulateOptions& options, const sim::Scenario& scenario, const sim::Setup& setup,
                   const sim::Run& run, Streams& streams) {
  for (const Note& note : run.notes) tell(note, streams);
  const std::string& path = scenario.output;
  const std::string why = sim::partial(run, setup.options.duration);
  if (path == "-") {
    streams.out << text_of(setup, run, Format::csv);
  } else if (!path.empty()) {
    write_file(path, text_of(setup, run, format_of(path)), options.force);
    tell(fmt::format("{}: {}{}", path, counted(static_cast<long>(run.time.size()), "sample"),
                     why.empty() ? "" : ", partial: " + why),
         streams);
  }
  if (!options.report.empty()) {
    write_file(options.report, report::page(simulation_report(scenario, setup, run, command_line(options))),
               options.force);
    tell(fmt::format("{}: the arm in motion and its plots, for a browser", options.report), streams);
  }
  if (options.json)
    write_json(summary_json(scenario, setup, run), streams.out);
  else if (path.empty())
    streams.out << summary(scenario, setup, run);
  streams.out.flush();
  streams.err.flush();
}

void run(const SimulateOptions& options, Streams& streams) {
  if (options.list) return list_scenarios(options.json, streams);
  if (!options.robot.given)
    throw Error(ErrorKind::usage, "simulate", "no robot and no scenario")
        .need("a robot (puma560), a scenario (puma_forced) or a file")
        .hint("'catena simulate --list' shows the scenarios, 'catena info' the robots");
  const sim::Scenario scenario = plan(options);
  if (scenario.output == "-" && options.json)
    throw Error(ErrorKind::usage, "--json -o -", "both would go to standard output")
        .hint("name a file, or leave --json out");
  if (!scenario.output.empty()) format_of(scenario.output);
  if (!scenario.output.empty() && scenario.output != "-") require_writable(scenario.output, options.force);
  require_report(options.report, options.force);
  sim::Setup setup = sim::prepare(scenario);
  tell(setup.notes, scenario.robot, setup.arm.robot().links.size(), streams);

  const RememberInterrupts interrupts;
  std::optional<sim::Run> done;
  {
    Progress progress(streams.err, "simulate", "ms of motion");
    const auto ms = [](double t) { return static_cast<int>(std::min(t * 1e3, 2e9)); };
    const auto watch = [&](const Advance& to) {
      progress(ms(to.done), ms(to.of));
      return RememberInterrupts::which() == 0;
    };
    done = sim::simulate(setup.arm, setup.start, *setup.drive, setup.options, watch);
  }
  write_results(options, scenario, setup, *done, streams);
  if (done->failure) throw *done->failure;
}

}  // namespace

void add_simulate(CommandLine& line, Streams& streams) {
  auto o = std::make_shared<SimulateOptions>();
  Command command = line.command("simulate", "Simulate a robot, or a scenario");
  command.robot(o->robot, false);
  const auto time = [&](const char* option, std::optional<double>& chosen, const std::string& description) {
    command.take(option, [option, &chosen](const std::string& word) { chosen = seconds(option, word); },
                 description, {.type = "TIME"});
  };
  const auto list = [&](const char* option, std::optional<std::vector<double>>& chosen,
                        const std::string& description) {
    command.take(option, [option, &chosen](const std::string& word) { chosen = numbers(option, word); },
                 description, {.type = "LIST"});
  };
  const auto above_zero = [&](const char* option, std::optional<double>& chosen,
                              const std::string& description) {
    command.take(option,
                 [option, &chosen](const std::string& word) {
                   const std::vector<double> one = numbers(option, word);
                   if (one.size() != 1 || !(one[0] > 0))
                     throw Error(ErrorKind::usage, fmt::format("{} '{}'", option, word), "wrong number")
                         .need("a number above 0");
                   chosen = one[0];
                 },
                 description, {.type = "X"});
  };
  time("--free-fall", o->free_fall, "No torques, for so long: 10s, 500ms, 2min");
  list("--tau", o->tau, "Constant torques, comma separated [N m, N]");
  command.text("--drive", o->drive, "Torques from a table: t,tau1,tau2,..", {.type = "FILE.csv"});
  command.flag("--hold", o->hold, "The table's torques jump at its rows, not on lines between them");
  time("--duration", o->duration, "How long (default: as the scenario, the trajectory or the table, or 10s)");
  list("--q0", o->q0, "Positions at the start [rad, m] (default: 0, or as the scenario)");
  list("--qd0", o->qd0, "Velocities at the start");
  command.text("-m,--method", o->method,
               "Formulation (default: aba); normalized and unnormalized integrate nu and xi",
               {.type = "STEM"});
  command.text("--integrator", o->integrator,
               "fehlberg, dormand_prince (default), verner, adams, bdf, rk4 or semi_implicit_euler",
               {.type = "NAME"});
  above_zero("--rtol", o->rtol, "Relative tolerance (default: 1e-6)");
  above_zero("--atol", o->atol, "Absolute tolerance (default: 1e-6)");
  time("--step", o->step, "Step of rk4 and semi_implicit_euler (default: 1ms)");
  time("--output-step", o->output_step, "Time between samples (default: 10ms)");
  using L = sim::AtLimit;
  command.take("--limits",
               [o](const std::string& word) {
                 static const std::map<std::string, L> words = {
                     {"ignore", L::ignore}, {"stop", L::stop}, {"bounce", L::bounce}, {"spring", L::spring}};
                 const auto found = words.find(word);
                 if (found == words.end())
                   throw Error(ErrorKind::usage, "--limits '" + word + "'", "unknown choice")
                       .need("one of ignore|stop|bounce|spring");
                 o->limits = found->second;
               },
               "What happens at a limit of a joint (default: ignore)", {.type = "ignore|stop|bounce|spring"});
  command.flag("--friction", o->friction, "With the robot's joint friction");
  command.flag("--rotors", o->rotors, "With the robot's motor inertias");
  command.take("-o,--output",
               [o](const std::string& name) {
                 if (name != "-") format_of(name);
                 o->output = name;
               },
               "Write the samples to this file: .csv, .jsonl or .npz; - for CSV here", {.type = "FILE"});
  report_option(command, o->report, "Write a page with the arm in motion and plots");
  command.flag("--force", o->force, "Replace files that exist");
  command.flag("--json", o->json, "The summary as JSON");
  command.flag("--list", o->list, "List the built-in scenarios");
  command.footer(
      "ROBOT may be a scenario: a built-in one (--list) or a file (docs/simulate.md); options go before what "
      "it "
      "says. Without -o a summary is printed. A run that ends early, by an error or an interrupt, is written "
      "up to "
      "there and marked as partial.\n\n"
      "Example:  catena simulate puma_forced");
  command.run([o, &streams] { run(*o, streams); });
}

}  // namespace catena::cli
