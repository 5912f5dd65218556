// SPDX-License-Identifier: Apache-2.0
#include "check/names.hpp"

#include <fmt/format.h>

#include <cmath>

#include "catena/core/text.hpp"

namespace catena::check::detail {

std::string link_name(const Robot& robot, int row) {
  const RobotLink& link = robot.links[static_cast<std::size_t>(row)];
  const std::string& name = link.name;
  int joint = 0;
  for (int k = 0; k <= row; ++k) joint += robot.links[static_cast<std::size_t>(k)].joint != JointKind::fixed;
  if (link.joint != JointKind::fixed && joint != row + 1)  // after fixed rows, which are not counted
    return name.empty() ? fmt::format("the link of joint {}", joint)
                        : fmt::format("link '{}' of joint {}", text::printable(name), joint);
  return name.empty() ? fmt::format("link {}", row + 1)
                      : fmt::format("link {} '{}'", row + 1, text::printable(name));
}

std::string joined(std::span<const std::string> parts) {
  std::string out;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) out += i + 1 == parts.size() ? " and " : ", ";
    out += parts[i];
  }
  return out;
}

std::string row_of(std::span<const double> values) {
  constexpr std::size_t kMost = 12;
  std::string out = "[";
  for (std::size_t i = 0; i < values.size() && i < kMost; ++i)
    out += fmt::format("{}{:.4g}", i > 0 ? ", " : "", values[i]);
  return out + (values.size() > kMost ? ", ...]" : "]");
}

int row_of_joint(const Robot& robot, int joint) {
  for (std::size_t row = 0; row < robot.links.size(); ++row)
    if (robot.links[row].joint != JointKind::fixed && joint-- == 0) return static_cast<int>(row);
  return -1;
}

}  // namespace catena::check::detail
