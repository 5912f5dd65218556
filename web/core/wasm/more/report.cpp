// SPDX-License-Identifier: Apache-2.0
// Reports of motions, as one HTML page.
#include "catena/report/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "catena/core/model/named_frame.hpp"
#include "catena/core/text.hpp"
#include "model.hpp"
#include "report/drawn_meshes.hpp"

namespace catena::report::detail {

// There are no files: the page hands the meshes over.
void add_meshes(const Robot&, Drawing&) {}

}  // namespace catena::report::detail

using namespace catena;
using namespace catena::wasm;

namespace {

// A mesh in the form that the call `mesh` returns, with its link and pose; `at` is "runs.0.meshes.2.".
report::DrawnMesh drawn_mesh(const Arguments& arguments, const std::string& at, int joints,
                             std::size_t most) {
  const auto wrong = [&](const char* name, const char* need) {
    return Error(ErrorKind::usage, at + name, "not those of a mesh").need(need);
  };
  const int link = arguments.whole_or(at + "link", -2);
  if (link < -1 || link >= joints) throw wrong("link", "the number of a link from 0, or -1 for the base");
  const Eigen::Matrix4d X = arguments.pose(at + "pose");
  const auto vertices = arguments.numbers(at + "vertices"), corners = arguments.numbers(at + "triangles"),
             colours = arguments.numbers(at + "colours");
  report::TriangleMesh mesh;
  if (vertices.size() % 3 != 0 || !std::ranges::all_of(vertices, [](double x) { return std::isfinite(x); }))
    throw wrong("vertices", "three finite numbers for each vertex");
  for (std::size_t k = 0; k < vertices.size(); k += 3)
    mesh.vertices.push_back({static_cast<float>(vertices[k]), static_cast<float>(vertices[k + 1]),
                             static_cast<float>(vertices[k + 2])});
  const auto count = static_cast<double>(mesh.vertices.size());
  if (corners.size() % 3 != 0 ||
      !std::ranges::all_of(corners, [&](double k) { return k >= 0 && k < count && k == std::floor(k); }))
    throw wrong("triangles", "three indices of vertices for each triangle");
  for (std::size_t k = 0; k < corners.size(); k += 3)
    mesh.triangles.push_back({static_cast<unsigned>(corners[k]), static_cast<unsigned>(corners[k + 1]),
                              static_cast<unsigned>(corners[k + 2])});
  if (!colours.empty() && colours.size() != mesh.triangles.size())
    throw wrong("colours", "one for each triangle, or none");
  for (const double c : colours) {
    if (!(c >= -1 && c <= 0xFFFFFF && c == std::floor(c)))
      throw wrong("colours", "integers from 0 to 0xFFFFFF, or -1 for none");
    mesh.colours.push_back(c < 0 ? report::kNoColour : static_cast<report::Colour>(c));
  }
  const Pose<double> pose = {
      {X(0, 0), X(0, 1), X(0, 2), X(1, 0), X(1, 1), X(1, 2), X(2, 0), X(2, 1), X(2, 2)},
      {X(0, 3), X(1, 3), X(2, 3)}};
  return {link, pose, report::simplified(std::move(mesh), most)};
}

// The links for which the file of the robot names meshes, and the page gives none.
std::string missing(const Robot& robot, const report::Drawing& drawing) {
  const std::vector<NamedFrame> frames = named_frames(robot);
  std::set<std::string> all, drawn;
  for (const RobotMesh& mesh : robot.meshes)
    for (const NamedFrame& frame : frames) {
      if (frame.name != mesh.frame) continue;
      all.insert(frame.name);
      for (const report::DrawnMesh& given : drawing.meshes)
        if (given.link == frame.frame.link) drawn.insert(frame.name);
    }
  if (drawn.size() == all.size()) return {};
  return fmt::format(
      "{}: no mesh for {} of {} links, which are drawn as capsules, because their files were not given",
      text::printable(robot.name), all.size() - drawn.size(), all.size());
}

}  // namespace

CATENA_CALL(report, [](int, const Arguments& arguments, Results& out) {
  report::Report report{.title = std::string(arguments.text("title"))};
  for (int k = 0; k < arguments.whole_or("runs.count", 0); ++k) {
    const std::string run = "runs." + std::to_string(k) + ".";
    Notes notes;
    const Arm arm(robot_from(arguments, run + "robot", notes));
    const auto time = arguments.numbers(run + "time");
    const auto rows = [&](const std::string& name) {
      const int count = static_cast<int>(time.size()) * arm.dof();
      return Eigen::Map<const Eigen::MatrixXd>(arguments.numbers(name, count).data(), arm.dof(),
                                               static_cast<Eigen::Index>(time.size()));
    };
    report::Recording made = report::motion(std::string(arguments.text(run + "name")), arm,
                                            {time.begin(), time.end()}, rows(run + "q"));
    for (int j = 0; j < arguments.whole_or(run + "signals.count", 0); ++j) {
      const std::string signal = run + "signals." + std::to_string(j) + ".";
      const std::string unit = arguments.text_or(signal + "unit", "");
      report::add_joint_signals(made, arguments.text_or(signal + "group", ""),
                                arguments.text_or(signal + "symbol", ""), unit,
                                arguments.text_or(signal + "unitPrismatic", unit), rows(signal + "values"));
    }
    for (int j = 0; j < arguments.whole_or(run + "curves.count", 0); ++j) {
      const std::string curve = run + "curves." + std::to_string(j) + ".";
      const auto values = arguments.numbers(curve + "values", static_cast<int>(time.size()));
      made.signals.push_back({arguments.text_or(curve + "group", ""),
                              std::string(arguments.text(curve + "name")),
                              arguments.text_or(curve + "unit", ""),
                              {values.begin(), values.end()}});
    }
    const int meshes = arguments.whole_or(run + "meshes.count", 0);
    for (int j = 0; j < meshes; ++j)
      made.robot->meshes.push_back(
          drawn_mesh(arguments, run + "meshes." + std::to_string(j) + ".", arm.dof(),
                     report::detail::most_triangles(static_cast<std::size_t>(meshes))));
    made.robot->missing = missing(arm.robot(), *made.robot);
    for (const char* list : {"signals", "curves", "meshes"}) arguments.has(run + list);  // which may be empty
    report.runs.push_back(std::move(made));
  }
  arguments.has("runs");
  arguments.require_all_read();
  out.text = report::page(report);
  return 0;
})
