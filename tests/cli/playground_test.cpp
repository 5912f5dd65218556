// SPDX-License-Identifier: Apache-2.0
// `catena playground`: which page it opens, and the robot in it.
#include <gtest/gtest.h>

#include "catena/io/load.hpp"
#include "catena/io/robot_file.hpp"
#include "cli/playground_page.hpp"
#include "cli/shell.hpp"

namespace catena::test {
namespace {

// What the page begins with: a text of the JSON object in it, by its name; empty if there is none.
std::string start_in(const std::string& page, const std::string& name) {
  const std::string open = "id=\"catena-start\">", close = "</script>";
  const std::size_t from = page.find(open);
  if (from == page.npos) return "there is no such element";
  const Json start =
      Json::parse(page.substr(from + open.size(), page.find(close, from) - from - open.size()));
  return start.contains(name) ? start[name].text() : "";
}

TEST(Playground, NamesTheMakeTargetIfThePageWasNotBuilt) {
  const Answer answer = catena({"playground", "panda"});
  EXPECT_EQ(answer.code, 5);
  EXPECT_EQ(answer.out, "");
  EXPECT_EQ(answer.err,
            "catena: error: playground: the page of the playground was not built\n"
            "  need    playground.html in the folder 'playground' beside the program, or installed with it\n"
            "  hint    run 'make playground' in the source folder, or set CATENA_PLAYGROUND to the file\n");
}

TEST(Playground, BeginsWithARobotOfTheCatalogue) {
  const Folder folder;
  const PlaygroundPage page(folder);
  const Answer answer = catena({"playground", "puma560", "-o", folder.file("out.html")});
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_EQ(answer.out, "");
  EXPECT_EQ(start_in(folder.read("out.html"), "robot"), "puma560");
  EXPECT_EQ(start_in(catena({"playground", "puma560", "-o", "-"}).out, "robot"), "puma560");
}

TEST(Playground, BeginsWithAFileAsItStands) {
  const Folder folder;
  const PlaygroundPage page(folder);
  Notes notes;
  const std::string text =
      "# it ends no element: </script> <!-- \u00e4\n" + write_robot_file(load_robot("planar2", notes));
  const std::string robot = folder.write("mine.toml", text);
  const Answer answer = catena({"playground", robot, "-o", folder.file("out.html")});
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_EQ(start_in(folder.read("out.html"), "text"), text);
  EXPECT_EQ(start_in(folder.read("out.html"), "where"), "mine.toml");
  EXPECT_EQ(start_in(folder.read("out.html"), "robot"), "");
}

TEST(Playground, BeginsWithAGeneratedChainOrAPartOfAUrdfAsARobotFile) {
  const Folder folder;
  const PlaygroundPage page(folder);
  Notes notes;
  const std::string chain = start_in(catena({"playground", "chain:5", "-o", "-"}).out, "text");
  EXPECT_EQ(parse_robot_file(chain, "page", notes).links.size(), 5u);
  const std::string urdf = folder.write("arm.urdf", catena({"convert", "puma560", "--to", "urdf"}).out);
  const std::string whole = start_in(catena({"playground", urdf, "-o", "-"}).out, "text");
  EXPECT_EQ(whole, folder.read("arm.urdf"));
  const std::string part =
      start_in(catena({"playground", urdf, "--branches", "drop", "-o", "-"}).out, "text");
  EXPECT_EQ(parse_robot_file(part, "page", notes).name, load_robot("puma560", notes).name);
}

TEST(Playground, OpensThePageInABrowserAndPrintsItsPath) {
  const Folder folder;
  const PlaygroundPage page(folder);
  const std::string opener =
      folder.write("xdg-open", "#!/bin/sh\ncp \"$1\" '" + folder.file("opened.html") + "'\n");
  std::filesystem::permissions(opener, std::filesystem::perms::owner_all);
  const std::string first =
      "TMPDIR='" + folder.file("") + "' PATH='" + folder.file("") + "':\"$PATH\" catena playground ";
  const Answer plain = shell(first + "2>&1");
  EXPECT_EQ(plain.code, 0);
  EXPECT_EQ(plain.out, page.path + "\n");
  EXPECT_EQ(folder.read("opened.html"), folder.read("playground.html"));
  const Answer robot = shell(first + "panda 2>&1");
  EXPECT_EQ(robot.code, 0);
  EXPECT_TRUE(robot.out.starts_with(folder.file("catena-")) && robot.out.ends_with("/playground.html\n"))
      << robot.out;
  EXPECT_EQ(start_in(folder.read("opened.html"), "robot"), "panda");
}

TEST(Playground, SaysIfNoBrowserCouldBeStarted) {
  const Folder folder;
  const PlaygroundPage page(folder);
  const std::string opener = folder.write("xdg-open", "#!/bin/sh\nexit 3\n");
  std::filesystem::permissions(opener, std::filesystem::perms::owner_all);
  const Answer answer = shell("PATH='" + folder.file("") + "':\"$PATH\" catena playground 2>&1");
  EXPECT_EQ(answer.code, 0);
  EXPECT_EQ(answer.out,
            page.path + "\ncatena: note: no browser could be started: open the file above in one\n");
}

TEST(Playground, RefusesWhatItCannotUse) {
  const Folder folder;
  const PlaygroundPage page(folder);
  EXPECT_EQ(catena({"playground", "pandda", "-o", "-"}).code, 2);
  folder.write("out.html", "mine");
  const Answer kept = catena({"playground", "panda", "-o", folder.file("out.html")});
  EXPECT_NE(kept.code, 0);
  EXPECT_EQ(folder.read("out.html"), "mine");
  EXPECT_EQ(catena({"playground", "panda", "--force", "-o", folder.file("out.html")}).code, 0);
  folder.write("playground.html", "<html>another page</html>");
  EXPECT_EQ(catena({"playground", "panda", "-o", "-"}).err,
            "catena: error: " + page.path +
                ": this is not the page of the playground\n"
                "  hint    run 'make playground' to build it\n");
  ::setenv("CATENA_PLAYGROUND", "/nowhere/playground.html", 1);
  EXPECT_EQ(catena({"playground"}).err,
            "catena: error: CATENA_PLAYGROUND: there is no such file\n"
            "  given   /nowhere/playground.html\n"
            "  need    the file playground.html that 'make playground' writes\n");
}

}  // namespace
}  // namespace catena::test
