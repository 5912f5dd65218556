// SPDX-License-Identifier: Apache-2.0
// Runs all rules and sorts their findings.
#include "catena/check/lint.hpp"

#include <algorithm>
#include <numeric>

#include "check/lint_context.hpp"

namespace catena {
namespace check::detail {
namespace {

// The travel of a prismatic joint; 0.5 m if it has no limits.
double travel(const RobotLink& link) {
  if (link.joint != JointKind::prismatic) return 0;
  if (!link.limits || !link.limits->position) return 0.5;
  const auto [low, high] = *link.limits->position;
  const double most = std::max(std::abs(low), std::abs(high));
  return most > 10 ? 0.5 : most;  // millimetres, as lint_units will say
}

}  // namespace

LintContext::LintContext(const Robot& r) : robot(r), rows(r.links.size()) {
  std::vector<double> offsets;
  for (const RobotLink& link : r.links) offsets.push_back(std::hypot(link.dh.a, link.dh.d) + travel(link));
  reach = std::accumulate(offsets.begin(), offsets.end(), 0.0);
  for (std::size_t k = 0; k < rows.size(); ++k) {
    rows[k].length = std::max(offsets[k], k + 1 < rows.size() ? offsets[k + 1] : 0);
    rows[k].share = reach / static_cast<double>(std::max<std::size_t>(10, rows.size()));
    rows[k].extent = std::max(rows[k].length, 2 * norm(r.links[k].com));
    rows[k].size = std::max(rows[k].extent, rows[k].share);
  }
}

}  // namespace check::detail

std::vector<Finding> lint(const Robot& robot) {
  check::detail::LintContext c(robot);
  if (robot.dof() == 0) {
    c.findings.push_back({Severity::error, "no-joint", "robot", "the robot cannot move", "no moving joint",
                          "at least one revolute or prismatic joint", ""});
    return c.findings;
  }
  check::detail::lint_bodies(c);
  for (const Finding& f : c.findings)
    if (f.rule == "not-finite") return c.findings;
  check::detail::lint_sizes(c);
  check::detail::lint_units(c);
  check::detail::lint_matrix(c);
  check::detail::lint_motors(c);
  std::stable_sort(c.findings.begin(), c.findings.end(),
                   [](const Finding& a, const Finding& b) { return a.severity < b.severity; });
  return c.findings;
}

std::string_view name(Severity severity) {
  switch (severity) {
    case Severity::error:
      return "error";
    case Severity::warning:
      return "warning";
    case Severity::hint:
      return "hint";
  }
  return "";
}

}  // namespace catena
