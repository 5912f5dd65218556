// SPDX-License-Identifier: Apache-2.0
// Reads robot file version 1.
#include "catena/io/robot_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "catena/core/text.hpp"
#include "io/robot_file_frame.hpp"
#include "io/robot_file_link.hpp"
#include "io/robot_file_mesh.hpp"
#include "io/robot_file_read.hpp"
#include "io/toml_fields.hpp"
#include "io/toml_parse.hpp"

namespace catena {
namespace {

using io::detail::Field;
using io::detail::kLetItPass;
using io::detail::kMass;
using io::detail::TomlTable;
using io::detail::vec3;

constexpr std::size_t kMostLinks = 10000;
constexpr io::detail::TomlDialect kRobotFile = {
    "a robot file", "catena = 1, name, convention, angle_unit and one [[link]] per joint",
    "[[link]], [[frame]], [[mesh]] or [payload]"};

void check_version(const TomlTable& file) {
  const Field version = {"catena", "catena = 1, the version of the robot file"};
  if (const std::int64_t found = file.integer(version); found != 1) {
    throw file.wrong("catena", "this version of the robot file is not supported")
        .need("catena = 1")
        .hint(found > 1 ? "a newer version of Catena may read it" : "");
  }
}

void read_links(const TomlTable& file, const std::string& where, Robot& robot, Notes& notes) {
  const toml::node& found = file.node({"link", "one [[link]] table per joint, base to tip"});
  if (found.is_table()) {
    throw file.wrong(found, "'link' must be an array of tables")
        .need("one [[link]] table per joint, base to tip")
        .hint("write [[link]], with two brackets");
  }
  const toml::array* links = found.as_array();
  if (!links ||
      !std::all_of(links->begin(), links->end(), [](const toml::node& n) { return n.is_table(); })) {
    throw file.wrong(found, "'link' must be an array of tables")
        .need("one [[link]] table per joint, base to tip");
  }
  if (links->size() > kMostLinks) {
    throw file.wrong(*links->get(kMostLinks), "too many links")
        .given(fmt::format("{} links", links->size()))
        .need(fmt::format("{} or fewer", kMostLinks));
  }
  robot.links.reserve(links->size());
  std::map<std::string, std::size_t> joints;  // names of joints, with the number of the link
  for (const toml::node& link : *links) {
    const toml::table& table = *link.as_table();
    std::string object = fmt::format("link {}", robot.links.size() + 1);
    if (const auto name = table.get_as<std::string>("name"))
      object += " '" + text::printable(name->get()) + "'";
    const TomlTable read(table, where, object);
    robot.links.push_back(io::detail::read_link(read, robot, notes));
    const std::string& joint = robot.links.back().joint_name;
    const auto [before, is_new] = joints.emplace(joint, robot.links.size());
    if (!joint.empty() && !is_new)
      throw read.wrong("joint_name", "the name of the joint is taken")
          .need("one name for each joint")
          .hint(fmt::format("link {} has the same 'joint_name'", before->second));
  }
  if (robot.dof() == 0) {
    throw file.wrong(found, "the robot cannot move")
        .given(text::counted(links->size(), "fixed link"))
        .need("at least one revolute or prismatic joint");
  }
}

void read_payload(const TomlTable& file, const std::string& where, Robot& robot, Notes& notes) {
  file.table({"payload", "a table with mass, com and perhaps inertia"});
  const TomlTable table(*file.node({"payload", ""}).as_table(), where, "payload");
  table.allow_only({"mass", "com", "inertia"});
  Payload& payload = robot.payload.emplace();
  payload.mass = table.number(kMass);
  payload.com = vec3(table.numbers<3>({"com", "[x, y, z] in m, in the last link's DH frame"}));
  bool about_frame = false;
  if (table.has("inertia"))
    payload.inertia = io::detail::read_inertia(table, payload.mass, payload.com, about_frame);
  if (const auto broken = broken_rule(payload.mass, payload.com, payload.inertia))
    io::detail::reject_body(table, *broken, kLetItPass, robot, notes);
}

}  // namespace

namespace io::detail {

Robot read_robot(const TomlTable& file, const std::string& where, Notes& notes) {
  check_version(file);
  file.allow_only({"catena", "name", "source", "convention", "angle_unit", "gravity", "allow_nonphysical",
                   "link", "payload", "frame", "mesh"});

  Robot robot;
  robot.name = file.text({"name", "a string, the robot's name"});
  if (file.has("source")) robot.source = file.text({"source", "a string, where the numbers come from"});
  robot.convention = file.choice<Convention>(
      {"convention", "\"standard\" (distal DH) or \"modified\" (proximal DH, Craig and Khalil)"},
      {{"standard", Convention::standard}, {"modified", Convention::modified}});
  robot.angle_unit = file.choice<AngleUnit>({"angle_unit", "\"deg\" or \"rad\""},
                                            {{"deg", AngleUnit::deg}, {"rad", AngleUnit::rad}});
  if (file.has("gravity")) robot.gravity = vec3(file.numbers<3>({"gravity", "[x, y, z] in m/s²"}));
  if (file.has("allow_nonphysical"))
    robot.allow_nonphysical = file.boolean({"allow_nonphysical", "true or false, without quotes"});
  read_links(file, where, robot, notes);
  if (file.has("payload")) read_payload(file, where, robot, notes);
  if (file.has("frame")) read_frames(file, where, robot);
  if (file.has("mesh")) read_meshes(file, where, robot);
  return robot;
}

}  // namespace io::detail

Robot parse_robot_file(std::string_view text, const std::string& where, Notes& notes) {
  const toml::table document = io::detail::parse_toml(text, where, kRobotFile);
  return io::detail::read_robot(TomlTable(document, where), where, notes);
}

}  // namespace catena
