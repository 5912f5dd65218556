// SPDX-License-Identifier: Apache-2.0
// `catena eval`: the pipe for everything. States in as JSON lines, results out as JSON lines; with --batch .npy files.
#include <fmt/format.h>
#include <sys/stat.h>
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
  std::string input, output;  // empty: the standard streams
  bool json = true;
  bool batch = false, explain = false;
  BatchOptions files;
  bool threads_given = false;
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
      evaluator.answer(line, out);
    } catch (const Error& error) {
      refuse(one_line(error), source.too_long() ? "" : evaluator.tag());
    } catch (const std::bad_alloc&) {
      refuse("not enough memory for this answer", evaluator.tag());
    }
    out += '\n';
    sink.line_done();
  }
  sink.write();
}

// As the shell and the system see it; nothing for a stream that is no file.
std::optional<struct stat> file_status(const std::string& path, bool is_standard, int standard) {
  struct stat found;
  const bool there = !path.empty() ? ::stat(path.c_str(), &found) == 0
                     : is_standard ? ::fstat(standard, &found) == 0
                                   : false;
  return there && (S_ISREG(found.st_mode) || S_ISBLK(found.st_mode)) ? std::optional(found) : std::nullopt;
}

// Writing would destroy what is still to be read, or never come to its end.
void require_other_file(const Options& options, const Streams& streams) {
  const auto out = file_status(options.output, &streams.out == &std::cout, STDOUT_FILENO);
  if (!out) return;
  const auto refuse = [&](const std::optional<struct stat>& in, const char* what) {
    if (in && in->st_dev == out->st_dev && in->st_ino == out->st_ino)
      throw Error(ErrorKind::usage, options.output.empty() ? "standard output" : options.output,
                  fmt::format("the output is the same file as the {}", what))
          .need("two files")
          .hint("write another file, and rename it afterwards");
  };
  refuse(file_status(options.input, &streams.in == &std::cin, STDIN_FILENO), "input");
  const std::string& robot = options.robot.spec;
  refuse(file_status(robot.empty() ? "." : robot, false, 0), "robot");
  refuse(file_status(catalogue_file(robot).string(), false, 0), "robot");
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

// Options of one way to read states do not mix with the other's.
void require_one_way(const Options& options) {
  const BatchOptions& f = options.files;
  if (options.batch && !options.input.empty())
    throw Error(ErrorKind::usage, "eval --batch", "--input reads JSON lines")
        .need("--q, --qd, --qdd, --tau or --wrench, .npy files each");
  if (options.batch) return;
  for (const auto& [name, given] : {std::pair{"--q", !f.q.empty()},
                                    {"--qd", !f.qd.empty()},
                                    {"--qdd", !f.qdd.empty()},
                                    {"--tau", !f.tau.empty()},
                                    {"--wrench", !f.tip.empty()},
                                    {"--threads", options.threads_given}})
    if (given)
      throw Error(ErrorKind::usage, "eval", fmt::format("{} goes with --batch", name))
          .hint("add --batch, or give states as JSON lines");
}

void run(const Options& options, Streams& streams) {
  Plan plan = make_plan(options.want, options.method);
  require_one_way(options);
  if (options.batch) {
    BatchOptions files = options.files;
    files.output = options.output;
    files.robot = options.robot.spec;
    files.explain = options.explain;
    const Robot robot = load(options.robot, streams);
    plan.select(robot.dof());
    return eval_batch(robot, plan, files, streams);
  }
  require_other_file(options, streams);
  const Robot robot = load(options.robot, streams);
  plan.select(robot.dof());
  if (options.explain)
    for (const std::string& line : plan.explain(robot.dof())) tell(line, streams);
  Evaluator evaluator(robot, std::move(plan));
  std::optional<FdInput> file;
  if (!options.input.empty())
    file.emplace(options.input);
  else if (&streams.in == &std::cin)
    file.emplace(STDIN_FILENO, "standard input");
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
    tell(fmt::format("interrupted; all lines up to {} are answered", source.number()), streams);
    streams.err.flush();
  }
}

}  // namespace

void add_eval(CommandLine& line, Streams& streams) {
  auto options = std::make_shared<Options>();
  Command command = line.command("eval", "Compute quantities for states given as JSON lines");
  command.robot(options->robot);
  command.text("-w,--want", options->want,
               "Quantities, comma separated (default: inertia,gravity); 'catena methods' lists them",
               {.type = "LIST"});
  command.text("-m,--method", options->method,
               "A stem for every quantity that has it, or quantity=stem, comma separated", {.type = "STEM"});
  command.file("-i,--input", options->input, "Read this instead of standard input (-)");
  command.file("-o,--output", options->output, "Write this instead of standard output (-)");
  command.flag("--json", options->json, "Accepted as everywhere; the output is JSON in any case");
  command.flag("--explain", options->explain, "Say which method computes each quantity, and why");
  command.flag("--batch", options->batch, "States and results as NumPy arrays, for many of them");
  const auto array = [&](const char* option, std::string& file, const char* what) {
    const auto choose = [option, &file](const std::string& name) {
      if (name.empty() || name == "-")
        throw Error(ErrorKind::usage, option, "no file is named").need("the name of a .npy file");
      file = name;
    };
    command.take(option, choose, what, {.type = "FILE"});
  };
  array("--q", options->files.q, "--batch: positions, N x n in a .npy file");
  array("--qd", options->files.qd, "--batch: velocities");
  array("--qdd", options->files.qdd, "--batch: accelerations");
  array("--tau", options->files.tau, "--batch: torques");
  array("--wrench", options->files.tip, "--batch: wrenches at the tool, N x 6");
  command.take("--threads",
               [options](const std::string& word) {
                 const auto [stop, error] =
                     std::from_chars(word.data(), word.data() + word.size(), options->files.threads);
                 if (error != std::errc{} || stop != word.data() + word.size() ||
                     options->files.threads < 0 || options->files.threads > 1024)
                   throw Error(ErrorKind::usage, "--threads '" + word + "'", "wrong number")
                       .need("1 to 1024, or 0 for as many as the machine has");
                 options->threads_given = true;
               },
               "--batch: threads (default: as many as the machine has)", {.type = "N"});
  command.footer(
      "A state is one line, with only the keys that the wanted quantities need:\n"
      "  {\"q\": [..], \"qd\": [..], \"qdd\": [..], \"tau\": [..]}      radians, metres, newtons\n"
      "  \"gravity\": [x, y, z]              instead of the robot's, in the base frame\n"
      "  \"tip\": [mx, my, mz, fx, fy, fz]   what the arm exerts at the tool, in tool axes\n"
      "  \"tag\": anything                   comes back unchanged\n"
      "Each line is answered by one line, a bad one by {\"line\": N, \"error\": \"...\"}; the exit code\n"
      "is then 4. Blank lines are skipped. Numbers have 17 significant digits. After an interrupt the lines\n"
      "that have been read are still answered; a second one ends at once.\n"
      "With --batch, --output is a folder for one .npy file a quantity, or with one quantity such a file.\n\n"
      "Example:  echo '{\"q\": [0.1, 0.2]}' | catena eval planar2 --want inertia,gravity");
  command.run([options, &streams] { run(*options, streams); });
}

}  // namespace catena::cli
