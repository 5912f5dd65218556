// SPDX-License-Identifier: Apache-2.0
#include "io/csv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "catena/core/error.hpp"
#include "catena/core/text.hpp"

namespace catena::io::detail {
namespace {

constexpr std::size_t kMostColumns = 100'000;

std::string_view trimmed(std::string_view text) {
  const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return text;
}

// The rest of a line up to the next comma.
std::string_view take_cell(std::string_view& line, bool& more) {
  const std::size_t comma = line.find(',');
  const std::string_view cell = trimmed(line.substr(0, comma));
  more = comma != std::string_view::npos;
  line.remove_prefix(more ? comma + 1 : line.size());
  return cell;
}

std::string unquoted(std::string_view name) {
  if (name.size() >= 2 && name.front() == '"' && name.back() == '"') name = name.substr(1, name.size() - 2);
  return std::string(trimmed(name));
}

void read_names(CsvTable& table, std::string_view line, std::size_t number) {
  const auto refuse = [&](const std::string& what) {
    return Error(ErrorKind::io, fmt::format("{}:{}", table.where, number), what);
  };
  table.header = number;
  const std::string_view whole = line;
  for (bool more = true; more;) {
    table.names.push_back(unquoted(take_cell(line, more)));
    const std::string& name = table.names.back();
    if (table.names.size() > kMostColumns)
      throw refuse("too many columns").need(fmt::format("{} or fewer", kMostColumns));
    if (name.empty()) throw refuse(fmt::format("column {} has no name", table.names.size()));
    double value = 0;
    const auto [stop, error] = std::from_chars(name.data(), name.data() + name.size(), value);
    if (error == std::errc{} && stop == name.data() + name.size())
      throw refuse("the names of the columns are missing")
          .given(text::printable(whole))
          .need("a first line such as t,tau1,tau2");
  }
  if (table.names.size() == 1 && whole.find_first_of(";\t") != std::string_view::npos)
    throw refuse("the columns are not separated by commas").given(text::printable(whole));
  std::vector<std::string> sorted = table.names;
  std::sort(sorted.begin(), sorted.end());
  if (const auto twice = std::adjacent_find(sorted.begin(), sorted.end()); twice != sorted.end())
    throw refuse(fmt::format("two columns are called '{}'", text::printable(*twice)));
}

void read_row(CsvTable& table, std::string_view line, std::size_t number) {
  const auto refuse = [&](const std::string& what) {
    return Error(ErrorKind::io, fmt::format("{}:{}", table.where, number), what);
  };
  std::size_t count = 0;
  for (bool more = true; more; ++count) {
    const std::string_view cell = take_cell(line, more);
    if (count == table.columns())
      throw refuse("too many numbers")
          .need(fmt::format("{}, one for each name in line {}", count, table.header));
    std::string_view digits = cell;
    if (digits.starts_with('+')) digits.remove_prefix(1);
    double value = NAN;
    const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc{} || stop != digits.data() + digits.size() || !std::isfinite(value))
      throw refuse(fmt::format("column '{}' is not a finite number", text::printable(table.names[count])))
          .given(cell.empty() ? "nothing" : "'" + text::printable(cell) + "'");
    table.numbers.push_back(value);
  }
  if (count < table.columns())
    throw refuse("too few numbers")
        .given(fmt::format("{}", count))
        .need(fmt::format("{}, one for each name in line {}", table.columns(), table.header))
        .hint("the file may be truncated");
  table.lines.push_back(number);
}

}  // namespace

std::optional<std::size_t> CsvTable::column(std::string_view name) const {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return std::nullopt;
  return static_cast<std::size_t>(found - names.begin());
}

std::string CsvTable::place(std::size_t row) const { return fmt::format("{}:{}", where, lines[row]); }

CsvTable parse_csv(std::string_view text, const std::string& where) {
  CsvTable table;
  table.where = where;
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = text.find('\n');
    const std::string_view line = trimmed(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (line.empty() || line.front() == '#') continue;
    if (table.names.empty())
      read_names(table, line, number);
    else
      read_row(table, line, number);
  }
  if (table.rows() > 0) return table;
  throw Error(ErrorKind::io, where, table.names.empty() ? "the table is empty" : "the table has no rows")
      .need("a line of names, then a line of numbers for each row");
}

}  // namespace catena::io::detail
