// SPDX-License-Identifier: Apache-2.0
#include "catena/reproduce/count_table.hpp"

#include <fmt/format.h>

namespace catena {
namespace {

std::string shown(const std::optional<Polynomial>& p) { return p ? p->str() : ""; }

std::string at(const std::optional<Polynomial>& mul, const std::optional<Polynomial>& add, int n) {
  if (!mul || !add) return "";
  return fmt::format("{:g}M {:g}A", (*mul)(n), (*add)(n));
}

}  // namespace

std::string CountTable::markdown() const {
  std::string head = "| | printed mul | measured mul | printed add | measured add |";
  std::string rule = "|---|---|---|---|---|";
  for (int n : this->at) {
    head += fmt::format(" n = {}: printed | measured |", n);
    rule += "---|---|";
  }
  std::string out = fmt::format("### {}\n\n{} remark |\n{}---|\n", title, head, rule);
  for (const CountLine& line : lines) {
    out += fmt::format("| {} | {} | {} | {} | {} |", line.what, shown(line.printed_mul), shown(line.measured.mul),
                       shown(line.printed_add), shown(line.measured.add));
    for (int n : this->at)
      out += fmt::format(" {} | {} |", catena::at(line.printed_mul, line.printed_add, n),
                         catena::at(line.measured.mul, line.measured.add, n));
    out += fmt::format(" {} |\n", line.remark);
  }
  return out;
}

}  // namespace catena
