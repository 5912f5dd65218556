// SPDX-License-Identifier: Apache-2.0
// Reads scenario file version 1.
#include <fmt/format.h>

#include <algorithm>

#include "catena/sim/scenario.hpp"
#include "io/toml_fields.hpp"
#include "io/toml_parse.hpp"
#include "sim/scenario_push.hpp"
#include "sim/scenario_reader.hpp"

namespace catena::sim {
namespace {

using io::detail::Field;
using io::detail::TomlTable;
using Reader = detail::ScenarioReader;

constexpr io::detail::TomlDialect kScenarioFile = {"a scenario file",
                                                   "scenario = 1 and robot = \"puma560\" at least",
                                                   "[drive], [trajectory] or [integrator]"};

constexpr const char* kJoints = "a number for each joint, or one for all";
constexpr const char* kPositions = "a number for each joint, in the file's angle_unit or m";

// Reads the table `key` if it is present.
template <class Read>
void section(const TomlTable& file, const char* key, Scenario& scenario, Read read) {
  if (!file.has(key)) return;
  const TomlTable table = file.table({key, "a table"});
  scenario.places[key] = file.where_is(key);
  Reader reader(table, std::string(key) + ".", scenario);
  read(reader);
}

// A controller with a period is digital.
void read_timing(Reader& in, const Field& period, DriveChoice& drive) {
  DigitalControl::Timing timing;
  timing.period = 0;
  using Hold = DigitalControl::Hold;
  in.above_zero(period, timing.period);
  in.not_negative({"phase", "a number of seconds, 0 or more"}, timing.phase);
  in.not_negative({"delay", "a number of seconds, 0 or more"}, timing.delay);
  in.choice<Hold>({"hold", "\"zero\" or \"ramp\""}, timing.hold,
                  {{"zero", Hold::zero}, {"ramp", Hold::ramp}});
  if (timing.period > 0)
    drive.digital = timing;
  else
    in.only("a controller without 'period'", {}, {"phase", "delay", "hold"});
}

void read_drive(Reader& in, Scenario& scenario) {
  DriveChoice& drive = scenario.drive;
  const std::initializer_list<std::string_view> all = {"tau",    "file",   "between", "kp",    "ki",
                                                       "kd",     "period", "phase",   "delay", "hold",
                                                       "lambda", "k",      "variable"};
  in.allow_only({"kind", "tau", "file", "between", "kp", "ki", "kd", "period", "phase", "delay", "hold",
                 "lambda", "k", "variable", "max_torque", "max_rate"});
  const Field kind = {"kind",
                      "\"none\", \"constant\", \"table\", \"feed_forward\", \"pd\", \"pd_gravity\", "
                      "\"pid\", \"computed_torque\" or \"quasi_velocity\""};
  in.need("[drive]", kind);
  using K = DriveKind;
  in.choice<K>(kind, drive.kind,
               {{"none", K::none},
                {"constant", K::constant},
                {"table", K::table},
                {"feed_forward", K::feed_forward},
                {"pd", K::pd},
                {"pd_gravity", K::pd_gravity},
                {"pid", K::pid},
                {"computed_torque", K::computed_torque},
                {"quasi_velocity", K::quasi_velocity}});
  const Field tau = {"tau", "the torque of each joint, in N m or N"};
  const Field file = {"file", "the name of a table, .csv"};
  const Field kp = {"kp", kJoints}, kd = {"kd", kJoints}, lambda = {"lambda", kJoints}, k = {"k", kJoints};
  in.list(tau, drive.tau);
  in.text(file, drive.file);
  in.choice<TorqueTable::Between>(
      {"between", "\"linear\" or \"hold\""}, drive.between,
      {{"linear", TorqueTable::Between::linear}, {"hold", TorqueTable::Between::hold}});
  const Field ki = {"ki", kJoints}, period = {"period", "a number of seconds above 0"};
  in.gains(kp, drive.kp);
  in.gains(ki, drive.ki);
  in.gains(kd, drive.kd);
  read_timing(in, period, drive);
  in.speeds({"max_torque", "a number above 0 for each joint, or one for all, in N m or N"}, drive.max_torque);
  in.speeds({"max_rate", "a number above 0 for each joint, or one for all, in N m/s or N/s"}, drive.max_rate);
  in.gains(lambda, drive.lambda);
  in.gains(k, drive.k);
  using V = QuasiVelocityControl::Variable;
  in.choice<V>({"variable", "\"xi\" or \"nu\""}, drive.variable, {{"xi", V::xi}, {"nu", V::nu}});
  switch (drive.kind) {
    case K::none:
      in.only("'none'", {}, {"max_torque", "max_rate"});
      return in.only("'none'", {}, all);
    case K::constant:
      in.need("'constant'", tau);
      return in.only("'constant'", {"tau"}, all);
    case K::table:
      in.need("'table'", file);
      return in.only("'table'", {"file", "between"}, all);
    case K::feed_forward:
      return in.only("'feed_forward'", {}, all);
    case K::pd:
    case K::pd_gravity:
    case K::computed_torque:
      in.need("a controller", kp);
      in.need("a controller", kd);
      return in.only("this controller", {"kp", "kd"}, all);
    case K::pid:
      in.need("'pid'", kp);
      in.need("'pid'", ki);
      in.need("'pid'", kd);
      return in.only("'pid'", {"kp", "ki", "kd", "period", "phase", "delay", "hold"}, all);
    case K::quasi_velocity:
      in.need("'quasi_velocity'", lambda);
      in.need("'quasi_velocity'", k);
      return in.only("'quasi_velocity'", {"lambda", "k", "variable"}, all);
  }
}

void read_trajectory(Reader& in, Scenario& scenario) {
  TrajectoryChoice& path = scenario.trajectory.emplace();
  in.allow_only(
      {"kind", "from", "to", "duration", "velocity", "acceleration", "times", "points", "ends", "file"});
  const auto all = {
      std::string_view("from"),     std::string_view("to"),           std::string_view("duration"),
      std::string_view("velocity"), std::string_view("acceleration"), std::string_view("times"),
      std::string_view("points"),   std::string_view("ends"),         std::string_view("file")};
  using K = TrajectoryKind;
  const Field kind = {"kind",
                      "\"cycloid\", \"quintic\", \"trapezoid\", \"waypoints\", \"sampled\" or \"path\""};
  in.need("[trajectory]", kind);
  in.choice<K>(kind, path.kind,
               {{"cycloid", K::cycloid},
                {"quintic", K::quintic},
                {"trapezoid", K::trapezoid},
                {"waypoints", K::waypoints},
                {"sampled", K::sampled},
                {"path", K::path}});
  const Field to = {"to", kPositions}, duration = {"duration", "a number of seconds above 0"};
  const Field velocity = {"velocity", "a number above 0 for each joint, or one for all"};
  const Field acceleration = {"acceleration", velocity.need};
  const Field times = {"times", "an array of increasing times in seconds, the first of them 0"};
  const Field points = {"points", "for each time an array with a position for each joint"};
  const Field file = {"file", "the name of a table, .csv"};
  in.list({"from", kPositions}, path.from);
  in.list(to, path.to);
  in.above_zero(duration, path.duration);
  in.speeds(velocity, path.velocity);
  in.speeds(acceleration, path.acceleration);
  in.list(times, path.times);
  in.lists(points, path.points);
  in.choice<Spline::Ends>({"ends", "\"rest\" or \"natural\""}, path.ends,
                          {{"rest", Spline::Ends::rest}, {"natural", Spline::Ends::natural}});
  in.text(file, path.file);
  switch (path.kind) {
    case K::cycloid:
    case K::quintic:
      in.need("this trajectory", to);
      in.need("this trajectory", duration);
      return in.only("this trajectory", {"from", "to", "duration"}, all);
    case K::trapezoid:
      in.need("'trapezoid'", to);
      in.need("'trapezoid'", velocity);
      in.need("'trapezoid'", acceleration);
      return in.only("'trapezoid'", {"from", "to", "velocity", "acceleration"}, all);
    case K::waypoints:
      in.need("'waypoints'", times);
      in.need("'waypoints'", points);
      return in.only("'waypoints'", {"times", "points", "ends"}, all);
    case K::sampled:
      in.need("'sampled'", file);
      return in.only("'sampled'", {"file"}, all);
    case K::path:
      in.need("'path'", {"file", "the name of a path file, .toml"});
      return in.only("'path'", {"file"}, all);
  }
}

void read_integrator(Reader& in, Options& options) {
  in.allow_only({"name", "method", "rtol", "atol", "step", "max_steps"});
  in.text({"name", "an integrator, such as \"dormand_prince\""}, options.integrator);
  in.text({"method", "a method of forward dynamics, such as \"aba\""}, options.method);
  in.above_zero({"rtol", "a relative tolerance above 0"}, options.rtol);
  in.above_zero({"atol", "an absolute tolerance above 0"}, options.atol);
  in.above_zero({"step", "a number of seconds above 0"}, options.step);
  double most = static_cast<double>(options.max_steps);
  in.number({"max_steps", "a number of steps, 1 or more"}, most, 1);
  options.max_steps = static_cast<long>(std::min(most, 1e15));
}

void read_limits(Reader& in, Options& options) {
  in.allow_only({"at", "restitution", "stiffness", "damping"});
  in.choice<AtLimit>({"at", "\"ignore\", \"stop\", \"bounce\" or \"spring\""}, options.at_limit,
                     {{"ignore", AtLimit::ignore},
                      {"stop", AtLimit::stop},
                      {"bounce", AtLimit::bounce},
                      {"spring", AtLimit::spring}});
  in.not_negative({"restitution", "a number from 0 to 1"}, options.restitution);
  in.above_zero({"stiffness", "a number above 0, in N m/rad or N/m"}, options.stiffness);
  in.not_negative({"damping", "a number, 0 or more, in s/rad or s/m"}, options.damping);
}

void read_file(const TomlTable& file, Scenario& scenario) {
  Reader in(file, "", scenario);
  in.allow_only({"scenario", "name", "source", "robot", "angle_unit", "duration", "gravity", "rotors", "tip",
                 "initial", "drive", "trajectory", "integrator", "limits", "friction", "payload", "push",
                 "output"});
  const Field robot = {"robot", "a robot: a catalogue name such as \"puma560\", a file, or \"chain:6\""};
  in.need("a scenario", robot);
  in.text(robot, scenario.robot);
  in.text({"name", "a string"}, scenario.name);
  in.text({"source", "a string, where the numbers come from"}, scenario.source);
  in.choice<bool>({"angle_unit", "\"deg\" or \"rad\""}, scenario.degrees, {{"deg", true}, {"rad", false}});
  in.above_zero({"duration", "a number of seconds above 0"}, scenario.options.duration);
  scenario.has_duration = file.has("duration");
  in.flag({"rotors", "true or false, without quotes"}, scenario.options.rotors);
  if (file.has("gravity")) scenario.gravity = in.numbers<3>({"gravity", "[x, y, z] in m/s²"});
  if (file.has("tip")) {
    const auto w = in.numbers<6>({"tip", "[mx, my, mz, fx, fy, fz] in N m and N, in tool axes"});
    scenario.options.tip = {{w[0], w[1], w[2]}, {w[3], w[4], w[5]}};
  }
  section(file, "initial", scenario, [&](Reader& part) {
    part.allow_only({"q", "qd"});
    part.list({"q", kPositions}, scenario.q);
    part.list({"qd", "a number for each joint, in the file's angle_unit per second or m/s"}, scenario.qd);
  });
  section(file, "drive", scenario, [&](Reader& part) { read_drive(part, scenario); });
  section(file, "trajectory", scenario, [&](Reader& part) { read_trajectory(part, scenario); });
  section(file, "integrator", scenario, [&](Reader& part) { read_integrator(part, scenario.options); });
  section(file, "limits", scenario, [&](Reader& part) { read_limits(part, scenario.options); });
  section(file, "friction", scenario, [&](Reader& part) {
    part.allow_only({"on", "smoothing"});
    scenario.options.friction = true;
    part.flag({"on", "true or false, without quotes"}, scenario.options.friction);
    part.above_zero({"smoothing", "a velocity above 0, in rad/s or m/s"}, scenario.options.smoothing);
  });
  section(file, "payload", scenario, [&](Reader& part) {
    part.allow_only({"mass", "com"});
    part.need("[payload]", {"mass", "a number in kg"});
    Payload& payload = scenario.payload.emplace();
    part.not_negative({"mass", "a number in kg, 0 or more"}, payload.mass);
    const auto com = part.numbers<3>({"com", "[x, y, z] in m, in the last link's DH frame"});
    payload.com = {com[0], com[1], com[2]};
  });
  if (file.has("push")) detail::read_pushes(file, scenario);
  section(file, "output", scenario, [&](Reader& part) {
    part.allow_only({"step", "times", "file", "quasi_velocities"});
    part.above_zero({"step", "a number of seconds above 0"}, scenario.options.sample);
    part.list({"times", "an array of increasing times in seconds"}, scenario.options.sample_times);
    part.text({"file", "the name of a file, .csv, .jsonl or .npz"}, scenario.output);
    part.flag({"quasi_velocities", "true or false, without quotes"}, scenario.quasi_velocities);
  });
}

}  // namespace

std::string Scenario::place(std::string_view key) const {
  const auto found = places.find(key);
  return found != places.end() ? found->second : std::string(key);
}

Scenario parse_scenario(std::string_view text, const std::string& where) {
  const toml::table document = io::detail::parse_toml(text, where, kScenarioFile);
  const TomlTable file(document, where);
  const Field version = {"scenario", "scenario = 1, the version of the scenario file"};
  if (!file.has("scenario") && file.has("catena"))
    throw Error(ErrorKind::model, where, "this is a robot file, not a scenario")
        .hint("a scenario begins with scenario = 1 and names its robot");
  if (const std::int64_t found = file.integer(version); found != 1)
    throw file.wrong("scenario", "this version of the scenario file is not supported")
        .need("scenario = 1")
        .hint(found > 1 ? "a newer version of Catena may read it" : "");
  Scenario scenario;
  read_file(file, scenario);
  return scenario;
}

}  // namespace catena::sim
