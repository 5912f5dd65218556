// SPDX-License-Identifier: Apache-2.0
// Tables and wrapped text for the terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace catena::cli {

inline constexpr std::size_t kWidth = 100;  // columns of the output

class Table {
 public:
  // Columns are right-aligned, except those whose heading begins with '<' (which is not printed).
  explicit Table(std::vector<std::string> headings);
  void add(std::vector<std::string> row);

  // Headings above groups of columns, with the number of columns: {{"", 2}, {"general", 3}}.
  using Groups = std::vector<std::pair<std::string, std::size_t>>;
  std::string str(const Groups& groups = {}) const;       // each line is indented by two blanks
  std::string markdown(const Groups& groups = {}) const;  // a group's heading precedes those of its columns

 private:
  std::vector<bool> left_;
  std::vector<std::vector<std::string>> rows_;
};

// Six significant digits.
std::string shown(double value);

// The number of characters (code points).
std::size_t columns(std::string_view utf8);

// Control characters are escaped; longer text is cut to this many characters, with "..." at the end.
std::string shortened(const std::string& text, std::size_t longest);

// Wraps text at blanks to kWidth columns; all lines but the first are indented.
std::string wrapped(const std::string& text, std::size_t indent);

// Wraps the paragraphs that have a line longer than kWidth. Lines that begin with a blank or with "Example:" are kept
// as they are.
std::string fitted(const std::string& text);

}  // namespace catena::cli
