// SPDX-License-Identifier: Apache-2.0
// `catena eval` compared with the golden data, with states and results passed as text.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "catena/core/registry.hpp"
#include "catena/io/robot_file.hpp"
#include "cli/shell.hpp"
#include "support/golden.hpp"

namespace catena::test {
namespace {

// Quantity -> field of the golden data.
const std::map<std::string, std::string> kFields = {{"inertia", "M"},
                                                    {"bias", "coriolis"},
                                                    {"gravity", "gravity_vec"},
                                                    {"id", "tau"},
                                                    {"fd", "fd_qdd"},
                                                    {"udut", "U"},
                                                    {"nu", "nu"},
                                                    {"xi", "xi"},
                                                    {"cnu", "C_nu_with_gravity"},
                                                    {"cxi", "C_xi_with_gravity"}};

// Whether D of M = U D Uᵀ is positive, so that its square roots exist.
bool positive(const Golden& g) {
  return std::none_of(g.states.begin(), g.states.end(),
                      [](const GoldenState& state) { return !state.has("nu"); });
}

std::vector<std::string> wanted(const Golden& g) {
  std::vector<std::string> names;
  for (const QuantityInfo& quantity : kQuantities) {
    const auto field = kFields.find(std::string(quantity.name));
    if (field != kFields.end() && g.states[0].has(field->second)) names.emplace_back(quantity.name);
  }
  return names;
}

std::string joined(const std::vector<std::string>& names) {
  std::string list;
  for (const std::string& name : names) list += (list.empty() ? "" : ",") + name;
  return list;
}

// The golden states as input lines of eval; with a wrench on each link, and damped, on request.
std::string state_lines(const Golden& g, bool wrenches = false, bool damped = false) {
  std::string text;
  for (const GoldenState& state : g.states) {
    const auto row = [&](const char* field) { return Json(state[field]).dump(); };
    text += R"({"q": )" + row("q") + R"(, "qd": )" + row("qd") + R"(, "qdd": )" + row("qdd") +
            R"(, "tau": )" + row("fd_tau");
    for (int i = 0; wrenches && i < g.dof(); ++i)
      text += (i > 0 ? ", [" : R"(, "wrenches": [[)") + std::to_string(i) + ", -1, 0.5, 2, 0, -3]";
    text += wrenches ? "]" : "";
    text += damped ? R"(, "damping": 0.01)" : "";
    text += "}\n";
  }
  return text;
}

class EvalOfGolden : public testing::TestWithParam<std::string> {};

TEST_P(EvalOfGolden, GivesTheGoldenNumbersForEveryQuantity) {
  const Golden g = load_golden(GetParam());
  const Folder folder;
  const std::string robot = folder.write("golden.toml", write_robot_file(g.robot));
  const std::vector<std::string> names = wanted(g);
  const Answer answer = catena({"eval", robot, "--want", joined(names)}, state_lines(g));
  ASSERT_EQ(answer.code, 0) << answer.out;
  const std::vector<Json> lines = answer.lines();
  ASSERT_EQ(lines.size(), g.states.size());
  for (std::size_t k = 0; k < lines.size(); ++k) {
    const GoldenState& state = g.states[k];
    for (const std::string& name : names) {
      const std::vector<double> expected = state[kFields.at(name)];
      const std::vector<double> got = lines[k][name == "udut" ? "U" : name].numbers();
      ASSERT_EQ(got.size(), expected.size());
      EXPECT_LE(relative_error(got, expected), g.tolerance()) << name << " of state " << k;
    }
    EXPECT_LE(relative_error(lines[k]["d"].numbers(), state["D"]), g.tolerance());
  }
}

TEST_P(EvalOfGolden, AgreesForEveryMethodOfTheRegistry) {
  const Golden g = load_golden(GetParam());
  const Folder folder;
  const std::string robot = folder.write("golden.toml", write_robot_file(g.robot));
  for (const QuantityInfo& quantity : kQuantities) {
    const std::string name(quantity.name);
    const std::string input = state_lines(g, quantity.needs(Input::wrenches), quantity.needs(Input::damping));
    const Answer first = catena({"eval", robot, "--want", name}, input);
    const std::vector<Json> expected = first.lines();
    for (const Method<double>& m : methods<double>()) {
      if (m.quantity != quantity.quantity) continue;
      if (m.roots && !positive(g)) continue;  // RefusesSquareRootsOfNegativeNumbers
      ASSERT_EQ(first.code, 0) << name << first.out;
      const Answer answer = catena({"eval", robot, "-w", name, "-m", std::string(m.name)}, input);
      ASSERT_EQ(answer.code, 0) << answer.out << answer.err;
      const std::vector<Json> got = answer.lines();
      for (std::size_t k = 0; k < got.size(); ++k)
        for (const std::string& key : expected[k].keys())
          EXPECT_LE(relative_error(got[k][key].numbers(), expected[k][key].numbers()), 1e-9)
              << key << " by " << m.name;
    }
  }
}

TEST_P(EvalOfGolden, RefusesSquareRootsOfNegativeNumbers) {
  const Golden g = load_golden(GetParam());
  if (positive(g)) return;
  const Folder folder;
  const std::string robot = folder.write("golden.toml", write_robot_file(g.robot));
  for (const Method<double>& m : methods<double>()) {
    if (!m.roots) continue;
    const std::string name(info(m.quantity).name);
    const Answer answer = catena({"eval", robot, "-w", name, "-m", std::string(m.name)}, state_lines(g));
    EXPECT_EQ(answer.code, 4) << name << " by " << m.name;
    for (const Json& line : answer.lines()) {
      const std::string error = line["error"].text();
      EXPECT_TRUE(error.starts_with(name + ": the inertia matrix of '" + g.robot.name +
                                    "' is not positive definite here; given joint "))
          << error;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Golden, EvalOfGolden, testing::ValuesIn(golden_stems()),
                         [](const auto& param) { return param.param; });

}  // namespace
}  // namespace catena::test
