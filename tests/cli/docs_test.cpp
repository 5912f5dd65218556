// SPDX-License-Identifier: Apache-2.0
// The commands in the documentation run, and print what the pages show.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
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

// The block after <!-- file NAME --> is a file of that name.
void write_files(const std::string& page, const Folder& folder) {
  constexpr std::string_view kMark = "<!-- file ";
  std::ifstream in(page);
  std::string name, text;
  bool inside = false;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with(kMark)) {
      name = line.substr(kMark.size(), line.find(" -->") - kMark.size());
    } else if (inside && line == "```") {
      folder.write(name, text);
      name.clear(), text.clear();
      inside = false;
    } else if (inside) {
      text += line + '\n';
    } else if (!name.empty() && line.starts_with("```")) {
      inside = true;
    }
  }
}

// README.md and all pages of docs with a ```console block.
std::vector<std::string> pages() {
  const std::filesystem::path root = CATENA_SOURCE_DIR;
  std::vector<std::string> all = {"README.md"};
  for (const auto& file : std::filesystem::recursive_directory_iterator(root / "docs"))
    if (file.path().extension() == ".md" && !examples(file.path()).empty())
      all.push_back(std::filesystem::relative(file.path(), root));
  std::sort(all.begin(), all.end());
  return all;
}

class EveryPage : public testing::TestWithParam<std::string> {};

// The commands run in a folder with the files that the page shows.
TEST_P(EveryPage, ShowsWhatTheCommandsPrint) {
  const std::string page = CATENA_SOURCE_DIR "/" + GetParam();
  const Folder folder;
  write_files(page, folder);
  const std::vector<Example> all = examples(page);
  EXPECT_FALSE(all.empty());
  for (const Example& example : all)
    EXPECT_EQ(shell("cd '" + folder.file("") + "'; " + example.command).out, example.output)
        << example.command;
}

INSTANTIATE_TEST_SUITE_P(Pages, EveryPage, testing::ValuesIn(pages()), [](const auto& page) {
  std::string name = page.param;
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return !std::isalnum(c); }, '_');
  return name;
});

TEST(Pages, AreFound) { EXPECT_GE(pages().size(), 5u); }

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
