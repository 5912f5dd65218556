// SPDX-License-Identifier: Apache-2.0
#include "report/drawn_meshes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "catena/core/model/named_frame.hpp"
#include "catena/core/text.hpp"

namespace catena::report::detail {
namespace {

constexpr std::size_t kMostMeshes = 200;

// The file of a mesh, or why there is none to read.
std::string problem_with(const RobotMesh& mesh) {
  if (mesh.file.empty()) return "not found";
  if (!is_mesh_format(mesh.file))
    return "only STL, OBJ and COLLADA (.dae) files are drawn: convert it to one of them, for example with "
           "MeshLab or "
           "Blender, and name that "
           "file instead";
  return {};
}

}  // namespace

void add_meshes(const Robot& robot, Drawing& out) {
  if (robot.meshes.empty()) return;
  const std::vector<NamedFrame> frames = named_frames(robot);
  const std::size_t most = most_triangles(robot.meshes.size());
  std::vector<std::string> names;  // of frames, in their order
  for (const RobotMesh& mesh : robot.meshes)
    if (std::find(names.begin(), names.end(), mesh.frame) == names.end()) names.push_back(mesh.frame);
  int lacking = 0;
  std::string first;  // what became of the first mesh that is not drawn
  for (const std::string& name : names) {
    const auto frame =
        std::find_if(frames.begin(), frames.end(), [&](const NamedFrame& f) { return f.name == name; });
    if (frame == frames.end()) continue;
    const std::size_t before = out.meshes.size();
    std::string reason;
    for (const bool collision : {false, true}) {
      if (out.meshes.size() > before) break;
      for (const RobotMesh& mesh : robot.meshes) {
        if (mesh.frame != name || mesh.collision != collision) continue;
        std::string why = problem_with(mesh);
        if (why.empty() && out.meshes.size() >= kMostMeshes) why = "too many meshes";
        try {
          if (why.empty())
            out.meshes.push_back({frame->frame.link, frame->frame.pose * mesh.pose,
                                  scaled(simplified(read_mesh(mesh.file), most), mesh.scale)});
        } catch (const Error& e) {
          why = e.given().empty() ? e.problem() : fmt::format("{} ({})", e.problem(), e.given());
        }
        if (!why.empty() && reason.empty()) reason = fmt::format("{}: {}", text::printable(mesh.uri), why);
      }
    }
    if (out.meshes.size() > before) continue;
    ++lacking;
    if (first.empty()) first = reason;
  }
  if (lacking > 0)
    out.missing = fmt::format("{}: no mesh for {} of {} links, which are drawn as capsules; {}",
                              text::printable(robot.name), lacking, names.size(), first);
}

}  // namespace catena::report::detail
