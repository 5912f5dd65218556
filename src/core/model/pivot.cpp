// SPDX-License-Identifier: Apache-2.0
#include "catena/core/model/pivot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace catena {

namespace {

// pivot_scale, from the tip to the base: for each joint in turn.
class ScaleWalk {
 public:
  PivotScale parts(const ChainLink<double>& l) {
    mass_ += std::abs(l.body.m);
    moment_ += std::abs(l.body.I.xx) + std::abs(l.body.I.yy) + std::abs(l.body.I.zz);
    const PivotScale found = l.revolute() ? PivotScale{moment_, mass_, reach_} : PivotScale{mass_, 0, 0};
    reach_ += std::abs(l.a) + std::abs(l.d);
    return found;
  }
  double next(const ChainLink<double>& l) {
    const PivotScale found = parts(l);
    return found.moment + found.mass * found.reach * found.reach;
  }

 private:
  double mass_ = 0, moment_ = 0, reach_ = 0;
};

std::vector<double> least(const Chain<double>& arm, LeastPivot which) {
  std::vector<double> found(static_cast<std::size_t>(arm.dof()));
  set_least_pivots(arm, which, found);
  return found;
}

}  // namespace

std::vector<double> pivot_scale(const Chain<double>& arm) {
  std::vector<double> scale(static_cast<std::size_t>(arm.dof()));
  ScaleWalk walk;
  for (int i = arm.dof() - 1; i >= 0; --i) scale[i] = walk.next(arm.link(i));
  return scale;
}

std::vector<PivotScale> pivot_scales(const Chain<double>& arm) {
  std::vector<PivotScale> scales(static_cast<std::size_t>(arm.dof()));
  ScaleWalk walk;
  for (int i = arm.dof() - 1; i >= 0; --i) scales[static_cast<std::size_t>(i)] = walk.parts(arm.link(i));
  return scales;
}

std::vector<double> least_regular(const Chain<double>& arm) { return least(arm, LeastPivot::regular); }

std::vector<double> least_trusted(const Chain<double>& arm, bool one_frame) {
  return least(arm, one_frame ? LeastPivot::trusted_in_one_frame : LeastPivot::trusted);
}

void set_least_pivots(const Chain<double>& arm, LeastPivot which, std::span<double> least, bool rotors) {
  const int n = arm.dof();
  const bool regular = which == LeastPivot::regular;
  least[0] = 0;  // first the distance of each frame from the first, stretched
  for (int i = 1; i < n; ++i) least[i] = least[i - 1] + std::abs(arm.link(i).a) + std::abs(arm.link(i).d);
  ScaleWalk walk;
  double moment = 0;
  for (int i = n - 1; i >= 0; --i) {
    const ChainLink<double>& l = arm.link(i);
    moment += std::abs(l.body.m) * least[i] * least[i];
    double scale = walk.next(l);
    if (which == LeastPivot::trusted_in_one_frame && l.revolute()) scale = std::max(scale, moment);
    if (rotors) scale += l.rotor;
    least[i] = scale * (regular ? kLeastPivot : kTrustedPivot / (static_cast<double>(n) * n * n));
  }
}

bool all_above(std::span<const double> least, const double* pivots, bool inverse) {
  bool above = true;  // without a branch for each
  if (inverse)
    for (std::size_t i = 0; i < least.size(); ++i) above &= is_inverse_regular(std::abs(pivots[i]), least[i]);
  else
    for (std::size_t i = 0; i < least.size(); ++i) above &= is_regular(std::abs(pivots[i]), least[i]);
  return above;
}

int first_below(std::span<const double> least, std::span<const double> pivots, bool inverse) {
  for (std::size_t i = pivots.size(); i-- > 0;) {
    const double size = std::abs(pivots[i]);
    if (!(inverse ? is_inverse_regular(size, least[i]) : is_regular(size, least[i])))
      return static_cast<int>(i);
  }
  return -1;
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

double least_rank(std::span<const double> rank) {
  double least = 1;
  for (const double pivot : rank) {
    if (std::isnan(pivot)) return pivot;  // after a pivot of zero
    least = std::min(least, pivot);
  }
  return least;
}

void require_rank(std::string_view call, const std::string& robot, std::span<const double> rank) {
  const double least = least_rank(rank);
  if (least > kLeastRank) [[likely]]
    return;
  throw Error(
      ErrorKind::numerical, std::string(call),
      fmt::format("the Jacobian of the frame is rank-deficient here, so that '{}' cannot move it in every "
                  "direction",
                  robot))
      .given(fmt::format("a pivot of {:.3g}, relative to the diagonal", std::isnan(least) ? 0.0 : least))
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
