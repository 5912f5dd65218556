// SPDX-License-Identifier: Apache-2.0
// Files as version 0.1.0 shipped them (tests/version_0_1) still open. The catalogue has the same numbers today, so that the
// results must be the same.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

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

}  // namespace
}  // namespace catena::test
