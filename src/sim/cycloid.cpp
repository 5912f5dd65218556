// SPDX-License-Identifier: Apache-2.0
#include "catena/sim/cycloid.hpp"

#include <cmath>
#include <numbers>

namespace catena::sim {

// 0 to π in all joints is also the motion of 004 (19) (20) (23).
RestToRest::Law Cycloid::law(double t) const {
  constexpr double kTurn = 2 * std::numbers::pi;
  const double T = duration(), x = kTurn * t / T, w = kTurn / T;
  return {.done = t / T - std::sin(x) / kTurn,  //                                              002 (18)
          .rate = (1 - std::cos(x)) / T,
          .acceleration = w * std::sin(x) / T};
}

}  // namespace catena::sim
