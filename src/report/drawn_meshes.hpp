// SPDX-License-Identifier: Apache-2.0
// The meshes of a robot for its drawing.
#pragma once

#include "catena/report/report.hpp"

namespace catena::report::detail {

// For each frame that has meshes: those of <visual> if they can be read, else those of <collision>. `missing`
// lists what is not drawn.
void add_meshes(const Robot& robot, Drawing& out);

}  // namespace catena::report::detail
