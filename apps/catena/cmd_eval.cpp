// SPDX-License-Identifier: Apache-2.0
// `catena eval`: reads states and writes results as JSON lines, or with --batch as .npy files. One state can be given by
// options instead, and a person at a terminal gets a table.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <optional>

#include "catena/core/motors.hpp"
#include "catena/core/text.hpp"
#include "catena/io/json_write.hpp"
#include "catena/io/load.hpp"
#include "command.hpp"
#include "eval_batch.hpp"
#include "evaluator.hpp"
#include "fd_input.hpp"
#include "interrupts.hpp"
#include "lines.hpp"
#include "payload_option.hpp"
#include "state_option.hpp"
#include "threads_option.hpp"
#include "write_file.hpp"

namespace catena::cli {
namespace {

struct EvalArguments {
  RobotOptions robot;
  std::string want = "inertia,gravity";
  std::optional<std::string> method;
  std::string input, output;         // file names; empty: the standard streams
  bool json = false, table = false;  // neither: a table if the output is a terminal
  bool batch = false, explain = false, motors = false, force = false;
  std::optional<std::string> payload;
  Axes wrench_axes = Axes::frame;
  StateOptions state;  // with --batch: the names of files
  int threads = -1;    // of --batch; -1: not given
  FrameChoice frame;
};

bool blank(std::string_view line) { return line.find_first_not_of(" \t\r") == std::string_view::npos; }

void pipe(Evaluator& evaluator, LineSource& source, LineSink& sink, Streams& streams) {
  std::string_view line;
  while (source.next(line, [&] { sink.write(); })) {
    if (source.number() == 1 && line.starts_with("\xEF\xBB\xBF")) line.remove_prefix(3);  // byte order mark
    if (blank(line) && !source.too_long()) continue;
    std::string& out = sink.text();
    const auto refuse = [&](const std::string& why, const std::string& tag) {
      streams.code = static_cast<int>(ErrorKind::numerical);
      if (evaluator.text()) {
        out += fmt::format("line {}: {}\n", source.number(), text::printable(why, text::kWhole));
        return;
      }
      out += fmt::format("{{\"line\": {}, \"error\": ", source.number());
      append_json(out, why);
      if (!tag.empty()) (out += ", \"tag\": ") += tag;
      out += '}';
    };
    try {
      if (source.too_long())
        throw Error(ErrorKind::usage, "", "the line is too long")
            .need(fmt::format("{} MB or less", LineSource::kLongest >> 20));
      evaluator.set_line(source.number());
      evaluator.answer(line, out);
      if (const std::optional<Note> strange = evaluator.take_strange_position())
        tell(fmt::format("line {}: {}", source.number(), strange->line()), streams);
    } catch (const Error& error) {
      refuse(one_line(error), source.too_long() ? "" : evaluator.tag());
    } catch (const std::bad_alloc&) {
      refuse("not enough memory for this result", evaluator.tag());
    }
    if (!evaluator.text()) out += '\n';
    sink.line_done();
  }
  sink.write();
}

// The ways to give states, by lines, by options and by files, cannot be mixed.
void require_one_way(const EvalArguments& options) {
  if (!options.input.empty() && (options.batch || options.state.given()))
    throw Error(ErrorKind::usage, options.batch ? "eval --batch" : "eval", "--input reads JSON lines")
        .need(options.batch
                  ? "--q, --qd, --qdd, --tau or --tip-wrench with .npy files"
                  : "either --input or a state by --q, --qd, --qdd, --tau, --gravity, --tip-wrench");
  if (options.json && options.table)
    throw Error(ErrorKind::usage, "eval", "--json and --table exclude each other");
  if (options.batch && options.table)
    throw Error(ErrorKind::usage, "eval --batch", "--table is for states on the terminal")
        .hint("omit --table; --batch writes .npy files");
  if (options.batch && options.state.gravity)
    throw Error(ErrorKind::usage, "eval --batch", "--gravity is for a single state")
        .hint("set 'gravity' in the robot file, or give the states as JSON lines with \"gravity\"");
  if (options.batch && options.state.damping)
    throw Error(ErrorKind::usage, "eval --batch", "--damping is for a single state")
        .hint("give the states as JSON lines with \"damping\"");
  if (!options.batch && options.threads >= 0)
    throw Error(ErrorKind::usage, "eval", "--threads requires --batch")
        .hint("add --batch, or omit --threads");
}

// With --batch, the options of a state name files.
BatchOptions batch_options(const EvalArguments& options) {
  const auto file = [](const char* option, const std::optional<std::string>& name) {
    if (name && (name->empty() || *name == "-"))
      throw Error(ErrorKind::usage, option, "the file name is missing").need("the name of a .npy file");
    return name.value_or("");
  };
  const StateOptions& state = options.state;
  return {.q = file("--q", state.q),
          .qd = file("--qd", state.qd),
          .qdd = file("--qdd", state.qdd),
          .tau = file("--tau", state.tau),
          .v = file("--v", state.v),
          .tip = file("--tip-wrench", state.tip_wrench),
          .output = options.output,
          .threads = std::max(0, options.threads),
          .explain = options.explain};
}

// A table for a person who looks at a terminal, JSON for everything else.
bool writes_table(const EvalArguments& options, const Streams& streams) {
  if (options.table || options.json || !options.output.empty()) return options.table;
  return &streams.out == &std::cout && isatty(STDOUT_FILENO) == 1;
}

// Where the results go. A file gets its name when `finish` is called; devices and pipes are streams.
class Output {
 public:
  Output(const std::string& path, bool force, Streams& streams) {
    // writing to the input would destroy what is still to be read, or never end
    require_distinct({&path, 1});
    if (path.empty()) {
      require_distinct_standard_output(streams);
      sink_.emplace(streams.out, "standard output");
      return;
    }
    require_writable(path, force);
    whole_ = !system::written_directly(path);
    sink_.emplace(file_.emplace(path));
  }
  LineSink& sink() { return *sink_; }

  void finish() {
    sink_->write();
    const HoldInterrupts hold;
    if (file_) file_->publish();
  }

  // The same for results that are not all: the last line of a file says so, as in those of `simulate`.
  void finish_early(const std::string& why, bool text) {
    if (whole_ && text) sink_->text() += "partial: " + why + '\n';
    if (whole_ && !text) {
      sink_->text() += "{\"partial\": ";
      append_json(sink_->text(), why);
      sink_->text() += "}\n";
    }
    finish();
  }

 private:
  std::optional<system::UnfinishedFile> file_;
  bool whole_ = false;
  std::optional<LineSink> sink_;
};

std::string zeros(int n) {
  return fmt::format("[{}]", fmt::join(std::vector<int>(static_cast<std::size_t>(n), 0), ", "));
}

void answer_lines(const EvalArguments& options, Evaluator& evaluator, Streams& streams) {
  std::optional<FdInput> file;
  if (!options.input.empty())
    file.emplace(options.input);
  else if (&streams.in == &std::cin)
    file.emplace(STDIN_FILENO, "standard input");
  Output output(options.output, options.force, streams);
  if (options.input.empty() && &streams.in == &std::cin && isatty(STDIN_FILENO) == 1)
    tell(fmt::format(
             "reading states from the terminal, one per line, such as {{\"q\": {}}}; Ctrl-D ends the input; "
             "'catena eval --help' shows other ways to give a state",
             zeros(evaluator.joints())),
         streams);
  std::istream in(file ? &*file : streams.in.rdbuf());
  LineSource source(in);
  const RememberInterrupts interrupts;
  try {
    pipe(evaluator, source, output.sink(), streams);
    output.finish();
  } catch (const Stopped&) {
    output.finish_early(fmt::format("interrupted after line {}", source.number()), evaluator.text());
    tell(fmt::format("interrupted; all lines up to line {} have been processed", source.number()), streams);
    streams.err.flush();
  }
}

void answer_options(const EvalArguments& options, const StateLine& state, Evaluator& evaluator,
                    Streams& streams) {
  Output output(options.output, options.force, streams);
  evaluator.answer(state, output.sink().text());
  if (const std::optional<Note> strange = evaluator.take_strange_position())
    tell(fmt::format("--q: {}", strange->line()), streams);
  if (!evaluator.text()) output.sink().text() += '\n';
  output.finish();
}

// EvalArguments that have no effect on the wanted quantities.
void tell_ignored(const EvalArguments& options, const Plan& plan, Streams& streams) {
  const auto of_all = [&](auto&& holds) {
    return std::all_of(plan.methods.begin(), plan.methods.end(),
                       [&](const Method<double>* m) { return holds(m->quantity); });
  };
  if (options.frame.given() && plan.needs(Input::frame).empty())
    tell("--frame, --point and --axes are ignored: no wanted quantity depends on a frame", streams);
  if (!options.batch)  // of files, eval_batch tells it
    for (const std::string& option : options.state.ignored(plan))
      tell(fmt::format("{} is ignored: no wanted quantity needs it", option), streams);
  if (options.payload && of_all([](Quantity q) { return info(q).masses == Masses::none; }))
    tell("--payload is ignored: no wanted quantity depends on masses", streams);
  if (options.motors && of_all([](Quantity q) { return motor_effect(q) == MotorEffect::none; }))
    tell("--motors is ignored: no wanted quantity depends on the motors", streams);
}

bool needs_motors(const Plan& plan) {
  return std::any_of(plan.methods.begin(), plan.methods.end(), [](const Method<double>* method) {
    return motor_effect(method->quantity) != MotorEffect::none;
  });
}

void run_eval(const EvalArguments& options, Streams& streams) {
  Plan plan = make_plan(options.want, options.method);
  if (options.motors) plan.include_motors();
  plan.wrench_axes = options.wrench_axes;
  require_one_way(options);
  const Robot robot = load(options.robot, options.payload, options.motors && needs_motors(plan), streams);
  if (options.batch) {
    BatchOptions files = batch_options(options);
    plan.select(robot.dof());
    files.frame = options.frame;
    tell_ignored(options, plan, streams);
    return eval_batch(robot, plan, files, streams);
  }
  plan.select(robot.dof());
  if (options.explain)
    for (const std::string& line : plan.explain(robot.dof())) tell(line, streams);
  std::optional<StateLine> state;
  if (options.state.given()) state = options.state.state(robot);
  tell_ignored(options, plan, streams);
  Evaluator evaluator(robot, std::move(plan), options.frame);
  if (options.explain) evaluator.watch_digits();
  if (writes_table(options, streams)) evaluator.write_text();
  if (state)
    answer_options(options, *state, evaluator, streams);
  else
    answer_lines(options, evaluator, streams);
  for (const std::string& line : evaluator.report_digits()) tell(line, streams);
}

}  // namespace

void add_eval(CommandLine& line, Streams& streams) {
  auto options = std::make_shared<EvalArguments>();
  Command command =
      line.command("eval", "Compute quantities for one state, or for states read as JSON lines");
  command.robot(options->robot);
  command.text("-w,--want", options->want,
               "Quantities, comma-separated (default: inertia,gravity); 'catena methods' lists them",
               {.type = "LIST"});
  command.text("-m,--method", options->method,
               "Method for every quantity that has it, or quantity=method, comma-separated",
               {.type = "METHOD"});
  frame_options(command, options->frame);
  command.file("-i,--input", options->input, "Read from this file instead of standard input (-)");
  command.file("-o,--output", options->output, "Write to this file instead of standard output (-)");
  command.flag("--force", options->force,
               "Replace the output file if it exists (--batch replaces its files without it)");
  command.text("--q", options->state.q,
               "Joint positions of one state: 0,pi/2,30deg; with --batch a .npy file of shape (N, n)",
               {.type = "LIST"});
  command.text("--qd", options->state.qd,
               "Joint velocities of one state: 1,30deg/s; with --batch a file, (N, n)", {.type = "LIST"});
  command.text("--qdd", options->state.qdd, "Joint accelerations of one state; with --batch a file, (N, n)",
               {.type = "LIST"});
  command.text("--tau", options->state.tau, "Joint torques of one state; with --batch a file, (N, n)",
               {.type = "LIST"});
  command.text("--v", options->state.v,
               "Vector v of id_vjp, fd_vjp, slotine_li (default: qd); with --batch a file, (N, n)",
               {.type = "LIST"});
  command.text("--tip-wrench", options->state.tip_wrench,
               "Wrench mx,my,mz,fx,fy,fz at the tool; with --batch a file, (N, 6)",
               {.type = "LIST", .former = {"--wrench"}});
  command.text("--gravity", options->state.gravity,
               "Gravity x,y,z in place of the robot's, in the base frame", {.type = "LIST"});
  command.text("--damping", options->state.damping,
               "Added to the diagonal of J M⁻¹ Jᵀ in operational_inertia and others", {.type = "X"});
  command.flag("--json", options->json, "Write JSON even to a terminal (elsewhere it is the default)");
  command.flag("--table", options->table, "Write a table (the default on a terminal)");
  command.flag("--explain", options->explain,
               "Report which method computes each quantity, why, and how many digits can be trusted");
  wrench_axes_option(command, options->wrench_axes);
  payload_option(command, options->payload);
  motors_option(command, options->motors);
  command.flag("--batch", options->batch,
               "Read states from and write results to NumPy .npy files; for many states");
  threads_option(command, options->threads, "--batch: number of threads");
  command.footer(
      "A single state can be given by --q, --qd, --qdd, --tau, --tip-wrench and --gravity. Without them, "
      "each "
      "line of "
      "input is "
      "one state, with the keys that the wanted quantities need:\n"
      "  {\"q\": [..], \"qd\": [..], \"qdd\": [..], \"tau\": [..]}      in SI units and radians\n"
      "  \"gravity\": [x, y, z]              replaces the robot's gravity; in the base frame\n"
      "  \"tip\": [mx, my, mz, fx, fy, fz]   the wrench that the arm exerts at the tool, in the tool frame\n"
      "  \"wrenches\": {\"FRAME\": [..6..]}    wrenches that links exert on their surroundings, at any "
      "frames\n"
      "  \"frame\": \"NAME\"                   replaces --frame for this line\n"
      "  \"tag\": anything                   is copied to the output\n"
      "Each input line produces one output line. For an invalid line it is {\"line\": N, \"error\": "
      "\"...\"}, "
      "and the\n"
      "exit code is then 4. Blank lines are skipped. Numbers have 17 significant digits. After an interrupt\n"
      "(Ctrl-C), the lines already read are still processed; a second interrupt ends the program at "
      "once.\n"
      "With --batch, --output is a folder for one .npy file per quantity, or the .npy file of a single "
      "quantity.\n\n"
      "Example:  catena eval planar2 --q 0.1,0.2 --want inertia,gravity\n"
      "Example:  echo '{\"q\": [0.1, 0.2]}' | catena eval planar2 --want inertia,gravity");
  command.run([options, &streams] { run_eval(*options, streams); });
}

}  // namespace catena::cli
