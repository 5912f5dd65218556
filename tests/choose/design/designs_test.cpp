// SPDX-License-Identifier: Apache-2.0
// The designs that ship with Catena: they can be read, their arms exist, and they rank as paper 004 says.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <numbers>
#include <sstream>

#include "catena/choose/design/design.hpp"
#include "catena/core/arm.hpp"

namespace catena::choose {
namespace {

TEST(Designs, OfAnUnknownNameAreRefusedWithTheRule) {
  try {
    load_design("nosuch");
    FAIL() << "no error";
  } catch (const Error& e) {
    EXPECT_EQ(std::string(e.what()), "design 'nosuch': no such design\n  need    the name of one of the " +
                                         std::to_string(designs().size()) +
                                         " designs built in, or a file (.toml)");
  }
}

// All arms of a grid over one list of words, by word.
std::map<std::string, std::vector<Score>> scores(const std::string& stem,
                                                 const std::vector<std::string>& criteria) {
  const Design design = load_design(stem);
  std::vector<Arm> arms;
  for (std::int64_t k = 0; k < design.size(); ++k) arms.emplace_back(design.robot(design.point(k)));
  std::vector<const Criterion*> wanted;
  for (const std::string& each : criteria) wanted.push_back(&criterion(each));
  const Scores all = evaluate(arms, wanted, design.task());
  std::map<std::string, std::vector<Score>> out;
  for (int a = 0; a < all.arms(); ++a)
    for (int c = 0; c < all.criteria(); ++c)
      out[arms[static_cast<std::size_t>(a)].name()].push_back(all.at(a, c));
  return out;
}

// The words with the smallest and the largest first score.
std::pair<std::string, std::string> ends(const std::map<std::string, std::vector<Score>>& scores) {
  const auto [least, most] =
      std::minmax_element(scores.begin(), scores.end(),
                          [](const auto& a, const auto& b) { return a.second[0].value < b.second[0].value; });
  return {least->first, most->first};
}

TEST(Designs, AllCanBeReadAndBuilt) {
  const std::vector<std::string> all = designs();
  EXPECT_GE(all.size(), 4u);
  for (const std::string& stem : all) {
    const Design design = load_design(stem);
    EXPECT_FALSE(design.name().empty()) << stem;
    int built = 0;
    const std::int64_t tried = std::min<std::int64_t>(design.size(), 200);
    for (std::int64_t k = 0; k < tried; ++k) {
      try {
        const Arm arm(design.robot(design.point(k)));
        EXPECT_GT(arm.inertia(Eigen::VectorXd::Constant(arm.dof(), 0.3)).diagonal().minCoeff(), 0)
            << arm.name();
        ++built;
      } catch (const Error& e) {
        EXPECT_NE(e.problem().find("does not hold"), std::string::npos) << stem << ": " << e.what();
      }
    }
    EXPECT_GT(built, tried / 2) << stem;
  }
}

// Section 4: PP has a constant diagonal GIM and no MCI, RR is the most expensive, one slide is between them.
TEST(Designs, TwoLinksRankAsThePaperSays) {
  const auto found = scores("two_link", {"gim_optimised", "mci_optimised", "gim_constants", "workspace"});
  ASSERT_EQ(found.size(), 4u);
  EXPECT_EQ(ends(found), std::pair(std::string("Px Py"), std::string("Rz Rz")));
  const std::vector<Score>& pp = found.at("Px Py");
  EXPECT_EQ(pp[0].value, 0);
  EXPECT_EQ(pp[1].value, 0);
  EXPECT_EQ(pp[2].value, 1);
  for (const char* arm : {"Rz Px", "Px Rz"})
    for (const std::size_t c : {0u, 1u}) {
      EXPECT_GT(found.at(arm)[c].value, pp[c].value) << arm;
      EXPECT_LT(found.at(arm)[c].value, found.at("Rz Rz")[c].value) << arm;
    }
  // the areas, with all lengths a = 0.5: RR 4 π a², RP 3 π a² (misprinted as 4 π a²), PP a². The circle of PR passes
  // over (π + 2) a² but for the lens that lies inside both its last places.
  const double a2 = 0.25, pi = std::numbers::pi;
  const auto area = [&](const char* arm) { return found.at(arm)[3]; };
  EXPECT_NEAR(area("Rz Rz").value, 4 * pi * a2, area("Rz Rz").error + 1e-12);
  EXPECT_NEAR(area("Rz Px").value, 3 * pi * a2, area("Rz Px").error + 1e-12);
  EXPECT_NEAR(area("Px Py").value, a2, area("Px Py").error + 1e-12);
  const double lens = 2 * a2 * (pi / 3 - std::sqrt(3.0) / 4);
  EXPECT_NEAR(area("Px Rz").value, (pi + 2) * a2 - lens, area("Px Rz").error + 1e-12);
}

TEST(Designs, ThreeLinksRankFromSlidesToTurns) {
  const auto space = scores("three_link", {"gim_optimised", "mci_optimised"});
  ASSERT_EQ(space.size(), 8u);
  EXPECT_EQ(ends(space), std::pair(std::string("Px Py Pz"), std::string("Rz:z Ry Ry")));
  EXPECT_EQ(space.at("Px Py Pz")[0].value, 0);
  EXPECT_EQ(space.at("Px Py Pz")[1].value, 0);
  const auto plane = scores("three_link_planar", {"gim_optimised", "mci_optimised"});
  ASSERT_EQ(plane.size(), 7u);
  EXPECT_EQ(ends(plane), std::pair(std::string("Px Py Rz"), std::string("Rz Rz Rz")));
  // no posture-independent singularity: each arm of three joints reaches where two cannot
  for (const auto& [arm, score] : scores("three_link", {"manipulability_max", "workspace"})) {
    EXPECT_GT(score[0].value, 0.1) << arm;
    EXPECT_GT(score[1].value, 0.1) << arm;
  }
}

// Designs in the documentation are designs.
TEST(Designs, TheDocumentedOnesCanBeRead) {
  std::ifstream file(CATENA_SOURCE_DIR "/docs/design.md");
  std::stringstream all;
  all << file.rdbuf();
  const std::string text = all.str();
  int found = 0;
  for (std::size_t at = 0; (at = text.find("```toml\n", at)) != std::string::npos; ++found) {
    at += 8;
    const std::size_t end = text.find("```", at);
    const Design design = parse_design(text.substr(at, end - at), "design.md", criteria(), {});
    EXPECT_EQ(design.size(), 1000);
    EXPECT_EQ(Arm(design.robot_unconstrained(design.point(0))).dof(), 3);
    at = end;
  }
  EXPECT_EQ(found, 1);
}

TEST(Designs, SixJointsAreTwoHundredThousandArmsByFiveCriteria) {
  const Design design = load_design("six_joint");
  EXPECT_EQ(design.size(), 200'000);
  EXPECT_EQ(design.criteria().size(), 5u);
  EXPECT_EQ(Arm(design.robot(design.point(1))).dof(), 6);
}

}  // namespace
}  // namespace catena::choose
