// SPDX-License-Identifier: Apache-2.0
// Reads [[frame]]: a name, the link it is fixed to, and its pose in the DH frame of that link.
#include "io/robot_file_frame.hpp"

#include <fmt/format.h>

#include <cmath>
#include <set>

#include "catena/core/check_robot.hpp"
#include "catena/core/did_you_mean.hpp"
#include "catena/core/text.hpp"
#include "catena/io/roll_pitch_yaw.hpp"
#include "io/angle.hpp"
#include "io/robot_file_link.hpp"

namespace catena::io::detail {
namespace {

constexpr std::size_t kMostFrames = 20000;
constexpr Field kLink = {
    "link", "the name of a [[link]], its number (the first is 1), or \"base\" for the base frame"};
constexpr Field kRotation = {"rotation", "three rows of three numbers: an orthonormal, right-handed matrix"};

int row_by_name(const TomlTable& table, const Robot& robot, const std::string& name) {
  int found = -1, count = 0;
  std::vector<std::string_view> known = {"base"};
  for (std::size_t k = 0; k < robot.links.size(); ++k) {
    if (!robot.links[k].name.empty()) known.push_back(robot.links[k].name);
    if (robot.links[k].name != name) continue;
    ++count;
    found = static_cast<int>(k);
  }
  if (count == 1 || (count == 0 && name == "base")) return found;
  if (count > 1)
    throw table.wrong("link", fmt::format("{} links have this name", count))
        .need(std::string(kLink.need))
        .hint("give the number of the link");
  throw table.wrong("link", "there is no such link")
      .need(std::string(kLink.need))
      .hint(text::did_you_mean(name, known));
}

int read_row(const TomlTable& table, const Robot& robot) {
  const toml::node& value = table.node(kLink);
  if (value.is_string()) return row_by_name(table, robot, value.as_string()->get());
  const std::int64_t number = table.integer(kLink);
  if (number < 0 || number > static_cast<std::int64_t>(robot.links.size()))
    throw table.wrong("link", "there is no such link")
        .need(fmt::format("a number from 1 to {}, or 0 for the base frame", robot.links.size()));
  return static_cast<int>(number) - 1;
}

Mat3<double> read_rotation(const TomlTable& table) {
  const std::vector<std::vector<double>> rows = table.lists(kRotation);
  bool square = rows.size() == 3;
  for (const std::vector<double>& row : rows) square = square && row.size() == 3;
  if (!square)
    throw table.wrong("rotation", "'rotation' must have three rows of three numbers")
        .need(std::string(kRotation.need));
  const auto& r = rows;
  const Mat3<double> R = {r[0][0], r[0][1], r[0][2], r[1][0], r[1][1], r[1][2], r[2][0], r[2][1], r[2][2]};
  const Mat3<double> E = R * transpose(R);
  const double error = std::abs(E.xx - 1) + std::abs(E.yy - 1) + std::abs(E.zz - 1) + std::abs(E.xy) +
                       std::abs(E.xz) + std::abs(E.yz) +
                       std::abs(dot(cross(R.col_x(), R.col_y()), R.col_z()) - 1);
  constexpr double kLargest = 1e-9;
  if (!(error < kLargest))
    throw table.wrong("rotation", "'rotation' is not a rotation")
        .given(fmt::format("R with R Rᵀ or its determinant off by {:.2g}", error))
        .need("an orthonormal, right-handed matrix")
        .hint("angles are easier to write: rpy = [roll, pitch, yaw]");
  return R;
}

RobotFrame read_frame(const TomlTable& table, const Robot& robot, std::set<std::string>& taken) {
  table.allow_only({"name", "link", "position", "rpy", "rotation"});
  RobotFrame out;
  out.name = table.text({"name", "a string, the name of the frame"});
  if (out.name.empty()) throw table.wrong("name", "the name is empty").need("the name of the frame");
  if (!taken.insert(out.name).second)
    throw table.wrong("name", "the name of the frame is taken").need("one name for each frame");
  out.row = read_row(table, robot);
  out.pose = read_pose(table, robot, "[x, y, z] in m, in the DH frame of the link");
  return out;
}

}  // namespace

Pose<double> read_pose(const TomlTable& table, const Robot& robot, std::string_view position) {
  Pose<double> out = Pose<double>::identity();
  if (table.has("position")) out.p = vec3(table.numbers<3>({"position", position}));
  if (table.has("rpy") && table.has("rotation"))
    throw table.wrong("rotation", "'rpy' and 'rotation' are both given").need("one of them");
  if (table.has("rpy")) {
    Vec3<double> rpy = vec3(table.numbers<3>({"rpy", "[roll, pitch, yaw] in angle_unit"}));
    if (robot.angle_unit == AngleUnit::deg) rpy = {radians(rpy.x), radians(rpy.y), radians(rpy.z)};
    for (const double angle : {rpy.x, rpy.y, rpy.z})
      if (const auto broken = broken_by_angle("rpy", angle))
        throw explained(table.wrong("rpy", broken->problem), *broken);
    out.R = rotation_of(rpy);
  }
  if (table.has("rotation")) out.R = read_rotation(table);
  return out;
}

void read_frames(const TomlTable& file, const std::string& where, Robot& robot) {
  const Field field = {"frame", "one [[frame]] table for each named frame"};
  const toml::node& found = file.node(field);
  const toml::array* frames = found.as_array();
  if (!frames || !found.is_array_of_tables())
    throw file.wrong(found, "'frame' must be an array of tables")
        .need(std::string(field.need))
        .hint(found.is_table() ? "write [[frame]], with two brackets" : "");
  if (frames->size() > kMostFrames)
    throw file.wrong(*frames->get(kMostFrames), "too many frames")
        .given(fmt::format("{} frames", frames->size()))
        .need(fmt::format("{} or fewer", kMostFrames));
  std::set<std::string> taken;
  for (const toml::node& frame : *frames) {
    const toml::table& table = *frame.as_table();
    std::string object = fmt::format("frame {}", robot.frames.size() + 1);
    if (const auto name = table.get_as<std::string>("name"))
      object += " '" + text::printable(name->get()) + "'";
    robot.frames.push_back(read_frame(TomlTable(table, where, object), robot, taken));
  }
}

}  // namespace catena::io::detail
