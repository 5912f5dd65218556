// SPDX-License-Identifier: Apache-2.0
// Embeds a document in the page.
#include "report/page.hpp"

#include <ostream>

#include "catena/report/report.hpp"
#include "catena/system/whole_file.hpp"

namespace catena::report {
namespace {

// Nothing in a document may terminate the script element that contains it, for HTML or JavaScript. The characters that
// could do so occur in JSON only inside strings, where they can be escaped.
void append_harmless(std::string& out, std::string_view json) {
  constexpr std::string_view kLine = "\u2028", kParagraph = "\u2029";
  for (std::size_t i = 0; i < json.size();) {
    if (json[i] == '<')
      out += "\\u003c";
    else if (json.substr(i, kLine.size()) == kLine)
      out += "\\u2028", i += kLine.size() - 1;
    else if (json.substr(i, kParagraph.size()) == kParagraph)
      out += "\\u2029", i += kParagraph.size() - 1;
    else
      out += json[i];
    ++i;
  }
}

}  // namespace

std::string page(std::string_view json) {
  std::size_t size = json.size() + json.size() / 64;
  for (const auto& part : {detail::kPageBefore, detail::kPageAfter})
    for (const std::string_view piece : part) size += piece.size();
  std::string out;
  out.reserve(size);
  for (const std::string_view piece : detail::kPageBefore) out += piece;
  append_harmless(out, json);
  for (const std::string_view piece : detail::kPageAfter) out += piece;
  return out;
}

std::string page(const Report& report) { return page(document(report)); }

void write_report(const Report& report, std::ostream& out) { out << page(report); }

void write_report(const Report& report, const std::string& path) {
  system::write_whole_file(path, page(report));
}

}  // namespace catena::report
