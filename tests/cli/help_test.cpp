// SPDX-License-Identifier: Apache-2.0
// The help pages: their examples run as printed, their lines fit, their words are defined; deprecated options still work.
#include <gtest/gtest.h>

#include <sstream>

#include "cli/playground_page.hpp"
#include "cli/shell.hpp"

namespace catena::test {
namespace {

TEST(Help, IsPrintedOnStandardOutputWithAndWithoutBeingAsked) {
  const Answer plain = catena({}), asked = catena({"--help"});
  EXPECT_EQ(plain.code, 0);
  EXPECT_EQ(asked.code, 0);
  EXPECT_EQ(plain.out, asked.out);
  EXPECT_EQ(plain.err, "");
  EXPECT_NE(plain.out.find("Exit codes: 0 success, 2 wrong usage"), std::string::npos);
}

TEST(Help, TellsTheVersion) {
  const Answer answer = catena({"--version"});
  EXPECT_EQ(answer.code, 0);
  EXPECT_TRUE(answer.out.starts_with("catena 0.")) << answer.out;
}

// The lines "Example:  ..." of a help page.
std::vector<std::string> examples(const std::string& help) {
  constexpr std::string_view kLabel = "Example:  ";
  std::vector<std::string> all;
  std::istringstream in(help);
  for (std::string line; std::getline(in, line);)
    if (line.starts_with(kLabel)) all.push_back(line.substr(kLabel.size()));
  return all;
}

TEST(Help, EndsWithExamplesThatRunAsPrinted) {
  const Folder folder;
  const PlaygroundPage page(folder);  // a stand-in: the tests do not build the real one
  std::vector<std::string> verbs = {""};
  for (const std::string& command : commands()) verbs.push_back(command);
  ASSERT_GE(verbs.size(), 15u);
  for (const std::string& verb : verbs) {
    const Answer help = verb.empty() ? catena({"--help"}) : catena({verb, "--help"});
    EXPECT_EQ(help.code, 0);
    const std::vector<std::string> all = examples(help.out);
    ASSERT_FALSE(all.empty()) << help.out;
    EXPECT_TRUE(help.out.ends_with(all.back() + "\n")) << help.out;
    for (const std::string& example : all) {
      EXPECT_NE(example.find("catena " + verb), std::string::npos) << "it shows this command: " << example;
      const std::string in_a_new_folder =
          "folder=$(mktemp -d); cd $folder; { " + example +
          "; } >/dev/null 2>errors; code=$?; cat errors; rm -r $folder; exit $code";
      const Answer answer = shell(in_a_new_folder);
      EXPECT_EQ(answer.code, 0) << example << '\n' << answer.out;
      EXPECT_EQ(answer.out.find("deprecated"), std::string::npos) << example << '\n' << answer.out;
    }
  }
}

TEST(Help, NeverHasTwoEmptyLinesInARow) {
  for (const std::string& verb : commands()) {
    const std::string help = catena({verb, "--help"}).out;
    EXPECT_EQ(help.find("\n\n\n"), std::string::npos) << help;
  }
}

// "Stem", the name of a method, criterion or robot in the code, is not a word of the help.
TEST(Help, UsesNoWordThatIsNotDefined) {
  for (const std::string& verb : commands()) {
    const std::string help = catena({verb, "--help"}).out;
    EXPECT_EQ(help.find("stem"), std::string::npos) << help;
    EXPECT_EQ(help.find("STEM"), std::string::npos) << help;
  }
  EXPECT_NE(catena({"--help"}).out.find("METHOD is the short name of a method"), std::string::npos);
}

// Deprecated names of options, each with a call that uses it and the same call with the new name.
TEST(DeprecatedOptions, WorkAndNameTheirSuccessor) {
  struct Renamed {
    std::vector<std::string> old_args, new_args;
    std::string note;
  };
  const std::vector<std::string> bench = {"bench", "planar2",  "--want", "gravity", "--samples",
                                          "1",     "--window", "0.01",   "--json"};
  const auto with = [](std::vector<std::string> args, std::initializer_list<const char*> more) {
    args.insert(args.end(), more.begin(), more.end());
    return args;
  };
  const std::vector<std::string> compare = {"compare", "rtx", "--criteria", "reach", "--samples", "64"},
                                 sweep = {"sweep", "two_link", "--dry-run"};
  for (const Renamed& r :
       {Renamed{with(compare, {"--untold", "arm"}), with(compare, {"--missing", "skip-arm"}),
                "--untold is deprecated; use --missing skip-arm"},
        Renamed{with(compare, {"--untold=criterion"}), with(compare, {"--missing", "skip-criterion"}),
                "--untold is deprecated; use --missing skip-criterion"},
        Renamed{with(compare, {"--length", "50cm"}), with(compare, {"--characteristic-length", "50cm"}),
                "--length is deprecated; use --characteristic-length 50cm"},
        Renamed{with(sweep, {"--commit", "5"}), with(sweep, {"--commit-interval", "5"}),
                "--commit is deprecated; use --commit-interval 5"},
        Renamed{with(sweep, {"--by", "vikor"}), with(sweep, {"--rank-by", "vikor"}),
                "--by is deprecated; use --rank-by vikor"},
        Renamed{{"ik", "planar2", "--position", "1,1,0", "--seed-q", "0.1,1"},
                {"ik", "planar2", "--position", "1,1,0", "--seed", "0.1,1"},
                "--seed-q is deprecated; use --seed 0.1,1"},
        Renamed{{"eval", "planar2", "--q", "0,0", "--qd", "0,0", "--qdd", "0,0", "-w", "id", "--wrench",
                 "1,2,3,4,5,6"},
                {"eval", "planar2", "--q", "0,0", "--qd", "0,0", "--qdd", "0,0", "-w", "id", "--tip-wrench",
                 "1,2,3,4,5,6"},
                "--wrench is deprecated; use --tip-wrench 1,2,3,4,5,6"},
        Renamed{{"codegen", "planar2", "-w", "id", "--gravity-input"},
                {"codegen", "planar2", "-w", "id", "--arguments", "gravity"},
                "--gravity-input is deprecated; use --arguments gravity"},
        Renamed{{"codegen", "planar2", "-w", "id", "--tip-input"},
                {"codegen", "planar2", "-w", "id", "--arguments", "tip"},
                "--tip-input is deprecated; use --arguments tip"},
        Renamed{with(bench, {"--ways"}), with(bench, {"--no-methods"}),
                "--ways is deprecated; use --no-methods"}}) {
    const Answer before = catena(r.old_args), now = catena(r.new_args);
    EXPECT_EQ(before.code, 0) << before.err;
    EXPECT_EQ(now.code, 0) << now.err;
    if (r.old_args[0] != "bench") {
      EXPECT_EQ(before.out, now.out);
    }
    EXPECT_EQ(before.err, "catena: note: " + r.note + "\n" + now.err) << "once, before all other notes";
    const std::string help = catena({r.old_args[0], "--help"}).out, name = r.note.substr(0, r.note.find(' '));
    EXPECT_EQ(help.find(name + " "), std::string::npos) << name << " is still in the help";
  }
  const Answer both = catena({"compare", "rtx", "--missing", "skip-arm", "--untold", "arm"});
  EXPECT_EQ(both.code, 2);
  EXPECT_EQ(both.err,
            "catena: error: --missing --untold: the same option under two names\n"
            "  hint    omit --untold, which is deprecated\n");
}

TEST(Help, StaysWithinAPage) {
  std::vector<std::string> all = {catena({}).out};
  for (const std::string& command : commands()) all.push_back(catena({command, "--help"}).out);
  for (const std::string& text : all) {
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) EXPECT_LE(line.size(), 110u) << line;
  }
}

}  // namespace
}  // namespace catena::test
