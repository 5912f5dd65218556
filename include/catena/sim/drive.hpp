// SPDX-License-Identifier: Apache-2.0
// Drive: the joint torques of the motors as a function of time and state.
#pragma once

#include <vector>

#include "catena/core/arm.hpp"

namespace catena::sim {

class Drive {
 public:
  virtual ~Drive() = default;

  virtual int dof() const = 0;
  virtual void torque(double t, VecIn q, VecIn qd,
                      VecOut tau) = 0;                      // one thread at a time; nothing allocates
  virtual std::vector<double> kinks() const { return {}; }  // times at which a torque jumps, ascending
};

}  // namespace catena::sim
