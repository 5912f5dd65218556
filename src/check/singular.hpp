// SPDX-License-Identifier: Apache-2.0
// Why an inertia matrix is singular: the joint with zero articulated-body inertia, and the links responsible.
#pragma once

#include <span>
#include <string>

#include "catena/core/model/chain.hpp"
#include "catena/core/model/robot.hpp"

namespace catena::check::detail {

struct SingularCause {
  std::string where;    // the link that the joint moves
  std::string because;  // a clause
  std::string hint;
};

// `joint` counts moving joints from 0: the outermost one whose articulated inertia vanishes at q.
SingularCause singular_cause(const Robot& robot, const Chain<double>& arm, std::span<const double> q,
                             int joint);

}  // namespace catena::check::detail
