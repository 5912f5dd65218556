// SPDX-License-Identifier: Apache-2.0
// `catena simulate`: integrates the motion of a robot from its torques.
#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <ostream>

#include "catena/core/text.hpp"
#include "catena/report/report.hpp"
#include "catena/sim/run_text.hpp"
#include "catena/system/json.hpp"
#include "command.hpp"
#include "interrupts.hpp"
#include "json_page.hpp"
#include "number_list.hpp"
#include "payload_option.hpp"
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

// By the extension of the file; standard output is CSV.
Format format_of(const std::string& path) {
  const std::string extension = std::filesystem::path(path).extension().string();
  if (extension == ".csv" || path == "-") return Format::csv;
  if (extension == ".jsonl") return Format::jsonl;
  if (extension == ".npz") return Format::npz;
  if (path.starts_with("/dev/")) return Format::csv;
  throw Error(ErrorKind::usage, path.empty() ? "-o" : path, "the file name does not determine the format")
      .need("a name that ends in .csv, .jsonl or .npz");
}

std::string text_of(const sim::Scenario& scenario, const sim::Setup& setup, const sim::Run& run,
                    Format format) {
  const double duration = setup.options.duration;
  const sim::Trajectory* desired = setup.desired.get();
  std::optional<sim::QuasiSamples> samples;
  if (scenario.quasi_velocities) samples = sim::quasi_samples(setup.arm, setup.options, run, *setup.drive);
  const sim::QuasiSamples* const quasi = samples ? &*samples : nullptr;
  switch (format) {
    case Format::csv:
      return sim::run_csv(run, duration, desired, quasi);
    case Format::jsonl:
      return sim::run_jsonl(run, duration, desired, quasi);
    case Format::npz:
      break;
  }
  return sim::run_npz(run, duration, desired, quasi);
}

void list_scenarios(bool json, Streams& streams) {
  const std::vector<std::string> stems = sim::scenarios();
  if (json) {
    auto all = Json::array();
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
  Table table({"<scenario", "<robot", "<drive", "<description"});
  for (const std::string& stem : stems) {
    const sim::Scenario s = sim::load_scenario(stem);
    table.add({stem, s.robot, name(s.drive.kind), s.name});
  }
  streams.out << table.str();
}

// Writes all results of the run, also if it failed; the caller then reports the error. The table and the report appear
// together, so that no kill leaves one of this run beside one of an earlier run.
void write_results(const SimulateOptions& options, const sim::Scenario& scenario, const sim::Setup& setup,
                   const sim::Run& run, Streams& streams) {
  const std::string& path = scenario.output;
  const std::string why = sim::partial(run, setup.options.duration), wrong = sim::unbalanced(run);
  const bool table = !path.empty() && path != "-";
  std::vector<system::FileText> files;
  if (table) files.push_back({path, text_of(scenario, setup, run, format_of(path))});
  if (!options.report.empty())
    files.push_back({options.report,
                     report_page(simulation_report(scenario, setup, run, command_line(options)), streams)});
  write_files(std::move(files), options.force);
  if (path == "-") streams.out << text_of(scenario, setup, run, Format::csv);
  if (table)
    tell(fmt::format("{}: {}{}{}", path, text::counted(run.time.size(), "sample"),
                     why.empty() ? "" : ", partial: " + why, wrong.empty() ? "" : ", unbalanced: " + wrong),
         streams);
  if (!options.report.empty()) {
    const std::size_t shown = samples_in_report(run);
    tell(fmt::format("{}: report of the simulation, for a web browser{}", options.report,
                     shown == run.time.size()
                         ? ""
                         : fmt::format(", with {} of its {} samples; -o writes all", shown, run.time.size())),
         streams);
  }
  if (options.json)
    write_json(summary_json(scenario, setup, run), streams.out);
  else if (path.empty())
    print(summary(scenario, setup, run), streams);
  streams.out.flush();
  streams.err.flush();
}

void run_simulate(const SimulateOptions& options, Streams& streams) {
  if (options.list) return list_scenarios(options.json, streams);
  if (!options.robot.given)
    throw Error(ErrorKind::usage, "simulate", "no robot or scenario is given")
        .need("a robot (puma560), a scenario (puma_forced) or a file")
        .hint("'catena simulate --list' shows the scenarios, 'catena info' the robots");
  const sim::Scenario scenario = plan(options);
  if (scenario.output == "-" && options.json)
    throw Error(ErrorKind::usage, "--json -o -", "both would be written to standard output")
        .hint("name a file, or omit --json");
  if (!scenario.output.empty()) format_of(scenario.output);
  if (!scenario.output.empty() && scenario.output != "-") require_writable(scenario.output, options.force);
  require_report(options.report, options.force);
  sim::Setup setup = sim::prepare(scenario);
  require_distinct(std::array{scenario.output, options.report});
  tell(setup.notes, scenario.robot, setup.arm.robot().links.size(), streams);
  if (options.motors) tell_without_motors(setup.arm.robot(), streams);

  const RememberInterrupts interrupts;
  std::optional<sim::Run> done;
  {
    Progress progress(streams.err, "simulate", "ms of motion");
    const auto ms = [](double t) { return static_cast<int>(std::min(t * 1e3, 2e9)); };
    const auto watch = [&](const Advance& to) {
      progress(ms(to.done), ms(to.of));
      return RememberInterrupts::which() == 0;
    };
    setup.options.tell = [&](const Note& note) {
      progress.clear();
      tell(note, streams);
      streams.err.flush();
    };
    done = sim::simulate(setup.arm, setup.start, *setup.drive, setup.options, watch);
  }
  write_results(options, scenario, setup, *done, streams);
  if (done->failure) throw *done->failure;
}

}  // namespace

void add_simulate(CommandLine& line, Streams& streams) {
  auto o = std::make_shared<SimulateOptions>();
  Command command = line.command("simulate", "Simulate the motion of a robot, or run a scenario");
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
                     throw Error(ErrorKind::usage, fmt::format("{} '{}'", option, word), "invalid number")
                         .need("a positive number");
                   chosen = one[0];
                 },
                 description, {.type = "X"});
  };
  time("--free-fall", o->free_fall, "Simulate without torques for this long: 10s, 500ms, 2min");
  list("--tau", o->tau, "Constant joint torques, comma-separated [N m, N]");
  command.text("--drive", o->drive, "Torques from a table with the columns t,tau1,tau2,..",
               {.type = "FILE.csv"});
  command.flag("--hold", o->hold, "Hold the torques of each row until the next one instead of interpolating");
  time("--duration", o->duration, "Duration (default: that of the scenario, trajectory or table, else 10s)");
  command.text("--q0", o->q0,
               "Initial positions [rad, m]: 0,pi/2,30deg (default: those of the scenario, else 0)",
               {.type = "LIST"});
  command.text("--qd0", o->qd0, "Initial velocities [rad/s, m/s] (default: those of the scenario, else 0)",
               {.type = "LIST"});
  command.text("-m,--method", o->method,
               "Forward dynamics (default: aba); normalized and unnormalized use quasi-velocities",
               {.type = "METHOD"});
  command.text("--integrator", o->integrator,
               "Default auto; fehlberg, dormand_prince, verner, adams, bdf, rk4, semi_implicit_euler",
               {.type = "NAME"});
  above_zero("--rtol", o->rtol, "Relative tolerance (default: 1e-6)");
  above_zero("--atol", o->atol, "Absolute tolerance (default: 1e-6)");
  time("--step", o->step, "Step size of rk4 and semi_implicit_euler (default: 1ms)");
  time("--output-step", o->output_step, "Time between output samples (default: 10ms)");
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
               "What happens when a joint reaches a limit (default: ignore)",
               {.type = "ignore|stop|bounce|spring"});
  payload_option(command, o->payload);
  motors_option(command, o->motors, " (both below)");
  command.flag("--friction", o->friction, "Include the robot's joint friction");
  command.flag("--rotors", o->rotors, "Include the robot's rotor inertias");
  command.take("-o,--output",
               [o](const std::string& name) {
                 if (name != "-") format_of(name);
                 o->output = name;
               },
               "Write the samples to this file (.csv, .jsonl, .npz); - writes CSV to standard output",
               {.type = "FILE"});
  command.flag("--quasi-velocities", o->quasi_velocities,
               "Add quasi-velocities xi, nu, D and the deviations s of their control to the output");
  report_option(command, o->report, "Write an HTML report with the moving arm and plots");
  command.flag("--force", o->force, "Overwrite existing files");
  command.flag("--json", o->json, "Print the summary as JSON");
  command.flag("--list", o->list, "List the built-in scenarios");
  command.footer(
      "ROBOT may also be a scenario: a built-in one (--list) or a file (docs/simulate.md). Command-line "
      "options "
      "override the file. Without -o, a summary is printed. If a run ends early, because of an error or an "
      "interrupt, the samples up to that time are written and marked as partial. A run whose energy does not "
      "balance is written and marked as unbalanced, and ends with an error.\n\n"
      "Example:  catena simulate puma_forced\n"
      "Example:  catena simulate planar2 --free-fall 2s --q0 0.5,0");
  command.run([o, &streams] { run_simulate(*o, streams); });
}

}  // namespace catena::cli
