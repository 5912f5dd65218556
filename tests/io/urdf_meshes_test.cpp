// SPDX-License-Identifier: Apache-2.0
// Mesh files of a URDF: recorded in the robot, found beside the file, never outside of the package.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "catena/io/load.hpp"
#include "catena/io/urdf.hpp"

namespace catena::test {
namespace {

namespace fs = std::filesystem;

class MeshFiles : public testing::Test {
 protected:
  fs::path root = fs::temp_directory_path() / ("catena_meshes_" + std::to_string(::getpid()) + "_" +
                                               testing::UnitTest::GetInstance()->current_test_info()->name());
  void SetUp() override { fs::create_directories(root); }
  void TearDown() override { fs::remove_all(root); }

  void write(const fs::path& name, const std::string& text = "solid\n") const {
    fs::create_directories((root / name).parent_path());
    std::ofstream(root / name) << text;
  }
  // An arm of one joint with a mesh on its link.
  static std::string urdf(const std::string& shapes) {
    return "<robot name=\"r\"><link name=\"base\"/><link name=\"arm\"><inertial><mass value=\"1\"/>"
           "<inertia ixx=\"1\" ixy=\"0\" ixz=\"0\" iyy=\"1\" iyz=\"0\" izz=\"1\"/></inertial>" +
           shapes +
           "</link><joint name=\"j\" type=\"continuous\"><parent link=\"base\"/><child link=\"arm\"/>"
           "<axis xyz=\"0 0 1\"/></joint></robot>";
  }
  static std::string visual(const std::string& file) {
    return "<visual><geometry><mesh filename=\"" + file + "\"/></geometry></visual>";
  }
  std::string found(const std::string& uri, const fs::path& name = "arm_description/urdf/arm.urdf") const {
    write(name, urdf(visual(uri)));
    Notes notes;
    const Robot robot = load_robot((root / name).string(), notes);
    EXPECT_EQ(robot.meshes.size(), 1);
    EXPECT_EQ(robot.meshes.at(0).uri, uri);
    return robot.meshes.at(0).file.empty()
               ? ""
               : fs::path(robot.meshes[0].file).lexically_relative(fs::canonical(root)).string();
  }
};

TEST_F(MeshFiles, AreRecordedWithTheirFramePoseAndScale) {
  Notes notes;
  const Robot robot =
      parse_urdf(urdf("<visual><origin xyz=\"1 2 3\" rpy=\"0 0 1.5707963267948966\"/><geometry>"
                      "<mesh filename=\"a.stl\" scale=\"0.001 0.001 0.002\"/></geometry></visual>"
                      "<visual><geometry><box size=\"1 1 1\"/></geometry></visual>"
                      "<collision><geometry><mesh filename=\"b.stl\"/></geometry></collision>"),
                 "<memory>", {}, notes);
  ASSERT_EQ(robot.meshes.size(), 2);
  const RobotMesh &a = robot.meshes[0], &b = robot.meshes[1];
  EXPECT_EQ(a.uri, "a.stl");
  EXPECT_EQ(a.file, "");  // in memory there is no folder
  EXPECT_EQ(a.frame, "arm");
  EXPECT_FALSE(a.collision);
  EXPECT_EQ(a.pose.p.z, 3);
  EXPECT_EQ(a.pose.R.yx, 1);
  EXPECT_EQ(a.scale.z, 0.002);
  EXPECT_EQ(b.uri, "b.stl");
  EXPECT_TRUE(b.collision);
  EXPECT_EQ(b.scale.x, 1);
}

TEST_F(MeshFiles, OfPackagesAreFoundAboveAndBesideTheFile) {
  write("arm_description/meshes/visual/link.stl");
  write("other/meshes/link.stl");
  EXPECT_EQ(found("package://arm_description/meshes/visual/link.stl"),
            "arm_description/meshes/visual/link.stl");
  EXPECT_EQ(found("package://other/meshes/link.stl"), "other/meshes/link.stl");
  EXPECT_EQ(found("package://other/meshes/missing.stl"), "");
  EXPECT_EQ(found("package://unknown/meshes/link.stl"), "");
}

TEST_F(MeshFiles, OfRelativeNamesAreFoundBesideTheFileAndOneFolderUp) {
  write("arm_description/urdf/link.stl");
  write("arm_description/meshes/link.stl");
  EXPECT_EQ(found("link.stl"), "arm_description/urdf/link.stl");
  EXPECT_EQ(found("../meshes/link.stl"), "arm_description/meshes/link.stl");
  EXPECT_EQ(found("file://../meshes/link.stl"), "arm_description/meshes/link.stl");
  EXPECT_EQ(found("http://example.org/link.stl"), "");
}

// A URDF may come from an untrusted source: it cannot show files from elsewhere.
TEST_F(MeshFiles, OutsideOfThePackageDoNotCount) {
  write("secret.stl");
  write("arm_description/meshes/link.stl");
  EXPECT_EQ(found("package://arm_description/../secret.stl"), "");
  EXPECT_EQ(found("package://../secret.stl"), "");
  EXPECT_EQ(found("package://./secret.stl"), "");
  EXPECT_EQ(found("../../secret.stl"), "");
  EXPECT_EQ(found((root / "secret.stl").string()), "");
  EXPECT_EQ(found("file://" + (root / "secret.stl").string()), "");
  fs::create_symlink(root / "secret.stl", root / "arm_description/meshes/linked.stl");
  EXPECT_EQ(found("package://arm_description/meshes/linked.stl"), "");
  EXPECT_EQ(found("../meshes"), "");  // a folder
}

bool says(const Notes& notes, const std::string& what) {
  return std::any_of(notes.begin(), notes.end(),
                     [&](const Note& note) { return note.what == what && note.need == "three numbers"; });
}

TEST_F(MeshFiles, WithInvalidNumbersAreLeftOutWithANote) {
  for (const char* const shape :
       {"<visual><geometry><mesh filename=\"a.stl\" scale=\"1 1\"/></geometry></visual>",
        "<visual><geometry><mesh filename=\"a.stl\" scale=\"1 1 x\"/></geometry></visual>",
        "<visual><geometry><mesh filename=\"a.stl\" scale=\"1 1 nan\"/></geometry></visual>"}) {
    Notes notes;
    EXPECT_TRUE(parse_urdf(urdf(shape), "<memory>", {}, notes).meshes.empty());
    EXPECT_TRUE(says(notes, "link 'arm': the <visual> mesh is not drawn: its scale is not valid"));
  }
  Notes notes;
  parse_urdf(
      urdf("<collision><origin xyz=\"1 2 3 4\"/><geometry><mesh filename=\"a.stl\"/></geometry></collision>"),
      "<memory>", {}, notes);
  EXPECT_TRUE(says(notes, "link 'arm': the <collision> mesh is not drawn: its origin is not valid"));
}

}  // namespace
}  // namespace catena::test
