// SPDX-License-Identifier: Apache-2.0
// KDL's inverse kinematics behind plain types: Debian's KDL is built without AVX, so that it has a file of its own.
#pragma once

#include <memory>

#include "catena/core/model/robot.hpp"

namespace catena::bench {

class KdlIk {
 public:
  enum class Method { lma, nr_jl };

  // `lower` and `upper` (n): for NR_JL.
  KdlIk(const Robot& robot, Method method, const double* lower, const double* upper, double tolerance);
  ~KdlIk();

  // From one start; true if KDL says that it arrived. `pose` column by column.
  bool solve(const double* pose, const double* start, double* q);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace catena::bench
