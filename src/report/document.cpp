// SPDX-License-Identifier: Apache-2.0
// A report as JSON, version 1 (docs/report.md).
#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "catena/report/report.hpp"
#include "report/base64.hpp"

namespace catena::report {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostDecimals = 200;  // more numbers than this are written as bytes

[[noreturn]] void refuse(const std::string& where, const std::string& what, const std::string& given,
                         const std::string& need) {
  throw Error(ErrorKind::usage, "report: " + where, what).given(given).need(need);
}

// What is not finite becomes null, or the bytes of NaN: a gap.
Json series(const std::vector<double>& values) {
  if (values.size() > kMostDecimals) return {{"f64", detail::base64(values)}};
  return values;
}

void require_size(const std::string& where, const std::vector<double>& values, std::size_t size) {
  if (values.size() != size)
    refuse(where, "wrong number of values", fmt::format("{}", values.size()), fmt::format("{}", size));
}

Json pose(const Pose<double>& X) {
  const Mat3<double>& R = X.R;
  return {R.xx, R.xy, R.xz, X.p.x, R.yx, R.yy, R.yz, X.p.y, R.zx, R.zy, R.zz, X.p.z, 0, 0, 0, 1};
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
  return {{"name", arm.name},       {"joints", joints},       {"frames", frames},
          {"base", pose(arm.base)}, {"tool", pose(arm.tool)}, {"gravity", {g.x, g.y, g.z}}};
}

void require_times(const std::string& where, const std::vector<double>& time) {
  if (time.empty()) refuse(where, "no times", "", "at least one");
  for (std::size_t k = 0; k < time.size(); ++k)
    if (!std::isfinite(time[k]) || (k > 0 && time[k] < time[k - 1]))
      refuse(where, "wrong times", fmt::format("{} at index {}", time[k], k), "finite, never going back");
}

// The values, or where in the run they stand already.
Json values(const Signal& signal, const Run& run) {
  for (std::size_t i = 0; i < run.q.size(); ++i)
    if (run.q[i] == signal.values) return {{"same", "q"}, {"index", i}};
  if (run.tip)
    for (std::size_t i = 0; i < run.tip->size(); ++i)
      if ((*run.tip)[i] == signal.values) return {{"same", "tip"}, {"index", i}};
  return series(signal.values);
}

Json run_json(const Run& run) {
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
  if (run.tip) {
    out["tip"] = Json::array();
    for (const std::vector<double>& axis : *run.tip) {
      require_size(where + ": tip", axis, run.time.size());
      out["tip"].push_back(series(axis));
    }
  }
  out["signals"] = Json::array();
  for (const Signal& signal : run.signals) {
    require_size(fmt::format("{}: signal '{}' of '{}'", where, signal.name, signal.group), signal.values,
                 run.time.size());
    out["signals"].push_back({{"group", signal.group},
                              {"name", signal.name},
                              {"unit", signal.unit},
                              {"values", values(signal, run)}});
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

Json cell_json(const Cell& cell) {
  constexpr const char* kMarks[] = {"none", "good", "warn", "bad"};
  Json value;
  if (const double* number = std::get_if<double>(&cell.value))
    value = std::isfinite(*number) ? Json(*number) : Json(fmt::format("{}", *number));
  else
    value = std::get<std::string>(cell.value);
  if (cell.mark == Mark::none) return value;
  return {{"text", value}, {"mark", kMarks[static_cast<int>(cell.mark)]}};
}

Json section_json(const Table& table) {
  Json columns = Json::array(), rows = Json::array();
  for (const Column& column : table.columns)
    columns.push_back({{"name", column.name},
                       {"unit", column.unit},
                       {"align", column.align == Align::right ? "right" : "left"}});
  for (const std::vector<Cell>& row : table.rows) {
    if (row.size() != table.columns.size())
      refuse(fmt::format("table '{}': row {}", table.title, rows.size() + 1), "wrong number of cells",
             fmt::format("{}", row.size()), fmt::format("{}", table.columns.size()));
    Json cells = Json::array();
    for (const Cell& cell : row) cells.push_back(cell_json(cell));
    rows.push_back(std::move(cells));
  }
  return {
      {"kind", "table"}, {"title", table.title}, {"text", table.text}, {"columns", columns}, {"rows", rows}};
}

Json section_json(const Xy& xy) {
  constexpr const char* kStyles[] = {"line", "points", "both"};
  const auto axis = [](const Axis& a) { return Json{{"name", a.name}, {"unit", a.unit}, {"log", a.log}}; };
  Json curves = Json::array();
  for (const Curve& curve : xy.curves) {
    require_size(fmt::format("section '{}': curve '{}'", xy.title, curve.name), curve.y, curve.x.size());
    curves.push_back({{"name", curve.name},
                      {"style", kStyles[static_cast<int>(curve.style)]},
                      {"x", series(curve.x)},
                      {"y", series(curve.y)}});
  }
  return {{"kind", "xy"},    {"title", xy.title}, {"text", xy.text},
          {"x", axis(xy.x)}, {"y", axis(xy.y)},   {"curves", curves}};
}

}  // namespace

std::string document(const Report& report) {
  constexpr const char* kKinds[] = {"simulate", "compare", "reproduce"};
  Json notes = Json::array(), runs = Json::array(), sections = Json::array();
  for (const Remark& note : report.notes)
    notes.push_back({{"level", note.level == Level::warning ? "warning" : "info"}, {"text", note.text}});
  for (const Run& run : report.runs) runs.push_back(run_json(run));
  for (const Section& section : report.sections)
    sections.push_back(std::visit([](const auto& s) { return section_json(s); }, section));
  const Json out = {{"catena_report", 1},
                    {"kind", kKinds[static_cast<int>(report.kind)]},
                    {"title", report.title},
                    {"subtitle", report.subtitle},
                    {"command", report.command},
                    {"made_by", "catena " CATENA_VERSION},
                    {"notes", std::move(notes)},
                    {"runs", std::move(runs)},
                    {"sections", std::move(sections)}};
  // what is not UTF-8, such as the name of a file, is replaced
  return out.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace catena::report
