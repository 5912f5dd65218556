// SPDX-License-Identifier: Apache-2.0
#include "report/xml_tree.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "catena/core/text.hpp"

namespace catena::report::detail {
namespace {

constexpr std::string_view kSpace = " \t\r\n";

std::string_view trimmed(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(kSpace), text.size()));
  return text.substr(0, text.find_last_not_of(kSpace) + 1);
}

std::string_view name_of(std::string_view tag) { return tag.substr(0, tag.find_first_of(" \t\r\n/")); }

// Where the tag at `from` ends, behind its name and quoted values; npos if it does not.
std::size_t tag_end(std::string_view text, std::size_t from) {
  for (std::size_t k = from; (k = text.find_first_of("\"'>", k)) != text.npos; ++k) {
    if (text[k] == '>') return k;
    k = text.find(text[k], k + 1);
    if (k == text.npos) break;
  }
  return text.npos;
}

}  // namespace

Error XmlTree::bad(std::string_view part, const std::string& what) const {
  const auto line = 1 + std::count(text_.data(), part.data(), '\n');
  return {ErrorKind::model, fmt::format("{}:{}", where_, line), what};
}

// Comments, CDATA sections and processing instructions become blanks; lines stay where they are.
void XmlTree::blank_comments() {
  const std::string_view text = text_;
  for (std::size_t from = 0; (from = text.find('<', from)) != text.npos;) {
    const std::string_view rest = text.substr(from);
    const std::string_view close = rest.starts_with("<!--")        ? "-->"
                                   : rest.starts_with("<![CDATA[") ? "]]>"
                                   : rest.starts_with("<?")        ? "?>"
                                                                   : "";
    if (close.empty()) {
      if (rest.starts_with("<!"))
        throw bad(rest, "document type declarations are not supported")
            .hint("remove the <!DOCTYPE ...> or <!ENTITY ...>");
      const std::size_t end = tag_end(text, from);
      if (end == text.npos) throw bad(rest, "a tag is not closed").need("'>', and every quote closed");
      from = end + 1;
      continue;
    }
    const std::size_t end = text.find(close, from);
    if (end == text.npos)
      throw bad(rest, "a comment, CDATA section or processing instruction is not closed")
          .need(fmt::format("'{}'", close));
    for (; from < end + close.size(); ++from)
      if (text_[from] != '\n') text_[from] = ' ';
  }
}

XmlTree::XmlTree(std::string_view given, const std::string& where) : text_(given), where_(where) {
  blank_comments();
  const std::string_view text = text_;
  const std::size_t start = text.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
  if (start == text.npos || text[start] != '<') throw bad(text, "not an XML file");
  std::vector<std::size_t> open;
  for (std::size_t from = start; (from = text.find('<', from)) != text.npos;) {
    const std::size_t end = tag_end(text, from);  // there is one, as blank_comments() has seen
    std::string_view tag = text.substr(from + 1, end - from - 1);
    from = end + 1;
    if (tag.starts_with('/')) {
      const std::string_view name = name_of(tag.substr(1));
      if (open.empty() || name_of(elements_[open.back()].tag) != name)
        throw bad(tag, fmt::format("</{}> has no opening tag", text::printable(name)));
      elements_[open.back()].end = elements_.size();
      open.pop_back();
      continue;
    }
    if (open.empty() && !elements_.empty()) throw bad(tag, "there is more than one element at the top");
    const bool closes = tag.ends_with('/');
    if (closes) tag.remove_suffix(1);
    if (name_of(tag).empty()) throw bad(tag, "a tag has no name");
    if (tag.size() > kLongestTag)
      throw bad(tag, "a tag is too long").need(fmt::format("{} bytes at most", kLongestTag));
    if (elements_.size() >= kMostElements)
      throw bad(tag, "too many elements").need(fmt::format("{} at most", kMostElements));
    elements_.push_back({tag,
                         text.substr(from, closes ? 0 : std::min(text.find('<', from), text.size()) - from),
                         elements_.size() + 1});
    if (closes) continue;
    open.push_back(elements_.size() - 1);
    if (open.size() > kDeepest)
      throw bad(tag, "nested too deeply")
          .need(fmt::format("{} elements inside each other at most", kDeepest));
  }
  if (!open.empty())
    throw bad(open.back(), fmt::format("<{}> is not closed", text::printable(name(open.back()))));
}

std::string_view XmlTree::name(std::size_t e) const { return name_of(elements_[e].tag); }

std::string_view XmlTree::attribute(std::size_t e, std::string_view name) const {
  std::string_view rest = elements_[e].tag;
  rest.remove_prefix(name_of(rest).size());
  for (std::size_t equals; (equals = rest.find('=')) != rest.npos;) {
    const std::string_view key = trimmed(rest.substr(0, equals));
    rest = trimmed(rest.substr(equals + 1));
    const std::size_t close =
        rest.empty() || (rest[0] != '"' && rest[0] != '\'') ? rest.npos : rest.find(rest[0], 1);
    if (close == rest.npos) return {};
    if (key == name) return rest.substr(1, close - 1);
    rest.remove_prefix(close + 1);
  }
  return {};
}

}  // namespace catena::report::detail
