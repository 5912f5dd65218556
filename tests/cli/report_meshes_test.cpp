// SPDX-License-Identifier: Apache-2.0
// Reports of a URDF with meshes: drawn where the files are, and one note where they are not.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "cli/shell.hpp"

namespace catena::test {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr const char* kUrdf = R"(<robot name="one joint">
<link name="base"/>
<link name="arm"><inertial><origin xyz="0.5 0 0"/><mass value="1"/>
<inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.1"/></inertial>
<visual><geometry><mesh filename="package://one_joint/meshes/arm.stl" scale="0.001 0.001 0.001"/></geometry></visual></link>
<joint name="j" type="continuous"><parent link="base"/><child link="arm"/><axis xyz="0 1 0"/></joint>
</robot>)";

TEST(ReportMeshes, AreDrawnWhereTheirFilesAre) {
  const Folder folder;
  std::filesystem::create_directories(folder.file("one_joint/meshes"));
  const std::string urdf = folder.write("one_joint/arm.urdf", kUrdf);
  const std::vector<std::string> words = {
      "simulate", urdf, "--free-fall", "20ms", "--report", folder.file("out.html"), "--force"};
  const Answer without = catena(words);
  EXPECT_EQ(without.code, 0) << without.err;
  EXPECT_THAT(without.err,
              HasSubstr("catena: note: one joint: no mesh for 1 of 1 links, which are drawn as capsules; "
                        "package://one_joint/meshes/arm.stl: not found\n"));
  EXPECT_THAT(folder.read("out.html"), HasSubstr("which are drawn as capsules"));
  folder.write("one_joint/meshes/arm.stl",
               "solid\nfacet\nvertex 0 0 0\nvertex 1000 0 0\nvertex 0 1000 0\nendfacet\nendsolid\n");
  const Answer with = catena(words);
  EXPECT_EQ(with.code, 0) << with.err;
  EXPECT_THAT(with.err, Not(HasSubstr("mesh")));
  EXPECT_THAT(folder.read("out.html"), HasSubstr("\"triangles\""));
  // A mesh is an input, which no output overwrites: not even through a link.
  const std::string mesh = folder.read("one_joint/meshes/arm.stl");
  std::filesystem::create_symlink(folder.file("one_joint/meshes/arm.stl"), folder.file("link.html"));
  const Answer over =
      catena({"simulate", urdf, "--free-fall", "0.1s", "--report", folder.file("link.html"), "--force"});
  EXPECT_EQ(over.code, 2) << over.err;
  EXPECT_THAT(over.err, HasSubstr("the output is the same file as the input"));
  EXPECT_EQ(folder.read("one_joint/meshes/arm.stl"), mesh);
  folder.write("one_joint/meshes/arm.stl", "solid\nfacet\nvertex 0 0\n");
  const Answer broken = catena(words);
  EXPECT_EQ(broken.code, 0) << broken.err;
  EXPECT_THAT(broken.err,
              HasSubstr("package://one_joint/meshes/arm.stl: a coordinate is not a number ('')\n"));
  const auto with_mesh = [&](const std::string& name, const std::string& text) {
    std::string named = kUrdf;
    named.replace(named.find("arm.stl"), 7, name);
    folder.write("one_joint/arm.urdf", named);
    folder.write("one_joint/meshes/" + name, text);
    const Answer answer = catena(words);
    EXPECT_EQ(answer.code, 0) << answer.err;
    return answer.err;
  };
  EXPECT_THAT(with_mesh("arm.dae",
                        "<COLLADA><library_geometries><geometry id=\"g\"><mesh><source id=\"s\">"
                        "<float_array>0 0 0 1000 0 0 0 1000 0</float_array></source><vertices id=\"v\">"
                        "<input semantic=\"POSITION\" source=\"#s\"/></vertices><triangles>"
                        "<input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/><p>0 1 2</p></triangles>"
                        "</mesh></geometry></library_geometries></COLLADA>"),
              Not(HasSubstr("mesh")));
  EXPECT_THAT(folder.read("out.html"), HasSubstr("\"triangles\""));
  EXPECT_THAT(with_mesh("arm.dae", "<COLLADA>"),
              HasSubstr("package://one_joint/meshes/arm.dae: <COLLADA> is not closed\n"));
  EXPECT_THAT(
      with_mesh("arm.gltf", "{}"),
      HasSubstr("package://one_joint/meshes/arm.gltf: only STL, OBJ and COLLADA (.dae) files are drawn: "
                "convert it to one of them, for example with MeshLab or Blender, and name that file "
                "instead\n"));
  folder.write("one_joint/arm.urdf", kUrdf);
  // other commands do not look at meshes
  EXPECT_THAT(catena({"info", urdf}).err, Not(HasSubstr("mesh")));
}

// The names of the files are kept. From a folder where they are not found, a note says so.
TEST(ReportMeshes, AreKeptByConversions) {
  const Folder folder;
  std::filesystem::create_directories(folder.file("here/one_joint/meshes"));
  std::filesystem::create_directories(folder.file("elsewhere"));
  const std::string urdf = folder.write("here/one_joint/arm.urdf", kUrdf);
  folder.write("here/one_joint/meshes/arm.stl",
               "solid\nfacet\nvertex 0 0 0\nvertex 1000 0 0\nvertex 0 1000 0\nendfacet\nendsolid\n");
  for (const char* ending : {"toml", "urdf"}) {
    const std::string beside = folder.file(std::string("here/one_joint/other.") + ending);
    const Answer near = catena({"convert", urdf, "-o", beside});
    EXPECT_EQ(near.code, 0) << near.err;
    EXPECT_THAT(near.err, Not(HasSubstr("mesh")));
    const Answer drawn =
        catena({"simulate", beside, "--free-fall", "20ms", "--report", folder.file("out.html"), "--force"});
    EXPECT_EQ(drawn.code, 0) << drawn.err;
    EXPECT_THAT(drawn.err, Not(HasSubstr("mesh")));
    EXPECT_THAT(folder.read("out.html"), HasSubstr("\"triangles\""));
    const Answer far = catena({"convert", urdf, "-o", folder.file(std::string("elsewhere/other.") + ending)});
    EXPECT_EQ(far.code, 0) << far.err;
    EXPECT_THAT(far.err, HasSubstr("1 of 1 mesh files are not found from the folder of the output"));
    EXPECT_THAT(folder.read(std::string("elsewhere/other.") + ending),
                HasSubstr("package://one_joint/meshes/arm.stl"));
  }
}

}  // namespace
}  // namespace catena::test
