// SPDX-License-Identifier: Apache-2.0
// Forward dynamics from first principles in 100 digits, without any code of Catena: 4 x 4 matrices of the DH table, Lagrange's
// equations with the kinetic energy of each link, Gaussian elimination, and central differences.
#pragma once

#include <vector>

#include "catena/core/model/robot.hpp"

namespace catena::test {

// Rounded to double at the end. Matrices by columns, n x n.
struct ExactMotion {
  std::vector<double> qdd, nu, xi;
  std::vector<double> by_q, by_qd, by_tau;
};

// The table must not have fixed rows. Angles that are multiples of a right angle to the last place are taken as such.
ExactMotion from_first_principles(const Robot& robot, const std::vector<double>& q,
                                  const std::vector<double>& qd, const std::vector<double>& tau);

}  // namespace catena::test
