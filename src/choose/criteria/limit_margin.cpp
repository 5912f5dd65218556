// SPDX-License-Identifier: Apache-2.0
// The margin to the effort and velocity limits along the path: the minimum of 1 - |x| / limit; negative if exceeded.
#include <fmt/format.h>

#include <algorithm>

#include "choose/criteria/criteria.hpp"

namespace catena::choose::detail {
namespace {

Score margin(Subject& subject, std::span<const double> values, std::optional<double> Limits::*limit,
             const char* name) {
  const auto n = static_cast<std::size_t>(subject.dof());
  double least = 1;
  std::size_t i = 0;
  for (const RobotLink& link : subject.arm().robot().links) {
    if (link.joint == JointKind::fixed) continue;
    if (!link.limits || !((*link.limits).*limit))
      return lacks_limits(fmt::format("joint {} has no {} limit; set limits.{}", i + 1, name, name));
    for (std::size_t k = i; k < values.size(); k += n)
      least = std::min(least, 1 - std::abs(values[k]) / *((*link.limits).*limit));
    ++i;
  }
  return {std::abs(least) < 1e-12 ? 0 : least};  // a limit that is reached up to rounding
}

}  // namespace

Score effort_margin(Subject& subject) {
  return margin(subject, subject.torques(), &Limits::effort, "effort");
}
Score velocity_margin(Subject& subject) {
  return margin(subject, subject.path().qd, &Limits::velocity, "velocity");
}

}  // namespace catena::choose::detail
