// SPDX-License-Identifier: Apache-2.0
#include "sim/desired.hpp"

#include <fmt/format.h>

namespace catena::sim::detail {

std::shared_ptr<const Trajectory> for_arm(const char* where, const Arm& arm,
                                          std::shared_ptr<const Trajectory> desired) {
  if (!desired) throw Error(ErrorKind::usage, where, "the trajectory is missing");
  if (desired->dof() != arm.dof())
    throw Error(ErrorKind::usage, where, "the trajectory is for another arm")
        .given(fmt::format("{} joint{}", desired->dof(), desired->dof() == 1 ? "" : "s"))
        .need(fmt::format("{}, since '{}' has {} joints", arm.dof(), arm.name(), arm.dof()));
  return desired;
}

}  // namespace catena::sim::detail
