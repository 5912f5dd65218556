// SPDX-License-Identifier: Apache-2.0
#include "frame_choice.hpp"

#include "number_list.hpp"

namespace catena::cli {

void frame_options(Command& command, FrameChoice& choice) {
  command.text("--frame", choice.name,
               "Frame for pose, jacobian, ...; 'catena info ROBOT' lists them (default: tool)",
               {.type = "NAME"});
  command.take("--point",
               [&choice](const std::string& word) {
                 const std::vector<double> p =
                     numbers("--point", word, 3, "x,y,z in metres, in the axes of the frame");
                 choice.point = Vec3<double>{p[0], p[1], p[2]};
               },
               "A point fixed to that frame instead of its origin, in metres, in its axes",
               {.type = "X,Y,Z"});
  command.take("--axes",
               [&choice](const std::string& word) {
                 for (const Axes axes : {Axes::base_at_frame, Axes::frame, Axes::base})
                   if (word == axes_name(axes)) {
                     choice.axes = axes;
                     return;
                   }
                 throw Error(ErrorKind::usage, "--axes '" + word + "'", "unknown choice")
                     .need("one of base_at_frame|frame|base")
                     .hint(word == "local"   ? "Pinocchio's LOCAL is 'frame'"
                           : word == "world" ? "Pinocchio's WORLD is 'base'"
                           : word == "local_world_aligned"
                               ? "Pinocchio's LOCAL_WORLD_ALIGNED is 'base_at_frame', the default"
                               : "");
               },
               "Axes and reference point of Jacobians and twists (default: base_at_frame)",
               {.type = "base_at_frame|frame|base"});
}

const char* axes_name(Axes axes) {
  return axes == Axes::base_at_frame ? "base_at_frame" : axes == Axes::frame ? "frame" : "base";
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
