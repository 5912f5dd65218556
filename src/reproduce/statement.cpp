// SPDX-License-Identifier: Apache-2.0
#include "catena/reproduce/statement.hpp"

#include <fmt/format.h>

namespace catena {
namespace {

std::string row(const std::vector<std::string>& cells) {
  std::string out = "|";
  for (const std::string& cell : cells) out += cell.empty() ? " |" : fmt::format(" {} |", cell);
  return out + '\n';
}

std::string table(const std::vector<std::string>& headings,
                  const std::vector<std::vector<std::string>>& rows) {
  std::string out = row(headings) + '|';
  for (std::size_t k = 0; k < headings.size(); ++k) out += "---|";
  out += '\n';
  for (const std::vector<std::string>& cells : rows) out += row(cells);
  return out;
}

}  // namespace

const char* words(Verdict verdict) {
  switch (verdict) {
    case Verdict::reproduced:
      return "reproduced";
    case Verdict::refuted:
      return "refuted";
    case Verdict::depends:
      return "depends";
    case Verdict::not_checked:
      return "not checked";
  }
  return "";
}

std::string markdown(const std::vector<Statement>& statements) {
  std::vector<std::vector<std::string>> rows;
  rows.reserve(statements.size());
  for (const Statement& s : statements)
    rows.push_back(
        {s.where, s.what, s.printed, s.measured, fmt::format("**{}**", words(s.verdict)), s.remark});
  return table({"where", "claim", "printed", "measured", "verdict", "why"}, rows);
}

VerdictCount counted(const std::vector<Statement>& statements) {
  VerdictCount count;
  for (const Statement& s : statements) {
    count.reproduced += s.verdict == Verdict::reproduced, count.refuted += s.verdict == Verdict::refuted;
    count.depends += s.verdict == Verdict::depends, count.not_checked += s.verdict == Verdict::not_checked;
  }
  return count;
}

VerdictCount operator+(const VerdictCount& a, const VerdictCount& b) {
  return {a.reproduced + b.reproduced, a.refuted + b.refuted, a.depends + b.depends,
          a.not_checked + b.not_checked};
}

std::string NumberTable::markdown() const {
  return fmt::format("### {}\n\n{}{}", title, note.empty() ? "" : note + "\n\n", table(headings, rows));
}

}  // namespace catena
