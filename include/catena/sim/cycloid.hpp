// SPDX-License-Identifier: Apache-2.0
// Cycloid: from rest to rest, with accelerations that begin and end at zero.
//
// Paper    Saha 2001 (paper 002), eq 18, in its general form: q0 + (qT - q0) (t/T - sin(2π t/T) / 2π).
// Differs  the paper prints the case 0 to π, which is not what its Stanford arm does (90° to 60°, 0 to 0.1 m).
#pragma once

#include <utility>

#include "catena/sim/rest_to_rest.hpp"

namespace catena::sim {

class Cycloid : public RestToRest {
 public:
  Cycloid(Eigen::VectorXd from, Eigen::VectorXd to, double duration)
      : RestToRest("cycloid", std::move(from), std::move(to), duration) {}

 private:
  Law law(double t) const override;
};

}  // namespace catena::sim
