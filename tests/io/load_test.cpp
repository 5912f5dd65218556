// SPDX-License-Identifier: Apache-2.0
// A robot by name, by path, or generated; and the errors if there is none.
#include "catena/io/load.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>

#include "catena/core/arm.hpp"
#include "catena/core/model/generate.hpp"
#include "catena/io/robot_file.hpp"
#include "io/same_robot.hpp"

namespace catena {
namespace {

namespace fs = std::filesystem;

// A folder with three robots, some with names that are also in the catalogue.
class Load : public testing::Test {
 protected:
  void SetUp() override {
    if (const char* set = std::getenv("CATENA_ROBOTS")) before_ = set;
    const testing::TestInfo* test = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = fs::temp_directory_path() / ("catena_load_" + std::to_string(getpid()) + test->name());
    fs::remove_all(folder_);
    fs::create_directories(folder_ / "robots");
    for (const char* stem : {"puma560", "scara", "ur5"}) {
      Robot robot = generate_robot("chain:3");
      robot.name = stem;
      file(std::string("robots/") + stem + ".toml", write_robot_file(robot));
    }
    file("robots/README.md", "not a robot");
    setenv("CATENA_ROBOTS", (folder_ / "robots").c_str(), 1);
  }
  void TearDown() override {
    fs::remove_all(folder_);
    before_ ? setenv("CATENA_ROBOTS", before_->c_str(), 1) : unsetenv("CATENA_ROBOTS");
  }

  std::string file(const std::string& name, std::string_view text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
    return (folder_ / name).string();
  }

  static Robot load(const std::string& spec) {
    Notes notes;
    return load_robot(spec, notes);
  }

  static std::string error_of(const std::string& spec, ErrorKind kind) {
    try {
      load(spec);
      return "no error";
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), kind) << error.what();
      return error.what();
    }
  }

  fs::path folder_;
  std::optional<std::string> before_;
};

TEST_F(Load, FindsARobotByItsStem) { EXPECT_EQ(load("scara").name, "scara"); }

TEST_F(Load, FindsARobotByItsPathWhateverItsExtension) {
  const std::string text = write_robot_file(generate_robot("snake:2"));
  EXPECT_EQ(load(file("arm.toml", text)).dof(), 2);
  EXPECT_EQ(load(file("arm.txt", text)).dof(), 2);
  EXPECT_EQ(load(file("arm", text)).dof(), 2);
}

TEST_F(Load, FindsAFileInTheWorkingFolderBeforeAStem) {
  const fs::path here = fs::current_path();
  file("scara", write_robot_file(generate_robot("snake:2")));
  fs::current_path(folder_);
  const Robot robot = load("scara");
  fs::current_path(here);
  EXPECT_EQ(robot.name, "snake:2");
}

TEST_F(Load, TakesAFolderOfTheSameNameForNoFile) {
  const fs::path here = fs::current_path();
  fs::create_directories(folder_ / "ur5");
  fs::current_path(folder_);
  const Robot robot = load("ur5");
  fs::current_path(here);
  EXPECT_EQ(robot.name, "ur5");
}

TEST_F(Load, GeneratesARobot) { EXPECT_TRUE(test::same(load("mixed:5:2"), generate_robot("mixed:5:2"))); }

TEST_F(Load, ReadsUrdfByExtensionAndByContent) {
  const std::string urdf = R"(<?xml version="1.0"?>
<robot name="one">
  <link name="base"/>
  <link name="arm">
    <inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>
  </link>
  <joint name="turn" type="continuous">
    <parent link="base"/><child link="arm"/><axis xyz="0 0 1"/>
  </joint>
</robot>
)";
  for (const char* name : {"one.urdf", "one.URDF", "one.xml", "one.txt", "one.toml"})
    EXPECT_EQ(load(file(name, name == std::string("one.txt") ? "\n  " + urdf.substr(22) : urdf)).name, "one")
        << name;
}

TEST_F(Load, NamesTheFileInAnErrorOfItsText) {
  const std::string path = file("broken.toml", "catena = 7\n");
  EXPECT_EQ(error_of(path, ErrorKind::model).substr(0, path.size() + 6), path + ":1:10:");
}

TEST_F(Load, ReadsEveryRobotThatShipsAndWritesItWithoutLoss) {
  unsetenv("CATENA_ROBOTS");
  EXPECT_FALSE(catalogue().empty());
  for (const std::string& stem : catalogue()) {
    Notes notes;
    const Robot robot = load_robot(stem, notes);
    EXPECT_TRUE(test::same(parse_robot_file(write_robot_file(robot), stem, notes), robot)) << stem;
    EXPECT_FALSE(robot.source.empty()) << stem << " does not say where its numbers come from";
  }
}

TEST_F(Load, SuggestsAStem) {
  EXPECT_EQ(error_of("puma650", ErrorKind::usage),
            "robot 'puma650': no such robot\n"
            "  need    the name of one of the " +
                std::to_string(catalogue().size()) + " robots built in and in " +
                (folder_ / "robots").string() +
                ", a file (.toml, .urdf) or a generated robot (chain:6)\n"
                "  hint    did you mean 'puma560'?");
}

TEST_F(Load, AsksForTheLengthOfAGeneratedRobot) {
  const std::string text = error_of("snake", ErrorKind::usage);
  EXPECT_NE(text.find("\n  hint    give the number of links: snake:6"), std::string::npos) << text;
  const std::string misspelt = error_of("snaek:3", ErrorKind::usage);
  EXPECT_NE(misspelt.find("\n  hint    did you mean 'snake'?"), std::string::npos) << misspelt;
}

TEST_F(Load, KnowsTheStemBehindAMissingFile) {
  EXPECT_EQ(error_of("ur5.toml", ErrorKind::io),
            "ur5.toml: the file cannot be opened\n"
            "  given   No such file or directory\n"
            "  hint    the catalogue has 'ur5': write the name without '.toml'");
}

TEST_F(Load, SuggestsAFileOfTheSameFolder) {
  for (const char* name : {"first.toml", "middle.urdf", "zzzzzz.txt"}) std::ofstream(folder_ / name) << "x";
  const auto hint = [&](const char* name) {
    const std::string text = error_of((folder_ / name).string(), ErrorKind::io);
    return text.substr(text.rfind('\n') + 1);
  };
  EXPECT_EQ(hint("frist.toml"), "  hint    did you mean 'first.toml'?");
  EXPECT_EQ(hint("midle.urdf"), "  hint    did you mean 'middle.urdf'?");
  EXPECT_EQ(hint("zzzzz.toml"), "  given   No such file or directory");
}

TEST_F(Load, SaysWhereAMissingCatalogueWasLookedFor) {
  const std::string nowhere = (folder_ / "nowhere").string();
  setenv("CATENA_ROBOTS", nowhere.c_str(), 1);
  EXPECT_EQ(error_of("puma560", ErrorKind::io), nowhere +
                                                    ": the folder of robots cannot be read\n"
                                                    "  given   No such file or directory\n"
                                                    "  need    a folder of robot files\n"
                                                    "  hint    CATENA_ROBOTS names it");
  const std::string arm = (folder_ / "arm.toml").string();
  EXPECT_EQ(error_of(arm, ErrorKind::io), arm +
                                              ": the file cannot be opened\n"
                                              "  given   No such file or directory");
}

TEST_F(Load, AnEmptyNameIsNoRobot) {
  EXPECT_EQ(error_of("", ErrorKind::usage).substr(0, 25), "robot '': no such robot\n ");
}

TEST_F(Load, RefusesAnEmptyTextAsUrdf) {
  for (const char* const text : {"", " \n", "\xEF\xBB\xBF"}) try {
      Arm::from_urdf(text);
      ADD_FAILURE();
    } catch (const Error& e) {
      EXPECT_STREQ(e.what(),
                   "from_urdf: the text is empty\n  need    a URDF document, or the name of a URDF file");
      EXPECT_EQ(e.kind(), ErrorKind::usage);
    }
}

}  // namespace
}  // namespace catena
