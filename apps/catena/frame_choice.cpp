// SPDX-License-Identifier: Apache-2.0
#include "frame_choice.hpp"

#include "number_list.hpp"

namespace catena::cli {

Vec3<double> parse_point(const std::string& word) {
  const std::vector<double> p = numbers("--point", word, 3, "x,y,z in metres, in the axes of the frame");
  return {p[0], p[1], p[2]};
}

Frame<double> chosen_frame(const std::vector<NamedFrame>& frames, const Frame<double>& tool,
                           const FrameChoice& choice, const std::optional<std::string>& name,
                           const std::string& robot) {
  const std::optional<std::string>& wanted = name ? name : choice.name;
  Frame<double> out = wanted ? find_frame(frames, *wanted, robot).frame : tool;
  if (choice.point) out.pose.p = out.pose * *choice.point;
  if (choice.axes) out.axes = *choice.axes;
  return out;
}

}  // namespace catena::cli
