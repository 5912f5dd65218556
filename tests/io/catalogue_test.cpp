// SPDX-License-Identifier: Apache-2.0
// The catalogues: built-in entries, and those in the folders of CATENA_PATH.
#include "io/catalogue.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>

#include "catena/choose/design/design.hpp"
#include "catena/core/error.hpp"
#include "catena/core/model/generate.hpp"
#include "catena/io/load.hpp"
#include "catena/io/robot_file.hpp"
#include "catena/sim/scenario.hpp"
#include "support/environment.hpp"

namespace catena {
namespace {

namespace fs = std::filesystem;
using test::Variable;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

using Texts = std::map<std::string, std::string>;

Texts files_of(const fs::path& folder) {
  Texts texts;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() != ".toml") continue;
    std::ifstream in(entry.path(), std::ios::binary);
    texts[entry.path().stem()] = std::string(std::istreambuf_iterator<char>(in), {});
  }
  return texts;
}

Texts texts_of(std::span<const io::detail::BuiltIn> all) {
  Texts texts;
  for (const io::detail::BuiltIn& one : all) texts[std::string(one.stem)] = one.text;
  return texts;
}

TEST(BuiltIn, EveryFileOfTheSourceIsInTheLibraryByteForByte) {
  const fs::path source = CATENA_SOURCE_DIR;
  EXPECT_EQ(texts_of(io::detail::built_in_robots()), files_of(source / "robots"));
  EXPECT_EQ(texts_of(io::detail::built_in_scenarios()), files_of(source / "scenarios"));
  EXPECT_EQ(texts_of(io::detail::built_in_designs()), files_of(source / "designs"));
}

TEST(BuiltIn, NeedsNoFolderAndNoVariable) {
  Notes notes;
  EXPECT_EQ(load_robot("puma560", notes).dof(), 6);
  EXPECT_EQ(catalogue_file("puma560"), fs::path());
  EXPECT_EQ(sim::load_scenario("puma_forced").folder, fs::path());
  EXPECT_EQ(choose::load_design("two_link").name(), "two links");
}

TEST(BuiltIn, IsNamedInMessages) {
  EXPECT_THAT(sim::load_scenario("puma_forced").place("robot"),
              StartsWith("scenarios/puma_forced.toml (built in):"));
  Notes notes;
  UrdfOptions urdf;
  urdf.tip = "tool0";
  load_robot("puma560", notes, urdf);
  ASSERT_FALSE(notes.empty());
  EXPECT_EQ(notes.front().where, "robots/puma560.toml (built in)");
}

// An arm whose name shows where it was found.
std::string arm(const std::string& name) {
  Robot robot = generate_robot("chain:1");
  robot.name = name;
  return write_robot_file(robot);
}

class CatenaPath : public testing::Test {
 protected:
  CatenaPath() { fs::create_directories(path_); }
  ~CatenaPath() override { fs::remove_all(path_); }

  std::string write(const std::string& name, const std::string& text) const {
    const fs::path file = path_ / name;
    fs::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
    return file.string();
  }
  std::string folder(const std::string& name) const { return (path_ / name).string(); }

  static std::string name_of(const std::string& stem) {
    Notes notes;
    return load_robot(stem, notes).name;
  }
  static std::string error_of(const std::string& stem) {
    try {
      return "no error, but " + name_of(stem);
    } catch (const Error& error) {
      return error.what();
    }
  }

  const fs::path path_ =
      fs::temp_directory_path() / ("catena_path_" + std::to_string(getpid()) +
                                   testing::UnitTest::GetInstance()->current_test_info()->name());
  const Variable none_{"CATENA_ROBOTS", ""};
};

TEST_F(CatenaPath, AddsToWhatIsBuiltIn) {
  const std::string file = write("mine/robots/my_arm.toml", arm("mine"));
  write("mine/robots/README.md", "no robot");
  const std::size_t built_in = catalogue().size();
  const Variable path("CATENA_PATH", folder("mine"));
  EXPECT_EQ(catalogue().size(), built_in + 1);
  EXPECT_THAT(catalogue(), Contains("my_arm"));
  const std::vector<std::string> all = catalogue();
  EXPECT_TRUE(std::is_sorted(all.begin(), all.end()));
  EXPECT_EQ(name_of("my_arm"), "mine");
  EXPECT_EQ(catalogue_file("my_arm"), file);
  EXPECT_EQ(name_of("planar2"), "Planar 2R");
}

TEST_F(CatenaPath, OverridesWhatIsBuiltInAndListsItOnce) {
  write("mine/robots/planar2.toml", arm("mine"));
  const std::vector<std::string> before = catalogue();
  const Variable path("CATENA_PATH", folder("mine"));
  EXPECT_EQ(name_of("planar2"), "mine");
  EXPECT_EQ(catalogue(), before);
}

TEST_F(CatenaPath, IsSearchedFromItsFirstFolderOn) {
  for (const char* name : {"a", "b"}) write(std::string(name) + "/robots/arm.toml", arm(name));
  write("b/robots/only_b.toml", arm("only b"));
  {
    const Variable path("CATENA_PATH", folder("a") + ":" + folder("b"));
    EXPECT_EQ(name_of("arm"), "a");
    EXPECT_EQ(name_of("only_b"), "only b");
  }
  const Variable path("CATENA_PATH", folder("b") + ":" + folder("a"));
  EXPECT_EQ(name_of("arm"), "b");
}

TEST_F(CatenaPath, TakesAFolderWithoutSubfoldersForEverything) {
  write("flat/arm.toml", arm("flat"));
  write("flat/fall.toml", "scenario = 1\nrobot = \"arm\"\nduration = 1.0\n");
  write("flat/few.toml", "# a comment first\ndesign  = 1\n");
  const Variable path("CATENA_PATH", folder("flat"));
  EXPECT_EQ(name_of("arm"), "flat");
  EXPECT_THAT(catalogue(), Not(Contains("fall")));
  EXPECT_THAT(catalogue(), Not(Contains("few")));
  EXPECT_THAT(sim::scenarios(), Contains("fall"));
  EXPECT_THAT(sim::scenarios(), Not(Contains("arm")));
  EXPECT_THAT(choose::designs(), Contains("few"));
  EXPECT_THAT(choose::designs(), Not(Contains("fall")));
  EXPECT_EQ(sim::load_scenario("fall").folder, folder("flat"));
}

TEST_F(CatenaPath, LooksForRobotsInTheFolderRobotsAloneIfThereIsOne) {
  write("both/robots/inner.toml", arm("inner"));
  write("both/outer.toml", arm("outer"));
  const Variable path("CATENA_PATH", folder("both"));
  EXPECT_THAT(catalogue(), Contains("inner"));
  EXPECT_THAT(catalogue(), Not(Contains("outer")));
}

TEST_F(CatenaPath, FindsScenariosAndDesignsInTheirFolders) {
  write("mine/scenarios/fall.toml", "scenario = 1\nname = \"mine\"\nrobot = \"planar2\"\n");
  write("mine/scenarios/puma_forced.toml", "scenario = 1\nname = \"forced\"\nrobot = \"planar2\"\n");
  write("mine/designs/wrong.toml", "design = 1\n");
  const Variable path("CATENA_PATH", folder("mine"));
  EXPECT_EQ(sim::load_scenario("fall").name, "mine");
  EXPECT_EQ(sim::load_scenario("puma_forced").name, "forced");
  EXPECT_THAT(choose::designs(), Contains("wrong"));
  try {
    choose::load_design("wrong");
    FAIL() << "a design without joints";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), StartsWith(folder("mine/designs/wrong.toml") + ":"));  // the file that is wrong
  }
}

TEST_F(CatenaPath, NamesAFolderThatIsMissing) {
  const Variable path("CATENA_PATH", folder("nowhere"));
  EXPECT_EQ(error_of("planar2"), folder("nowhere") +
                                     ": the folder of robots cannot be read\n"
                                     "  given   No such file or directory\n"
                                     "  need    a folder of robot files\n"
                                     "  hint    CATENA_PATH names it");
  EXPECT_THROW(sim::scenarios(), Error);
  EXPECT_THROW(choose::designs(), Error);
}

TEST_F(CatenaPath, NamesAFileThatShouldBeAFolder) {
  const std::string file = write("arm.toml", arm("mine"));
  const Variable path("CATENA_PATH", file);
  EXPECT_THAT(error_of("planar2"), StartsWith(file + ": the folder of robots cannot be read\n"
                                                     "  given   Not a directory\n"));
}

TEST_F(CatenaPath, IgnoresEmptyPartsSoThatTheWorkingFolderIsNotMeant) {
  write("here/arm.toml", arm("here"));
  const fs::path before = fs::current_path();
  fs::current_path(folder("here"));
  const Variable path("CATENA_PATH", ":" + folder("here/..") + "::");
  const std::vector<std::string> all = catalogue();
  fs::current_path(before);
  EXPECT_THAT(all, Not(Contains("arm")));
}

TEST_F(CatenaPath, IsToldWhereNothingIsFound) {
  write("a/robots/arm.toml", arm("a"));
  write("b/other.toml", arm("b"));
  const std::size_t built_in = catalogue().size();
  const Variable path("CATENA_PATH", folder("a") + ":" + folder("b"));
  EXPECT_THAT(error_of("oter"),
              HasSubstr("\n  need    the name of one of the " + std::to_string(built_in + 2) +
                        " robots built in and in " + folder("a/robots") + ", " + folder("b") + ", a file "));
  EXPECT_THAT(error_of("oter"), HasSubstr("did you mean 'other'?"));
}

TEST_F(CatenaPath, ComesAfterTheDeprecatedVariableOfItsKind) {
  write("old/arm.toml", arm("old"));
  write("new/arm.toml", arm("new"));
  write("new/fall.toml", "scenario = 1\nname = \"new\"\nrobot = \"arm\"\n");
  write("runs/fall.toml", "scenario = 1\nname = \"old\"\nrobot = \"arm\"\n");
  write("plans/some.toml", "design = 1\n");
  const Variable path("CATENA_PATH", folder("new")), robots("CATENA_ROBOTS", folder("old"));
  EXPECT_EQ(name_of("arm"), "old");
  EXPECT_EQ(name_of("planar2"), "Planar 2R");
  EXPECT_EQ(sim::load_scenario("fall").name, "new");
  const Variable runs("CATENA_SCENARIOS", folder("runs")), plans("CATENA_DESIGNS", folder("plans"));
  EXPECT_EQ(sim::load_scenario("fall").name, "old");
  EXPECT_THAT(choose::designs(), Contains("some"));
}

}  // namespace
}  // namespace catena
