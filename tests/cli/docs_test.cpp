// SPDX-License-Identifier: Apache-2.0
// The console examples of the pages print what the pages say.
#include <gtest/gtest.h>

#include <fstream>

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
                                         std::pair{"docs/compare.md", std::size_t{1}},
                                         std::pair{"docs/simulate.md", std::size_t{1}},
                                         std::pair{"README.md", std::size_t{2}}));

}  // namespace
}  // namespace catena::test
