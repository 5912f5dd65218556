// SPDX-License-Identifier: Apache-2.0
// The frame of `catena eval`: --frame NAME --point X,Y,Z --axes AXES, and "frame" in a line.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "catena/core/model/named_frame.hpp"

namespace catena::cli {

struct FrameChoice {
  std::optional<std::string> name;  // none: the tool
  std::optional<Vec3<double>> point;
  std::optional<Axes> axes;

  bool given() const { return name || point || axes; }
};

// "X,Y,Z" in metres. Throws Error(usage).
Vec3<double> parse_point(const std::string& word);

// The frame `name`, or without one that of the choice, at the point and in the axes of the choice. Throws Error(usage).
Frame<double> chosen_frame(const std::vector<NamedFrame>& frames, const Frame<double>& tool,
                           const FrameChoice& choice, const std::optional<std::string>& name,
                           const std::string& robot);

}  // namespace catena::cli
