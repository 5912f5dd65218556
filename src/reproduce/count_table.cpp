// SPDX-License-Identifier: Apache-2.0
#include "catena/reproduce/count_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

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

// Pairs of columns, printed and measured, that have something to say.
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

  std::string markdown() const {
    std::string head = "| |", rule = "|---|", out;
    for (const Pair& pair : pairs_) {
      const std::string name = pair.name.empty() ? "" : pair.name + ": ";
      head += fmt::format(" {0}printed | {0}measured |", name);
      rule += "---|---|";
    }
    out = fmt::format("{} remark |\n{}---|\n", head, rule);
    for (const CountLine& line : table_.lines) {
      out += fmt::format("| {} |", line.what);
      for (const Pair& pair : pairs_)
        for (const CountSide* side : {&line.printed, &line.measured}) {
          const std::string cell = pair.cell(*side);
          out += cell.empty() ? " |" : fmt::format(" {} |", cell);
        }
      out += line.remark.empty() ? " |\n" : fmt::format(" {} |\n", line.remark);
    }
    return out;
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

std::string CountTable::markdown() const {
  return fmt::format("### {}\n\n{}{}", title, note.empty() ? "" : note + "\n\n", Columns(*this).markdown());
}

}  // namespace catena
