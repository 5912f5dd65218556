// SPDX-License-Identifier: Apache-2.0
#include "choose/criteria.hpp"
#include "choose/workspace.hpp"

namespace catena::choose::detail {

Score workspace(Subject& subject) {
  std::optional<WorkspaceSize> size = workspace_closed_form(subject.point(), subject.box());
  if (!size)
    size = sampled_workspace(subject.point(), subject.box(), subject.postures(), subject.task().samples,
                             subject.task().seed);
  return {size->value, size->error, "", size->flat ? "m^2" : ""};
}

}  // namespace catena::choose::detail
