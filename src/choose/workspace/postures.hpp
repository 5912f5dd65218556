// SPDX-License-Identifier: Apache-2.0
// Postures sampled within the joint limits, and the tool position in each.
#pragma once

#include <vector>

#include "choose/workspace/joint_box.hpp"
#include "choose/workspace/lattice.hpp"
#include "choose/workspace/tool_point.hpp"

namespace catena::choose::detail {

struct Postures {
  std::size_t count = 0;
  int replicates = 0;
  std::vector<double> q;            // (count x n) state after state
  std::vector<Vec3<double>> tools;  // (count)
};

// Reuses existing memory. Tools may be omitted.
void draw(const JointBox& box, const Lattice& lattice, Postures& out);
void place_tools(ToolPoint& point, std::size_t n, Postures& out);

Postures postures(ToolPoint& point, const JointBox& box, const Lattice& lattice);

// Throws Error(usage) if there are too few for an error estimate.
void require_samples(int samples);

}  // namespace catena::choose::detail
