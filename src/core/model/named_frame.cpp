// SPDX-License-Identifier: Apache-2.0
#include "catena/core/model/named_frame.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "catena/core/did_you_mean.hpp"
#include "catena/core/error.hpp"
#include "catena/core/model/skeleton.hpp"
#include "catena/core/text.hpp"

namespace catena {

std::vector<NamedFrame> named_frames(const Robot& robot) {
  using From = detail::SkeletonFrame::From;
  const detail::Skeleton skeleton = detail::skeleton(robot, detail::PayloadIs::left_out);
  Notes told_by_the_chain;
  const detail::Settled arm = detail::settled(skeleton, told_by_the_chain);
  const int last = static_cast<int>(skeleton.joints.size()) - 1;

  std::vector<NamedFrame> placed;
  std::set<std::string> taken;
  const auto place = [&](From from) {
    for (const detail::SkeletonFrame& frame : skeleton.frames)
      if (frame.from == from && taken.insert(frame.name).second)
        placed.push_back({frame.name, {frame.joint, arm.place(frame)}});
  };
  place(From::robot);
  std::vector<NamedFrame> out;
  const bool base = taken.insert("base").second, tool = taken.insert("tool").second;
  if (base) out.push_back({"base", {-1, Pose<double>::identity()}});
  place(From::row);
  place(From::row_number);
  std::stable_sort(placed.begin(), placed.end(),
                   [](const NamedFrame& a, const NamedFrame& b) { return a.frame.link < b.frame.link; });
  out.insert(out.end(), std::make_move_iterator(placed.begin()), std::make_move_iterator(placed.end()));
  if (tool) out.push_back({"tool", {last, arm.trail.X}});
  return out;
}

Frame<double> tool_frame(const Robot& robot) {
  const detail::Skeleton skeleton = detail::skeleton(robot, detail::PayloadIs::left_out);
  Notes told_by_the_chain;
  return {static_cast<int>(skeleton.joints.size()) - 1, detail::settled(skeleton, told_by_the_chain).trail.X};
}

const NamedFrame& find_frame(const std::vector<NamedFrame>& frames, const std::string& name,
                             const std::string& robot) {
  const auto found =
      std::find_if(frames.begin(), frames.end(), [&](const NamedFrame& frame) { return frame.name == name; });
  if (found != frames.end()) return *found;
  constexpr std::size_t kShown = 40;
  std::vector<std::string_view> names;
  for (const NamedFrame& frame : frames) names.push_back(frame.name);
  std::vector<std::string> shown;
  for (std::size_t k = 0; k < std::min(names.size(), kShown); ++k) shown.push_back(text::printable(names[k]));
  if (names.size() > kShown) shown.push_back(fmt::format("and {} more", names.size() - kShown));
  throw Error(ErrorKind::usage, robot, fmt::format("there is no frame '{}'", text::printable(name)))
      .need(fmt::format("one of {}", fmt::join(shown, ", ")))
      .hint(text::did_you_mean(name, names));
}

std::vector<std::string> joint_names(const Robot& robot) {
  std::vector<std::string> out;
  for (const RobotLink& link : robot.links)
    if (link.joint != JointKind::fixed)
      out.push_back(link.joint_name.empty() ? fmt::format("joint{}", out.size() + 1) : link.joint_name);
  return out;
}

}  // namespace catena
