// SPDX-License-Identifier: Apache-2.0
// Meshes survive a conversion: in URDF, in robot files, and in either convention they are the same files in the same places.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <filesystem>
#include <fstream>

#include "catena/core/arm.hpp"
#include "catena/core/model/canonical.hpp"
#include "catena/io/load.hpp"
#include "catena/io/robot_file.hpp"
#include "catena/io/urdf.hpp"

namespace catena {
namespace {

constexpr const char* kUrdf = R"(<robot name="two joints">
<link name="base"><visual><geometry><mesh filename="package://arm/base.stl"/></geometry></visual></link>
<link name="upper"><inertial><origin xyz="0.5 0 0"/><mass value="1"/>
<inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.1"/></inertial>
<visual><origin xyz="0.1 0.2 0.3" rpy="0.4 0.5 0.6"/><geometry><mesh filename="a&amp;b.stl" scale="0.001 0.002 0.003"/></geometry></visual>
<collision><origin xyz="0 0 1"/><geometry><mesh filename="hull.obj"/></geometry></collision></link>
<link name="lower"><inertial><origin xyz="0 0 0.3"/><mass value="2"/>
<inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.1"/></inertial></link>
<link name="hook"><visual><geometry><mesh filename="hook.stl"/></geometry></visual></link>
<joint name="j1" type="continuous"><origin xyz="0 0 0.2" rpy="0.1 0 0"/><parent link="base"/><child link="upper"/><axis xyz="0 1 0"/></joint>
<joint name="j2" type="continuous"><origin xyz="1 0 0" rpy="0 0.3 0"/><parent link="upper"/><child link="lower"/><axis xyz="1 0 0"/></joint>
<joint name="f" type="fixed"><origin xyz="0 0 0.7" rpy="1 2 3"/><parent link="lower"/><child link="hook"/></joint>
</robot>)";

constexpr const char* kTable = R"(catena = 1
name = "table"
convention = "standard"
angle_unit = "deg"
[[link]]
name = "one"
joint = "revolute"
dh = { a = 0.4, alpha = 30, d = 0.1, theta = 20 }
mass = 1
com = [0.1, 0, 0]
inertia = { about = "com", xx = 0.1, yy = 0.1, zz = 0.1 }
[[link]]
joint = "prismatic"
dh = { a = 0.2, alpha = -60, d = 0.3, theta = 40 }
mass = 1
com = [0, 0.1, 0]
inertia = { about = "com", xx = 0.1, yy = 0.1, zz = 0.1 }
[[frame]]
name = "camera"
link = "one"
position = [0.1, 0.2, 0.3]
rpy = [10, 20, 30]
[[mesh]]
file = "one.stl"
frame = "one"
position = [0.5, 0, 0]
rpy = [0, 90, 0]
scale = [0.001, 0.001, 0.001]
[[mesh]]
file = "camera.obj"
frame = "camera"
rotation = [[0, -1, 0], [1, 0, 0], [0, 0, 1]]
collision = true
[[mesh]]
file = "gripper.stl"
frame = "tool"
[[mesh]]
file = "stand.stl"
frame = "base"
position = [0, 0, -1]
)";

// Where a mesh is in the base frame, at some posture.
Eigen::Matrix4d place(const Arm& arm, const RobotMesh& mesh) {
  const Mat3<double>& R = mesh.pose.R;
  Eigen::Matrix4d X;
  X << R.xx, R.xy, R.xz, mesh.pose.p.x, R.yx, R.yy, R.yz, mesh.pose.p.y, R.zx, R.zy, R.zz, mesh.pose.p.z, 0,
      0, 0, 1;
  return arm.pose(Eigen::VectorXd::LinSpaced(arm.dof(), 0.3, 0.8), arm.frame(mesh.frame)) * X;
}

void expect_same_meshes(const Robot& a, const Robot& b, const std::string& label) {
  ASSERT_EQ(a.meshes.size(), b.meshes.size()) << label;
  const Arm one(a), other(b);
  for (const RobotMesh& mesh : a.meshes) {
    const auto found =
        std::find_if(b.meshes.begin(), b.meshes.end(), [&](const RobotMesh& m) { return m.uri == mesh.uri; });
    ASSERT_NE(found, b.meshes.end()) << label << ", " << mesh.uri;
    EXPECT_EQ(found->collision, mesh.collision) << label << ", " << mesh.uri;
    EXPECT_EQ(found->scale.x, mesh.scale.x) << label << ", " << mesh.uri;
    EXPECT_EQ(found->scale.z, mesh.scale.z) << label << ", " << mesh.uri;
    EXPECT_LT((place(one, mesh) - place(other, *found)).cwiseAbs().maxCoeff(), 1e-12)
        << label << ", " << mesh.uri;
  }
}

Robot from_urdf(const std::string& text) {
  Notes notes;
  return parse_urdf(text, "<memory>", {}, notes);
}
Robot from_table(const std::string& text) {
  Notes notes;
  return parse_robot_file(text, "<memory>", notes);
}

TEST(KeptMeshes, AreInTheSamePlacesInEveryFormat) {
  const Robot urdf = from_urdf(kUrdf), table = from_table(kTable);
  ASSERT_EQ(urdf.meshes.size(), 4u);
  ASSERT_EQ(table.meshes.size(), 4u);
  Notes notes;
  for (const Robot& robot : {urdf, table}) {
    expect_same_meshes(robot, from_urdf(write_urdf(robot)), robot.name + " as URDF");
    expect_same_meshes(robot, from_table(write_robot_file(robot)), robot.name + " as a table");
    for (const Convention convention : {Convention::standard, Convention::modified}) {
      const Robot other = to_convention(robot, convention, notes);
      expect_same_meshes(robot, from_table(write_robot_file(other)), robot.name + " in a convention");
      expect_same_meshes(robot, from_urdf(write_urdf(other)), robot.name + " in a convention, as URDF");
    }
  }
}

TEST(KeptMeshes, OfARobotFileAreFoundBesideIt) {
  const auto folder = std::filesystem::temp_directory_path() / "catena_kept_meshes";
  std::filesystem::create_directories(folder / "meshes");
  std::string text = kTable;
  text.replace(text.find("one.stl"), 7, "meshes/one.stl");
  std::ofstream(folder / "arm.toml") << text;
  std::ofstream(folder / "meshes/one.stl") << "solid\n";
  Notes notes;
  const Robot robot = load_robot((folder / "arm.toml").string(), notes);
  EXPECT_EQ(std::filesystem::path(robot.meshes[0].file),
            std::filesystem::canonical(folder / "meshes/one.stl"));
  EXPECT_EQ(robot.meshes[1].file, "");
  std::filesystem::remove_all(folder);
}

TEST(KeptMeshes, OfARobotFileAreChecked) {
  const auto message = [](const std::string& mesh) -> std::string {
    try {
      Notes notes;
      parse_robot_file(std::string(kTable) + mesh, "arm.toml", notes);
    } catch (const Error& error) {
      return error.what();
    }
    return "no error";
  };
  EXPECT_EQ(message("[[mesh]]\nfile = \"a.stl\"\nframe = \"camra\"\n"),
            "arm.toml:43:9: mesh 5: there is no such frame\n  given   the string \"camra\"\n"
            "  need    the name of a [[link]] or a [[frame]], or \"base\"\n  hint    did you mean 'camera'?");
  EXPECT_EQ(
      message("[[mesh]]\nframe = \"one\"\n"),
      "arm.toml:41:1: mesh 5: key 'file' is missing\n"
      "  need    the name of an STL, OBJ or COLLADA file, relative to this one, or package://NAME/PATH");
  EXPECT_THAT(message("[[mesh]]\nfile = \"\"\nframe = \"one\"\n"),
              testing::HasSubstr("mesh 5: the name of the file is empty"));
  EXPECT_THAT(message("[[mesh]]\nfile = \"a.stl\"\nframe = \"one\"\nscale = 2\n"),
              testing::HasSubstr("need    three numbers, for x, y and z of the file"));
  EXPECT_THAT(message("[[mesh]]\nfile = \"a.stl\"\nframe = \"one\"\ncolour = 2\n"),
              testing::HasSubstr("mesh 5: unknown key 'colour'"));
}

}  // namespace
}  // namespace catena
