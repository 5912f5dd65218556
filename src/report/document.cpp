// SPDX-License-Identifier: Apache-2.0
// A report as JSON, version 1 (docs/report.md).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <string_view>

#include "catena/version.hpp"
#include "report/base64.hpp"
#include "report/sections.hpp"

namespace catena::report {
namespace {

using detail::refuse;
using detail::require_size;
using detail::series;

Json pose(const Pose<double>& X) {
  const Mat3<double>& R = X.R;
  return {R.xx, R.xy, R.xz, X.p.x, R.yx, R.yy, R.yz, X.p.y, R.zx, R.zy, R.zz, X.p.z, 0, 0, 0, 1};
}

// Single precision: half as long, and more than a picture needs. Indices are exact up to 2^24.
Json mesh(const DrawnMesh& drawn) {
  std::vector<float> vertices, corners;
  for (const auto& v : drawn.mesh.vertices) vertices.insert(vertices.end(), v.begin(), v.end());
  for (const auto& t : drawn.mesh.triangles)
    for (const unsigned k : t) corners.push_back(static_cast<float>(k));
  Json out = {{"link", drawn.link},
              {"pose", pose(drawn.pose)},
              {"vertices", {{"f32", detail::base64(std::span<const float>(vertices))}}},
              {"triangles", {{"f32", detail::base64(std::span<const float>(corners))}}}};
  const std::vector<Colour>& colours = drawn.mesh.colours;
  if (colours.empty()) return out;
  Json runs = Json::array();
  for (auto from = colours.begin(), to = from; from != colours.end(); from = to) {
    to = std::find_if(from, colours.end(), [&](Colour c) { return c != *from; });
    Json run = Json::object();
    run["triangles"] = to - from;
    if (*from != kNoColour) run["colour"] = fmt::format("#{:06x}", *from);
    runs.push_back(std::move(run));
  }
  out["colours"] = std::move(runs);
  return out;
}

Json robot(const Drawing& arm) {
  Json joints = Json::array(), frames = Json::array();
  for (const CanonicalLink& link : arm.links) {
    joints.push_back(
        {{"name", link.name}, {"kind", link.joint == JointKind::prismatic ? "prismatic" : "revolute"}});
    const Dh& dh = link.dh;
    frames.push_back({{"alpha", dh.alpha}, {"a", dh.a}, {"theta", dh.theta}, {"d", dh.d}});
  }
  const Vec3<double>& g = arm.gravity;
  Json meshes = Json::array();
  for (const DrawnMesh& drawn : arm.meshes) meshes.push_back(mesh(drawn));
  Json out = {{"name", arm.name},       {"joints", joints},       {"frames", frames},
              {"base", pose(arm.base)}, {"tool", pose(arm.tool)}, {"gravity", {g.x, g.y, g.z}}};
  if (!arm.meshes.empty()) out["meshes"] = std::move(meshes);
  return out;
}

void require_times(const std::string& where, const std::vector<double>& time) {
  if (time.empty()) refuse(where, "no times", "", "at least one");
  for (std::size_t k = 0; k < time.size(); ++k)
    if (!std::isfinite(time[k]) || (k > 0 && time[k] < time[k - 1]))
      refuse(where, "wrong times", fmt::format("{} at index {}", time[k], k), "finite, never decreasing");
}

// The values, or a reference to the list of the run that equals them.
Json values(const Signal& signal, const Recording& run) {
  for (std::size_t i = 0; i < run.q.size(); ++i)
    if (run.q[i] == signal.values) return {{"same", "q"}, {"index", i}};
  if (run.tip)
    for (std::size_t i = 0; i < run.tip->size(); ++i)
      if ((*run.tip)[i] == signal.values) return {{"same", "tip"}, {"index", i}};
  return series(signal.values);
}

Json run_json(const Recording& run) {
  const std::string where = fmt::format("run '{}'", run.name);
  require_times(where + ": time", run.time);
  Json out = {{"name", run.name}};
  if (!run.partial.empty()) out["partial"] = run.partial;
  if (run.robot) {
    if (run.q.size() != run.robot->links.size())
      refuse(where + ": q", "wrong number of joints", fmt::format("{}", run.q.size()),
             fmt::format("{}", run.robot->links.size()));
    out["robot"] = robot(*run.robot);
  }
  out["time"] = series(run.time);
  out["q"] = Json::array();
  for (std::size_t i = 0; i < run.q.size(); ++i) {
    require_size(fmt::format("{}: q {}", where, i + 1), run.q[i], run.time.size());
    out["q"].push_back(series(run.q[i]));
  }
  const auto add_path = [&](const char* name, const std::optional<Recording::Path>& path) {
    if (!path) return;
    out[name] = Json::array();
    for (const std::vector<double>& axis : *path) {
      require_size(fmt::format("{}: {}", where, name), axis, run.time.size());
      out[name].push_back(series(axis));
    }
  };
  add_path("tip", run.tip);
  add_path("desired_tip", run.desired_tip);
  out["signals"] = Json::array();
  for (const Signal& signal : run.signals) {
    require_size(fmt::format("{}: signal '{}' of '{}'", where, signal.name, signal.group), signal.values,
                 run.time.size());
    out["signals"].push_back({{"group", signal.group},
                              {"name", signal.name},
                              {"unit", signal.unit},
                              {"values", values(signal, run)}});
    if (signal.log) out["signals"].back()["log"] = true;
    if (signal.desired) out["signals"].back()["desired"] = true;
    if (!signal.about.empty()) out["signals"].back()["about"] = signal.about;
  }
  out["events"] = Json::array();
  for (const Moment& event : run.events) {
    if (!std::isfinite(event.time))
      refuse(where + ": event '" + event.text + "'", "wrong time", fmt::format("{}", event.time),
             "a finite one");
    out["events"].push_back({{"time", event.time}, {"text", event.text}});
  }
  return out;
}

}  // namespace

std::string document(const Report& report) {
  constexpr const char* kKinds[] = {"simulate", "compare", "reproduce", "sweep"};
  Json notes = Json::array(), runs = Json::array(), sets = Json::array(), sections = Json::array();
  for (const Remark& note : report.notes)
    notes.push_back({{"level", note.level == Level::warning ? "warning" : "info"}, {"text", note.text}});
  std::vector<std::string_view> told;
  for (const Recording& run : report.runs) {
    runs.push_back(run_json(run));
    if (!run.robot || run.robot->missing.empty()) continue;
    if (std::find(told.begin(), told.end(), run.robot->missing) != told.end()) continue;
    told.push_back(run.robot->missing);
    notes.push_back({{"level", "info"}, {"text", run.robot->missing}});
  }
  for (const Set& set : report.sets) sets.push_back(detail::set_json(set, sets.size()));
  for (const Section& section : report.sections)
    sections.push_back(detail::section_json(section, report.sets));
  Json out = {{"catena_report", 1},        {"kind", kKinds[static_cast<int>(report.kind)]},
              {"title", report.title},     {"subtitle", report.subtitle},
              {"command", report.command}, {"made_by", "catena " CATENA_VERSION},
              {"notes", std::move(notes)}, {"runs", std::move(runs)}};
  if (!report.sets.empty()) out["sets"] = std::move(sets);
  out["sections"] = std::move(sections);
  // invalid UTF-8, as in the name of a file, is replaced
  return out.text();
}

}  // namespace catena::report
