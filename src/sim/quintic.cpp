// SPDX-License-Identifier: Apache-2.0
#include "catena/sim/quintic.hpp"

namespace catena::sim {

RestToRest::Law Quintic::law(double t) const {
  const double T = duration(), s = t / T, left = 1 - s;
  return {.done = s * s * s * (10 + s * (6 * s - 15)),
          .rate = 30 * s * s * left * left / T,
          .acceleration = 60 * s * left * (left - s) / (T * T)};
}

}  // namespace catena::sim
