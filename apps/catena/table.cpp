// SPDX-License-Identifier: Apache-2.0
#include "table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <utility>

#include "catena/core/text.hpp"

namespace catena::cli {

Table::Table(std::vector<std::string> headings) {
  for (std::string& heading : headings) {
    left_.push_back(heading.starts_with('<'));
    if (left_.back()) heading.erase(0, 1);
    heading = text::printable(heading, text::kWhole);
  }
  rows_.push_back(std::move(headings));
}

void Table::add(std::vector<std::string> row) {
  row.resize(left_.size());
  for (std::string& cell : row) cell = text::printable(cell, text::kWhole);
  rows_.push_back(std::move(row));
}

namespace {

// The width of `count` columns from `first` on, including the blanks between them.
std::size_t span_width(const std::vector<std::size_t>& width, std::size_t first, std::size_t count) {
  std::size_t sum = 2 * (count - 1);
  for (std::size_t j = first; j < first + count; ++j) sum += width[j];
  return sum;
}

std::string centred(const std::string& text, std::size_t width) {
  const std::size_t blanks = width - columns(text);
  return std::string(blanks / 2, ' ') + text + std::string(blanks - blanks / 2, ' ');
}

std::string without_tail(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line + '\n';
}

}  // namespace

std::string Table::str(const Groups& groups) const {
  std::vector<std::size_t> width(left_.size(), 0);
  for (const auto& row : rows_)
    for (std::size_t j = 0; j < row.size(); ++j) width[j] = std::max(width[j], columns(row[j]));
  std::string out, above;
  std::size_t first = 0;
  for (const auto& [name, count] : groups) {
    const std::size_t has = span_width(width, first, count);
    if (columns(name) > has) width[first + count - 1] += columns(name) - has;
    above += "  " + centred(name, span_width(width, first, count));
    first += count;
  }
  if (!groups.empty()) out += without_tail(above);
  for (const auto& row : rows_) {
    std::string line;
    for (std::size_t j = 0; j < row.size(); ++j) {
      const std::string blanks(width[j] - columns(row[j]), ' ');
      line += "  " + (left_[j] ? row[j] + blanks : blanks + row[j]);
    }
    out += without_tail(std::move(line));
  }
  return out;
}

std::string Table::markdown(const Groups& groups) const {
  std::vector<std::string> heading = rows_.front();
  std::size_t j = 0;
  for (const auto& [name, count] : groups)
    for (std::size_t k = 0; k < count; ++k, ++j)
      if (!name.empty()) heading[j] = name + ' ' + heading[j];
  const auto line = [](const std::vector<std::string>& cells) {
    std::string text = "|";
    for (const std::string& cell : cells) text += ' ' + cell + (cell.empty() ? "|" : " |");
    return text + '\n';
  };
  std::string out = line(heading) + '|';
  for (bool left : left_) out += left ? "---|" : "--:|";
  out += '\n';
  for (std::size_t i = 1; i < rows_.size(); ++i) out += line(rows_[i]);
  return out;
}

std::string shown(double value) { return fmt::format("{:.6g}", value == 0 ? 0.0 : value); }

std::size_t columns(std::string_view utf8) {
  return static_cast<std::size_t>(std::count_if(
      utf8.begin(), utf8.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0u) != 0x80u; }));
}

std::string shortened(const std::string& text, std::size_t longest) {
  const std::string whole = text::printable(text, text::kWhole);
  return columns(whole) <= longest ? whole : text::printable(whole, longest - 3);
}

std::string wrapped(const std::string& text, std::size_t indent) {
  std::string out(std::min(text.find_first_not_of(' '), text.size()), ' ');  // leading blanks are kept
  std::size_t at = std::max(indent, out.size());
  bool first = true;
  for (std::size_t begin = out.size(); begin < text.size();) {
    std::size_t end = text.find(' ', begin);
    if (end == std::string::npos) end = text.size();
    const std::string word = text.substr(begin, end - begin);
    if (!std::exchange(first, false)) {
      const bool breaks = at + 1 + columns(word) > kWidth;
      out += breaks ? '\n' + std::string(indent, ' ') : " ";
      at = breaks ? indent : at + 1;
    }
    out += word;
    at += columns(word);
    begin = end + 1;
  }
  return out;
}

std::string fitted(const std::string& text) {
  std::string out, paragraph;
  bool too_long = false;
  const auto finish = [&] {
    if (too_long) {
      std::replace(paragraph.begin(), paragraph.end(), '\n', ' ');
      paragraph = wrapped(paragraph.substr(0, paragraph.size() - 1), 0) + '\n';
    }
    out += paragraph;
    paragraph.clear();
    too_long = false;
  };
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line.starts_with(' ') || line.starts_with("Example:")) {
      finish();
      out += line + '\n';
      continue;
    }
    too_long = too_long || columns(line) > kWidth;
    paragraph += line + '\n';
  }
  finish();
  if (!out.empty()) out.pop_back();
  return out;
}

}  // namespace catena::cli
