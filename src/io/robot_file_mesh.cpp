// SPDX-License-Identifier: Apache-2.0
// Reads [[mesh]]: a file, the frame it is fixed to, its pose there, and its scale.
#include "io/robot_file_mesh.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "catena/core/did_you_mean.hpp"
#include "catena/core/model/named_frame.hpp"
#include "io/robot_file_frame.hpp"
#include "io/robot_file_link.hpp"
#include "io/urdf_meshes.hpp"

namespace catena::io::detail {
namespace {

constexpr Field kFile = {
    "file", "the name of an STL, OBJ or COLLADA file, relative to this one, or package://NAME/PATH"};
constexpr Field kFrame = {"frame", "the name of a [[link]] or a [[frame]], or \"base\""};

RobotMesh read_mesh(const TomlTable& table, const Robot& robot, const std::vector<NamedFrame>& frames) {
  table.allow_only({"file", "frame", "position", "rpy", "rotation", "scale", "collision"});
  RobotMesh out;
  out.uri = table.text(kFile);
  if (out.uri.empty())
    throw table.wrong("file", "the name of the file is empty").need(std::string(kFile.need));
  out.frame = table.text(kFrame);
  std::vector<std::string_view> known;
  for (const NamedFrame& frame : frames) known.push_back(frame.name);
  if (std::find(known.begin(), known.end(), out.frame) == known.end())
    throw table.wrong("frame", "there is no such frame")
        .need(std::string(kFrame.need))
        .hint(text::did_you_mean(out.frame, known));
  out.pose = read_pose(table, robot, "[x, y, z] in m, in that frame");
  if (table.has("scale"))
    out.scale = vec3(table.numbers<3>({"scale", "three numbers, for x, y and z of the file"}));
  if (table.has("collision"))
    out.collision =
        table.boolean({"collision", "true for a mesh that is drawn only if the link has no other"});
  return out;
}

}  // namespace

void read_meshes(const TomlTable& file, const std::string& where, Robot& robot) {
  const std::vector<TomlTable> tables = file.tables({"mesh", "one [[mesh]] table for each mesh"}, "mesh");
  if (tables.size() > kMostMeshes)
    throw file.wrong("mesh", "too many meshes")
        .given(fmt::format("{} meshes", tables.size()))
        .need(fmt::format("{} or fewer", kMostMeshes));
  const std::vector<NamedFrame> frames = named_frames(robot);
  for (const TomlTable& table : tables) {
    robot.meshes.push_back(read_mesh(table, robot, frames));
    find_mesh(where, robot.meshes.back());
  }
}

}  // namespace catena::io::detail
