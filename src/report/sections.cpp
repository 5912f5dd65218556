// SPDX-License-Identifier: Apache-2.0
#include "report/sections.hpp"

#include <fmt/format.h>

#include <cmath>

#include "report/base64.hpp"

namespace catena::report::detail {
namespace {

constexpr std::size_t kMostDecimals = 200;  // more numbers than this are written as bytes

void require_index(const std::string& where, const char* of, std::size_t index, std::size_t size) {
  if (index >= size)
    refuse(where, fmt::format("there is no {} with this index", of), fmt::format("{}", index),
           size == 0 ? fmt::format("a {}, but there is none", of) : fmt::format("0 to {}", size - 1));
}

Json axis_json(const Axis& axis) {
  constexpr const char* kBetter[] = {"neither", "less", "more"};
  Json out = {{"name", axis.name}, {"unit", axis.unit}, {"log", axis.log}};
  if (axis.better != Preferred::neither) out["better"] = kBetter[static_cast<int>(axis.better)];
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

Json json(const Table& table, const std::vector<Set>&) {
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

Json json(const Xy& xy, const std::vector<Set>&) {
  constexpr const char* kStyles[] = {"line", "points", "both"};
  Json curves = Json::array();
  for (const Curve& curve : xy.curves) {
    require_size(fmt::format("section '{}': curve '{}'", xy.title, curve.name), curve.y, curve.x.size());
    curves.push_back({{"name", curve.name},
                      {"style", kStyles[static_cast<int>(curve.style)]},
                      {"x", series(curve.x)},
                      {"y", series(curve.y)}});
  }
  return {{"kind", "xy"},         {"title", xy.title},    {"text", xy.text},
          {"x", axis_json(xy.x)}, {"y", axis_json(xy.y)}, {"curves", curves}};
}

// The set whose measures the section shows.
const Set& set_of(const std::string& where, std::size_t index, const std::vector<Set>& sets) {
  require_index(where + ": set", "set", index, sets.size());
  return sets[index];
}

Json json(const Scatter& scatter, const std::vector<Set>& sets) {
  const std::string where = fmt::format("section '{}'", scatter.title);
  const std::size_t measures = set_of(where, scatter.set, sets).measures.size();
  require_index(where + ": x", "measure", scatter.x, measures);
  require_index(where + ": y", "measure", scatter.y, measures);
  Json out = {{"kind", "scatter"},  {"title", scatter.title}, {"text", scatter.text},
              {"set", scatter.set}, {"x", scatter.x},         {"y", scatter.y}};
  if (scatter.colour) {
    require_index(where + ": colour", "measure", *scatter.colour, measures);
    out["colour"] = *scatter.colour;
  }
  return out;
}

Json json(const Parallel& parallel, const std::vector<Set>& sets) {
  const std::string where = fmt::format("section '{}'", parallel.title);
  const std::size_t measures = set_of(where, parallel.set, sets).measures.size();
  for (const std::size_t axis : parallel.axes) require_index(where + ": axes", "measure", axis, measures);
  const std::size_t axes = parallel.axes.empty() ? measures : parallel.axes.size();
  if (axes < 2) refuse(where + ": axes", "too few axes", fmt::format("{}", axes), "two or more");
  Json out = {{"kind", "parallel"},
              {"title", parallel.title},
              {"text", parallel.text},
              {"set", parallel.set},
              {"axes", parallel.axes}};
  if (parallel.colour) {
    require_index(where + ": colour", "measure", *parallel.colour, measures);
    out["colour"] = *parallel.colour;
  }
  return out;
}

Json json(const Slices& slices, const std::vector<Set>&) {
  Json list = Json::array();
  for (const Slice& slice : slices.slices) {
    const std::string where = fmt::format("section '{}': slice '{}'", slices.title, slice.name);
    if (!(slice.cell > 0) || !std::isfinite(slice.cell))
      refuse(where + ": cell", "wrong side of a cell", fmt::format("{}", slice.cell), "positive and finite");
    if (!std::isfinite(slice.left) || !std::isfinite(slice.bottom))
      refuse(where, "wrong corner", fmt::format("{}, {}", slice.left, slice.bottom), "finite numbers");
    require_size(fmt::format("{}: {} columns, {} rows", where, slice.columns, slice.rows), slice.values,
                 slice.columns * slice.rows);
    list.push_back({{"name", slice.name},
                    {"left", slice.left},
                    {"bottom", slice.bottom},
                    {"cell", slice.cell},
                    {"columns", slice.columns},
                    {"rows", slice.rows},
                    {"values", series(slice.values)}});
  }
  return {{"kind", "slices"},
          {"title", slices.title},
          {"text", slices.text},
          {"x", axis_json(slices.x)},
          {"y", axis_json(slices.y)},
          {"value", axis_json(slices.value)},
          {"slices", list}};
}

Json effect_json(const std::string& where, const Effect& effect) {
  const std::size_t bins = effect.at.size();
  for (std::size_t k = 0; k < bins; ++k)
    if (!std::isfinite(effect.at[k]) || (k > 0 && !(effect.at[k] > effect.at[k - 1])))
      refuse(where + ": at", "wrong bins", fmt::format("{} at index {}", effect.at[k], k),
             "finite, rising numbers");
  require_size(where + ": mean", effect.mean, bins);
  require_size(where + ": low", effect.low, bins);
  require_size(where + ": high", effect.high, bins);
  if (!effect.count.empty()) require_size(where + ": count", effect.count, bins);
  if (!effect.labels.empty() && effect.labels.size() != bins)
    refuse(where + ": labels", "wrong number of labels", fmt::format("{}", effect.labels.size()),
           fmt::format("{}, or none", bins));
  for (std::size_t k = 0; k < bins; ++k)
    if (effect.low[k] > effect.high[k])
      refuse(where, "the spread is reversed",
             fmt::format("{} to {} at index {}", effect.low[k], effect.high[k], k), "low below high");
  return {{"parameter", axis_json(effect.parameter)},
          {"criterion", axis_json(effect.criterion)},
          {"at", series(effect.at)},
          {"mean", series(effect.mean)},
          {"low", series(effect.low)},
          {"high", series(effect.high)},
          {"count", series(effect.count)},
          {"labels", effect.labels}};
}

Json json(const Effects& effects, const std::vector<Set>&) {
  Json list = Json::array();
  for (const Effect& effect : effects.effects)
    list.push_back(effect_json(
        fmt::format("section '{}': {} over {}", effects.title, effect.criterion.name, effect.parameter.name),
        effect));
  return {{"kind", "effects"},
          {"title", effects.title},
          {"text", effects.text},
          {"spread", effects.spread},
          {"effects", list}};
}

Json measure_json(const std::string& where, const Measure& measure, std::size_t things) {
  require_size(where, measure.values, things);
  Json out = axis_json(measure.axis);
  out["values"] = series(measure.values);
  if (!measure.errors.empty()) {
    require_size(where + ": errors", measure.errors, things);
    for (std::size_t k = 0; k < things; ++k)
      if (measure.errors[k] < 0)
        refuse(where + ": errors", "a negative error", fmt::format("{} at index {}", measure.errors[k], k),
               "the half width of an interval, or nan");
    out["errors"] = series(measure.errors);
  }
  if (measure.labels.empty()) return out;
  if (measure.axis.log) refuse(where, "a choice cannot have a logarithmic axis", "log = true", "log = false");
  const double choices = static_cast<double>(measure.labels.size());
  for (std::size_t k = 0; k < things; ++k) {
    const double value = measure.values[k];
    if (!std::isfinite(value)) continue;
    if (value != std::floor(value) || value < 0 || value >= choices)
      refuse(where, "a value is not an index of its labels", fmt::format("{} at index {}", value, k),
             fmt::format("a whole number from 0 to {}", choices - 1));
  }
  out["labels"] = measure.labels;
  return out;
}

}  // namespace

void refuse(const std::string& where, const std::string& what, const std::string& given,
            const std::string& need) {
  throw Error(ErrorKind::usage, "report: " + where, what).given(given).need(need);
}

void require_size(const std::string& where, const std::vector<double>& values, std::size_t size) {
  if (values.size() != size)
    refuse(where, "wrong number of values", fmt::format("{}", values.size()), fmt::format("{}", size));
}

Json series(const std::vector<double>& values) {
  if (values.size() > kMostDecimals) return {{"f64", base64(values)}};
  return values;
}

Json set_json(const Set& set, std::size_t index) {
  const std::string where = fmt::format("set {}", index);
  if (set.measures.empty()) refuse(where, "no measures", "", "at least one");
  const std::size_t things = set.measures.front().values.size();
  if (!set.names.empty() && set.names.size() != things)
    refuse(where + ": names", "wrong number of names", fmt::format("{}", set.names.size()),
           fmt::format("{}, or none", things));
  Json measures = Json::array();
  for (const Measure& measure : set.measures)
    measures.push_back(
        measure_json(fmt::format("{}: measure '{}'", where, measure.axis.name), measure, things));
  Json out = {{"noun", set.noun}, {"names", set.names}, {"measures", std::move(measures)}};
  if (set.front) {
    std::vector<bool> seen(things);
    for (const std::size_t k : *set.front) {
      require_index(where + ": front", "item", k, things);
      if (seen[k])
        refuse(where + ": front", "an item is listed twice", fmt::format("{}", k), "each index once");
      seen[k] = true;
    }
    out["front"] = *set.front;
  }
  return out;
}

Json section_json(const Section& section, const std::vector<Set>& sets) {
  return std::visit([&](const auto& each) { return json(each, sets); }, section);
}

}  // namespace catena::report::detail
