// SPDX-License-Identifier: Apache-2.0
// The tree of a URDF: depth first, with the joint above each link, and the chain that becomes the arm.
#include "catena/io/urdf_outline.hpp"

#include <gtest/gtest.h>

namespace catena {
namespace {

constexpr const char* kTree = R"(<robot name="tree">
  <link name="base"/>
  <link name="a"><inertial><mass value="2"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>
  <link name="b"/>
  <link name="side"/>
  <joint name="j1" type="revolute"><parent link="base"/><child link="a"/><axis xyz="0 0 1"/>
    <limit lower="-1" upper="2" velocity="3" effort="4"/></joint>
  <joint name="j2" type="prismatic"><parent link="a"/><child link="b"/><axis xyz="1 0 0"/>
    <limit lower="0" upper="1" velocity="1" effort="1"/></joint>
  <joint name="j3" type="fixed"><parent link="base"/><child link="side"/></joint>
</robot>)";

TEST(UrdfOutline, HasTheLinksDepthFirstWithTheJointsAboveThem) {
  UrdfOptions options;
  options.tip = "b";
  const UrdfOutline out = urdf_outline(kTree, "tree.urdf", options);
  EXPECT_EQ(out.name, "tree");
  EXPECT_EQ(out.problem, "");
  ASSERT_EQ(out.links.size(), 4u);
  struct Want {
    const char *name, *joint, *type;
    int parent, depth;
    bool in_chain;
  };
  const Want all[] = {{"base", "", "", -1, 0, true},
                      {"a", "j1", "revolute", 0, 1, true},
                      {"b", "j2", "prismatic", 1, 2, true},
                      {"side", "j3", "fixed", 0, 1, false}};
  for (std::size_t k = 0; k < 4; ++k) {
    const UrdfOutline::Link& link = out.links[k];
    EXPECT_EQ(link.name, all[k].name);
    EXPECT_EQ(link.joint.name, all[k].joint);
    EXPECT_EQ(link.joint.type, all[k].type);
    EXPECT_EQ(link.parent, all[k].parent) << link.name;
    EXPECT_EQ(link.depth, all[k].depth) << link.name;
    EXPECT_EQ(link.in_chain, all[k].in_chain) << link.name;
    EXPECT_EQ(link.mass.value_or(0), k == 1 ? 2 : 0);
  }
  EXPECT_EQ(out.base + " " + out.tip, "base b");
  EXPECT_EQ(out.joints, 2);
  ASSERT_TRUE(out.links[1].joint.limits);
  EXPECT_EQ(out.links[1].joint.limits->velocity, 3);
}

}  // namespace
}  // namespace catena
