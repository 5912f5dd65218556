// SPDX-License-Identifier: Apache-2.0
// The frame of `catena eval` and `catena codegen`: --frame NAME --point X,Y,Z --axes AXES, and "frame" in a line.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "catena/core/model/named_frame.hpp"
#include "command.hpp"

namespace catena::cli {

struct FrameChoice {
  std::optional<std::string> name;  // none: the tool
  std::optional<Vec3<double>> point;
  std::optional<Axes> axes;

  bool given() const { return name || point || axes; }
};

// --frame, --point and --axes. `choice` must live as long as the command.
void frame_options(Command& command, FrameChoice& choice);

const char* axes_name(Axes axes);

// The frame `name`, or without one that of the choice, at the point and in the axes of the choice. Throws Error(usage).
Frame<double> chosen_frame(const std::vector<NamedFrame>& frames, const Frame<double>& tool,
                           const FrameChoice& choice, const std::optional<std::string>& name,
                           const std::string& robot);

}  // namespace catena::cli
