// SPDX-License-Identifier: Apache-2.0
// A table of numbers as text: a line of column names, then a line with as many numbers for each row, separated by
// commas.
// Blank lines and lines that begin with # are skipped.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace catena::io::detail {

struct CsvTable {
  std::string where;               // the file
  std::vector<std::string> names;  // of the columns, all different
  std::vector<double> numbers;     // row by row, finite
  std::vector<std::size_t> lines;  // the line number of each row, from 1
  std::size_t header = 0;          // the line of the names

  std::size_t columns() const { return names.size(); }
  std::size_t rows() const { return lines.size(); }
  double at(std::size_t row, std::size_t column) const { return numbers[row * columns() + column]; }
  std::optional<std::size_t> column(std::string_view name) const;
  std::string place(std::size_t row) const;  // "file:12"
};

// Throws Error(io) that names the line.
CsvTable parse_csv(std::string_view text, const std::string& where);

}  // namespace catena::io::detail
