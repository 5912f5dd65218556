// SPDX-License-Identifier: Apache-2.0
// `catena ik`: joint positions for poses, given as options or as JSON lines.
#include <fmt/format.h>
#include <unistd.h>

#include <iostream>
#include <optional>

#include "catena/io/json_write.hpp"
#include "command.hpp"
#include "fd_input.hpp"
#include "ik_answer.hpp"
#include "interrupts.hpp"
#include "lines.hpp"
#include "number_list.hpp"
#include "write_file.hpp"

namespace catena::cli {
namespace {

struct IkArguments {
  RobotOptions robot;
  IkRequest request;
  std::string input;                 // file name; empty: standard input
  bool json = false, table = false;  // neither: a table if the output is a terminal
};

bool blank(std::string_view line) { return line.find_first_not_of(" \t\r") == std::string_view::npos; }

void pipe(IkAnswers& answers, LineSource& source, LineSink& sink, Streams& streams) {
  std::string_view line;
  while (source.next(line, [&] { sink.write(); })) {
    if (source.number() == 1 && line.starts_with("\xEF\xBB\xBF")) line.remove_prefix(3);  // byte order mark
    if (blank(line) && !source.too_long()) continue;
    try {
      if (source.too_long())
        throw Error(ErrorKind::usage, "", "the line is too long")
            .need(fmt::format("{} MB or less", LineSource::kLongest >> 20));
      std::string answer;
      const PoseLine goal = parse_pose_line(line);
      if (!answers.answer(goal, answer).empty()) worsen(streams, static_cast<int>(ErrorKind::numerical));
      sink.text() += answer;
      if (const std::optional<Note> strange = answers.take_strange_position())
        tell(fmt::format("line {}: {}", source.number(), strange->line()), streams);
    } catch (const Error& error) {
      if (error.kind() == ErrorKind::model) throw;  // of the robot, not of this line
      if (answers.text()) {
        sink.text() += fmt::format("line {}: {}\n", source.number(), one_line(error));
      } else {
        sink.text() += fmt::format("{{\"line\": {}, \"error\": ", source.number());
        append_json(sink.text(), one_line(error));
        sink.text() += "}\n";
      }
      worsen(streams, static_cast<int>(ErrorKind::numerical));
    }
    sink.line_done();
  }
  sink.write();
}

// A table for a person who looks at a terminal, JSON for everything else.
bool writes_table(const IkArguments& options, const Streams& streams) {
  if (options.table || options.json) return options.table;
  return &streams.out == &std::cout && isatty(STDOUT_FILENO) == 1;
}

void run_ik(const IkArguments& options, Streams& streams) {
  if (options.json && options.table)
    throw Error(ErrorKind::usage, "ik", "--json and --table exclude each other");
  IkAnswers answers(load(options.robot, streams), options.request);
  if (writes_table(options, streams)) answers.write_text();
  const auto tell_notes = [&] {
    for (const std::string& note : answers.notes()) tell(note, streams);
  };
  LineSink sink(streams.out, "standard output");
  if (const std::optional<PoseLine> goal = answers.goal()) {
    if (!options.input.empty())
      throw Error(ErrorKind::usage, "ik", "--input and a goal are both given")
          .need("one of --input, --pose and --position");
    const std::string reason = answers.answer(*goal, sink.text());
    tell_notes();  // not beside an error
    sink.write();
    if (!reason.empty()) {
      if (!answers.text()) tell(reason, streams);  // a table begins with it
      worsen(streams, static_cast<int>(ErrorKind::numerical));
    }
    return;
  }
  tell_notes();
  std::optional<FdInput> file;
  if (!options.input.empty())
    file.emplace(options.input);
  else if (&streams.in == &std::cin)
    file.emplace(STDIN_FILENO, "standard input");
  require_distinct_standard_output(streams);
  if (options.input.empty() && &streams.in == &std::cin && isatty(STDIN_FILENO) == 1)
    tell(
        "reading goals from the terminal, one per line, such as {\"position\": [0.3, 0, 0.5]}; Ctrl-D ends "
        "the "
        "input; 'catena ik --help' shows other ways to give a goal",
        streams);
  std::istream in(file ? &*file : streams.in.rdbuf());
  LineSource source(in);
  const RememberInterrupts interrupts;
  try {
    pipe(answers, source, sink, streams);
  } catch (const Stopped&) {
    sink.write();
    tell(fmt::format("interrupted; all lines up to line {} have been processed", source.number()), streams);
    streams.err.flush();
  }
}

}  // namespace

void add_ik(CommandLine& line, Streams& streams) {
  auto options = std::make_shared<IkArguments>();
  IkRequest& request = options->request;
  Command command = line.command("ik", "Find joint positions for a pose of the tool (inverse kinematics)");
  command.robot(options->robot);
  command.text("--pose", request.pose, "Goal: x,y,z in metres, then roll,pitch,yaw in radians (or 90deg)",
               {.type = "LIST"});
  command.text("--position", request.position, "Goal: x,y,z alone, any orientation", {.type = "LIST"});
  command.text("--axis", request.axis, "With --position: x,y,z of the direction of the frame's z axis",
               {.type = "LIST"});
  command.text("--frame", request.frame,
               "Frame that is to reach the goal; 'catena info ROBOT' lists them (default: tool)",
               {.type = "NAME"});
  command.text("--seed", request.seed,
               "Joint positions at which the search starts (default: the middle of the limits)",
               {.type = "LIST", .former = {"--seed-q"}});
  command.text("--near", request.near, "Prefer the solution nearest to these joint positions",
               {.type = "LIST"});
  command.choice<IkPreference>(
      "--prefer", request.preference,
      {{"limits", IkPreference::limits}, {"manipulability", IkPreference::manipulability}},
      "Prefer solutions away from the limits, or with the largest manipulability");
  command.flag("--all", request.all,
               "All solutions, in closed form (spherical wrist, parallel axes, some 7-joint arms)");
  command.take("--redundancy",
               [&request](const std::string& word) {
                 request.redundancy =
                     numbers("--redundancy", word, 1, "a number, such as 0.5 or 30deg", {.unit = "deg"})[0];
               },
               "With --all, seven joints: the arm angle, or the position of joint 7 or 1 [rad]",
               {.type = "X"});
  command.flag("--no-limits", request.no_limits, "Ignore the joint limits");
  command.number("--starts", request.starts, 1, 1'000'000, "a whole number from 1 to 1000000",
                 "Largest number of starting points to try", {.type = "N", .value = "100"});
  command.file("-i,--input", options->input, "Read goals from this file instead of standard input (-)");
  command.flag("--json", options->json, "Write JSON even to a terminal (elsewhere it is the default)");
  command.flag("--table", options->table, "Write a table (the default on a terminal)");
  command.footer(
      "Without --pose and --position, each line of input is one goal:\n"
      "  {\"pose\": [[..], [..], [..], [..]]}  a homogeneous transform, by rows: the frame in the base\n"
      "  {\"position\": [x, y, z]}             the position alone; with \"axis\": [x, y, z], also the "
      "direction of z\n"
      "  \"q\": [..]                           joint positions to start from\n"
      "  \"frame\": \"NAME\"                     replaces --frame for this line\n"
      "  \"tag\": anything                     is copied to the output\n"
      "Roll, pitch and yaw are rotations about the fixed axes x, y and z of the base, in this order, as in "
      "a URDF. Solutions\n"
      "are within the joint limits, and their errors are at most 1e-9 m and rad. If a goal is not reached, "
      "the answer contains the\n"
      "closest posture that was found and the reason, and the exit code is 4.\n\n"
      "Example:  catena ik puma560 --pose 0.4,0.1,0.3,0,1.5,0.2");
  command.run([options, &streams] { run_ik(*options, streams); });
}

}  // namespace catena::cli
