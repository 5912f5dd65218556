// SPDX-License-Identifier: Apache-2.0
// Quintic: from rest to rest, velocities and accelerations zero at both ends, least integral of squared jerk.
//
// Source   Flash and Hogan 1985: q0 + (qT - q0) (10 s³ - 15 s⁴ + 6 s⁵), s = t/T.
#pragma once

#include <utility>

#include "catena/sim/rest_to_rest.hpp"

namespace catena::sim {

class Quintic : public RestToRest {
 public:
  Quintic(Eigen::VectorXd from, Eigen::VectorXd to, double duration)
      : RestToRest("quintic", std::move(from), std::move(to), duration) {}

 private:
  Law law(double t) const override;
};

}  // namespace catena::sim
