// SPDX-License-Identifier: Apache-2.0
#include "io/toml_parse.hpp"

#include <fmt/format.h>

#include "catena/core/error.hpp"
#include "catena/core/text.hpp"

namespace catena::io::detail {
namespace {

// Hints for the most common mistakes, recognised by the parser's message.
const char* syntax_hint(std::string_view reason) {
  const auto says = [&](std::string_view words) { return reason.find(words) != std::string_view::npos; };
  if (says("cannot redefine")) return "each key may appear only once in a table";
  if (says("whitespace, saw ','")) return "a number takes a decimal point, not a comma";
  if (says("parsing string: unescaped control")) return "close the string on the line where it begins";
  if (says("expected '=', saw ':'")) return "TOML uses key = value";
  return "";
}

}  // namespace

toml::table parse_toml(std::string_view text, const std::string& where, const TomlDialect& dialect) {
  check_toml_text(text, where, dialect);
  try {
    return toml::parse(text);
  } catch (const toml::parse_error& e) {
    std::string_view reason = e.description();
    constexpr std::string_view kPreamble = "Error while ";
    if (reason.starts_with(kPreamble)) reason.remove_prefix(kPreamble.size());
    const auto at = e.source().begin;
    throw Error(ErrorKind::model, fmt::format("{}:{}:{}", where, at.line, at.column),
                "not valid TOML: " + text::printable(reason, 160))
        .given(line_of(text, at.line))
        .hint(syntax_hint(reason));
  }
}

}  // namespace catena::io::detail
