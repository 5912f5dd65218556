// SPDX-License-Identifier: Apache-2.0
// Random trees of links as URDF, for tests.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <random>
#include <string>

namespace catena::test {

inline std::string number_list(std::mt19937& engine, double size) {
  std::uniform_real_distribution<double> any(-size, size);
  return fmt::format("{} {} {}", any(engine), any(engine), any(engine));
}

// A random tree: the parent of link k is one of the three links before it.
inline std::string random_urdf(unsigned seed, std::string& tip) {
  std::mt19937 engine(seed);
  const auto below = [&](int n) { return std::uniform_int_distribution(0, n - 1)(engine); };
  const char* const quarter[] = {"0", "1.5707963267948966", "-1.5707963267948966", "3.1415926535897931"};
  std::string text = "<robot name='tree'><link name='l0'/>";
  const int n = 4 + below(10);
  for (int k = 1; k < n; ++k) {
    const char* const type[] = {"fixed", "prismatic", "revolute", "continuous"};
    const bool plain = below(2) == 0;
    text += fmt::format(
        "<link name='l{0}'><inertial><origin xyz='{1}' rpy='{2}'/><mass value='{3}'/>"
        "<inertia ixx='0.04' iyy='0.05' izz='0.06' ixy='0.01' ixz='0.002' iyz='-0.003'/></inertial></link>"
        "<joint name='j{0}' type='{4}'><parent link='l{5}'/><child link='l{0}'/><origin xyz='{6}' rpy='{7}'/>"
        "<axis xyz='{8}'/><limit lower='-1' upper='1' effort='1' velocity='1'/></joint>",
        k, number_list(engine, 0.2), number_list(engine, 3), 0.5 + below(5), type[k == 1 ? 2 : below(4)],
        std::max(0, k - 1 - (below(3) == 0 ? below(3) : 0)), number_list(engine, 0.5),
        plain ? fmt::format("{} {} {}", quarter[below(4)], quarter[below(4)], quarter[below(4)])
              : number_list(engine, 3),
        plain ? (below(2) ? "0 0 1" : "0 -1 0") : number_list(engine, 2));
  }
  tip = fmt::format("l{}", n - 1);
  return text + "</robot>";
}

}  // namespace catena::test
