// SPDX-License-Identifier: Apache-2.0
#include "catena/core/model/pivot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace catena {

std::vector<double> pivot_scale(const Chain<double>& arm) {
  std::vector<double> scale(static_cast<std::size_t>(arm.dof()));
  double mass = 0, moment = 0, reach = 0;
  for (int i = arm.dof() - 1; i >= 0; --i) {
    const ChainLink<double>& l = arm.link(i);
    mass += std::abs(l.body.m);
    moment += std::abs(l.body.I.xx) + std::abs(l.body.I.yy) + std::abs(l.body.I.zz);
    scale[i] = l.revolute() ? moment + mass * reach * reach : mass;
    reach += std::abs(l.a) + std::abs(l.d);
  }
  return scale;
}

std::vector<double> least_regular(const Chain<double>& arm) {
  std::vector<double> least = pivot_scale(arm);
  for (double& x : least) x *= kLeastPivot;
  return least;
}

std::vector<double> least_trusted(const Chain<double>& arm, bool one_frame) {
  const int n = arm.dof();
  std::vector<double> least = pivot_scale(arm);
  std::vector<double> distance(least.size(), 0.0);  // from the first frame, stretched
  for (int i = 1; i < n; ++i)
    distance[i] = distance[i - 1] + std::abs(arm.link(i).a) + std::abs(arm.link(i).d);
  double moment = 0;
  for (int i = n - 1; i >= 0; --i) {
    moment += std::abs(arm.link(i).body.m) * distance[i] * distance[i];
    if (one_frame && arm.link(i).revolute()) least[i] = std::max(least[i], moment);
    least[i] *= kTrustedPivot / (static_cast<double>(n) * n * n);
  }
  return least;
}

bool all_above(std::span<const double> least, const double* pivots, bool inverse) {
  bool above = true;  // without a branch for each
  if (inverse)
    for (std::size_t i = 0; i < least.size(); ++i) above &= is_inverse_regular(std::abs(pivots[i]), least[i]);
  else
    for (std::size_t i = 0; i < least.size(); ++i) above &= is_regular(std::abs(pivots[i]), least[i]);
  return above;
}

int first_bad_pivot(std::span<const double> pivots, std::span<const double> scale, bool inverse) {
  bool regular = true;  // of all at once: the usual case, without a branch for each
  for (std::size_t i = 0; i < pivots.size(); ++i) {
    const double size = std::abs(pivots[i]), least = kLeastPivot * scale[i];
    regular &= inverse ? is_inverse_regular(size, least) : is_regular(size, least);
  }
  if (regular) [[likely]]
    return -1;
  for (std::size_t i = pivots.size(); i-- > 0;) {
    const double size = std::abs(pivots[i]), least = kLeastPivot * scale[i];
    if (!(inverse ? is_inverse_regular(size, least) : is_regular(size, least))) return static_cast<int>(i);
  }
  return -1;
}

int first_nonpositive_pivot(std::span<const double> pivots) {
  for (std::size_t i = pivots.size(); i-- > 0;)
    if (!(pivots[i] > 0)) return static_cast<int>(i);
  return -1;
}

void throw_singular(std::string_view call, const std::string& robot, int joint, double pivot) {
  throw Error(ErrorKind::numerical, std::string(call),
              fmt::format("the inertia matrix of '{}' is singular here", robot))
      .given(fmt::format("joint {0} (counted from 1) has no articulated-body inertia: pivot d_{0} = {1:.3g}",
                         joint + 1, pivot))
      .hint("run 'catena check' on the robot; a common cause is a last link without mass or inertia");
}

void throw_not_positive(std::string_view call, const std::string& robot, int joint, double pivot) {
  throw Error(ErrorKind::numerical, std::string(call),
              fmt::format("the inertia matrix of '{}' is not positive definite here", robot))
      .given(fmt::format("joint {0} (counted from 1) has the pivot d_{0} = {1:.3g}, which has no square root",
                         joint + 1, pivot))
      .hint("xi and cxi need no square root, nor do the other methods of fd; 'catena check' names the link");
}

void require_regular(std::string_view call, const std::string& robot, std::span<const double> pivots,
                     std::span<const double> scale, bool inverse) {
  const int bad = first_bad_pivot(pivots, scale, inverse);
  if (bad < 0) [[likely]]
    return;
  const double pivot = pivots[static_cast<std::size_t>(bad)];
  throw_singular(call, robot, bad, inverse ? 1 / pivot : pivot);
}

void require_rank(std::string_view call, const std::string& robot, std::span<const double> rank) {
  double least = 1;
  for (const double pivot : rank) least = pivot > least ? least : pivot;  // keeps NaN
  if (least > kLeastRank) [[likely]]
    return;
  throw Error(
      ErrorKind::numerical, std::string(call),
      fmt::format("the Jacobian of the frame has no full rank here, so that '{}' cannot move it in every "
                  "direction",
                  robot))
      .given(fmt::format("a pivot of {:.3g}, relative to the diagonal", least))
      .need(fmt::format("more than {:.0e}", kLeastRank))
      .hint("give a damping, such as 1e-3; operational_inertia_inverse exists in every posture");
}

void require_positive(std::string_view call, const std::string& robot, std::span<const double> pivots,
                      bool inverse) {
  const int bad = first_nonpositive_pivot(pivots);
  if (bad < 0) [[likely]]
    return;
  const double pivot = pivots[static_cast<std::size_t>(bad)];
  throw_not_positive(call, robot, bad, inverse ? 1 / pivot : pivot);
}

}  // namespace catena
