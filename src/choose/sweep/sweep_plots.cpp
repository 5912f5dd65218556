// SPDX-License-Identifier: Apache-2.0
#include "catena/choose/sweep/sweep_plots.hpp"

#include <algorithm>
#include <set>

#include "catena/choose/sweep/design_rows.hpp"

namespace catena::choose {
namespace {

Eigen::VectorXd middle_posture(const Robot& robot, int dof) {
  Eigen::VectorXd q = Eigen::VectorXd::Zero(dof);
  Eigen::Index joint = 0;
  for (const RobotLink& link : robot.links) {
    if (link.joint == JointKind::fixed) continue;
    if (link.limits && link.limits->position)
      q[joint] = 0.5 * ((*link.limits->position)[0] + (*link.limits->position)[1]);
    ++joint;
  }
  return q;
}

}  // namespace

std::vector<std::int64_t> points_to_plot(const SweepBest& best, const SweepPlotLimits& limits) {
  std::set<std::int64_t> points;
  std::vector<std::int64_t> all = best.points;
  std::sort(all.begin(), all.end());
  if (all.size() <= limits.shown) return all;
  points.insert(best.front.begin(), best.front.end());
  for (std::size_t k = 0; k < limits.best; ++k) points.insert(best.points[k]);
  const std::size_t room = limits.shown > points.size() ? limits.shown - points.size() : 0;
  const std::size_t step = all.size() / std::max(room, limits.shown / 4) + 1;
  for (std::size_t k = 0; k < all.size(); k += step) points.insert(all[k]);
  return {points.begin(), points.end()};
}

SweepPlots sweep_plots(const Store& store, const SweepBest& best, const SweepPlotLimits& limits) {
  const std::vector<std::int64_t> chosen = points_to_plot(best, limits);
  const std::size_t parameters = store.head().parameters.size();
  const std::size_t columns = parameters + store.head().criteria.size();
  SweepPlots out;
  for (auto* each : {&out.values, &out.errors, &out.sampled}) each->resize(columns);
  store.each([&](const SweepRow& row) {
    if (!row.why.empty() || row.scores.empty()) return;
    const bool shown = std::binary_search(chosen.begin(), chosen.end(), row.point);
    if (shown) out.points.push_back(row.point);
    for (std::size_t k = 0; k < columns; ++k) {
      const bool is_parameter = k < parameters;
      const double value = is_parameter ? row.parameters[k] : row.scores[k - parameters].value;
      if (!row.search) out.sampled[k].push_back(value);
      if (!shown) continue;
      out.values[k].push_back(value);
      if (!is_parameter) out.errors[k].push_back(row.scores[k - parameters].error);
    }
  });
  for (std::vector<double>& errors : out.errors)
    if (std::all_of(errors.begin(), errors.end(), [](double e) { return e == 0; })) errors.clear();
  const std::set<std::int64_t> front(best.front.begin(), best.front.end());
  for (std::size_t k = 0; k < out.points.size(); ++k)
    if (front.contains(out.points[k])) out.front.push_back(k);
  return out;
}

std::vector<BestArm> best_arms(const Store& store, const SweepBest& best, std::size_t count) {
  const Design design = design_of_text(store.head().design);
  std::vector<BestArm> out;
  for (std::size_t k = 0; k < std::min(best.points.size(), count); ++k)
    if (const auto row = store.row(best.points[k])) {
      Arm arm(design.robot(row->parameters));
      Eigen::VectorXd q = middle_posture(arm.robot(), arm.dof());
      out.push_back({row->point, std::move(arm), std::move(q)});
    }
  return out;
}

}  // namespace catena::choose
