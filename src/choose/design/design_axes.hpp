// SPDX-License-Identifier: Apache-2.0
// Arms in words: "Rz:z Ry Px" names for each joint its type, its axis at q = 0 and the direction of its link.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "catena/core/model/body.hpp"
#include "catena/core/model/robot.hpp"

namespace catena::choose {

// One word. At q = 0 all axes are those of the base.
struct AxisWord {
  JointKind kind;
  Vec3<double> axis;  // of the joint
  Vec3<double>
      along;  // direction of the link: x by default for a revolute joint, its own axis for a prismatic one
};

// "Rz Ry:x P-y", or what is wrong with it.
struct AxisWords {
  std::vector<AxisWord> joints;
  std::string wrong;
};
AxisWords axis_words(std::string_view arm);

inline constexpr std::string_view kAxisWord =
    "a word for each joint: R or P, its axis x, y or z, and where the link goes if not along x, as in \"Rz:z "
    "Ry Px\"";

// The arm as a DH table. `lengths` and `bodies` are those of the links; a body is given in axes of the base at q = 0,
// from the origin of its joint. The link of a revolute joint leads from its origin over its length to the next joint. A
// prismatic joint carries the next joint, which moves from its origin over its length.
Robot arm_of_axes(std::span<const AxisWord> joints, std::span<const double> lengths,
                  std::span<const detail::Body> bodies);

}  // namespace catena::choose
