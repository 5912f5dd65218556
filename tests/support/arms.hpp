// SPDX-License-Identifier: Apache-2.0
// Arms and states for the tests, from fixed seeds. A failure names the arm, so that it can be given to the command.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include "catena/core/model/chain.hpp"
#include "catena/core/model/generate.hpp"
#include "catena/core/model/posture.hpp"

namespace catena::test {

// splitmix64: the same numbers on every platform.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  double operator()(double lo, double hi) {
    return lo + (hi - lo) * (static_cast<double>(next() >> 11) * 0x1p-53);
  }
  std::vector<double> vector(int n, double lo, double hi);

 private:
  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  std::uint64_t state_;
};

Chain<double> chain_of(const Robot& robot);

// An arm in one state.
struct Case {
  std::string label;
  Robot robot;
  Chain<double> arm;
  std::vector<double> q, qd, qdd, tau;

  explicit Case(const std::string& spec, std::uint64_t seed = 1);
  Posture<double> x() const;
};

void PrintTo(const Case& c, std::ostream* out);

// A random arm between a base that is turned and displaced and a tool that is not at the last joint.
Case mounted(const std::string& spec, std::uint64_t seed = 1);

// n = 1..30, revolute and mixed.
std::vector<Case> cases();

}  // namespace catena::test
