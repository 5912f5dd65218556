// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "catena/reproduce/diagrams.hpp"

namespace catena::reproduce::detail {

// 003, section 7, asks what the values D(k) are: D of the first joint of a PUMA 560 over its shoulder and elbow.
Diagram inertia_map();

}  // namespace catena::reproduce::detail
