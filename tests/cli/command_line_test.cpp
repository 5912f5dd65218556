// SPDX-License-Identifier: Apache-2.0
// Wrong command lines with the full text of their errors, help, and the examples that help gives.
#include <gtest/gtest.h>

#include "cli/shell.hpp"

namespace catena::test {
namespace {

struct Wrong {
  std::vector<std::string> args;
  int code;
  std::string error;
};

const Wrong kGallery[] = {
    {{"evla", "planar2"},
     2,
     "catena: error: 'evla': unknown command\n"
     "  need    one of {COMMANDS}\n"
     "  hint    did you mean 'eval'?\n"},
    {{"xyzzy"},
     2,
     "catena: error: 'xyzzy': unknown command\n"
     "  need    one of {COMMANDS}\n"
     "  hint    run 'catena --help'\n"},
    {{"--frobnicate"}, 2, "catena: error: '--frobnicate': unknown option\n  hint    run 'catena --help'\n"},
    {{"--verison"}, 2, "catena: error: '--verison': unknown option\n  hint    did you mean '--version'?\n"},
    {{"eval"},
     2,
     "catena: error: eval: ROBOT is missing\n"
     "  need    A catalogue stem (puma560), a file (.toml, .urdf) or chain:N\n"
     "  hint    run 'catena eval --help'\n"},
    {{"eval", "planar2", "--wnat", "id"},
     2,
     "catena: error: '--wnat': unknown option\n  hint    did you mean '--want'?\n"},
    {{"eval", "planar2", "--want"},
     2,
     "catena: error: eval: --want needs one value\n  hint    run 'catena eval --help'\n"},
    {{"eval", "planar2", "planar3"},
     2,
     "catena: error: 'planar3': one argument too many\n  hint    run 'catena eval --help'\n"},
    {{"eval", "planar2", "--want", "inertai"},
     2,
     "catena: error: --want 'inertai': no quantity is called 'inertai'\n"
     "  need    one of the names that 'catena methods' lists\n"
     "  hint    did you mean 'inertia'?\n"},
    {{"eval", "planar2", "--want", "id,,fd"},
     2,
     "catena: error: --want '': no quantity is called ''\n"
     "  need    one of the names that 'catena methods' lists\n"},
    {{"eval", "planar2", "--want", "id,id"}, 2, "catena: error: --want 'id': named twice\n"},
    {{"eval", "planar2", "--want", "potential_energy", "--method", "enrgy"},
     2,
     "catena: error: --method 'enrgy': no wanted quantity has this method\n"
     "  need    potential_energy by energy\n"
     "  hint    did you mean 'energy'?\n"},
    {{"eval", "planar2", "--want", "potential_energy", "--method", "potential_energy=rnea"},
     2,
     "catena: error: --method 'potential_energy=rnea': 'potential_energy' has no such method\n"
     "  need    one of energy\n"},
    {{"eval", "planar2", "--want", "id", "--method", "fd=aba"},
     2,
     "catena: error: --method 'fd=aba': 'fd' is not wanted\n"
     "  hint    add it to --want, or leave the method out\n"},
    {{"eval", "planar2", "--branches", "prune"},
     2,
     "catena: error: --branches 'prune': unknown choice\n  need    one of drop|lump\n"},
    {{"eval", "planar2", "--input", "/no/such/file"},
     5,
     "catena: error: /no/such/file: the file cannot be opened\n  given   No such file or directory\n"},
    {{"eval", "planar2", "--input", "/"},
     5,
     "catena: error: /: the file cannot be opened\n  given   Is a directory\n"},
    {{"eval", "planar2", "--output", "/no/such/file"},
     5,
     "catena: error: /no/such/file: the file cannot be opened\n  given   No such file or directory\n"},
    {{"info", "planar2", "--list"},
     2,
     "catena: error: info: --list and a robot do not go together\n  given   planar2\n"},
    {{"convert", "planar2", "--to", "sdf"},
     2,
     "catena: error: --to 'sdf': unknown choice\n  need    one of toml|urdf\n"},
    {{"convert", "planar2", "--to", "urdf", "--convention", "modified"},
     2,
     "catena: error: --convention: URDF has no DH table\n  need    --to toml\n"},
    {{"convert", "planar2", "-o", "arm.json"},
     2,
     "catena: error: arm.json: the name does not tell the format\n"
     "  need    a name that ends in .toml or .urdf\n"
     "  hint    add --to toml or --to urdf\n"},
    {{"convert", "planar2", "-o", "/", "--to", "toml"},
     5,
     "catena: error: /: this is a folder\n  need    the name of a file\n"},
    {{"methods", "planar2"},
     2,
     "catena: error: 'planar2': one argument too many\n  hint    run 'catena methods --help'\n"},
};

// The commands that the program's help lists.
std::vector<std::string> commands() {
  std::istringstream help(catena({"--help"}).out);
  std::vector<std::string> names;
  bool listed = false;
  for (std::string line; std::getline(help, line);) {
    if (line == "Commands:")
      listed = true;
    else if (line.empty())
      listed = false;
    else if (listed && line.starts_with("  ") && line[2] != ' ')
      names.push_back(line.substr(2, line.find(' ', 2) - 2));
  }
  return names;
}

TEST(WrongCommandLines, AreNamedWithOneThingToTry) {
  std::string list;
  for (const std::string& command : commands()) list += (list.empty() ? "" : ", ") + command;
  for (const Wrong& wrong : kGallery) {
    std::string error = wrong.error;
    if (const std::size_t at = error.find("{COMMANDS}"); at != std::string::npos) error.replace(at, 10, list);
    const Answer answer = catena(wrong.args);
    EXPECT_EQ(answer.code, wrong.code) << error;
    EXPECT_EQ(answer.out, "");
    EXPECT_EQ(answer.err, error);
  }
}

TEST(Help, IsPrintedOnStandardOutputWithAndWithoutBeingAsked) {
  const Answer plain = catena({}), asked = catena({"--help"});
  EXPECT_EQ(plain.code, 0);
  EXPECT_EQ(asked.code, 0);
  EXPECT_EQ(plain.out, asked.out);
  EXPECT_EQ(plain.err, "");
  EXPECT_NE(plain.out.find("Exit codes: 0 ok, 2 usage"), std::string::npos);
}

TEST(Help, TellsTheVersion) {
  const Answer answer = catena({"--version"});
  EXPECT_EQ(answer.code, 0);
  EXPECT_TRUE(answer.out.starts_with("catena 0.")) << answer.out;
}

TEST(Help, EndsWithAnExampleThatRunsAsPrinted) {
  std::vector<std::vector<std::string>> pages = {{"--help"}};
  for (const std::string& command : commands()) pages.push_back({command, "--help"});
  ASSERT_GE(pages.size(), 5u);
  for (const auto& page : pages) {
    const Answer help = catena(page);
    EXPECT_EQ(help.code, 0);
    const std::size_t at = help.out.find("Example:  ");
    ASSERT_NE(at, std::string::npos) << help.out;
    const std::string example = help.out.substr(at + 10, help.out.find('\n', at) - at - 10);
    EXPECT_NE(example.find("catena "), std::string::npos);
    EXPECT_EQ(shell("cd /; { " + example + "; } >/dev/null 2>&1").code, 0) << example;
  }
}

TEST(Help, StaysWithinAPage) {
  std::vector<std::string> all = {catena({}).out};
  for (const std::string& command : commands()) all.push_back(catena({command, "--help"}).out);
  for (const std::string& text : all) {
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) EXPECT_LE(line.size(), 110u) << line;
  }
}

TEST(Methods, ListsTheRegistryAsJson) {
  const Answer answer = catena({"methods", "--json"});
  const auto list = nlohmann::json::parse(answer.out);
  EXPECT_EQ(list["inertia"][0], "crba");
  EXPECT_EQ(list["id"][0], "rnea");
}

}  // namespace
}  // namespace catena::test
