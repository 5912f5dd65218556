// SPDX-License-Identifier: Apache-2.0
#include "choose/criteria/criteria.hpp"
#include "choose/workspace/reachable_volume.hpp"

namespace catena::choose::detail {

Score workspace(Subject& subject) {
  std::optional<ReachableVolume> size = reachable_volume_closed_form(subject.point(), subject.box());
  if (!size)
    size = sampled_reachable_volume(subject.point(), subject.box(), subject.postures_with_tools(),
                                    subject.task().samples, subject.task().seed);
  return {size->value, size->error, "", size->flat ? "m^2" : ""};
}

}  // namespace catena::choose::detail
