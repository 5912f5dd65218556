// SPDX-License-Identifier: Apache-2.0
// How a message names links and numbers.
#pragma once

#include <span>
#include <string>

#include "catena/core/model/robot.hpp"

namespace catena::check::detail {

std::string link_name(const Robot& robot,
                      int row);  // link 4 'forearm'; after fixed rows: link 'forearm' of joint 4
std::string joined(std::span<const std::string> parts);  // a, b and c
std::string row_of(std::span<const double> values);      // [0.1, -2]
int row_of_joint(const Robot& robot, int joint);         // index into Robot::links of a moving joint

}  // namespace catena::check::detail
