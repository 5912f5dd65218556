// SPDX-License-Identifier: Apache-2.0
// What the oracles are asked about: every robot of the catalogue and random chains, in random states.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <limits>
#include <numbers>
#include <random>
#include <string>
#include <vector>

#include "catena/arm.hpp"

namespace catena::test {

// The stems of robots/, sorted.
inline std::vector<std::string> catalogue_stems() {
  std::vector<std::string> stems;
  for (const auto& entry : std::filesystem::directory_iterator(CATENA_SOURCE_DIR "/robots"))
    if (entry.path().extension() == ".toml") stems.push_back(entry.path().stem().string());
  std::sort(stems.begin(), stems.end());
  return stems;
}

inline std::vector<std::string> random_chains() {
  std::vector<std::string> specs;
  for (const char* kind : {"chain:", "mixed:"})
    for (const char* n : {"1", "2", "3", "7", "12", "30"}) specs.push_back(std::string(kind) + n);
  return specs;
}

// Arms that `altered` makes harder.
inline std::vector<std::string> altered_arms() {
  return {"altered/panda", "altered/stanford", "altered/ur5", "altered/mixed:1", "altered/mixed:7"};
}

// Fixed rows with bodies before, between and behind the joints, gravity askew, and a payload.
inline Robot altered(Robot robot) {
  RobotLink row;
  row.joint = JointKind::fixed;
  row.dh = {0.11, 0.7, -0.23, -0.4};
  row.mass = 1.3;
  row.com = {0.05, -0.02, 0.07};
  row.inertia = {0.02, 0.03, 0.025, 0.001, -0.002, 0.003};
  const auto middle = static_cast<std::ptrdiff_t>((robot.links.size() + 1) / 2);
  robot.links.push_back(row);
  robot.links.insert(robot.links.begin() + middle, 2, row);
  robot.links.insert(robot.links.begin(), row);
  robot.gravity = {1.5, -2.5, -9};
  robot.payload = Payload{2.1, {0.03, -0.04, 0.2}};
  return robot;
}

// "chain:7", "altered/..." or a stem of the catalogue, which is found wherever the test runs.
inline Arm oracle_arm(const std::string& spec) {
  const std::string prefix = "altered/";
  if (spec.starts_with(prefix)) return Arm(altered(oracle_arm(spec.substr(prefix.size())).robot()));
  return Arm::load(spec.find(':') == std::string::npos ? CATENA_SOURCE_DIR "/robots/" + spec + ".toml"
                                                       : spec);
}

// "chain:7" as a test's name: "chain_7".
inline std::string test_name(std::string spec) {
  std::replace_if(
      spec.begin(), spec.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return spec;
}

struct RandomState {
  Eigen::VectorXd q, qd, qdd, tau;
};

inline std::vector<RandomState> random_states(int n, int count, unsigned seed = 1) {
  std::mt19937_64 bits(seed);
  const auto draw = [&](double most) {
    std::uniform_real_distribution<double> number(-most, most);
    return Eigen::VectorXd(Eigen::VectorXd::NullaryExpr(n, [&] { return number(bits); }));
  };
  std::vector<RandomState> states;
  for (int k = 0; k < count; ++k) states.push_back({draw(std::numbers::pi), draw(2), draw(5), draw(10)});
  return states;
}

// max|x - y| / max(max|y|, 1e-3), as for the golden data: some quantities vanish.
template <class X, class Y>
double relative_difference(const Eigen::MatrixBase<X>& x, const Eigen::MatrixBase<Y>& y) {
  if (x.rows() != y.rows() || x.cols() != y.cols() || !x.allFinite() || !y.allFinite())
    return std::numeric_limits<double>::infinity();
  return (x - y).cwiseAbs().maxCoeff() / std::max(y.cwiseAbs().maxCoeff(), 1e-3);
}

}  // namespace catena::test
