// SPDX-License-Identifier: Apache-2.0
// The commands in the documentation run, and print what the pages show.
#include <gtest/gtest.h>

#include <fstream>

#include "cli/shell.hpp"

namespace catena::test {
namespace {

struct Example {
  std::string command, output;
};

// The lines between ```LANGUAGE and ```.
std::vector<std::string> code_lines(const std::string& page, const std::string& language) {
  std::vector<std::string> lines;
  std::ifstream in(page);
  bool inside = false;
  for (std::string line; std::getline(in, line);) {
    if (line == "```" + language)
      inside = true;
    else if (line == "```")
      inside = false;
    else if (inside)
      lines.push_back(line);
  }
  return lines;
}

// In a ```console block, a command follows "$ ", and its output follows the command.
std::vector<Example> examples(const std::string& page) {
  std::vector<Example> all;
  for (const std::string& line : code_lines(page, "console"))
    if (line.starts_with("$ "))
      all.push_back({line.substr(2), ""});
    else if (!all.empty())
      all.back().output += line + '\n';
  return all;
}

class EveryPage : public testing::TestWithParam<std::pair<const char*, std::size_t>> {};

TEST_P(EveryPage, ShowsWhatTheCommandsPrint) {
  const auto& [page, at_least] = GetParam();
  const std::vector<Example> all = examples(std::string(CATENA_SOURCE_DIR "/") + page);
  EXPECT_GE(all.size(), at_least) << page;
  for (const Example& example : all) EXPECT_EQ(shell(example.command).out, example.output) << example.command;
}

INSTANTIATE_TEST_SUITE_P(Pages, EveryPage,
                         testing::Values(std::pair{"docs/cli.md", std::size_t{5}},
                                         std::pair{"docs/derivatives.md", std::size_t{1}},
                                         std::pair{"docs/ik.md", std::size_t{4}},
                                         std::pair{"docs/compare.md", std::size_t{1}},
                                         std::pair{"docs/simulate.md", std::size_t{1}},
                                         std::pair{"README.md", std::size_t{2}}));

const std::string kReadme = CATENA_SOURCE_DIR "/README.md";

TEST(Readme, HasCommandsThatRun) {
  const std::vector<std::string> commands = code_lines(kReadme, "sh");
  EXPECT_GE(commands.size(), 2u);
  for (const std::string& command : commands) {
    const Answer answer = shell("folder=$(mktemp -d); cd $folder; { " + command +
                                "; } 2>&1; code=$?; [ -n \"$(ls)\" ] || code=99; rm -r $folder; exit $code");
    EXPECT_EQ(answer.code, 0) << command << '\n' << answer.out << "it must succeed and write a file";
  }
}

// Text such as `make demo` or `catena eval ROBOT` names targets and commands that exist.
TEST(Readme, NamesOnlyTargetsAndCommandsThatExist) {
  const auto text_of = [](const std::string& path) {
    std::ifstream in(path);
    return std::string(std::istreambuf_iterator<char>(in), {});
  };
  const auto words_after = [](const std::string& text, const std::string& before) {
    std::vector<std::string> words;
    for (std::size_t at = 0; (at = text.find(before, at)) != std::string::npos; at += before.size()) {
      const std::size_t begin = at + before.size(),
                        end = text.find_first_not_of("abcdefghijklmnopqrstuvwxyz", begin);
      if (end > begin) words.push_back(text.substr(begin, end - begin));
    }
    return words;
  };
  const std::string readme = text_of(kReadme), makefile = text_of(CATENA_SOURCE_DIR "/Makefile");
  std::vector<std::string> targets = words_after(readme, "    make "),
                           commands = words_after(readme, "`catena ");
  for (const std::string& target : words_after(readme, "`make ")) targets.push_back(target);
  EXPECT_GE(targets.size(), 3u);
  for (const std::string& target : targets)
    EXPECT_NE(makefile.find("\n" + target + ":"), std::string::npos) << "make " << target;
  EXPECT_GE(commands.size(), 14u);
  for (const std::string& command : commands) EXPECT_EQ(catena({command, "--help"}).code, 0) << command;
}

}  // namespace
}  // namespace catena::test
