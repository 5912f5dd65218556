// SPDX-License-Identifier: Apache-2.0
// `catena bench ROBOT...`: times all implementations of a quantity. `--calibrate`: measures which method to choose.
#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <optional>
#include <ostream>
#include <system_error>

#include "bench_report.hpp"
#include "catena/io/calibration.hpp"
#include "catena/system/json.hpp"
#include "command.hpp"
#include "eval_plan.hpp"
#include "interrupts.hpp"
#include "json_page.hpp"
#include "payload_option.hpp"
#include "progress.hpp"
#include "threads_option.hpp"
#include "write_file.hpp"

namespace catena::cli {
namespace {

namespace fs = std::filesystem;

struct BenchArguments {
  RobotOptions robot;
  std::vector<std::string> more;
  std::string want = "id,inertia,fd", plot;
  int threads = 0, samples = 11;
  double window = 5;  // ms
  bool calibrate = false, no_methods = false, explain = false, json = false, force = false;
  bool motors = false;
  std::optional<std::string> payload;
};

constexpr const char* kBenchFooter =
    "Timed implementations:\n"
    "  arm              calls of catena::Arm, which writes results in place\n"
    "  generated        code generated for the arm and compiled here (up to 16 joints)\n"
    "  batch            several states per vector register, on one thread and on all\n"
    "  batch_generated  generated code on several states per vector register\n"
    "  method           each method of 'catena methods', with scratch memory allocated beforehand\n"
    "The states are taken in turn from a pool of 4096. Times on one thread are processor time, on several "
    "threads "
    "wall-clock time. ops counts multiplications and additions, except those in sines and cosines; 'of peak' "
    "includes "
    "these, 43 per joint. The clock frequency and the peak rate of a core (multiply-adds of full vectors "
    "with "
    "the "
    "instruction set in use) are measured in the same run. --calibrate measures from how many joints one "
    "method is faster than another on this machine, and stores the result for catena::Arm and "
    "'catena eval'; --explain reports the choice.\n\n"
    "Example:  catena bench panda --want id --no-methods";

// Checks the file name before anything is measured.
void prepare_plot(const BenchArguments& options) {
  if (!options.plot.empty()) require_writable(options.plot, options.force);
}

void keep_calibration(const std::vector<bench::Race>& races, const std::string& path) {
  std::vector<MethodRanges> best;
  for (const bench::Race& race : races) best.push_back(race.best);
  std::error_code error;
  fs::create_directories(fs::path(path).parent_path(), error);
  if (error)
    throw Error(ErrorKind::io, fs::path(path).parent_path().string(), "the folder cannot be created")
        .given(error.message());
  write_file(path, calibration_text(best, this_machine()), true);
}

void calibrate_machine(const BenchArguments& options, Streams& streams) {
  const std::string path = calibration_path();
  if (path.empty())
    throw Error(ErrorKind::usage, "bench --calibrate", "there is no place to store the result")
        .need("one of CATENA_CACHE, XDG_CACHE_HOME and HOME set, and CATENA_CALIBRATION not 'off'");
  require_distinct(std::array{path, options.plot});
  Progress progress(streams.err, "bench", "numbers of joints");
  bench::CalibrateOptions how;
  how.window = options.window * 1e-3;
  how.samples = options.samples;
  const std::vector<bench::Race> races = bench::calibrate(how, [&](const Advance& to) {
    progress(static_cast<std::size_t>(to.done), static_cast<std::size_t>(to.of));
    return RememberInterrupts::which() == 0;
  });
  const bool complete = RememberInterrupts::which() == 0;
  if (complete) keep_calibration(races, path);
  if (!options.plot.empty()) write_file(options.plot, to_svg(races), options.force);
  if (options.json) {
    auto list = Json::array();
    for (const bench::Race& race : races) list.push_back(to_json(race));
    write_json({{"races", list}, {"file", complete ? Json(path) : nullptr}}, streams.out);
  } else {
    for (const bench::Race& race : races) print(to_text(race) + '\n', streams);
    if (complete) print("stored in " + path + '\n', streams);
  }
  streams.out.flush();
  if (!complete)
    tell(fmt::format("interrupted; the results cover up to n = {} joints, and the stored calibration is "
                     "unchanged",
                     races.front().joints.back()),
         streams);
}

void time_robots(const BenchArguments& options, Streams& streams) {
  std::vector<std::string> specs = {options.robot.spec};
  specs.insert(specs.end(), options.more.begin(), options.more.end());
  std::vector<Arm> arms;
  for (const std::string& spec : specs) {
    RobotOptions one = options.robot;
    one.spec = spec;
    const Arm arm(load(one, options.payload, options.motors, streams));
    arms.push_back(options.motors ? arm.with_motors() : arm);
  }
  require_distinct({&options.plot, 1});
  Plan plan = make_plan(options.want, std::nullopt);
  if (options.motors) plan.include_motors();
  if (!options.plot.empty()) {
    std::vector<int> joints;
    for (const Arm& arm : arms) joints.push_back(arm.dof());
    require_curve(joints);
  }
  bench::ContestOptions how;
  how.window = options.window * 1e-3;
  how.samples = options.samples;
  how.threads = options.threads;
  how.methods = !options.no_methods;
  const Watch watch = [](const Advance&) { return RememberInterrupts::which() == 0; };

  const bench::Machine machine = bench::measure_machine(how.window, how.samples);
  if (!options.json) streams.out << to_text(machine) << '\n' << std::flush;
  Progress progress(streams.err, "bench", "quantities");
  std::vector<bench::ArmTimings> results;
  for (std::size_t i = 0; i < arms.size(); ++i) {
    if (options.explain)
      for (const std::string& line : plan.explain(arms[i].dof())) tell(specs[i] + ": " + line, streams);
    for (const Method<double>* m : plan.methods) {
      Notes notes;
      bench::ArmTimings result{specs[i], arms[i].dof(),
                               bench::contest(arms[i], m->quantity, machine, how, notes, watch)};
      for (const Note& note : notes) tell(note, streams);
      if (RememberInterrupts::which() != 0) break;
      if (!options.json) print(to_text(result) + '\n', streams), streams.out.flush();
      results.push_back(std::move(result));
      progress(results.size(), arms.size() * plan.methods.size());
    }
  }
  if (RememberInterrupts::which() != 0) tell("interrupted; only what was measured so far is shown", streams);
  if (!options.plot.empty() && !results.empty()) write_file(options.plot, to_svg(results), options.force);
  if (!options.json) return;
  auto list = Json::array();
  for (const bench::ArmTimings& result : results) {
    const Json rows = to_json(result);
    for (const Json& row : rows.items()) list.push_back(row);
  }
  write_json({{"machine", to_json(machine)}, {"times", list}}, streams.out);
  streams.out.flush();
}

void run_bench(const BenchArguments& options, Streams& streams) {
  if (options.calibrate && options.robot.given)
    throw Error(ErrorKind::usage, "bench", "--calibrate cannot be combined with a robot")
        .given(options.robot.spec);
  if (options.calibrate && (options.motors || options.payload))
    throw Error(ErrorKind::usage, options.motors ? "--calibrate --motors" : "--calibrate --payload",
                "the calibration is that of generated chains")
        .hint("omit one of them");
  if (!options.calibrate && !options.robot.given)
    throw Error(ErrorKind::usage, "bench", "ROBOT is missing")
        .need("one or more robots, or --calibrate")
        .hint("run 'catena bench --help'");
  prepare_plot(options);
  const RememberInterrupts interrupts;
  if (options.calibrate)
    calibrate_machine(options, streams);
  else
    time_robots(options, streams);
}

}  // namespace

void add_bench(CommandLine& line, Streams& streams) {
  auto options = std::make_shared<BenchArguments>();
  Command command = line.command("bench", "Time all implementations of a quantity on this machine");
  command.robot(options->robot, false);
  command.words("MORE", options->more, "Further robots");
  command.text("-w,--want", options->want, "Quantities, comma-separated (default: id,inertia,fd)",
               {.type = "LIST"});
  command.flag("--no-methods", options->no_methods, "Leave out the individual methods", "--ways");
  threads_option(command, options->threads, "Threads of multi-threaded batches");
  command.number<int>("--samples", options->samples, 1, 1000, "1 to 1000",
                      "Number of samples per timing (default: 11)", {.type = "N"});
  command.number<double>("--window", options->window, 0.01, 10000.0, "0.01 to 10000",
                         "Duration of a sample in milliseconds (default: 5)", {.type = "MS"});
  command.flag("--calibrate", options->calibrate,
               "Measure which method is fastest for each number of joints, and store the result");
  payload_option(command, options->payload);
  motors_option(command, options->motors, "; only 'arm' is timed");
  command.flag("--explain", options->explain, "Report which method catena::Arm chooses, and why");
  command.take(
      "--plot",
      [options](const std::string& name) {
        if (name.empty())
          throw Error(ErrorKind::usage, "--plot", "the file name is empty").need("the name of a file");
        options->plot = name;
      },
      "Plot the time per state against the number of joints, both logarithmic", {.type = "FILE.svg"});
  command.flag("--force", options->force, "--plot: overwrite the file if it exists");
  command.flag("--json", options->json,
               "Print JSON: {\"machine\": {..}, \"times\": [{..}, ..]}, in nanoseconds");
  command.footer(kBenchFooter);
  command.run([options, &streams] { run_bench(*options, streams); });
}

}  // namespace catena::cli
