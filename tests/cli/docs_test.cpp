// SPDX-License-Identifier: Apache-2.0
// The console examples of docs/cli.md print what the page says.
#include <gtest/gtest.h>

#include "cli/shell.hpp"

namespace catena::test {
namespace {

struct Example {
  std::string command, output;
};

// ```console, one line that begins with "$ ", its output, ```
std::vector<Example> examples(const std::string& page) {
  std::vector<Example> all;
  std::ifstream in(page);
  bool inside = false;
  for (std::string line; std::getline(in, line);) {
    if (line == "```console")
      inside = true;
    else if (line == "```")
      inside = false;
    else if (inside && line.starts_with("$ "))
      all.push_back({line.substr(2), ""});
    else if (inside && !all.empty())
      all.back().output += line + '\n';
  }
  return all;
}

TEST(CommandLinePage, ShowsWhatTheCommandsPrint) {
  const std::vector<Example> all = examples(CATENA_SOURCE_DIR "/docs/cli.md");
  EXPECT_GE(all.size(), 5u);
  for (const Example& example : all) EXPECT_EQ(shell(example.command).out, example.output) << example.command;
}

}  // namespace
}  // namespace catena::test
