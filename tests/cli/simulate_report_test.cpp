// SPDX-License-Identifier: Apache-2.0
// The report of `catena simulate`: a run along a trajectory shows the desired motion, a free fall has none.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>

#include "cli/shell.hpp"

namespace catena::test {
namespace {

std::size_t occurrences(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

std::string page_of(std::vector<std::string> args) {
  const Folder folder;
  args.insert(args.begin(), "simulate");
  args.insert(args.end(), {"--report", folder.file("run.html")});
  const Answer answer = catena(std::move(args));
  EXPECT_EQ(answer.code, 0) << answer.err;
  return folder.read("run.html");
}

// The data of the page.
Json data_of(const std::string& page) {
  const std::string open = "id=\"catena-report\">";
  const std::size_t from = page.find(open) + open.size();
  return Json::parse(page.substr(from, page.find("</script>", from) - from));
}

TEST(SimulateReport, EveryPlotOfJointsNamesThem) {
  const std::vector<std::string> joints = {"shoulder", "upper arm", "forearm",
                                           "wrist 1",  "wrist 2",   "wrist 3"};
  std::set<std::string> groups;
  const Json data = data_of(page_of({"ur5e_pick_and_place", "--duration", "20ms"}));
  for (const Json& signal : data["runs"][0]["signals"].elements()) {
    const std::string name = signal["name"].text();
    const auto number = static_cast<std::size_t>(name.back() - '1');
    if (number >= joints.size()) continue;  // x, y and z of the tool, energies
    EXPECT_EQ(signal["about"], joints[number]) << signal["group"].text() << " " << name;
    groups.insert(signal["group"].text());
  }
  for (const char* group :
       {"Joint positions", "Joint velocities", "Drive torques", "Deviation from the trajectory"})
    EXPECT_TRUE(groups.contains(group)) << group;
}

TEST(SimulateReport, ShowsTheDesiredMotion) {
  const std::string page = page_of({"ur5e_pick_and_place", "--duration", "20ms"});
  EXPECT_EQ(occurrences(page, "\"desired\":true"), 12u);  // q and qd of six joints
  EXPECT_EQ(occurrences(page, "\"desired_tip\":"), 1u);

  const Json data = data_of(page), run = data["runs"][0];
  const std::size_t samples = run["time"].size();
  ASSERT_GT(samples, 2u);
  std::vector<std::vector<double>> q, qd;
  for (const Json& signal : run["signals"].elements()) {
    if (!signal.contains("desired")) continue;
    const bool position = signal["group"] == "Joint positions";
    std::vector<std::vector<double>>& joints = position ? q : qd;
    EXPECT_EQ(signal["group"], position ? "Joint positions" : "Joint velocities");
    EXPECT_EQ(signal["unit"], position ? "rad" : "rad/s");
    joints.push_back(signal["values"].numbers());
    EXPECT_EQ(signal["name"], (position ? "q" : "qd") + std::to_string(joints.size()));
    ASSERT_EQ(joints.back().size(), samples);
  }
  ASSERT_EQ(q.size(), 6u);
  ASSERT_EQ(qd.size(), 6u);

  // it starts at rest, where the robot does, and the path of the tool is that of these positions
  std::vector<std::vector<double>> tip;
  for (int axis = 0; axis < 3; ++axis) tip.push_back(run["desired_tip"][axis].numbers());
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_NEAR(qd[i][0], 0, 1e-15) << i;
    EXPECT_EQ(q[i][0], run["q"][i][0].number()) << i;
  }
  for (std::size_t k = 0; k < samples; ++k) {
    std::string state;
    for (const std::vector<double>& joint : q)
      state += fmt::format("{}{:.17g}", state.empty() ? "" : ", ", joint[k]);
    const Json pose =
        catena({"eval", "ur5e", "--want", "pose"}, "{\"q\": [" + state + "]}\n").lines().at(0)["pose"];
    for (std::size_t axis = 0; axis < 3; ++axis) {
      ASSERT_EQ(tip[axis].size(), samples);
      EXPECT_NEAR(tip[axis][k], pose[axis][3].number(), 1e-12) << axis << " at " << k;
    }
  }
}

TEST(SimulateReport, HasNoDesiredMotionInAFreeFall) {
  const std::string page = page_of({"planar2", "--free-fall", "20ms"});
  EXPECT_EQ(occurrences(page, "\"desired\":true"), 0u);
  EXPECT_EQ(occurrences(page, "\"desired_tip\":"), 0u);
  const Json run = data_of(page)["runs"][0];
  EXPECT_GT(run["signals"].size(), 4u);
  for (const Json& signal : run["signals"].elements()) EXPECT_FALSE(signal.contains("desired"));
}

}  // namespace
}  // namespace catena::test
