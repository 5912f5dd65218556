// SPDX-License-Identifier: Apache-2.0
// `catena eval` against the golden data, through text on both sides.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "catena/io/robot_file.hpp"
#include "catena/registry.hpp"
#include "cli/shell.hpp"
#include "support/golden.hpp"

namespace catena::test {
namespace {

using nlohmann::json;

// Quantity -> golden field; those that the registry does not have yet are left out.
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

// D of M = U D Uᵀ is positive, so that its square roots exist.
bool positive(const Golden& g) {
  return std::none_of(g.states.begin(), g.states.end(),
                      [](const json& state) { return state.at("nu").is_null(); });
}

std::vector<std::string> wanted(const Golden& g) {
  std::vector<std::string> names;
  for (const QuantityInfo& quantity : kQuantities) {
    const auto field = kFields.find(std::string(quantity.name));
    if (field != kFields.end() && !g.states[0].at(field->second).is_null()) names.emplace_back(quantity.name);
  }
  return names;
}

std::string joined(const std::vector<std::string>& names) {
  std::string list;
  for (const std::string& name : names) list += (list.empty() ? "" : ",") + name;
  return list;
}

// The golden states as the lines that eval reads.
std::string state_lines(const Golden& g) {
  std::string text;
  for (const json& state : g.states)
    text +=
        json{{"q", state["q"]}, {"qd", state["qd"]}, {"qdd", state["qdd"]}, {"tau", state["fd_tau"]}}.dump() +
        '\n';
  return text;
}

class EvalOfGolden : public testing::TestWithParam<Golden> {};

TEST_P(EvalOfGolden, GivesTheGoldenNumbersForEveryQuantity) {
  const Golden& g = GetParam();
  const Folder folder;
  const std::string robot = folder.write("golden.toml", write_robot_file(g.robot));
  const std::vector<std::string> names = wanted(g);
  const Answer answer = catena({"eval", robot, "--want", joined(names)}, state_lines(g));
  ASSERT_EQ(answer.code, 0) << answer.out;
  const std::vector<json> lines = answer.lines();
  ASSERT_EQ(lines.size(), g.states.size());
  for (std::size_t k = 0; k < lines.size(); ++k) {
    const json& state = g.states[k];
    for (const std::string& name : names) {
      const std::vector<double> expected = numbers(state.at(kFields.at(name)));
      const json& got = lines[k].at(name == "udut" ? "U" : name);
      ASSERT_EQ(numbers(got).size(), expected.size());
      EXPECT_LE(relative_error(numbers(got), expected), g.tolerance()) << name << " of state " << k;
    }
    EXPECT_LE(relative_error(numbers(lines[k].at("d")), numbers(state.at("D"))), g.tolerance());
  }
}

TEST_P(EvalOfGolden, AgreesForEveryMethodOfTheRegistry) {
  const Golden& g = GetParam();
  const Folder folder;
  const std::string robot = folder.write("golden.toml", write_robot_file(g.robot));
  const std::string input = state_lines(g);
  for (const QuantityInfo& quantity : kQuantities) {
    const std::string name(quantity.name);
    const Answer first = catena({"eval", robot, "--want", name}, input);
    const std::vector<json> expected = first.lines();
    for (const Method<double>& m : methods<double>()) {
      if (m.quantity != quantity.quantity) continue;
      if (m.roots && !positive(g)) continue;  // RefusesSquareRootsOfNegativeNumbers
      ASSERT_EQ(first.code, 0) << name << first.out;
      const Answer answer = catena({"eval", robot, "-w", name, "-m", std::string(m.stem)}, input);
      ASSERT_EQ(answer.code, 0) << answer.out << answer.err;
      const std::vector<json> got = answer.lines();
      for (std::size_t k = 0; k < got.size(); ++k)
        for (const auto& [key, value] : expected[k].items())
          EXPECT_LE(relative_error(numbers(got[k].at(key)), numbers(value)), 1e-9) << key << " by " << m.stem;
    }
  }
}

TEST_P(EvalOfGolden, RefusesSquareRootsOfNegativeNumbers) {
  const Golden& g = GetParam();
  if (positive(g)) return;
  const Folder folder;
  const std::string robot = folder.write("golden.toml", write_robot_file(g.robot));
  for (const Method<double>& m : methods<double>()) {
    if (!m.roots) continue;
    const std::string name(info(m.quantity).name);
    const Answer answer = catena({"eval", robot, "-w", name, "-m", std::string(m.stem)}, state_lines(g));
    EXPECT_EQ(answer.code, 4) << name << " by " << m.stem;
    for (const json& line : answer.lines()) {
      const std::string error = line.at("error");
      EXPECT_TRUE(error.starts_with(name + ": the inertia matrix of '" + g.robot.name +
                                    "' is not positive definite here; given joint "))
          << error;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Golden, EvalOfGolden, testing::ValuesIn(all_golden()),
                         [](const auto& param) { return param.param.file; });

}  // namespace
}  // namespace catena::test
