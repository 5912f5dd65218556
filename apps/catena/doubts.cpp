// SPDX-License-Identifier: Apache-2.0
#include "doubts.hpp"

#include <fmt/format.h>

#include "catena/check/lint.hpp"
#include "catena/core/text.hpp"

namespace catena::cli {

std::vector<std::string> doubts(const Robot& robot) {
  std::vector<std::string> out;
  std::string first;
  int others = -1;
  for (const Finding& finding : lint(robot)) {
    if (finding.severity == Severity::hint) continue;
    if (others++ < 0) first = fmt::format("{}: {}", finding.where, finding.what);
  }
  if (others > 0)
    out.push_back(fmt::format("{}, and {} more finding{} of 'catena check'",
                              text::printable(first, text::kWhole), others, others == 1 ? "" : "s"));
  else if (others == 0)
    out.push_back(fmt::format("{} ('catena check')", text::printable(first, text::kWhole)));

  constexpr std::string_view kMark = "caution: ";
  if (const std::size_t at = robot.source.rfind(kMark); at != std::string::npos)
    out.push_back(text::printable(robot.source.substr(at + kMark.size()), text::kWhole));
  return out;
}

}  // namespace catena::cli
