// SPDX-License-Identifier: Apache-2.0
// Reads path file version 1.
#include "catena/io/path_file.hpp"

#include <fmt/format.h>

#include <numbers>

#include "catena/core/text.hpp"
#include "io/read_text.hpp"
#include "io/toml_fields.hpp"
#include "io/toml_parse.hpp"

namespace catena {
namespace {

using Eigen::Vector3d;
using io::detail::Field;
using io::detail::TomlTable;

constexpr io::detail::TomlDialect kPathFile = {"a path file", "path = 1 and one [[move]] at least",
                                               "[start], [limits] or [[move]]"};
constexpr Field kRpy = {"rpy", "[roll, pitch, yaw] in the file's angle_unit"};

// One table of the file: reads keys that are present, and notes where they are.
class Reader {
 public:
  Reader(const TomlTable& table, std::string prefix, PathFile& file)
      : table_(table),
        prefix_(std::move(prefix)),
        file_(file),
        angle_(file.degrees ? std::numbers::pi / 180 : 1) {
    file.places[prefix_.empty() ? "path" : prefix_.substr(0, prefix_.size() - 1)] = table.where();
  }

  bool here(const Field& field) {
    if (!table_.has(field.key)) return false;
    file_.places[prefix_ + std::string(field.key)] = table_.where_is(field.key);
    return true;
  }
  void need(const Field& field, const std::string& what) {
    if (!table_.has(field.key))
      throw Error(ErrorKind::model, table_.where(),
                  fmt::format("key {} is missing", table_.quoted(field.key)))
          .need(fmt::format("{}, for {}", field.need, what));
  }
  void refuse(std::string_view key, const std::string& what, const std::string& rule) {
    if (table_.has(key))
      throw table_.wrong(key, fmt::format("{} does not take {}", what, table_.quoted(key))).need(rule);
  }
  void vector(const Field& field, std::optional<Vector3d>& out, bool angles = false) {
    if (!here(field)) return;
    const auto x = table_.numbers<3>(field);
    out = Vector3d(x[0], x[1], x[2]) * (angles ? angle_ : 1);
  }
  void above_zero(const Field& field, double& out) {
    if (!here(field)) return;
    out = table_.number(field);
    if (!(out > 0))
      throw table_.wrong(field.key, fmt::format("{} must be above 0", table_.quoted(field.key)))
          .need(std::string(field.need));
  }
  // A speed: its square must not underflow.
  void speed(const Field& field, std::optional<double>& out) {
    if (!table_.has(field.key)) return;
    constexpr double kLeast = 1e-100;
    double x = 0;
    above_zero(field, x);
    if (x < kLeast)
      throw table_.wrong(field.key, fmt::format("{} is too small to compute with", table_.quoted(field.key)))
          .need(fmt::format("{:g} m/s or more", kLeast));
    out = x;
  }
  void not_negative(const Field& field, double& out) {
    if (!here(field)) return;
    out = table_.number(field);
    if (out < 0)
      throw table_.wrong(field.key, fmt::format("{} is negative", table_.quoted(field.key)))
          .need(std::string(field.need));
  }
  void limits(const Field& field, std::vector<double>& out) {
    if (!here(field)) return;
    out = table_.number_or_list(field);
    for (const double x : out)
      if (!(x > 0))
        throw table_.wrong(field.key, fmt::format("{} must be above 0", table_.quoted(field.key)))
            .need(std::string(field.need));
  }
  double angle() const { return angle_; }
  const TomlTable& table() const { return table_; }

 private:
  const TomlTable& table_;
  std::string prefix_;
  PathFile& file_;
  double angle_;
};

void read_arc(Reader& in, PathMove& move) {
  const Field via = {"via", "[x, y, z] in m, a point of the arc"}, centre = {"centre", "[x, y, z] in m"},
              axis = {"axis", "[x, y, z], the direction of the axis"},
              angle = {"angle", "the angle of the arc, in the file's angle_unit"};
  in.vector(via, move.via);
  in.vector(centre, move.centre);
  in.vector(axis, move.axis);
  if (in.here(angle)) move.angle = in.table().number(angle) * in.angle();
  if (move.via) {
    for (const char* key : {"centre", "axis", "angle"})
      in.refuse(key, "an arc with 'via'", "via and to; or centre, axis and angle");
    return;
  }
  in.need(centre, "an arc without 'via'"), in.need(axis, "an arc about a centre"),
      in.need(angle, "an arc about a centre");
  for (const char* key : {"to", "by", "rpy"})
    in.refuse(key, "an arc about a centre", "centre, axis and angle: the tool turns with the arc");
}

PathMove read_move(const TomlTable& table, std::size_t number, PathFile& file) {
  Reader in(table, fmt::format("move {}.", number), file);
  table.allow_only(
      {"kind", "to", "by", "rpy", "via", "centre", "axis", "angle", "through", "blend", "speed"});
  PathMove move;
  const Field kind = {"kind", "\"line\", \"arc\" or \"spline\""};
  move.kind = table.choice<MoveKind>(
      kind, {{"line", MoveKind::line}, {"arc", MoveKind::arc}, {"spline", MoveKind::spline}});
  const Field to = {"to", "[x, y, z] in m, in the base frame"};
  in.vector(to, move.to);
  in.vector({"by", "[x, y, z] in m, in base axes"}, move.by);
  in.vector(kRpy, move.rpy, true);
  in.not_negative({"blend", "a distance in m, 0 or more"}, move.blend);
  in.speed({"speed", "a speed in m/s above 0"}, move.speed);
  if (move.to) in.refuse("by", "a move with 'to'", "one of to and by");
  const Field through = {"through", "a list of poses: [x, y, z] or [x, y, z, roll, pitch, yaw]"};
  if (move.kind != MoveKind::spline) in.refuse("through", "a line or an arc", "kind = \"spline\"");
  if (move.kind != MoveKind::arc)
    for (const char* key : {"via", "centre", "axis", "angle"})
      in.refuse(key, "a line or a spline", "kind = \"arc\"");
  if (move.kind == MoveKind::arc) read_arc(in, move);
  if (move.kind == MoveKind::spline) {
    in.need(through, "a spline");
    in.here(through);
    for (const char* key : {"to", "by", "rpy"}) in.refuse(key, "a spline", "through");
    move.through = table.lists(through);
    for (std::size_t k = 0; k < move.through.size(); ++k) {
      std::vector<double>& pose = move.through[k];
      if (pose.size() != 3 && pose.size() != 6)
        throw table
            .wrong("through",
                   fmt::format("pose {} of 'through' has {}", k + 1, text::counted(pose.size(), "number")))
            .need("3 (position) or 6 (position, roll, pitch, yaw)");
      for (std::size_t i = 3; i < pose.size(); ++i) pose[i] *= in.angle();
    }
  } else if (!move.to && !move.by && !move.rpy && !move.centre) {
    in.need(to, "a move without 'by' and 'rpy'");
  }
  return move;
}

void read_joints(const TomlTable& table, PathFile& file) {
  Reader in(table, "joints.", file);
  table.allow_only({"points", "kind", "blend"});
  const Field points = {"points", "a list of waypoints, each with a number for each joint"};
  in.need(points, "[joints]");
  in.here(points);
  file.points = table.lists(points);
  if (file.points.empty())
    throw table.wrong("points", "there are no waypoints").need(std::string(points.need));
  if (const Field kind = {"kind", "\"lines\" or \"spline\""}; in.here(kind))
    file.smooth = table.choice<bool>(kind, {{"lines", false}, {"spline", true}});
  in.not_negative({"blend", "a distance in joint space, 0 or more, in the file's angle_unit or m"},
                  file.blend);
  if (file.smooth) in.refuse("blend", "a spline", "kind = \"lines\"");
}

void read_limits(const TomlTable& table, PathFile& file) {
  Reader in(table, "limits.", file);
  table.allow_only({"velocity", "acceleration", "jerk", "torque", "speed", "motors", "tolerance"});
  in.limits({"velocity", "a number above 0 for each joint, or one for all"}, file.velocity);
  in.limits({"acceleration", "a number above 0 for each joint, or one for all"}, file.acceleration);
  in.limits({"jerk", "a number above 0 for each joint, or one for all"}, file.jerk);
  in.limits({"torque", "a number above 0 for each joint, or one for all, in N m or N"}, file.torque);
  in.speed({"speed", "the speed of the tool in m/s, above 0"}, file.speed);
  in.above_zero({"tolerance", "a small share of the limits, such as 1e-3"}, file.tolerance);
  if (const Field motors = {"motors", "true or false, without quotes"}; in.here(motors))
    file.motors = table.boolean(motors);
}

void read_start(const TomlTable& table, PathFile& file) {
  Reader in(table, "start.", file);
  table.allow_only({"q", "position", "rpy"});
  if (const Field q = {"q", "a number for each joint, in the file's angle_unit or m"}; in.here(q))
    file.start = table.list(q);
  in.vector({"position", "[x, y, z] in m, in the base frame"}, file.position);
  in.vector(kRpy, file.rpy, true);
  if (file.rpy) in.need({"position", "[x, y, z] in m"}, "a start with 'rpy'");
}

}  // namespace

const char* name(PathLaw law) {
  switch (law) {
    case PathLaw::optimal:
      break;
    case PathLaw::trapezoid:
      return "trapezoid";
    case PathLaw::jerk:
      return "jerk";
  }
  return "optimal";
}

std::string PathFile::place(const std::string& key) const {
  const auto found = places.find(key);
  return found != places.end() ? found->second : key;
}

PathFile parse_path_file(std::string_view text, const std::string& where, std::optional<PathLaw> wanted) {
  const toml::table document = io::detail::parse_toml(text, where, kPathFile);
  const TomlTable table(document, where);
  if (const std::int64_t version = table.integer({"path", "path = 1, the version of the path file"});
      version != 1)
    throw table.wrong("path", "this version of the path file is not supported")
        .need("path = 1")
        .hint(version > 1 ? "a newer version of Catena may read it" : "");
  table.allow_only({"path", "name", "angle_unit", "frame", "position_only", "position_tolerance",
                    "orientation_tolerance", "law", "start", "limits", "move", "joints"});
  PathFile file;
  if (const Field unit = {"angle_unit", "\"deg\" or \"rad\""}; table.has("angle_unit"))
    file.degrees = table.choice<bool>(unit, {{"deg", true}, {"rad", false}});
  Reader in(table, "", file);
  if (table.has("name")) file.name = table.text({"name", "a string"});
  if (const Field frame = {"frame", "the name of a frame of the robot, which 'catena info ROBOT' lists"};
      in.here(frame)) {
    file.frame = table.text(frame);
    if (file.frame.empty()) throw table.wrong("frame", "'frame' is empty").need(std::string(frame.need));
  }
  if (const Field law = {"law", "\"optimal\", \"trapezoid\" or \"jerk\""}; in.here(law))
    file.law = table.choice<PathLaw>(
        law, {{"optimal", PathLaw::optimal}, {"trapezoid", PathLaw::trapezoid}, {"jerk", PathLaw::jerk}});
  if (table.has("position_only"))
    file.position_only = table.boolean({"position_only", "true or false, without quotes"});
  in.above_zero({"position_tolerance", "a distance in m above 0"}, file.position_tolerance);
  if (const Field field = {"orientation_tolerance", "an angle above 0, in the file's angle_unit"};
      table.has(field.key)) {
    in.above_zero(field, file.orientation_tolerance);
    file.orientation_tolerance *= in.angle();
  }
  if (table.has("start")) read_start(table.table({"start", "a table"}), file);
  if (table.has("limits")) read_limits(table.table({"limits", "a table"}), file);
  if (table.has("joints")) read_joints(table.table({"joints", "a table"}), file);
  if (table.has("move"))
    for (const TomlTable& one : table.tables({"move", "[[move]], once for each piece"}, "move"))
      file.moves.push_back(read_move(one, file.moves.size() + 1, file));
  if (wanted) file.law = *wanted;
  if (wanted && file.law != PathLaw::jerk) file.jerk.clear();
  if (!file.jerk.empty() && file.law != PathLaw::jerk)
    throw Error(ErrorKind::model, file.place("limits.jerk"), "this law does not limit the jerk")
        .given(fmt::format("law = \"{}\"", name(file.law)))
        .need("law = \"jerk\", or no 'jerk'");
  if (file.moves.empty() == file.points.empty())
    throw Error(ErrorKind::model, where,
                file.moves.empty() ? "the path is empty" : "both a tool path and a joint path are given")
        .given(file.moves.empty() ? "no [[move]] and no [joints]" : "[[move]] and [joints]")
        .need("either [[move]], a tool path, or [joints], joint waypoints");
  if (!file.moves.empty() && file.start.empty() && !file.position)
    throw Error(ErrorKind::model, where, "the beginning of the path is missing")
        .need("[start] with q, or with position and rpy");
  // Without q, nothing else says how the tool is turned at the beginning.
  if (file.position && !file.rpy && file.start.empty() && !file.position_only)
    throw Error(ErrorKind::model, file.place("start"),
                "the orientation of the tool at the beginning is missing")
        .given("[start] with position alone")
        .need("rpy as well; or q, whose pose has the orientation")
        .hint("if the orientation does not matter, set position_only = true");
  if (!file.points.empty() && !file.frame.empty())
    throw Error(ErrorKind::model, file.place("frame"), "a joint path moves the joints, not a frame")
        .given(fmt::format("frame = \"{}\"", text::printable(file.frame)))
        .need("[[move]], or no frame");
  if (!file.points.empty() && (!file.start.empty() || file.position))
    throw Error(ErrorKind::model, file.place("start"), "a joint path starts at its first waypoint")
        .given("[start]")
        .need("no [start]");
  return file;
}

PathFile load_path_file(const std::filesystem::path& path, std::optional<PathLaw> law) {
  PathFile file = parse_path_file(io::detail::read_text(path, "a path file, .toml"), path.string(), law);
  if (file.name.empty()) file.name = path.stem().string();
  return file;
}

}  // namespace catena
