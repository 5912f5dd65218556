// SPDX-License-Identifier: Apache-2.0
// The frames of a robot by their names, placed in its chain.
#pragma once

#include <string>
#include <vector>

#include "catena/core/model/frame.hpp"
#include "catena/core/model/robot.hpp"

namespace catena {

struct NamedFrame {
  std::string name;
  Frame<double> frame;
};

// From base to tip: "base", then every frame of the robot and the DH frame of every row, then "tool", the robot's last
// frame. The third row is called "link3" if it has no name, as in the URDF that Catena writes. Where names coincide, the
// robot's frames take precedence, then "base" and "tool", then the rows: UR's URDF files have a link 'base' that is turned by
// 180 degrees, and "base" is then this link.
std::vector<NamedFrame> named_frames(const Robot& robot);

// The robot's last frame, the tip of a URDF chain: poses, wrenches and payloads refer to it if no frame is named. It is "tool",
// unless the robot has a frame of that name elsewhere.
Frame<double> tool_frame(const Robot& robot);

// The frame of that name. Throws Error(usage), which lists the names and suggests the one that was probably meant.
const NamedFrame& find_frame(const std::vector<NamedFrame>& frames, const std::string& name,
                             const std::string& robot);

// The names of the joints that move; the third one is "joint3" if the robot gives it no name.
std::vector<std::string> joint_names(const Robot& robot);

}  // namespace catena
