// SPDX-License-Identifier: Apache-2.0
// The meshes of a robot in a report: which ones are drawn, where, and what is said of the others.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "catena/core/model/generate.hpp"
#include "catena/report/report.hpp"

namespace catena::report {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr const char* kTriangle =
    "solid\nfacet\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendfacet\nendsolid\n";

class DrawnMeshes : public testing::Test {
 protected:
  fs::path root = fs::temp_directory_path() / ("catena_drawn_" + std::to_string(::getpid()) + "_" +
                                               testing::UnitTest::GetInstance()->current_test_info()->name());
  Robot robot = generate_robot("planar:2");
  void SetUp() override { fs::create_directories(root); }
  void TearDown() override { fs::remove_all(root); }

  void add(const std::string& frame, const std::string& name, const char* text, bool collision = false) {
    const std::string file = (root / name).string();
    if (text) std::ofstream(file) << text;
    robot.meshes.push_back(
        {name, text ? file : "", frame, {Mat3<double>::identity(), {0, 0, 1}}, {1, 2, 3}, collision});
  }
};

TEST_F(DrawnMeshes, StandAtTheirFramesWithTheirScale) {
  add("link2", "a.stl", kTriangle);
  const Arm arm(robot);
  const Drawing out = drawing(arm);
  ASSERT_EQ(out.meshes.size(), 1);
  EXPECT_EQ(out.missing, "");
  EXPECT_EQ(out.meshes[0].link, 1);
  const Frame<double> frame = arm.frame("link2");
  EXPECT_EQ(out.meshes[0].pose.p.x, (frame.pose * Vec3<double>{0, 0, 1}).x);
  EXPECT_EQ(out.meshes[0].pose.p.z, (frame.pose * Vec3<double>{0, 0, 1}).z);
  EXPECT_EQ(out.meshes[0].mesh.vertices[2], (std::array<float, 3>{0, 2, 0}));

  Report report{.title = "meshes"};
  report.runs.push_back(posture("one", arm, Eigen::Vector2d(0.1, 0.2)));
  const Json mesh = Json::parse(document(report))["runs"][0]["robot"]["meshes"][0];
  EXPECT_EQ(mesh["link"], 1);
  EXPECT_EQ(mesh["pose"].size(), 16);
  EXPECT_EQ(mesh["vertices"]["f32"].get<std::string>().size(), 48);  // 9 numbers of 4 bytes
  EXPECT_EQ(mesh["triangles"]["f32"], "AAAAAAAAgD8AAABA");           // 0, 1, 2
}

TEST_F(DrawnMeshes, HaveTheColoursOfTheirFilesInTheDocument) {
  add("link1", "plain.stl", kTriangle);
  add("link2", "two.dae",
      "<COLLADA><library_effects><effect id=\"e\"><profile_COMMON><technique><phong><diffuse><color>0 0.2 1 1"
      "</color></diffuse></phong></technique></profile_COMMON></effect></library_effects>"
      "<library_materials><material id=\"m\"><instance_effect url=\"#e\"/></material></library_materials>"
      "<library_geometries><geometry id=\"g\"><mesh><source id=\"s\"><float_array>0 0 0 1 0 0 0 1 0 0 0 1"
      "</float_array></source><vertices id=\"v\"><input semantic=\"POSITION\" source=\"#s\"/></vertices>"
      "<triangles><input semantic=\"VERTEX\" source=\"#v\"/><p>0 1 2</p></triangles>"
      "<triangles material=\"m\"><input semantic=\"VERTEX\" source=\"#v\"/><p>0 1 3 0 2 3</p></triangles>"
      "</mesh></geometry></library_geometries></COLLADA>");
  const Arm arm(robot);
  Report report{.title = "meshes"};
  report.runs.push_back(posture("one", arm, Eigen::Vector2d(0.1, 0.2)));
  const Json meshes = Json::parse(document(report))["runs"][0]["robot"]["meshes"];
  ASSERT_EQ(meshes.size(), 2);
  EXPECT_FALSE(meshes[0].contains("colours"));
  EXPECT_EQ(meshes[1]["colours"],
            Json::parse(R"([{"triangles": 2, "colour": "#0033ff"}, {"triangles": 1}])"));
}

TEST_F(DrawnMeshes, OfCollisionsStandInForVisualsThatCannotBeRead) {
  add("link1", "a.gltf", "{}");
  add("link1", "b.stl", kTriangle, true);
  add("link2", "c.stl", kTriangle);
  add("link2", "d.stl", kTriangle, true);
  const Drawing out = drawing(Arm(robot));
  EXPECT_EQ(out.meshes.size(), 2);
  EXPECT_EQ(out.missing, "");
}

TEST_F(DrawnMeshes, ThatCannotBeReadAreNamedOnce) {
  add("link1", "gone.stl", nullptr);
  add("link2", "broken.stl", "this is no mesh");
  const Arm arm(robot);
  const Drawing out = drawing(arm);
  EXPECT_TRUE(out.meshes.empty());
  EXPECT_EQ(out.missing,
            "planar:2: no mesh for 2 of 2 links, which are drawn as capsules; gone.stl: not found");
  robot.meshes.erase(robot.meshes.begin());
  EXPECT_EQ(drawing(Arm(robot)).missing,
            "planar:2: no mesh for 1 of 1 links, which are drawn as capsules; broken.stl: not an STL file, "
            "or a truncated one (15 bytes)");
  Report report{.title = "meshes"};
  for (const char* name : {"one", "two"})
    report.runs.push_back(posture(name, arm, Eigen::Vector2d(0.1, 0.2)));
  const Json page = Json::parse(document(report));
  ASSERT_EQ(page["notes"].size(), 1);
  EXPECT_EQ(page["notes"][0]["text"], out.missing);
  EXPECT_FALSE(page["runs"][0]["robot"].contains("meshes"));
}

TEST_F(DrawnMeshes, OfARobotHaveALimitedNumberOfTriangles) {
  std::string grid;
  for (int i = 0; i <= 60; ++i)
    for (int j = 0; j <= 60; ++j) grid += "v " + std::to_string(i) + ' ' + std::to_string(j) + " 0\n";
  for (int i = 0; i < 60; ++i)
    for (int j = 0; j < 60; ++j) {
      const int a = 61 * i + j + 1;
      grid += "f " + std::to_string(a) + ' ' + std::to_string(a + 1) + ' ' + std::to_string(a + 62) + ' ' +
              std::to_string(a + 61) + '\n';
    }
  for (int k = 0; k < 100; ++k) add(k % 2 == 0 ? "link1" : "link2", "grid.obj", grid.c_str());
  std::size_t triangles = 0;
  const Drawing out = drawing(Arm(robot));
  for (const DrawnMesh& drawn : out.meshes) triangles += drawn.mesh.triangles.size();
  EXPECT_EQ(out.meshes.size(), 100);
  EXPECT_LE(triangles, 40'000);
  EXPECT_GE(triangles, 10'000);
}

}  // namespace
}  // namespace catena::report
