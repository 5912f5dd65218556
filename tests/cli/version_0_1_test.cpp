// SPDX-License-Identifier: Apache-2.0
// Files of version 0.1.0 (tests/version_0_1) still open: those that it shipped, and the store of a sweep over three_link.toml
// that was interrupted after six of eight points. The catalogue has the same numbers today, so that the results must be
// the same.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "cli/shell.hpp"

namespace catena::test {
namespace {

using testing::HasSubstr;

const std::string kOld = CATENA_SOURCE_DIR "/tests/version_0_1/";

TEST(FilesOfVersion01, RobotsGiveTheSameDynamics) {
  const auto results = [](const std::string& robot) {
    return catena({"eval", robot, "--q", "0.1,0.2,0.3,0.4,0.5,0.6", "--qd", "1,2,3,4,5,6", "--tau",
                   "1,1,1,1,1,1", "-w", "inertia,fd,jacobian", "--motors", "--json"});
  };
  const Answer old = results(kOld + "puma560.toml"), now = results("puma560");
  ASSERT_EQ(old.code, 0) << old.err;
  ASSERT_EQ(now.code, 0) << now.err;
  EXPECT_EQ(old.out, now.out);
}

TEST(FilesOfVersion01, ScenariosGiveTheSameMotion) {
  const auto samples = [](const std::string& scenario) {
    return catena({"simulate", scenario, "--duration", "0.1s", "--output", "-"});
  };
  const Answer old = samples(kOld + "puma_quasi_velocity.toml"), now = samples("puma_quasi_velocity");
  ASSERT_EQ(old.code, 0) << old.err;
  ASSERT_EQ(now.code, 0) << now.err;
  EXPECT_EQ(old.out, now.out);
  EXPECT_THAT(old.out, HasSubstr("\n0.1,"));
}

TEST(FilesOfVersion01, DesignsHaveTheSamePoints) {
  const Answer old = catena({"sweep", kOld + "three_link.toml", "--dry-run"});
  ASSERT_EQ(old.code, 0) << old.err;
  EXPECT_THAT(old.out, HasSubstr("three links in space\n  points      8\n  parameter   arm: 8 values\n"));
  EXPECT_THAT(old.out, HasSubstr("  feasible    8 of 8 points tried\n"));
}

std::vector<std::string> lines_of(std::istream& in) {
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

TEST(FilesOfVersion01, StoresKeepTheirNumbersAndCanBeResumed) {
  const Folder folder;
  const std::string store = folder.file("a.db");
  std::filesystem::copy_file(kOld + "three_link.db", store);
  const Answer answer =
      catena({"sweep", kOld + "three_link.toml", "-o", store, "--resume", "--csv", folder.file("a.csv")});
  ASSERT_EQ(answer.code, 0) << answer.err;
  EXPECT_THAT(answer.err, HasSubstr("started with Catena 0.1.0, resumed with "));
  EXPECT_THAT(answer.out,
              HasSubstr("three links in space\n  points      8 of 8, 8 feasible\n  computed    2 in "));
  EXPECT_THAT(answer.out,
              HasSubstr("\n     3      3  Rz Pz Px                9             11       0.888889   "
                        "1.17945 ± 0.0028                 1 m  4.18768 ± 0.0028\n"));

  // three_link.csv is what version 0.1.0 wrote after all eight points.
  std::ifstream before(kOld + "three_link.csv"), after(folder.file("a.csv"));
  const std::vector<std::string> old = lines_of(before), now = lines_of(after);
  ASSERT_EQ(old.size(), 9u);
  ASSERT_EQ(now.size(), 9u);
  for (std::size_t k = 0; k < 7; ++k) EXPECT_EQ(now[k], old[k]);  // the head and the six stored points
  // Of a point that was computed now, the criteria that are not sampled: operation counts and shares.
  EXPECT_TRUE(now[7].starts_with("6,,Px Pz Rz,1,0,,2,0,,0.7777777777777778,0,,")) << now[7];
  EXPECT_EQ(now[8], old[8]);
}

}  // namespace
}  // namespace catena::test
