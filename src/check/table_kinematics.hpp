// SPDX-License-Identifier: Apache-2.0
// Pose and potential straight from the DH table, 4 x 4 matrix by matrix: no code shared with the chain.
#pragma once

#include <span>
#include <vector>

#include "catena/core/model/robot.hpp"

namespace catena::check::detail {

std::vector<double> table_pose(const Robot& robot, std::span<const double> q);  // 4 x 4 by columns
double table_potential(const Robot& robot, std::span<const double> q);  // of what moves, payload included

}  // namespace catena::check::detail
