// SPDX-License-Identifier: Apache-2.0
// Why the data of a robot should be examined before they are trusted.
#pragma once

#include <string>
#include <vector>

#include "catena/core/model/robot.hpp"

namespace catena::cli {

// One entry for the errors and warnings of `catena check`, and one for what the robot file itself says after "caution:" at
// the end of its `source`.
std::vector<std::string> doubts(const Robot& robot);

}  // namespace catena::cli
