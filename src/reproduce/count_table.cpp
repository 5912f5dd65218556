// SPDX-License-Identifier: Apache-2.0
#include "catena/reproduce/count_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "catena/reproduce/statement.hpp"

namespace catena {
namespace {

using Law = std::optional<Polynomial> CountSide::*;

std::string law(const CountSide& side, Law which) {
  const std::optional<Polynomial>& p = side.*which;
  return p ? p->str() : "";
}

std::optional<double> evaluated(const std::optional<Polynomial>& p, int n) {
  return p ? std::optional((*p)(n)) : std::nullopt;
}

// Pairs of columns, printed and measured, in which at least one row has a value.
class Columns {
 public:
  explicit Columns(const CountTable& table) : table_(table) {
    for (const auto& [name, which] : {std::pair<const char*, Law>{"mul", &CountSide::mul},
                                      {"add", &CountSide::add},
                                      {"M+A", &CountSide::total}})
      add(name, [which = which](const CountSide& side) { return law(side, which); });
    for (const int n : table.at)
      add(fmt::format("n = {}", n), [n](const CountSide& side) { return side.value(n).str(); });
    add("", [](const CountSide& side) { return side.words; });
  }

  std::vector<std::vector<std::string>> cells() const {
    std::vector<std::vector<std::string>> rows = {{""}};
    for (const Pair& pair : pairs_)
      for (const char* side : {"printed", "measured"})
        rows[0].push_back(pair.name.empty() ? side : fmt::format("{}: {}", pair.name, side));
    rows[0].emplace_back("remark");
    for (const CountLine& line : table_.lines) {
      rows.push_back({line.what});
      for (const Pair& pair : pairs_)
        for (const CountSide* side : {&line.printed, &line.measured}) rows.back().push_back(pair.cell(*side));
      rows.back().push_back(line.remark);
    }
    return rows;
  }

 private:
  struct Pair {
    std::string name;
    std::function<std::string(const CountSide&)> cell;
  };

  void add(std::string name, std::function<std::string(const CountSide&)> cell) {
    const bool said = std::any_of(table_.lines.begin(), table_.lines.end(), [&](const CountLine& line) {
      return !cell(line.printed).empty() || !cell(line.measured).empty();
    });
    if (said) pairs_.push_back({std::move(name), std::move(cell)});
  }

  const CountTable& table_;
  std::vector<Pair> pairs_;
};

}  // namespace

std::string OpValues::str() const {
  if (mul && add) return fmt::format("{:g}M {:g}A", *mul, *add);
  return total ? fmt::format("{:g}", *total) : "";
}

OpValues CountSide::value(int n) const {
  if (const auto found = at.find(n); found != at.end()) return found->second;
  return {evaluated(mul, n), evaluated(add, n), evaluated(total, n)};
}

std::vector<std::vector<std::string>> CountTable::cells() const { return Columns(*this).cells(); }

std::string CountTable::markdown() const {
  const std::vector<std::vector<std::string>> rows = cells();
  return NumberTable{title, note, rows.front(), {rows.begin() + 1, rows.end()}}.markdown();
}

}  // namespace catena
