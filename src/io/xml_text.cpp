// SPDX-License-Identifier: Apache-2.0
// XML as raw text: is it safe to hand to a parser that recurses into every element?
#include <fmt/format.h>

#include <algorithm>

#include "io/urdf_xml.hpp"
#include "util/text.hpp"

namespace catena::detail {
namespace {

constexpr std::size_t kMostBytes = std::size_t{64} << 20;
constexpr int kDeepest = 256;
constexpr std::size_t kLongestTag = 16384;

// What is not UTF-8 is taken as Latin-1: the parser runs over the end of a broken character.
std::string as_utf8(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t length = utf8_length(text, at);
    if (length == 0) break;
    at += length;
  }
  if (at == text.size()) return std::string(text);
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) {
      out += c;
    } else {
      out += static_cast<char>(0xC0 | (byte >> 6));
      out += static_cast<char>(0x80 | (byte & 0x3F));
    }
  }
  return out;
}

struct Scan {
  std::string_view text;
  const std::string& where;
  std::size_t at = 0, line_from = 0;
  int line = 1;

  Error error(const std::string& what) {
    line += static_cast<int>(std::count(text.begin() + static_cast<std::ptrdiff_t>(line_from),
                                        text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
    line_from = at;
    return Error(ErrorKind::model, fmt::format("{}:{}", where, line), what);
  }

  // Behind the next `end`; an error if there is none.
  void skip_behind(std::string_view end, const char* what) {
    const std::size_t found = text.find(end, at);
    if (found == std::string_view::npos)
      throw error(fmt::format("{} does not end", what)).need(fmt::format("'{}'", end));
    at = found + end.size();
  }

  // Behind the tag that starts here, quotes respected; whether it closes itself.
  bool skip_tag() {
    const std::size_t start = at;
    char quote = 0;
    for (; at < text.size() && at - start <= kLongestTag; ++at) {
      const char c = text[at];
      if (quote != 0) {
        if (c == quote) quote = 0;
      } else if (c == '"' || c == '\'') {
        quote = c;
      } else if (c == '>') {
        ++at;
        return text[at - 2] == '/';
      }
    }
    const bool ended = at >= text.size();
    at = start;
    if (ended) throw error("a tag does not end").need("'>', and every quote closed");
    throw error("a tag is too long")
        .need(fmt::format("{} bytes at most, with every quote closed", kLongestTag));
  }
};

}  // namespace

std::string safe_xml_text(std::string_view text, const std::string& where) {
  if (text.size() > kMostBytes)
    throw Error(ErrorKind::model, where, "the file is too large")
        .given(fmt::format("{} bytes", text.size()))
        .need(fmt::format("{} at most", kMostBytes));
  Scan scan{text, where};
  if (const std::size_t zero = text.find('\0'); zero != std::string_view::npos) {
    scan.at = zero;
    throw scan.error("not a text file").given("a byte that is zero");
  }
  if (text.find_first_not_of(" \t\r\n\xEF\xBB\xBF") == std::string_view::npos)
    throw Error(ErrorKind::model, where, "the file is empty")
        .need("a URDF robot: <robot name=\"...\"> ... </robot>");

  int depth = 0;
  while ((scan.at = text.find('<', scan.at)) != std::string_view::npos) {
    const std::string_view rest = text.substr(scan.at);
    if (rest.starts_with("<!--")) {
      scan.skip_behind("-->", "a comment");
    } else if (rest.starts_with("<![CDATA[")) {
      scan.skip_behind("]]>", "a CDATA section");
    } else if (rest.starts_with("<?")) {
      scan.skip_behind("?>", "a processing instruction");
    } else if (rest.starts_with("<!DOCTYPE") || rest.starts_with("<!ENTITY")) {
      throw scan.error("document types are not read").hint("remove the <!DOCTYPE ...> or <!ENTITY ...>.");
    } else if (rest.starts_with("</")) {
      --depth;
      scan.skip_tag();
    } else if (++depth > kDeepest) {
      throw scan.error("nested too deeply")
          .need(fmt::format("{} elements inside each other at most", kDeepest));
    } else if (scan.skip_tag()) {
      --depth;
    }
  }
  return as_utf8(text);
}

}  // namespace catena::detail
