// SPDX-License-Identifier: Apache-2.0
#include "support/oracle_arms.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <numbers>
#include <random>
#include <sstream>

namespace catena::test {

std::vector<std::string> catalogue_stems() {
  std::vector<std::string> stems;
  for (const auto& entry : std::filesystem::directory_iterator(CATENA_SOURCE_DIR "/robots"))
    if (entry.path().extension() == ".toml") stems.push_back(entry.path().stem().string());
  std::sort(stems.begin(), stems.end());
  return stems;
}

std::vector<std::string> random_chains() {
  std::vector<std::string> specs;
  for (const char* kind : {"chain:", "mixed:"})
    for (const char* n : {"1", "2", "3", "7", "12", "30"}) specs.push_back(std::string(kind) + n);
  return specs;
}

std::vector<std::string> altered_arms() {
  return {"altered/panda", "altered/stanford", "altered/ur5", "altered/mixed:1", "altered/mixed:7"};
}

Robot altered(Robot robot) {
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

Arm oracle_arm(const std::string& spec) {
  const std::string prefix = "altered/";
  if (spec.starts_with(prefix)) return Arm(altered(oracle_arm(spec.substr(prefix.size())).robot()));
  return Arm::load(spec.find(':') == std::string::npos ? CATENA_SOURCE_DIR "/robots/" + spec + ".toml"
                                                       : spec);
}

std::string test_name(std::string spec) {
  std::replace_if(
      spec.begin(), spec.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return spec;
}

std::string RandomState::text() const {
  std::ostringstream out;
  out << "q = " << q.transpose() << "\nqd = " << qd.transpose();
  return out.str();
}

std::vector<RandomState> random_states(int n, int count, unsigned seed) {
  std::mt19937_64 bits(seed);
  const auto draw = [&](double most) {
    std::uniform_real_distribution<double> number(-most, most);
    return Eigen::VectorXd(Eigen::VectorXd::NullaryExpr(n, [&] { return number(bits); }));
  };
  std::vector<RandomState> states;
  for (int k = 0; k < count; ++k) states.push_back({draw(std::numbers::pi), draw(2), draw(5), draw(10)});
  return states;
}

}  // namespace catena::test
