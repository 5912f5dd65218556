// SPDX-License-Identifier: Apache-2.0
// Workspaces from the data of a criterion.
#pragma once

#include "catena/choose/workspace/reachable_volume.hpp"
#include "choose/workspace/joint_box.hpp"
#include "choose/workspace/postures.hpp"
#include "choose/workspace/survey.hpp"
#include "choose/workspace/tool_point.hpp"

namespace catena::choose::detail {

std::optional<ReachableVolume> reachable_volume_closed_form(ToolPoint& point, const JointBox& box);
ReachableVolume sampled_reachable_volume(ToolPoint& point, const JointBox& box, const Postures& some,
                                         int samples, std::uint64_t seed, const Effort& effort = {});

}  // namespace catena::choose::detail
