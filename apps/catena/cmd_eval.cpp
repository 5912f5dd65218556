// SPDX-License-Identifier: Apache-2.0
// `catena eval`: the pipe for everything. States in as JSON lines, results out as JSON lines.
#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "catena/io/json_write.hpp"
#include "command.hpp"
#include "evaluator.hpp"
#include "lines.hpp"

namespace catena::cli {
namespace {

struct Options {
  RobotOptions robot;
  std::string want = "inertia,gravity";
  std::string method;
  std::string input, output;
  bool json = true;
};

// An error as one line of text.
std::string one_line(const Error& error) {
  std::string text = error.what();
  for (const auto& [from, to] : {std::pair<std::string_view, std::string_view>{"\n  given   ", "; given "},
                                 {"\n  need    ", "; need "},
                                 {"\n  hint    ", "; "}})
    if (const std::size_t at = text.find(from); at != std::string::npos) text.replace(at, from.size(), to);
  return text;
}

bool blank(std::string_view line) { return line.find_first_not_of(" \t\r") == std::string_view::npos; }

void pipe(Evaluator& evaluator, LineSource& source, LineSink& sink, Streams& streams) {
  std::string_view line;
  while (source.next(line, [&] { sink.write(); })) {
    if (source.number() == 1 && line.starts_with("\xEF\xBB\xBF")) line.remove_prefix(3);  // byte order mark
    if (blank(line)) continue;
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

void run(const Options& options, Streams& streams) {
  Plan plan = make_plan(options.want, options.method);
  Evaluator evaluator(load(options.robot, streams), std::move(plan));
  std::ifstream in;
  std::ofstream out;
  if (!options.input.empty()) {
    errno = 0;
    in.open(options.input, std::ios::binary);
    if (!in || std::filesystem::is_directory(options.input))
      throw Error(ErrorKind::io, options.input, "the file cannot be opened")
          .given(std::strerror(errno ? errno : EISDIR));
  }
  if (!options.output.empty()) {
    std::error_code none;
    if (!options.input.empty() && std::filesystem::equivalent(options.input, options.output, none))
      throw Error(ErrorKind::usage, options.output, "--input and --output are the same file");
    errno = 0;
    out.open(options.output, std::ios::binary);
    if (!out)
      throw Error(ErrorKind::io, options.output, "the file cannot be opened").given(std::strerror(errno));
  }
  LineSource source(options.input.empty() ? streams.in : in);
  LineSink sink(options.output.empty() ? streams.out : out,
                options.output.empty() ? "standard output" : options.output);
  pipe(evaluator, source, sink, streams);
}

}  // namespace

void add_eval(CLI::App& app, Streams& streams) {
  auto options = std::make_shared<Options>();
  auto* command = app.add_subcommand("eval", "Compute quantities for states given as JSON lines");
  add_robot_options(*command, options->robot);
  command
      ->add_option("-w,--want", options->want,
                   "Quantities, comma separated (default: inertia,gravity); 'catena methods' lists them")
      ->type_name("LIST");
  command
      ->add_option("-m,--method", options->method,
                   "A stem for every quantity that has it, or quantity=stem, comma separated")
      ->type_name("STEM");
  command->add_option("-i,--input", options->input, "Read this instead of standard input")->type_name("FILE");
  command->add_option("-o,--output", options->output, "Write this instead of standard output")
      ->type_name("FILE");
  command->add_flag("--json", options->json, "Accepted as everywhere; the output is JSON in any case");
  command->footer(
      "A state is one line, with only the keys that the wanted quantities need:\n"
      "  {\"q\": [..], \"qd\": [..], \"qdd\": [..], \"tau\": [..]}      radians, metres, newtons\n"
      "  \"gravity\": [x, y, z]              instead of the robot's, in the base frame\n"
      "  \"tip\": [mx, my, mz, fx, fy, fz]   what the arm exerts at the tool, in tool axes\n"
      "  \"tag\": anything                   comes back unchanged\n"
      "Each line is answered by one line, a bad one by {\"line\": N, \"error\": \"...\"}; the exit code\n"
      "is then 4. Blank lines are skipped. Numbers have 17 significant digits.\n\n"
      "Example:  echo '{\"q\": [0.1, 0.2]}' | catena eval planar2 --want inertia,gravity");
  command->callback([options, &streams] { run(*options, streams); });
}

}  // namespace catena::cli
