// SPDX-License-Identifier: Apache-2.0
// A URDF as urdfdom reads it, in our own types, and the chain that is selected from it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "catena/core/math/pose.hpp"
#include "catena/core/model/body.hpp"
#include "catena/core/model/physical.hpp"
#include "catena/io/urdf.hpp"
#include "io/urdf_xml.hpp"

namespace catena::io::detail {

struct UrdfJoint {
  std::string name;
  std::string type;  // as in the file
  bool mimic = false;
  std::string mimics;           // the joint that it follows
  int parent = -1, child = -1;  // links
  Pose<double> origin = Pose<double>::identity();
  Vec3<double> axis = {1, 0, 0};  // as in the file, of any length
  std::optional<Limits> limits;
  Notes notes;  // what was assumed about them, without `where`
  double damping = 0, friction = 0;

  bool moves() const { return type != "fixed"; }
  bool supported() const { return !mimic && type != "floating" && type != "planar"; }
};

struct UrdfLink {
  std::string name;
  std::optional<catena::detail::Body> body;  // in the link's frame; none without <inertial>
  Physical physical;                         // whether a rigid body can have this inertia
  int above = -1;                            // the joint whose child it is
  std::vector<int> below;                    // joints, in document order
};

struct UrdfTree {
  std::string name;
  int root = 0;
  std::vector<UrdfLink> links;  // in document order
  std::vector<UrdfJoint> joints;
};

UrdfTree urdf_tree(const UrdfXml& xml);

// Joints from base to tip, and the two links.
struct UrdfChain {
  int base, tip;
  std::vector<int> joints;
};
UrdfChain urdf_chain(const UrdfTree& tree, const UrdfXml& xml, const UrdfOptions& options, Notes& notes);

// The tip of the arm when none is requested, by the rule of docs/urdf.md.
struct UrdfTip {
  int tip = -1;             // the base if nothing moves
  int joints = 0;           // that move between the base and the tip
  std::vector<int> others;  // other frames of the arm's last link, best first: what else can be the tip

  // Why the arm ends here, where it could have been longer.
  int tool = -1;                      // a link on the last one whose name is that of a tool, or none
  std::vector<int> tool_links;        //   ends of the chains beyond it that move
  int passed = -1;                    // a link 'tool0' or 'flange' before the last joints, or none
  int blocking = -1;                  // a joint on the arm that cannot be part of a chain, or none
  int blocked = 0;                    //   joints of the longest chain beyond it
  std::vector<UrdfTip> shorter = {};  // other arms of the file, with two joints or more
};
// One for each arm, in document order: several if arms with equally many joints part near the base.
std::vector<UrdfTip> urdf_tips(const UrdfTree& tree, int base);

// 'a', 'b', 'c' and 7 more
std::string quoted_list(const std::vector<std::string>& names);

}  // namespace catena::io::detail
