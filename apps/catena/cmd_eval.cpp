// SPDX-License-Identifier: Apache-2.0
// `catena eval`: reads states and writes results as JSON lines, or with --batch as .npy files.
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iostream>
#include <optional>

#include "catena/io/json_write.hpp"
#include "catena/io/load.hpp"
#include "command.hpp"
#include "eval_batch.hpp"
#include "evaluator.hpp"
#include "fd_input.hpp"
#include "interrupts.hpp"
#include "lines.hpp"
#include "write_file.hpp"

namespace catena::cli {
namespace {

struct Options {
  RobotOptions robot;
  std::string want = "inertia,gravity";
  std::optional<std::string> method;
  std::string input, output;  // file names; empty: the standard streams
  bool json = true;
  bool batch = false, explain = false;
  BatchOptions files;
  bool threads_given = false;
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
      out += fmt::format("{{\"line\": {}, \"error\": ", source.number());
      append_json(out, why);
      if (!tag.empty()) (out += ", \"tag\": ") += tag;
      out += '}';
      streams.code = static_cast<int>(ErrorKind::numerical);
    };
    try {
      if (source.too_long())
        throw Error(ErrorKind::usage, "", "the line is too long")
            .need(fmt::format("{} MB or less", LineSource::kLongest >> 20));
      evaluator.set_line(source.number());
      evaluator.answer(line, out);
    } catch (const Error& error) {
      refuse(one_line(error), source.too_long() ? "" : evaluator.tag());
    } catch (const std::bad_alloc&) {
      refuse("not enough memory for this result", evaluator.tag());
    }
    out += '\n';
    sink.line_done();
  }
  sink.write();
}

void open_output(const std::string& path, std::ofstream& out) {
  errno = 0;
  out.open(path, std::ios::binary);
  if (out) return;
  const int reason = errno;
  throw Error(ErrorKind::io, path, "the file cannot be opened")
      .given(std::strerror(reason))
      .hint(reason == ENOENT ? missing_folder(path) : "");
}

// Options for JSON lines cannot be mixed with options for --batch.
void require_one_way(const Options& options) {
  const BatchOptions& f = options.files;
  if (options.batch && !options.input.empty())
    throw Error(ErrorKind::usage, "eval --batch", "--input reads JSON lines")
        .need("--q, --qd, --qdd, --tau or --wrench with .npy files");
  if (options.batch) return;
  for (const auto& [name, given] : {std::pair{"--q", !f.q.empty()},
                                    {"--qd", !f.qd.empty()},
                                    {"--qdd", !f.qdd.empty()},
                                    {"--tau", !f.tau.empty()},
                                    {"--wrench", !f.tip.empty()},
                                    {"--threads", options.threads_given}})
    if (given)
      throw Error(ErrorKind::usage, "eval", fmt::format("{} requires --batch", name))
          .hint("add --batch, or give the states as JSON lines");
}

void tell_unused_frame(const Options& options, const Plan& plan, Streams& streams) {
  if (options.frame.given() && plan.needs(Input::frame).empty())
    tell("--frame, --point and --axes are ignored: no wanted quantity depends on a frame", streams);
}

void run(const Options& options, Streams& streams) {
  Plan plan = make_plan(options.want, options.method);
  require_one_way(options);
  if (options.batch) {
    BatchOptions files = options.files;
    files.output = options.output;
    files.explain = options.explain;
    const Robot robot = load(options.robot, streams);
    plan.select(robot.dof());
    files.frame = options.frame;
    tell_unused_frame(options, plan, streams);
    return eval_batch(robot, plan, files, streams);
  }
  const Robot robot = load(options.robot, streams);
  plan.select(robot.dof());
  if (options.explain)
    for (const std::string& line : plan.explain(robot.dof())) tell(line, streams);
  tell_unused_frame(options, plan, streams);
  Evaluator evaluator(robot, std::move(plan), options.frame);
  if (options.explain) evaluator.watch_digits();
  std::optional<FdInput> file;
  if (!options.input.empty())
    file.emplace(options.input);
  else if (&streams.in == &std::cin)
    file.emplace(STDIN_FILENO, "standard input");
  // writing to the input would destroy what is still to be read, or never end
  require_distinct({&options.output, 1});
  if (options.output.empty() && &streams.out == &std::cout) require_distinct_standard_output();
  std::ofstream out;
  if (!options.output.empty()) open_output(options.output, out);
  std::istream in(file ? &*file : streams.in.rdbuf());
  LineSource source(in);
  LineSink sink(options.output.empty() ? streams.out : out,
                options.output.empty() ? "standard output" : options.output);
  const RememberInterrupts interrupts;
  try {
    pipe(evaluator, source, sink, streams);
  } catch (const Stopped&) {
    sink.write();
    tell(fmt::format("interrupted; all lines up to line {} have been processed", source.number()), streams);
    streams.err.flush();
  }
  for (const std::string& line : evaluator.report_digits()) tell(line, streams);
}

}  // namespace

void add_eval(CommandLine& line, Streams& streams) {
  auto options = std::make_shared<Options>();
  Command command = line.command("eval", "Compute quantities for states read as JSON lines");
  command.robot(options->robot);
  command.text("-w,--want", options->want,
               "Quantities, comma-separated (default: inertia,gravity); 'catena methods' lists them",
               {.type = "LIST"});
  command.text("-m,--method", options->method,
               "Method for every quantity that has it, or quantity=method, comma-separated",
               {.type = "METHOD"});
  command.text("--frame", options->frame.name,
               "Frame of pose and Jacobian: a name that 'catena info ROBOT' lists (default: tool)",
               {.type = "NAME"});
  command.take("--point", [options](const std::string& word) { options->frame.point = parse_point(word); },
               "A point of that frame instead of its origin, in metres in its axes", {.type = "X,Y,Z"});
  command.take("--axes",
               [options](const std::string& word) {
                 if (word == "base_at_frame")
                   options->frame.axes = Axes::base_at_frame;
                 else if (word == "frame")
                   options->frame.axes = Axes::frame;
                 else if (word == "base")
                   options->frame.axes = Axes::base;
                 else
                   throw Error(ErrorKind::usage, "--axes '" + word + "'", "unknown choice")
                       .need("one of base_at_frame|frame|base");
               },
               "Axes and point of reference of Jacobians (default: base_at_frame)",
               {.type = "base_at_frame|frame|base"});
  command.file("-i,--input", options->input, "Read from this file instead of standard input (-)");
  command.file("-o,--output", options->output, "Write to this file instead of standard output (-)");
  command.flag("--json", options->json, "Accepted for consistency; the output is always JSON");
  command.flag("--explain", options->explain,
               "Report which method computes each quantity, why, and how many digits can be trusted");
  command.flag("--batch", options->batch,
               "Read states from and write results to NumPy .npy files; for many states");
  const auto array = [&](const char* option, std::string& file, const char* what) {
    const auto choose = [option, &file](const std::string& name) {
      if (name.empty() || name == "-")
        throw Error(ErrorKind::usage, option, "the file name is missing").need("the name of a .npy file");
      file = name;
    };
    command.take(option, choose, what, {.type = "FILE"});
  };
  array("--q", options->files.q, "--batch: joint positions, a .npy file of shape (N, n)");
  array("--qd", options->files.qd, "--batch: joint velocities, (N, n)");
  array("--qdd", options->files.qdd, "--batch: joint accelerations, (N, n)");
  array("--tau", options->files.tau, "--batch: joint torques, (N, n)");
  array("--wrench", options->files.tip, "--batch: wrenches at the tool, (N, 6)");
  command.take("--threads",
               [options](const std::string& word) {
                 const auto [stop, error] =
                     std::from_chars(word.data(), word.data() + word.size(), options->files.threads);
                 if (error != std::errc{} || stop != word.data() + word.size() ||
                     options->files.threads < 0 || options->files.threads > 1024)
                   throw Error(ErrorKind::usage, "--threads '" + word + "'", "invalid number")
                       .need("1 to 1024, or 0 for all hardware threads");
                 options->threads_given = true;
               },
               "--batch: number of threads (default: all hardware threads)", {.type = "N"});
  command.footer(
      "Each line of input is one state, with the keys that the wanted quantities need:\n"
      "  {\"q\": [..], \"qd\": [..], \"qdd\": [..], \"tau\": [..]}      in SI units and radians\n"
      "  \"gravity\": [x, y, z]              replaces the robot's gravity; in the base frame\n"
      "  \"tip\": [mx, my, mz, fx, fy, fz]   the wrench that the arm exerts at the tool, in the tool frame\n"
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
      "Example:  echo '{\"q\": [0.1, 0.2]}' | catena eval planar2 --want inertia,gravity");
  command.run([options, &streams] { run(*options, streams); });
}

}  // namespace catena::cli
