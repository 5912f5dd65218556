// SPDX-License-Identifier: Apache-2.0
// `catena path`: the fastest motion along a tool path or a joint path.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <ostream>

#include "catena/core/arm.hpp"
#include "catena/core/text.hpp"
#include "command.hpp"
#include "json_page.hpp"
#include "number_list.hpp"
#include "path_text.hpp"
#include "payload_option.hpp"
#include "simulate_plan.hpp"
#include "table.hpp"
#include "write_file.hpp"

namespace catena::cli {
namespace {

struct PathOptions {
  RobotOptions robot;
  std::optional<std::string> file, points, frame, payload, blend, velocity, acceleration,
      torque;  // lists: units depend on the joints
  bool spline = false, motors = false;
  std::optional<double> step;
  std::string output;
  bool force = false, json = false;
};

bool json_lines(const std::string& path) {
  const std::string extension = std::filesystem::path(path).extension().string();
  if (extension == ".jsonl") return true;
  if (extension == ".csv" || path == "-" || path.starts_with("/dev/")) return false;
  throw Error(ErrorKind::usage, path.empty() ? "-o" : path, "the file name does not determine the format")
      .need("a name that ends in .csv or .jsonl");
}

// For numbers that apply to all joints: degrees only if all joints are revolute.
Degrees for_all(Degrees degrees) {
  const std::vector<bool>& revolute = degrees.where;
  degrees.where = {std::find(revolute.begin(), revolute.end(), false) == revolute.end()};
  degrees.instead = "a number without a unit: some joints are prismatic";
  return degrees;
}

// One number for all joints, or one for each.
std::vector<double> limits(const char* option, const std::optional<std::string>& list,
                           const Degrees& degrees) {
  if (!list) return {};
  const bool one = list->find_first_of(", \t") == std::string::npos;
  std::vector<double> out = numbers(option, *list, one && !degrees.unit.empty() ? for_all(degrees) : degrees);
  for (const double x : out)
    if (!(x > 0))
      throw Error(ErrorKind::usage, fmt::format("{} '{}'", option, catena::text::printable(*list)),
                  "invalid limit")
          .need("numbers above 0");
  return out;
}

double blend_of(const std::string& word, const Degrees& degrees) {
  const std::vector<double> one = numbers("--blend", word, for_all(degrees));
  if (one.size() != 1 || one[0] < 0)
    throw Error(ErrorKind::usage, fmt::format("--blend '{}'", catena::text::printable(word)),
                "invalid number")
        .need("a distance, 0 or more");
  return one[0];
}

// "0,0;1,0.5": joint waypoints.
PathFile waypoints(const PathOptions& o, const Robot& robot) {
  PathFile file;
  const Degrees degrees = joint_degrees(robot, "deg");
  std::string_view rest = *o.points;
  while (true) {
    const std::size_t end = rest.find(';');
    file.points.push_back(numbers("--points", std::string(rest.substr(0, end)), degrees));
    if (end == std::string_view::npos) break;
    rest.remove_prefix(end + 1);
  }
  if (o.blend) file.blend = blend_of(*o.blend, degrees);
  file.smooth = o.spline;
  file.velocity = limits("--velocity", o.velocity, joint_degrees(robot, "deg/s"));
  file.acceleration = limits("--acceleration", o.acceleration, joint_degrees(robot, "deg/s2"));
  file.torque = limits("--torque", o.torque, {});
  file.places = {{"joints", "--points"},
                 {"joints.points", "--points"},
                 {"limits.velocity", "--velocity"},
                 {"limits.acceleration", "--acceleration"},
                 {"limits.torque", "--torque"}};
  return file;
}

[[noreturn]] void refuse(const char* options, const char* what, const char* need) {
  throw Error(ErrorKind::usage, options, what).need(need);
}

void require_one_path(const PathOptions& o) {
  if (!o.file && !o.points) refuse("path", "no path is given", "a path file, or --points");
  if (o.file && o.points) refuse("FILE --points", "two paths are given", "a path file, or --points");
  if (o.file && o.blend)
    refuse("FILE --blend", "the file says how corners are rounded", "--blend with --points only");
  if (o.file && o.spline)
    refuse("FILE --spline", "the file says how its points are connected", "--spline with --points only");
  if (o.file && (o.velocity || o.acceleration || o.torque))
    refuse("FILE --velocity", "with a file, the limits are in the file",
           "[limits] in the file; --velocity, --acceleration and --torque with --points only");
  if (o.frame && o.points)
    refuse("--frame --points", "a joint path moves the joints, not a frame", "--frame with a path file only");
  if (o.blend && o.spline) refuse("--blend --spline", "a spline has no corners", "one of them");
}

PathFile read_file(const PathOptions& o) {
  PathFile file = load_path_file(*o.file);
  if (o.frame) {
    if (!file.points.empty())
      refuse("--frame", "a joint path moves the joints, not a frame", "a path file with [[move]]");
    file.frame = *o.frame;
    file.places["frame"] = fmt::format("--frame '{}'", text::printable(*o.frame));
  }
  return file;
}

void run(const PathOptions& o, Streams& streams) {
  if (!o.output.empty()) json_lines(o.output);
  if (o.output == "-" && o.json)
    throw Error(ErrorKind::usage, "--json -o -", "both would be written to standard output")
        .hint("name a file, or omit --json");
  require_one_path(o);
  std::optional<PathFile> read;
  if (o.file) read = read_file(o);
  if (!o.output.empty() && o.output != "-") require_writable(o.output, o.force);
  const Arm arm(carrying(load(o.robot, streams), o.payload));
  PathFile file = read ? *read : waypoints(o, arm.robot());
  file.motors |= o.motors;
  require_distinct(std::array{o.output});
  if (o.step && o.output.empty()) tell("--step is ignored: without -o, no samples are written", streams);
  const PlannedPath planned = plan_path(arm, file);
  for (const std::string& note : unlimited_accelerations(arm, file, planned)) tell(note, streams);
  if (!o.output.empty()) {
    const double step = o.step.value_or(0.01);
    if (planned.motion().duration() / step > 1e7)
      throw Error(ErrorKind::usage, "--step", "too many samples")
          .given(fmt::format("{} s in steps of {} s", shown(planned.motion().duration()), step))
          .need("10 million at most");
    const PathSamples samples = path_samples(arm, planned, file.motors, step);
    const std::string text =
        o.output != "-" && json_lines(o.output) ? path_jsonl(samples) : path_csv(samples);
    if (o.output == "-") {
      streams.out << text;
      return;
    }
    write_file(o.output, text, o.force);
    tell(fmt::format("{}: {}", o.output, counted(static_cast<long>(samples.time.size()), "sample")), streams);
  }
  if (o.json)
    write_json(path_summary_json(arm, file, planned), streams.out);
  else
    print(path_summary(arm, file, planned), streams);
}

}  // namespace

void add_path(CommandLine& line, Streams& streams) {
  auto o = std::make_shared<PathOptions>();
  Command command = line.command("path", "Plan the fastest motion along a tool path or a joint path");
  command.robot(o->robot);
  command.text("FILE", o->file, "A path file (.toml): moves of the tool, or joint waypoints");
  command.text("--frame", o->frame,
               "The frame that follows the path (default: that of the file, else the tool)",
               {.type = "NAME"});
  command.text("--points", o->points, "Joint waypoints instead of a file: '0,0;1,30deg;0.5,pi/2' [rad, m]",
               {.type = "LISTS"});
  command.text("--blend", o->blend,
               "Round corners: the distance from a corner at which the blend begins [rad, m]", {.type = "X"});
  command.flag("--spline", o->spline, "Connect the waypoints by a cubic spline instead of straight lines");
  command.text("--velocity", o->velocity,
               "Velocity limits: one, or one for each joint: 2,90deg/s (default: the robot's)",
               {.type = "LIST"});
  command.text("--acceleration", o->acceleration, "Acceleration limits: 10, 500deg/s2 (default: none)",
               {.type = "LIST"});
  command.text("--torque", o->torque, "Torque limits (default: the robot's)", {.type = "LIST"});
  payload_option(command, o->payload);
  motors_option(command, o->motors, " in the torques");
  command.take("--step", [o](const std::string& word) { o->step = seconds("--step", word); },
               "Time between output samples (default: 10ms)", {.type = "TIME"});
  command.take("-o,--output", [o](const std::string& name) { json_lines(name), o->output = name; },
               "Write samples to this file (.csv, .jsonl); - writes CSV to standard output",
               {.type = "FILE"});
  command.flag("--force", o->force, "Overwrite existing files");
  command.flag("--json", o->json, "Print the summary as JSON");
  command.footer(
      "The motion starts and ends at rest, stops at corners that are not rounded, and respects the velocity "
      "and torque limits of the robot, or the limits in the path file (docs/paths.md describes its format). "
      "If the arm cannot follow the path, the error says where and why: a joint limit, a singular posture, "
      "a torque limit.\n\n"
      "Example:  catena path panda --points '0,0,0,-1.5,0,1.5,0;1,0.3,0.2,-1,0,2,0.5'\n"
      "Example:  catena path planar2 --points '0,0;1,1;0,2' --blend 0.2 --velocity 2 --acceleration 9 "
      "-o motion.csv");
  command.run([o, &streams] { run(*o, streams); });
}

}  // namespace catena::cli
