// SPDX-License-Identifier: Apache-2.0
// UTF-8, not empty, not nested deeply: one pass each over the text.
#include "io/toml_check.hpp"

#include <fmt/format.h>

#include "catena/error.hpp"
#include "util/text.hpp"

namespace catena::detail {
namespace {

constexpr int kDeepest = 16;  // a robot file needs three levels

unsigned byte_at(std::string_view text, std::size_t at) { return static_cast<unsigned char>(text[at]); }

struct Place {
  std::size_t line = 1, column = 1;

  void step(char c) {
    if (c == '\n') {
      ++line;
      column = 1;
    } else if ((static_cast<unsigned char>(c) & 0xC0u) != 0x80u) {
      ++column;  // bytes that continue a character do not count
    }
  }
  std::string after(const std::string& where) const { return fmt::format("{}:{}:{}", where, line, column); }
};

void check_utf8(std::string_view text, const std::string& where) {
  Place place;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = utf8_length(text, i);
    const bool binary =
        length == 1 && byte_at(text, i) < 0x20 && text[i] != '\t' && text[i] != '\n' && text[i] != '\r';
    if (length == 0 || binary) {
      throw Error(ErrorKind::model, place.after(where), binary ? "not a text file" : "not UTF-8 text")
          .given(fmt::format("byte 0x{:02x} at offset {}", byte_at(text, i), i))
          .need("a robot file: TOML, which is UTF-8 text")
          .hint(binary ? "is this the right file?" : "save the file as UTF-8");
    }
    place.step(text[i]);
    i += length;
  }
}

// The end of the string that opens at `i`, one past its last quote; the end of the line if it is not closed.
std::size_t end_of_string(std::string_view text, std::size_t i) {
  const char quote = text[i];
  const std::string_view three = quote == '"' ? "\"\"\"" : "'''";
  const bool many_lines = text.substr(i, 3) == three;
  if (!many_lines && text.substr(i, 2) == three.substr(0, 2)) return i + 2;
  for (i += many_lines ? 3 : 1; i < text.size(); ++i) {
    if (text[i] == '\\' && quote == '"') {
      ++i;
    } else if (!many_lines && (text[i] == quote || text[i] == '\n')) {
      return text[i] == quote ? i + 1 : i;
    } else if (many_lines && text.substr(i, 3) == three) {
      for (i += 3; i < text.size() && text[i] == quote;) ++i;
      return i;
    }
  }
  return text.size();
}

void check_depth(std::string_view text, const std::string& where) {
  Place place;
  int brackets = 0, dots = 0;
  bool empty = true;
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    std::size_t next = i + 1;
    if (c == '#') {
      next = text.find('\n', i);
      if (next == std::string_view::npos) next = text.size();
    } else if (c == '"' || c == '\'') {
      next = end_of_string(text, i);
      empty = false;
    } else if (c == '[' || c == '{') {
      ++brackets;
      dots = 0;
    } else if (c == ']' || c == '}') {
      if (brackets > 0) --brackets;
      dots = 0;
    } else if (c == '.') {
      ++dots;
    } else if (c == '=' || c == ',' || c == '\n') {
      dots = 0;
    }
    if (c != '#' && c != ' ' && c != '\t' && c != '\r' && c != '\n') empty = false;
    if (brackets > kDeepest || dots > kDeepest) {
      throw Error(ErrorKind::model, place.after(where), "nested too deeply")
          .given(fmt::format("more than {} levels of {}", kDeepest,
                             dots > kDeepest ? "dotted keys" : "brackets"))
          .need("a robot file; its values are nested two or three levels deep");
    }
    for (; i < next; ++i) place.step(text[i]);
  }
  if (empty) {
    throw Error(ErrorKind::model, where, "the file is empty")
        .given(text.empty() ? "no text" : "blank lines and comments only")
        .need("a robot file: catena = 1, name, convention, angle_unit and one [[link]] per joint");
  }
}

}  // namespace

std::string line_of(std::string_view text, std::size_t line) {
  std::size_t begin = 0;
  for (std::size_t k = 1; k < line; ++k) {
    begin = text.find('\n', begin);
    if (begin == std::string_view::npos) return {};
    ++begin;
  }
  std::string_view found = text.substr(begin, text.find('\n', begin) - begin);
  while (!found.empty() && (found.front() == ' ' || found.front() == '\t')) found.remove_prefix(1);
  while (!found.empty() && (found.back() == ' ' || found.back() == '\r')) found.remove_suffix(1);
  return printable(found, 80);
}

void check_toml_text(std::string_view text, const std::string& where) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  check_utf8(text, where);
  check_depth(text, where);
}

}  // namespace catena::detail
