// SPDX-License-Identifier: Apache-2.0
// What a method costs on an arm, measured by running it on counting scalars.
#pragma once

#include <functional>
#include <optional>

#include "catena/count/counted_chain.hpp"
#include "catena/count/methods.hpp"
#include "catena/count/polynomial.hpp"

namespace catena {

struct Cost {
  OpCount work;        // the method alone
  OpCount kinematics;  // what it starts from: sines and cosines, and poses of all frames if it needs them
};

// With general constants nothing is known of links and gravity; with known ones the zeros and ones of the arm
// and of its gravity are folded. With motors, the terms that they add to the result are counted too (core/motors.hpp).
Cost cost(const Chain<double>& arm, const Method<Counted>& method, Constants constants, bool motors = false);

// How the cost grows with the number of joints, all of them revolute, general constants. Empty where it is not
// a polynomial of n.
struct CostLaw {
  std::optional<Polynomial> mul, add;
};
CostLaw cost_law(const Method<Counted>& method, bool motors = false);
// The same for anything that counts itself on an arm.
CostLaw cost_law(const std::function<OpCount(const Chain<double>& arm)>& count);

}  // namespace catena
