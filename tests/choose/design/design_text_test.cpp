// SPDX-License-Identifier: Apache-2.0
// A design written as text: what is read back, and how two of them differ.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "catena/core/error.hpp"
#include "choose/design/design_helpers.hpp"

namespace catena::choose {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const std::string kFull = R"(design = 1
name = "all \"keys\""
source = "nowhere"
robot = "stanford"
angle_unit = "deg"
gravity = [0, 0, -1.62]
criteria = ["reach", "weight", "simplicity"]
limits = { revolute = [-100, 100.5], prismatic = [0, 0.25] }
body = { law = "scaled", exponent = 2.5 }
task = { samples = 77, seed = 3, payload = 1.5, length = 0.4, motors = false }
sampling = { kind = "latin_hypercube", points = 99, seed = 12 }
optimise = { criterion = "weight", method = "isres", evaluations = 50, starts = 2, tolerance = 1e-3, seed = 9 }
[[parameter]]
name = "offset"
set = "d"
link = [2, 4]
low = 0.1
high = 0.30000000000000004
levels = 7
[[parameter]]
name = "kind"
set = "joint"
link = 3
values = ["prismatic", "revolute"]
[[parameter]]
name = "twist"
set = "alpha"
link = 5
values = [-90, 45.5]
[[parameter]]
set = "a"
link = 6
same_as = "offset"
factor = -0.5
[[constraint]]
sum = { offset = 2, twist = -0.125 }
least = -20
most = 30
[[constraint]]
criterion = "reach"
least = 0.5
[[constraint]]
of = "total_mass"
most = 40
)";

TEST(DesignText, ReadsBackToTheSameDesign) {
  for (const std::string& text :
       {kFull, grid(),
        two_links(std::string("[sampling]\nkind = \"sobol\"\npoints = 9\n\n") + kTwoLengths)}) {
    const Design design = design_of(text), again = design_of(design.text());
    EXPECT_EQ(design.text(), again.text());
    EXPECT_THAT(differences(design.text(), again.text()), testing::IsEmpty());
    EXPECT_EQ(design.task().motors, text != kFull);
    EXPECT_EQ(again.task().motors, text != kFull);
    EXPECT_EQ(again.task().samples, design.task().samples);
    EXPECT_EQ(again.task().seed, design.task().seed);
    EXPECT_EQ(again.task().payload, design.task().payload);
    EXPECT_EQ(again.task().length, design.task().length);
    ASSERT_EQ(design.size(), again.size());
    for (std::int64_t k = 0; k < design.size(); ++k) {
      const std::vector<double> point = design.point(k);
      ASSERT_EQ(point, again.point(k));
      const Robot a = design.robot_unconstrained(point), b = again.robot_unconstrained(point);
      ASSERT_EQ(a.links.size(), b.links.size());
      for (std::size_t i = 0; i < a.links.size(); ++i) {
        EXPECT_EQ(a.links[i].joint, b.links[i].joint);
        EXPECT_EQ(a.links[i].dh.d, b.links[i].dh.d);
        EXPECT_EQ(a.links[i].dh.alpha, b.links[i].dh.alpha);
        EXPECT_EQ(a.links[i].mass, b.links[i].mass);
        EXPECT_EQ(a.links[i].inertia.xx, b.links[i].inertia.xx);
        EXPECT_EQ(a.links[i].com.z, b.links[i].com.z);
      }
    }
  }
}

TEST(DesignText, DifferencesAreSaidInWords) {
  const std::string before = design_of(kFull).text();
  const auto after = [&](const std::string& from, const std::string& to) {
    std::string text = kFull;
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return differences(before, design_of(text.replace(at, from.size(), to)).text());
  };
  EXPECT_THAT(after("nowhere", "elsewhere"), testing::IsEmpty());
  EXPECT_THAT(after("points = 99", "points = 100"), ElementsAre("sampling.points: 99, now 100"));
  EXPECT_THAT(after("low = 0.1", "low = 0.2"), ElementsAre("parameter.offset.low: 0.1, now 0.2"));
  EXPECT_THAT(after("least = 0.5\n", "most = 0.5\n"),
              ElementsAre("constraint.2.least: 0.5, now removed", "constraint.2.most: new, 0.5"));
  EXPECT_THAT(after("\"stanford\"", "\"stanford_002\""), testing::Contains(HasSubstr("robot.link.")));
  EXPECT_THAT(after("[\"reach\", \"weight\", ", "[\"weight\", \"reach\", "),
              ElementsAre(HasSubstr("criteria: ")));
  EXPECT_THAT(after("name = \"kind\"", "name = \"what\""),
              testing::Contains(HasSubstr("the order of parameter: ")));
  EXPECT_THAT(differences("design = ", before),
              ElementsAre(HasSubstr("one of the designs cannot be read: ")));
}

}  // namespace
}  // namespace catena::choose
