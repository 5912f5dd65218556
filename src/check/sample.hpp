// SPDX-License-Identifier: Apache-2.0
// Random states from a fixed seed, the same on every machine.
#pragma once

#include <cstdint>
#include <vector>

#include "catena/core/model/robot.hpp"

namespace catena::check::detail {

// SplitMix64 (Steele, Lea, Flood 2014).
class Sampler {
 public:
  explicit Sampler(std::uint64_t seed) : state_(seed) {}

  double uniform(double low, double high);
  std::vector<double> vector(int n, double low, double high);

  // A position of each moving joint: inside the limits, else within half a turn or 0.5 m. Limits wider than
  // one turn each way are taken as endless.
  std::vector<double> position(const Robot& robot);

 private:
  std::uint64_t state_;
};

}  // namespace catena::check::detail
