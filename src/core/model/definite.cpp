// SPDX-License-Identifier: Apache-2.0
#include "catena/core/model/definite.hpp"

#include <fmt/format.h>

#include <cmath>

namespace catena {

std::vector<double> inertia_scale(const Chain<double>& arm) {
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

void require_definite(const char* call, const std::string& robot, int joint, double delta, double scale) {
  if (std::abs(delta) > kLeastPivot * scale && std::isfinite(delta)) [[likely]]
    return;
  throw Error(ErrorKind::numerical, call, fmt::format("the inertia matrix of '{}' is singular here", robot))
      .given(fmt::format("joint {} (counted from 1) has nothing left to accelerate: delta = {:.3g}",
                         joint + 1, delta))
      .hint(
          "run 'catena check' on the robot: a link without mass or inertia at the end of the arm does this");
}

void require_positive(const char* call, const std::string& robot, int joint, double delta) {
  if (delta > 0) [[likely]]
    return;
  throw Error(ErrorKind::numerical, call,
              fmt::format("the inertia matrix of '{}' is not positive definite here", robot))
      .given(fmt::format("joint {} (counted from 1) has delta = {:.3g}, which has no square root", joint + 1,
                         delta))
      .hint("xi and cxi need no square root, nor do the other methods of fd; 'catena check' names the link");
}

}  // namespace catena
