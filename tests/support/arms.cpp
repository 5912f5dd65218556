// SPDX-License-Identifier: Apache-2.0
#include "support/arms.hpp"

#include <ostream>

namespace catena::test {

std::vector<double> Random::vector(int n, double lo, double hi) {
  std::vector<double> v(static_cast<std::size_t>(n));
  for (double& x : v) x = (*this)(lo, hi);
  return v;
}

Chain<double> chain_of(const Robot& robot) {
  Notes notes;
  return make_chain(robot, notes);
}

Case::Case(const std::string& spec, std::uint64_t seed)
    : label(spec), robot(generate_robot(spec)), arm(chain_of(robot)) {
  Random random(seed);
  const int n = arm.dof();
  q = random.vector(n, -3, 3), qd = random.vector(n, -2, 2);
  qdd = random.vector(n, -5, 5), tau = random.vector(n, -10, 10);
}

Posture<double> Case::x() const { return posture<double>(arm, q); }

void PrintTo(const Case& c, std::ostream* out) { *out << c.label; }

Case mounted(const std::string& spec, std::uint64_t seed) {
  Case c(spec, seed);
  Random random(seed + 100);
  const auto fixed = [&] {
    RobotLink link;
    link.joint = JointKind::fixed;
    link.dh = {random(-0.5, 0.5), random(-2, 2), random(-0.5, 0.5), random(-2, 2)};
    return link;
  };
  c.label += ":mounted";
  c.robot.links.insert(c.robot.links.begin(), fixed());
  c.robot.links.push_back(fixed());
  c.arm = chain_of(c.robot);
  return c;
}

std::vector<Case> cases() {
  std::vector<Case> all;
  for (int n : {1, 2, 3, 4, 5, 6, 7, 9, 12, 20, 30}) {
    all.emplace_back("chain:" + std::to_string(n));
    for (int seed : {1, 2}) all.emplace_back("mixed:" + std::to_string(n) + ":" + std::to_string(seed), seed);
  }
  all.emplace_back("snake:8");
  all.emplace_back("planar:5");
  return all;
}

}  // namespace catena::test
