// SPDX-License-Identifier: Apache-2.0
// `catena path`: the fastest motion along a tool path or a joint path, or one with a velocity profile.
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
  std::optional<std::string> file, points, frame, payload, blend, velocity, acceleration, jerk,
      torque;  // lists: units depend on the joints
  std::optional<PathLaw> law;
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
std::vector<double> limits(const char* option, const std::optional<std::string>& list, const Degrees& degrees,
                           int joints) {
  if (!list) return {};
  const bool one = list->find_first_of(", \t") == std::string::npos;
  std::vector<double> out = numbers(option, *list, one && !degrees.unit.empty() ? for_all(degrees) : degrees);
  for (const double x : out)
    if (!(x > 0))
      throw Error(ErrorKind::usage, fmt::format("{} '{}'", option, catena::text::printable(*list)),
                  "invalid limit")
          .need("numbers above 0");
  if (out.size() != 1 && static_cast<int>(out.size()) != joints)
    throw Error(ErrorKind::usage, fmt::format("{} '{}'", option, catena::text::printable(*list)),
                "wrong number of values")
        .given(text::counted(out.size(), "number"))
        .need(fmt::format("one for all joints, or {}, one for each", joints));
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
    const std::string word(rest.substr(0, end));
    file.points.push_back(numbers("--points", word, degrees));
    if (const auto size = static_cast<int>(file.points.back().size()); size != robot.dof())
      throw Error(ErrorKind::usage, fmt::format("--points '{}'", catena::text::printable(word)),
                  fmt::format("waypoint {} has the wrong length", file.points.size()))
          .given(text::counted(size, "number"))
          .need(fmt::format("{}, since '{}' has {}", robot.dof(), catena::text::printable(robot.name),
                            text::counted(robot.dof(), "joint")));
    if (end == std::string_view::npos) break;
    rest.remove_prefix(end + 1);
  }
  if (file.points.size() < 2)
    throw Error(ErrorKind::usage, fmt::format("--points '{}'", catena::text::printable(*o.points)),
                "too few waypoints")
        .given("1 waypoint")
        .need("two or more, separated by semicolons: the path begins at the first one");
  if (o.blend) file.blend = blend_of(*o.blend, degrees);
  file.smooth = o.spline;
  file.velocity = limits("--velocity", o.velocity, joint_degrees(robot, "deg/s"), robot.dof());
  file.acceleration = limits("--acceleration", o.acceleration, joint_degrees(robot, "deg/s2"), robot.dof());
  file.jerk = limits("--jerk", o.jerk, joint_degrees(robot, "deg/s3"), robot.dof());
  file.torque = limits("--torque", o.torque, {}, robot.dof());
  file.by_options = true;
  file.places = {{"joints", "--points"},
                 {"joints.points", "--points"},
                 {"limits.velocity", "--velocity"},
                 {"limits.acceleration", "--acceleration"},
                 {"limits.jerk", "--jerk"},
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
  for (const auto& [option, given] : {std::pair{"--velocity", &o.velocity},
                                      {"--acceleration", &o.acceleration},
                                      {"--jerk", &o.jerk},
                                      {"--torque", &o.torque}})
    if (o.file && *given)
      throw Error(ErrorKind::usage, fmt::format("FILE {}", option), "with a file, the limits are in the file")
          .need(fmt::format("'{}' in [limits] of the file; {} with --points only", option + 2, option));
  if (o.points && o.jerk && o.law != PathLaw::jerk)
    refuse("--jerk", "this law does not limit the jerk", "--law jerk");
  if (o.frame && o.points)
    refuse("--frame --points", "a joint path moves the joints, not a frame", "--frame with a path file only");
  if (o.blend && o.spline)
    refuse("--blend --spline", "--blend has no effect with --spline: a spline has no corners", "one of them");
  if (o.frame && o.frame->empty())
    refuse("--frame ''", "the name of the frame is empty", "the name of a frame");
}

// A frame on the command line that cannot follow a path is not the fault of the file.
void require_moving_frame(const PathOptions& o, const Arm& arm) {
  if (!o.frame) return;
  const std::string where = fmt::format("--frame '{}'", text::printable(*o.frame));
  if (find_frame(arm.frames(), *o.frame, where).frame.link < 0)
    throw Error(ErrorKind::usage, where, "this frame is fixed to the base, which does not move")
        .given(fmt::format("'{}'", text::printable(*o.frame)))
        .need("a frame on a moving link; 'catena info ROBOT' lists them");
}

PathFile read_file(const PathOptions& o) {
  PathFile file = load_path_file(*o.file, o.law);
  if (o.frame) {
    if (!file.points.empty())
      refuse("--frame", "a joint path moves the joints, not a frame", "a path file with [[move]]");
    file.frame = *o.frame;
    file.places["frame"] = fmt::format("--frame '{}'", text::printable(*o.frame));
  }
  return file;
}

void run_path(const PathOptions& o, Streams& streams) {
  if (!o.output.empty()) json_lines(o.output);
  if (o.output == "-" && o.json)
    throw Error(ErrorKind::usage, "--json -o -", "both would be written to standard output")
        .hint("name a file, or omit --json");
  require_one_path(o);
  std::optional<PathFile> read;
  if (o.file) read = read_file(o);
  if (!o.output.empty() && o.output != "-") require_writable(o.output, o.force);
  const Arm arm(load(o.robot, o.payload, o.motors, streams));
  require_moving_frame(o, arm);
  PathFile file = read ? *read : waypoints(o, arm.robot());
  file.motors |= o.motors;
  if (o.law) file.law = *o.law;
  require_distinct(std::array{o.output});
  if (o.step && o.output.empty()) tell("--step is ignored: without -o, no samples are written", streams);
  for (const Note& note : path_notes(arm, file)) tell(note, streams);
  const PlannedPath planned = plan_path(arm, file);
  for (const std::string& note : unlimited_accelerations(arm, file, planned)) tell(note, streams);
  for (const std::string& note : exceeded_torques(arm, file, planned)) tell(note, streams);
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
    tell(fmt::format("{}: {}", o.output, text::counted(samples.time.size(), "sample")), streams);
  }
  if (o.json)
    write_json(path_summary_json(arm, file, planned), streams.out);
  else
    print(path_summary(arm, file, planned), streams);
}

}  // namespace

void add_path(CommandLine& line, Streams& streams) {
  auto o = std::make_shared<PathOptions>();
  Command command = line.command("path", "Plan a motion along a tool path or a joint path");
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
  command.choice<std::optional<PathLaw>>(
      "--law", o->law,
      {{"optimal", PathLaw::optimal}, {"trapezoid", PathLaw::trapezoid}, {"jerk", PathLaw::jerk}},
      "Velocity profile: the fastest motion, a trapezoid, or a double S (default: optimal)");
  command.text("--velocity", o->velocity,
               "Velocity limits: one, or one for each joint: 2,90deg/s (default: the robot's)",
               {.type = "LIST"});
  command.text("--acceleration", o->acceleration, "Acceleration limits: 10, 500deg/s2 (default: none)",
               {.type = "LIST"});
  command.text("--jerk", o->jerk, "With --law jerk: jerk limits: 100, 5000deg/s3", {.type = "LIST"});
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
      "a torque limit. With --law trapezoid, the speed along the path rises, stays constant and falls "
      "between "
      "two stops; with "
      "--law jerk, the acceleration changes without jumps as well. Both need acceleration limits, and do not "
      "consider torque limits: a note says if one is exceeded.\n\n"
      "Example:  catena path panda --points '0,0,0,-1.5,0,1.5,0;1,0.3,0.2,-1,0,2,0.5'\n"
      "Example:  catena path planar2 --points '0,0;1,1' --velocity 2 --acceleration 9 --law jerk --jerk 90\n"
      "Example:  catena path planar2 --points '0,0;1,1;0,2' --blend 0.2 --velocity 2 --acceleration 9 "
      "-o motion.csv");
  command.run([o, &streams] { run_path(*o, streams); });
}

}  // namespace catena::cli
