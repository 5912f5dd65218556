// SPDX-License-Identifier: Apache-2.0
// Why the data of a robot should not be trusted without a look.
#pragma once

#include <string>
#include <vector>

#include "catena/core/model/robot.hpp"

namespace catena::cli {

// What `catena check` finds, errors and warnings, in one entry; and what the robot file itself says after "caution:" at the
// end of its source.
std::vector<std::string> doubts(const Robot& robot);

}  // namespace catena::cli
