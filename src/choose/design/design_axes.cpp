// SPDX-License-Identifier: Apache-2.0
#include "choose/design/design_axes.hpp"

#include <fmt/format.h>

#include <optional>

#include "catena/core/model/skeleton.hpp"
#include "catena/core/text.hpp"

namespace catena::choose {
namespace {

// "x", "-y": takes it from the front of `text`.
std::optional<Vec3<double>> direction(std::string_view& text) {
  const bool minus = text.starts_with('-');
  std::string_view rest = text.substr(minus ? 1 : 0);
  if (rest.empty()) return std::nullopt;
  const double one = minus ? -1 : 1;
  Vec3<double> out = Vec3<double>::zero();
  switch (rest.front()) {
    case 'x':
      out.x = one;
      break;
    case 'y':
      out.y = one;
      break;
    case 'z':
      out.z = one;
      break;
    default:
      return std::nullopt;
  }
  text = rest.substr(1);
  return out;
}

}  // namespace

AxisWords axis_words(std::string_view arm) {
  AxisWords out;
  while (true) {
    const std::size_t begin = arm.find_first_not_of(' ');
    if (begin == std::string_view::npos) break;
    arm.remove_prefix(begin);
    const std::string_view whole = arm.substr(0, arm.find(' '));
    arm.remove_prefix(whole.size());

    std::string_view word = whole;
    const char kind = word.front();
    word.remove_prefix(1);
    const std::optional<Vec3<double>> axis = direction(word);
    std::optional<Vec3<double>> along = kind == 'P' ? axis : Vec3<double>{1, 0, 0};
    bool good = (kind == 'R' || kind == 'P') && axis;
    if (good && word.starts_with(':')) {
      word.remove_prefix(1);
      along = direction(word);
      good = along && kind == 'R';
    }
    if (!good || !word.empty()) {
      out.wrong = fmt::format("'{}' is not a joint", text::printable(whole));
      return out;
    }
    out.joints.push_back({kind == 'R' ? JointKind::revolute : JointKind::prismatic, *axis, *along});
  }
  if (out.joints.empty()) out.wrong = "no joint";
  return out;
}

Robot arm_of_axes(std::span<const AxisWord> joints, std::span<const double> lengths,
                  std::span<const detail::Body> bodies) {
  detail::Skeleton skeleton;
  Robot robot;
  Pose<double> before = Pose<double>::identity();  // the last joint's frame at q = 0
  Vec3<double> origin = Vec3<double>::zero();      // of the next one
  for (std::size_t i = 0; i < joints.size(); ++i) {
    const AxisWord& joint = joints[i];
    const Pose<double> frame = {detail::z_to(joint.axis), origin};
    const Pose<double> turn = {transpose(frame.R), Vec3<double>::zero()};
    skeleton.joints.push_back({fmt::format("joint {}", i + 1), joint.kind,
                               detail::Placement::of(inverse(before) * frame),
                               detail::seen_from(turn, bodies[i]), static_cast<int>(i)});
    RobotLink link;
    link.joint = joint.kind;
    robot.links.push_back(link);
    before = frame;
    if (joint.kind == JointKind::revolute) origin = origin + lengths[i] * joint.along;
  }
  skeleton.tool = detail::Placement::of(inverse(before) * Pose<double>{Mat3<double>::identity(), origin});
  Notes notes;
  robot.links =
      detail::table(detail::settled(skeleton, notes), skeleton, robot.links, Convention::standard).links;
  return robot;
}

}  // namespace catena::choose
