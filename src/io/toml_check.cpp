// SPDX-License-Identifier: Apache-2.0
// UTF-8, not empty, not deeply nested: one pass over the text for each.
#include "io/toml_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "catena/core/error.hpp"
#include "catena/core/text.hpp"

namespace catena::io::detail {
namespace {

constexpr std::size_t kDeepest = 16;  // our files need three levels

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

void check_utf8(std::string_view text, const std::string& where, const TomlDialect& dialect) {
  Place place;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = text::utf8_length(text, i);
    const bool binary =
        length == 1 && byte_at(text, i) < 0x20 && text[i] != '\t' && text[i] != '\n' && text[i] != '\r';
    if (length == 0 || binary) {
      throw Error(ErrorKind::model, place.after(where), binary ? "not a text file" : "not UTF-8 text")
          .given(fmt::format("byte 0x{:02x} at offset {}", byte_at(text, i), i))
          .need(fmt::format("{}: TOML, which is UTF-8 text", dialect.file))
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

// Walks over the text once, past strings and comments, and keeps track of brackets and dotted keys.
class Structure {
 public:
  Structure(std::string_view text, const std::string& where, const TomlDialect& dialect)
      : text_(text), where_(where), dialect_(dialect) {}

  void check() {
    bool empty = true;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      const bool blank = c == ' ' || c == '\t' || c == '\r' || c == '\n';
      if (!blank && c != '#') empty = false;
      const std::size_t next = c == '#'                ? std::min(text_.find('\n', at_), text_.size())
                               : c == '"' || c == '\'' ? end_of_string(text_, at_)
                                                       : at_ + 1;
      if (next == at_ + 1) look_at(c);
      line_begins_ = c == '\n' || (line_begins_ && blank);
      for (; at_ < next; ++at_) place_.step(text_[at_]);
    }
    if (!empty) return;
    throw Error(ErrorKind::model, where_, "the file is empty")
        .given(text_.empty() ? "no text" : "blank lines and comments only")
        .need(fmt::format("{}: {}", dialect_.file, dialect_.outline));
  }

 private:
  void look_at(char c) {
    if (begins_number()) check_number();
    if (c == '.') {
      if (++dots_ > kDeepest) throw too_deep("dotted keys");
      return;
    }
    if (c == '[' || c == '{') {
      if (c == '[' && line_begins_ && open_.empty()) check_header();
      open_ += c;
      if (open_.size() > kDeepest) throw too_deep("brackets");
    } else if ((c == ']' || c == '}') && !open_.empty()) {
      if (open_.back() != (c == ']' ? '[' : '{'))
        throw invalid(fmt::format("'{}' closed by '{}'", open_.back(), c));
      open_.pop_back();
    } else if (c == '-') {
      check_date();
    } else if (byte_at(text_, at_) >= 0x7F) {
      throw beyond_ascii();
    }
    if (c == '[' || c == ']' || c == '{' || c == '}' || c == '=' || c == ',' || c == '\n') dots_ = 0;
  }

  // Whether a number begins here: not in the middle of a word or of a number.
  bool begins_number() const {
    const auto in_word = [](char c) {
      return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
             c == '.' || c == '-' || c == '+';
    };
    const char c = text_[at_];
    return c >= '0' && c <= '9' && (at_ == 0 || !in_word(text_[at_ - 1]) || begins_with_sign());
  }
  bool begins_with_sign() const {
    const char sign = text_[at_ - 1], before = at_ < 2 ? '=' : text_[at_ - 2];
    return (sign == '-' || sign == '+') && (before == '=' || before == ' ' || before == '\t' ||
                                            before == '[' || before == ',' || before == '\n');
  }

  // The parser would read a number that is too small for a double as 0.
  void check_number() const {
    const std::size_t end = std::min(text_.find_first_not_of("0123456789_.eE+-", at_), text_.size());
    std::string digits(text_.substr(at_, end - at_));
    std::erase(digits, '_');
    const std::size_t exponent = std::min(digits.find_first_of("eE"), digits.size());
    if (digits.find_first_of("123456789") >= exponent) return;  // it is zero
    const std::size_t next = text_.find_first_not_of(" \t", end);
    if (next != text_.npos && text_[next] == '=') return;  // it is a key
    char* stop = nullptr;
    if (std::strtod(digits.c_str(), &stop) != 0 || *stop != '\0') return;
    throw Error(ErrorKind::model, place_.after(where_),
                "the number is too small for a double and would be read as 0")
        .given(line_of(text_, place_.line))
        .need("0, or 4.94e-324 or more in magnitude");
  }

  // "[name" or "[[name": a name must follow.
  void check_header() const {
    std::size_t i = at_ + (text_.substr(at_, 2) == "[[" ? 2 : 1);
    while (i < text_.size() && (text_[i] == ' ' || text_[i] == '\t')) ++i;
    const char c = i < text_.size() ? text_[i] : '\n';
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (letter || c == '_' || c == '-' || c == '"' || c == '\'') return;
    throw invalid("a table without a name").need(std::string(dialect_.tables));
  }

  // "yyyy-mm-dd h": a time after a date must have more than one digit.
  void check_date() const {
    if (at_ < 4 || text_.size() < at_ + 8) return;
    const std::string_view date = text_.substr(at_ - 4, 10);
    const char next = text_[at_ + 7];
    if (date[7] == '-' && date.find_first_of(" \t\r\n,]}#") == date.npos && text_[at_ + 6] == ' ' &&
        next >= '0' && next <= '9')
      throw invalid(fmt::format("{} cannot contain dates", dialect_.file));
  }

  Error invalid(const std::string& reason) const {
    return Error(ErrorKind::model, place_.after(where_), "not valid TOML: " + reason)
        .given(line_of(text_, place_.line));
  }

  Error too_deep(const char* what) const {
    return Error(ErrorKind::model, place_.after(where_), "nested too deeply")
        .given(fmt::format("more than {} levels of {}", kDeepest, what))
        .need(fmt::format("{}; its values are nested two or three levels deep", dialect_.file));
  }

  // Typographic quotes and minus signs come with text copied from a document.
  Error beyond_ascii() const {
    const std::string_view c = text_.substr(at_, text::utf8_length(text_, at_));
    const bool quote = c == "\u201C" || c == "\u201D" || c == "\u2018" || c == "\u2019";
    const bool minus = c == "\u2212" || c == "\u2013" || c == "\u2014";
    return invalid(fmt::format("'{}' may appear only in a string or a comment", text::printable(c)))
        .hint(quote   ? "use plain quotes"
              : minus ? "use a plain minus sign"
                      : "");
  }

  std::string_view text_;
  const std::string& where_;
  const TomlDialect& dialect_;
  std::size_t at_ = 0;
  Place place_;
  bool line_begins_ = true;
  std::string open_;      // the brackets that are open, outermost first
  std::size_t dots_ = 0;  // in the key that is being read
};

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
  return text::printable(found, 80);
}

void check_toml_text(std::string_view text, const std::string& where, const TomlDialect& dialect) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  check_utf8(text, where, dialect);
  Structure(text, where, dialect).check();
}

}  // namespace catena::io::detail
