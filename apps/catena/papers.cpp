// SPDX-License-Identifier: Apache-2.0
#include "papers.hpp"

#include <fmt/format.h>

#include <sstream>

namespace catena::cli {
namespace {

std::string trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return std::string(text);
}

// The cells of a row of a Markdown table; an escaped bar does not end a cell.
std::vector<std::string> cells(std::string_view line) {
  std::vector<std::string> out(1);
  for (std::size_t i = 1; i < line.size(); ++i) {
    if (line[i] == '\\' && i + 1 < line.size() && line[i + 1] == '|')
      out.back() += line[++i];
    else if (line[i] == '|')
      out.emplace_back();
    else
      out.back() += line[i];
  }
  for (std::string& cell : out) cell = trimmed(cell);
  return out;
}

// Rows begin with the number of an equation or table; the lines of a table's head do not.
bool is_row(const std::string& line) { return line.starts_with("| (") || line.starts_with("| Table"); }

}  // namespace

bool PaperRow::belongs_to(std::string_view method) const {
  return code.find(fmt::format("/{}.hpp", method)) != std::string::npos;
}

std::vector<Paper> parse_papers(std::string_view text) {
  std::vector<Paper> papers;
  std::istringstream in{std::string(text)};
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("## ")) {
      papers.push_back({trimmed(line.substr(3)), "", {}});
    } else if (!papers.empty() && is_row(line)) {
      const std::vector<std::string> c = cells(line);
      if (c.size() >= 5) papers.back().rows.push_back({papers.back().number, c[0], c[1], c[2], c[3], c[4]});
    } else if (!papers.empty() && !line.empty() && line.front() != '|' && papers.back().rows.empty()) {
      papers.back().title += (papers.back().title.empty() ? "" : " ") + line;
    }
  }
  return papers;
}

}  // namespace catena::cli
