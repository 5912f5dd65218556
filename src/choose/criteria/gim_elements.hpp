// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "catena/core/arm.hpp"

namespace catena::choose::detail {

struct GimElements {
  int zero;      // identically
  int constant;  // the same at every posture, zeros among them
  int all;       // n x n
};
GimElements gim_elements(const Arm& arm);

}  // namespace catena::choose::detail
