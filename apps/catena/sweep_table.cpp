// SPDX-License-Identifier: Apache-2.0
#include "sweep_table.hpp"

#include <fmt/format.h>

#include <cmath>
#include <set>

#include "catena/choose/ranking/amount.hpp"
#include "catena/core/text.hpp"
#include "catena/system/json.hpp"
#include "table.hpp"

namespace catena::cli {
namespace {

using choose::Score;
using choose::SweepRow;

std::string stored_unit(const choose::StoredCriterion& criterion, const Score& score) {
  return score.unit.empty() ? criterion.unit : std::string(score.unit);
}

std::string bracketed(const std::string& unit) {
  return unit.empty() || unit == "1" ? "" : fmt::format(" [{}]", choose::unit_text(unit));
}

// A field of CSV, in quotes if necessary, without control characters.
std::string field(const std::string& raw) {
  const std::string text = text::printable(raw, text::kWhole);
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char letter : text) quoted += letter == '"' ? std::string("\"\"") : std::string(1, letter);
  return quoted + '"';
}

// A number that is not finite becomes an empty field, like a missing one: programs differ in how they read "-inf" and
// "nan".
std::string number(double value) { return std::isfinite(value) ? fmt::format("{}", value) : ""; }

Json json_number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

}  // namespace

std::string score_text(const Score& score) {
  if (!std::isfinite(score.value)) return "-";
  return shown(score.value) + (score.error > 0 ? fmt::format(" ± {:.2g}", score.error) : "");
}

std::string parameter_text(const choose::StoredParameter& parameter, double value) {
  if (parameter.words.empty()) return shown(value);
  return parameter.words.at(static_cast<std::size_t>(value));
}

std::string best_table(const choose::Store& store, const choose::SweepBest& best, std::int64_t top) {
  const choose::StoreHead& head = store.head();
  std::vector<SweepRow> rows;
  const std::size_t count = std::min(best.points.size(), static_cast<std::size_t>(top));
  for (std::size_t k = 0; k < count; ++k) rows.push_back(store.row(best.points[k]).value());

  std::vector<std::string> headings = {"rank", "point"};
  for (const choose::StoredParameter& p : head.parameters)
    headings.push_back(fmt::format("{}{}{}", p.words.empty() ? "" : "<", p.name, bracketed(p.unit)));
  // the unit is in the heading, or with each value if the units differ
  std::vector<bool> mixed;
  for (std::size_t c = 0; c < head.criteria.size(); ++c) {
    std::set<std::string> units;
    for (const SweepRow& row : rows) units.insert(stored_unit(head.criteria[c], row.scores[c]));
    mixed.push_back(units.size() > 1);
    headings.push_back(head.criteria[c].stem + (units.size() == 1 ? bracketed(*units.begin()) : ""));
  }
  Table table(headings);
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const SweepRow& row = rows[k];
    std::vector<std::string> cells = {std::to_string(best.places[k]), std::to_string(row.point)};
    for (std::size_t p = 0; p < head.parameters.size(); ++p)
      cells.push_back(parameter_text(head.parameters[p], row.parameters[p]));
    for (std::size_t c = 0; c < head.criteria.size(); ++c) {
      const std::string unit = stored_unit(head.criteria[c], row.scores[c]);
      const std::string text = score_text(row.scores[c]);
      cells.push_back(mixed[c] && unit != "1" ? fmt::format("{} {}", text, choose::unit_text(unit)) : text);
    }
    table.add(cells);
  }
  return table.str();
}

Json best_json(const choose::Store& store, const choose::SweepBest& best, std::int64_t top) {
  const choose::StoreHead& head = store.head();
  auto list = Json::array();
  const std::size_t count = std::min(best.points.size(), static_cast<std::size_t>(top));
  for (std::size_t k = 0; k < count; ++k) {
    const std::optional<SweepRow> row = store.row(best.points[k]);
    if (!row) continue;
    Json one = {{"place", best.places[k]},
                {"point", row->point},
                {"score", json_number(best.scores[k])},
                {"score_error", json_number(best.errors[k])},
                {"parameters", Json::object()},
                {"criteria", Json::object()}};
    for (std::size_t p = 0; p < head.parameters.size(); ++p)
      if (head.parameters[p].words.empty())
        one["parameters"][head.parameters[p].name] = row->parameters[p];
      else
        one["parameters"][head.parameters[p].name] = parameter_text(head.parameters[p], row->parameters[p]);
    for (std::size_t c = 0; c < row->scores.size(); ++c)
      one["criteria"][head.criteria[c].stem] = {{"value", json_number(row->scores[c].value)},
                                                {"error", json_number(row->scores[c].error)},
                                                {"unit", stored_unit(head.criteria[c], row->scores[c])}};
    list.push_back(std::move(one));
  }
  return list;
}

void write_csv(const choose::Store& store, const std::function<void(const std::string&)>& write) {
  const choose::StoreHead& head = store.head();
  std::string line = "point,search";
  for (const choose::StoredParameter& p : head.parameters) line.append(1, ',').append(field(p.name));
  for (const choose::StoredCriterion& c : head.criteria)
    for (const char* const end : {"", "_error", "_unit"}) line.append(1, ',').append(field(c.stem + end));
  write(line + ",feasible,why\n");
  store.each([&](const SweepRow& row) {
    line = fmt::format("{},{}", row.point, row.search ? std::to_string(*row.search) : "");
    for (std::size_t p = 0; p < head.parameters.size(); ++p) {
      const choose::StoredParameter& parameter = head.parameters[p];
      line.append(1, ',').append(parameter.words.empty()
                                     ? number(row.parameters[p])
                                     : field(parameter_text(parameter, row.parameters[p])));
    }
    std::string why = row.why;
    for (std::size_t c = 0; c < head.criteria.size(); ++c) {
      if (row.scores.empty()) {
        line += ",,,";
        continue;
      }
      const Score& score = row.scores[c];
      line += fmt::format(",{},{},{}", number(score.value), number(score.error),
                          field(stored_unit(head.criteria[c], score)));
      if (why.empty()) why = score.why;
    }
    write(line + fmt::format(",{},{}\n", row.why.empty() ? 1 : 0, field(why)));
  });
}

}  // namespace catena::cli
