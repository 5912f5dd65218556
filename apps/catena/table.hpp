// SPDX-License-Identifier: Apache-2.0
// Text in columns, and text in lines of a given width.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace catena::cli {

inline constexpr std::size_t kWidth = 100;  // columns of a page

class Table {
 public:
  // A heading that begins with '<' belongs to a column of words, which is aligned to the left.
  explicit Table(std::vector<std::string> headings);
  void add(std::vector<std::string> row);

  // Names above runs of columns: {{"", 2}, {"general", 3}}.
  using Groups = std::vector<std::pair<std::string, std::size_t>>;
  std::string str(const Groups& groups = {}) const;       // each line indented by two
  std::string markdown(const Groups& groups = {}) const;  // a group's name goes before those of its columns

 private:
  std::vector<bool> left_;
  std::vector<std::vector<std::string>> rows_;
};

// Six significant digits.
std::string shown(double value);

// "1 joint", "3 joints".
std::string counted(long count, std::string_view word);

// How many characters a terminal shows.
std::size_t columns(std::string_view utf8);

// Without control characters, cut to this many characters with "..." at the end.
std::string shortened(const std::string& text, std::size_t longest);

// Broken at blanks; lines after the first are indented.
std::string wrapped(const std::string& text, std::size_t indent);

// Paragraphs with a line that is too long for a page, broken anew; the others as they are. Lines that begin
// with a blank, or with "Example:", stand for themselves.
std::string fitted(const std::string& text);

}  // namespace catena::cli
