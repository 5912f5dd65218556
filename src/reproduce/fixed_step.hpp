// SPDX-License-Identifier: Apache-2.0
// Integration with fixed steps, as the program of paper 002 does it: Runge-Kutta-Fehlberg at 0.01 s, and the fourth-order
// Adams-Bashforth-Moulton method as predictor and corrector, each with an evaluation (PECE).
#pragma once

#include <Eigen/Core>
#include <functional>
#include <vector>

namespace catena::reproduce::detail {

// dy/dt at (t, y).
using Slope = std::function<Eigen::VectorXd(double t, const Eigen::VectorXd& y)>;

enum class FixedStep {
  fehlberg_4,  // Fehlberg's formula of fourth order
  fehlberg_5,  // the formula of fifth order that estimates its error
  adams_pece,  // started by the classical Runge-Kutta method
};

// y at 0, h, 2h, ... for `steps` steps; ends early where y is no longer finite.
std::vector<Eigen::VectorXd> integrate_fixed(FixedStep method, const Slope& slope,
                                             const Eigen::VectorXd& start, double h, int steps);

}  // namespace catena::reproduce::detail
