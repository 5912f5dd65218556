// SPDX-License-Identifier: Apache-2.0
// Arms and states for the tests, from fixed seeds. A failure names the arm, so that it can be given to the command.
#pragma once

#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

#include "catena/model/chain.hpp"
#include "catena/model/generate.hpp"
#include "catena/model/posture.hpp"

namespace catena::test {

// splitmix64: the same numbers on every platform.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  double operator()(double lo, double hi) { return lo + (hi - lo) * (static_cast<double>(next() >> 11) * 0x1p-53); }
  std::vector<double> vector(int n, double lo, double hi) {
    std::vector<double> v(static_cast<std::size_t>(n));
    for (double& x : v) x = (*this)(lo, hi);
    return v;
  }

 private:
  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  std::uint64_t state_;
};

inline Chain<double> chain_of(const Robot& robot) {
  Notes notes;
  return make_chain(robot, notes);
}

// An arm in one state.
struct Case {
  std::string label;
  Robot robot;
  Chain<double> arm;
  std::vector<double> q, qd, qdd, tau;

  explicit Case(const std::string& spec, std::uint64_t seed = 1)
      : label(spec), robot(generate_robot(spec)), arm(chain_of(robot)) {
    Random random(seed);
    const int n = arm.dof();
    q = random.vector(n, -3, 3), qd = random.vector(n, -2, 2);
    qdd = random.vector(n, -5, 5), tau = random.vector(n, -10, 10);
  }
  Posture<double> x() const { return posture<double>(arm, q); }
};

inline void PrintTo(const Case& c, std::ostream* out) { *out << c.label; }

// n = 1..30, revolute and mixed.
inline std::vector<Case> cases() {
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
