// SPDX-License-Identifier: Apache-2.0
// Workspaces from what a criterion has at hand.
#pragma once

#include "catena/choose/workspace.hpp"
#include "choose/joint_box.hpp"
#include "choose/postures.hpp"
#include "choose/tool_point.hpp"

namespace catena::choose::detail {

std::optional<WorkspaceSize> workspace_closed_form(ToolPoint& point, const JointBox& box);
WorkspaceSize sampled_workspace(ToolPoint& point, const JointBox& box, const Postures& some, int samples,
                                std::uint64_t seed);

}  // namespace catena::choose::detail
