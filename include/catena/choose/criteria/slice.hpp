// SPDX-License-Identifier: Apache-2.0
// The workspace of an arm as a plane of cells, each with the highest manipulability among the sampled postures that place
// the tool there.
//
// A planar arm is shown in its plane. For other arms, positions are rotated about the axis of the first revolute joint (the
// base's z axis if there is none) into one half plane: distance from the axis, and height along it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "catena/choose/criteria/criterion.hpp"

namespace catena::choose {

struct ReachableSlice {
  bool flat = false;                      // in the plane of the arm; else distance and height
  double left = 0, bottom = 0, cell = 0;  // [m] the corner, and the side of a cell
  std::size_t columns = 0, rows = 0;
  std::vector<double> values =
      {};                 // (rows x columns) from below, each from left to right; NaN: no posture there
  std::string unit = {};  // of the values
  std::string why = {};   // not empty: why there is no slice
};

// `cells` along the longer side. Joint limits are respected.
ReachableSlice reachable_slice(const Arm& arm, int samples = 32768, std::uint64_t seed = 1, int cells = 48);

}  // namespace catena::choose
