// SPDX-License-Identifier: Apache-2.0
// The rows that the frames of a robot made by a program are fixed to.
#pragma once

#include <fmt/format.h>

#include "catena/core/error.hpp"
#include "catena/core/model/robot.hpp"
#include "catena/core/text.hpp"

namespace catena::io::detail {

// Throws Error(model) unless every frame is fixed to a row of the table or to the base.
inline void require_frame_rows(const Robot& robot) {
  for (const RobotFrame& frame : robot.frames)
    if (frame.row < -1 || frame.row >= static_cast<int>(robot.links.size()))
      throw Error(
          ErrorKind::model, robot.name,
          fmt::format("frame '{}' is fixed to a link that does not exist", text::printable(frame.name)))
          .given(fmt::format("row {}", frame.row))
          .need(fmt::format("a row below {}, or -1 for the base", robot.links.size()));
}

}  // namespace catena::io::detail
