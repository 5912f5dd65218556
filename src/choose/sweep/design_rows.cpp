// SPDX-License-Identifier: Apache-2.0
#include "catena/choose/sweep/design_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "catena/choose/criteria/motion_limits.hpp"
#include "catena/core/arm.hpp"
#include "catena/core/error.hpp"
#include "choose/sweep/evaluation.hpp"

namespace catena::choose {
namespace {

// Why there is no such arm, in one line.
std::string reason(const Error& error) {
  return error.where().empty() ? error.problem() : error.where() + ": " + error.problem();
}

// SQLite does not store the sign of zero, so it is dropped here.
void unsign(std::vector<Score>& scores) {
  for (Score& score : scores) {
    score.value += 0.0;
    score.error += 0.0;
  }
}

Task one_thread(Task task) {
  task.threads = 1;
  return task;
}

std::vector<Score> scores_of(const Design& design, const Arm& arm, detail::ScratchPool& pool) {
  const Scores all = detail::evaluate({&arm, 1}, design.criteria(), one_thread(design.task()), {}, pool);
  std::vector<Score> scores;
  for (int c = 0; c < all.criteria(); ++c) scores.push_back(all.at(0, c));
  unsign(scores);
  return scores;
}

// Why the arm cannot do the motion that its criteria are evaluated on, as in `compare`; empty if it can, as far as its limits
// are given. The default motion keeps the limits of position and velocity (default_motion.hpp), so that without effort
// limits there is nothing to check.
std::string unable(const Design& design, const Arm& arm) {
  const std::vector<RobotLink>& links = arm.robot().links;
  const bool efforts = std::any_of(links.begin(), links.end(),
                                   [](const RobotLink& link) { return link.limits && link.limits->effort; });
  if (!design.has_motion() || (!design.task().trajectory && !efforts)) return {};
  const MotionLimits limits = motion_limits(arm, one_thread(design.task()));
  return limits.possible() ? "" : "it cannot do the motion: " + worst_text(limits);
}

// A point that a constraint on parameters excludes has no scores in the sample, but has them in a search.
SweepRow row(const Design& design, std::int64_t index, detail::ScratchPool& pool) {
  SweepRow made = {.point = index, .parameters = design.point(index)};
  try {
    const Arm arm(design.robot(made.parameters));
    made.scores = scores_of(design, arm, pool);
    made.why = unable(design, arm);
    if (made.why.empty()) made.why = design.broken(made.scores);
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::bug) throw;
    made.scores.clear();
    made.why = reason(error);
  }
  return made;
}

}  // namespace

StoreHead store_head(const Design& design) {
  StoreHead head = {.name = design.name(), .design = design.text(), .points = design.size()};
  for (const Parameter& p : design.parameters()) head.parameters.push_back({p.name, p.unit, p.words});
  for (const Criterion* c : design.criteria())
    head.criteria.push_back({std::string(c->stem), std::string(c->unit), c->better, std::string(c->what)});
  return head;
}

Rows design_rows(const Design& design) {
  return [shared = std::make_shared<const Design>(design),
          pool = std::make_shared<detail::ScratchPool>()](PointRange range) {
    std::vector<SweepRow> rows;
    rows.reserve(static_cast<std::size_t>(range.last - range.first));
    for (std::int64_t k = range.first; k < range.last; ++k) rows.push_back(row(*shared, k, *pool));
    return rows;
  };
}

Design design_of_text(const std::string& text) {
  const FindRobot find = [](const std::string& spec) -> Robot {
    throw Error(ErrorKind::bug, "design", "it names a robot").given(spec);
  };
  return parse_design(text, "the stored design", criteria(), find);
}

Evaluation evaluation(const Design& design, const std::vector<double>& point) {
  detail::ScratchPool pool;
  return detail::evaluation(design, point, pool);
}

Evaluation detail::evaluation(const Design& design, const std::vector<double>& point, ScratchPool& pool) {
  Evaluation made;
  std::optional<Arm> arm;
  try {
    arm.emplace(design.robot_unconstrained(point));
    made.why = unable(design, *arm);
    if (made.why.empty()) made.scores = scores_of(design, *arm, pool);
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::bug) throw;
    made.why = reason(error);
    return made;
  }
  if (!made.why.empty()) return made;  // without scores, so that no search goes there
  try {
    (void)design.robot(point);
    made.why = design.broken(made.scores);
  } catch (const Error& error) {  // a constraint
    made.why = reason(error);
  }
  return made;
}

}  // namespace catena::choose
