// SPDX-License-Identifier: Apache-2.0
// The meshes of a robot for its drawing.
#pragma once

#include <algorithm>
#include <cstddef>

#include "catena/report/report.hpp"

namespace catena::report::detail {

// How many triangles each of the meshes of a robot may have.
inline std::size_t most_triangles(std::size_t meshes) {
  constexpr std::size_t kMostTrianglesOfRobot = 40'000;
  return std::clamp<std::size_t>(kMostTrianglesOfRobot / std::max<std::size_t>(meshes, 1), 100,
                                 kMostTriangles);
}

// For each frame that has meshes: those of <visual> if they can be read, else those of <collision>. `missing`
// lists what is not drawn.
void add_meshes(const Robot& robot, Drawing& out);

}  // namespace catena::report::detail
