// SPDX-License-Identifier: Apache-2.0
#include "sim/desired.hpp"

#include <fmt/format.h>

#include "catena/core/text.hpp"

namespace catena::sim::detail {

std::shared_ptr<const Trajectory> for_arm(const char* where, const Arm& arm,
                                          std::shared_ptr<const Trajectory> desired) {
  if (!desired) throw Error(ErrorKind::usage, where, "the trajectory is missing");
  if (desired->dof() != arm.dof())
    throw Error(ErrorKind::usage, where, "the trajectory is for another arm")
        .given(text::counted(desired->dof(), "joint"))
        .need(fmt::format("{}, since '{}' has {}", arm.dof(), arm.name(), text::counted(arm.dof(), "joint")));
  return desired;
}

}  // namespace catena::sim::detail
