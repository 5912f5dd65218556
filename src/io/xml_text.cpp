// SPDX-License-Identifier: Apache-2.0
// Checks raw XML text before it goes to a parser that recurses into every element.
#include <fmt/format.h>

#include <utility>
#include <vector>

#include "catena/core/text.hpp"
#include "io/urdf_xml.hpp"

namespace catena::io::detail {
namespace {

constexpr std::size_t kMostBytes = std::size_t{64} << 20;
constexpr std::size_t kDeepest = 256;
constexpr std::size_t kLongestTag = 16384;
constexpr int kMostAttributes = 100;  // of one element: the parser compares each with all others

// Text that is not UTF-8 is read as Latin-1: the parser reads past the end of an incomplete character.
std::string as_utf8(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t length = text::utf8_length(text, at);
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

constexpr std::size_t kNone = std::string_view::npos;

// Walks over the tags and keeps track of the open elements.
struct Scan {
  std::string_view text;
  const std::string& where;
  std::size_t at = 0, counted = 0;
  int line = 1;
  struct Open {
    std::string_view name;
    int line;
  };
  std::vector<Open> open = {};
  int attributes = 0;               // of the last tag
  std::size_t unread_from = kNone;  // where an element starts that Catena does not read
  std::size_t unread_depth = 0;     // how many elements it is in
  std::vector<std::pair<std::size_t, std::size_t>> unread = {};  // such elements, from < to >

  int line_here() {
    for (; counted < at; ++counted) line += text[counted] == '\n';
    return line;
  }
  Error error(const std::string& what) {
    return Error(ErrorKind::model, fmt::format("{}:{}", where, line_here()), what);
  }

  // Moves past the next `end`; an error if there is none.
  void skip_behind(std::string_view end, const char* what) {
    const std::size_t found = text.find(end, at);
    if (found == std::string_view::npos)
      throw error(fmt::format("{} is not closed", what)).need(fmt::format("'{}'", end));
    at = found + end.size();
  }

  // The tag that starts here without its brackets, quotes respected; moves `at` past it.
  std::string_view tag() {
    char quote = 0;
    attributes = 0;
    for (std::size_t k = at; k < text.size() && k - at <= kLongestTag; ++k) {
      const char c = text[k];
      if (quote != 0) {
        if (c == quote) quote = 0;
      } else if (c == '"' || c == '\'') {
        quote = c;
        ++attributes;
      } else if (c == '>') {
        const std::string_view inside = text.substr(at + 1, k - at - 1);
        line_here();
        at = k + 1;
        return inside;
      }
    }
    if (text.size() - at <= kLongestTag)
      throw error("a tag is not closed").need("'>', and every quote closed");
    throw error("a tag is too long")
        .need(fmt::format("{} bytes at most, with every quote closed", kLongestTag));
  }

  static std::string_view name_of(std::string_view inside) {
    return inside.substr(0, inside.find_first_of(" \t\r\n/"));
  }

  static bool is_shape(std::string_view name) { return name == "visual" || name == "collision"; }

  // Whether the next element is a visual or collision shape of a link, or a part of one.
  bool within_shape(std::string_view name) const {
    return open.size() >= 2 && open[1].name == "link" && is_shape(open.size() > 2 ? open[2].name : name);
  }

  // Only the links and joints of a robot are read; of the visual and collision shapes of links the meshes with their origins.
  bool is_read(std::string_view name) const {
    if (open.size() == 1 && open[0].name == "robot")
      return name == "link" || name == "joint" || name == "catena";
    if (open.size() == 3 && within_shape(name)) return name == "origin" || name == "geometry";
    if (open.size() == 4 && within_shape(name)) return name == "mesh";
    return true;
  }

  // A file with macros: its names and numbers are known only after xacro has expanded them.
  void refuse_xacro(std::string_view inside) {
    const std::string_view name = name_of(inside);
    const std::size_t expression = std::min(inside.find("${"), inside.find("$("));
    const bool macro = name.starts_with("xacro:");
    if (!macro && (expression == kNone || unread_from != kNone || !is_read(name) || within_shape(name)))
      return;
    throw error("this is a xacro file, not a URDF file")
        .given(macro ? fmt::format("<{}>", text::printable(name, 60))
                     : text::printable(
                           inside.substr(expression, inside.find_first_of("})", expression) + 1 - expression),
                           60))
        .need("a URDF file, in which all macros are expanded")
        .hint(fmt::format("run 'xacro {} > expanded.urdf' and read expanded.urdf", text::printable(where)));
  }

  void element() {
    const std::size_t begin = at;
    const std::string_view inside = tag();
    const bool opens = !inside.starts_with('/');
    if (opens) refuse_xacro(inside);
    if (opens && unread_from == kNone && !is_read(name_of(inside))) {
      unread_from = begin;
      unread_depth = open.size();
    }
    if (unread_from == kNone && attributes > kMostAttributes)
      throw error("an element has too many attributes").need(fmt::format("{} at most", kMostAttributes));
    if (inside.starts_with('/')) {
      const std::string_view name = name_of(inside.substr(1));
      if (open.empty()) throw error(fmt::format("</{}> has no opening tag", text::printable(name)));
      if (open.back().name != name)
        throw error(fmt::format("</{}> where </{}> is expected", text::printable(name),
                                text::printable(open.back().name)))
            .given(fmt::format("<{}> on line {} is still open", text::printable(open.back().name),
                               open.back().line));
      open.pop_back();
    } else if (!inside.ends_with('/')) {
      open.push_back({name_of(inside), line});
      if (open.size() > kDeepest)
        throw error("nested too deeply").need(fmt::format("{} elements inside each other at most", kDeepest));
    }
    if (unread_from != kNone && open.size() == unread_depth) {
      unread.emplace_back(unread_from, at);
      unread_from = kNone;
    }
  }

  // The text without the elements that are not read; line numbers do not change.
  std::string what_is_read() const {
    std::string rest(text);
    for (const auto& [from, to] : unread)
      for (std::size_t k = from; k < to; ++k)
        if (rest[k] != '\n') rest[k] = ' ';
    return rest;
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
    throw scan.error("not a text file").given("a zero byte");
  }
  const std::size_t start = text.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
  const char* const need = "a URDF robot: <robot name=\"...\"> ... </robot>";
  if (start == std::string_view::npos) throw Error(ErrorKind::model, where, "the file is empty").need(need);
  if (text[start] != '<') throw Error(ErrorKind::model, where, "not an XML file").need(need);

  while ((scan.at = text.find('<', scan.at)) != std::string_view::npos) {
    const std::string_view rest = text.substr(scan.at);
    if (rest.starts_with("<!--")) {
      scan.skip_behind("-->", "a comment");
    } else if (rest.starts_with("<![CDATA[")) {
      scan.skip_behind("]]>", "a CDATA section");
    } else if (rest.starts_with("<?")) {
      scan.skip_behind("?>", "a processing instruction");
    } else if (rest.starts_with("<!")) {
      throw scan.error("document type declarations are not supported")
          .hint("remove the <!DOCTYPE ...> or <!ENTITY ...>");
    } else {
      scan.element();
    }
  }
  if (!scan.open.empty()) {
    scan.at = text.size();
    throw scan.error(fmt::format("the file ends before </{}>", text::printable(scan.open.back().name)))
        .given(fmt::format("<{}> on line {} is still open", text::printable(scan.open.back().name),
                           scan.open.back().line));
  }
  return as_utf8(scan.what_is_read());
}

}  // namespace catena::io::detail
