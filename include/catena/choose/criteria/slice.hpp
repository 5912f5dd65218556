// SPDX-License-Identifier: Apache-2.0
// The workspace of an arm as a picture: cells of a plane, each with the best manipulability of the postures that were drawn
// and put the tool there.
//
// An arm in a plane is shown in its plane. Of others the places are turned about the axis of the first joint that turns
// (the base's z axis if none does) into one half plane: distance from the axis, and height along it.
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
  std::string why = {};   // not empty: there is no picture, and why
};

// `cells` along the longer side. Limits of the joints are respected.
ReachableSlice reachable_slice(const Arm& arm, int samples = 32768, std::uint64_t seed = 1, int cells = 48);

}  // namespace catena::choose
