// SPDX-License-Identifier: Apache-2.0
// Stiffness: whether the steps of an explicit method are limited by its stability rather than by its tolerances.
//
// Radius   ρ, the largest |eigenvalue| of J = ∂f/∂y, by the power method: a direction is multiplied by J once for each
//          look, J v = f(y + v) - f(y), and kept for the next one. Oscillations turn the direction back and forth
//          between positions and velocities, so ρ is a geometric mean of the growth in the last looks. Two evaluations
//          of f for each look.
// Test     A step-size control that is limited by stability alone stays at the stability bound: its steps grow until one
//          fails. With the mean h of the steps since the last look, h ρ is then 3 to 5 for the Runge-Kutta methods of order
//          5 and 6, and 0.5 to 1.5 for `adams`, whose fixed-point iteration must converge. Where tolerances limit the
//          steps, h ρ is below 1 and 0.25 in nearly all looks at 1e-6, and rarely above 2 and 0.5 for several looks in a
//          row even at 1e-3. So the motion counts as stiff if h ρ exceeds 2, or 0.5, in kEnough looks one after the other.
//          (Measured on a PUMA held by friction, and on falls of a PUMA, Panda, iiwa and a chain of 12;
//          tests/sim/stiffness_test.cpp.)
#pragma once

#include <span>
#include <string>
#include <vector>

#include "sim/integrator.hpp"

namespace catena::sim::detail {

class Stiffness {
 public:
  static constexpr int kEvery = 10;     // steps between looks
  static constexpr int kEnough = 20;    // looks
  static constexpr double kMild = 0.5;  // h ρ below which an implicit method has no advantage

  Stiffness(System& system, const std::string& integrator);

  // Call it after each accepted step, with its end and length. Returns whether it was time for a look.
  bool look(double t, double h, std::span<const double> y);
  bool stiff() const { return above_ >= kEnough; }  // the last looks all found h ρ > bound_
  bool mild() const { return below_ >= kEnough; }   // the last looks all found h ρ < kMild
  void forget() { above_ = below_ = steps_ = 0, since_ = 0; }

 private:
  double radius(double t, std::span<const double> y);  // or a negative number where f has no value

  System& system_;
  double bound_;                             // of h ρ
  std::vector<double> f_, moved_, f_moved_;  // (size)
  std::vector<double> v_;                    // (feedback) direction
  double rho_ = 0;                           // 0: none yet
  double since_ = 0;                         // the sum of the steps since the last look
  int steps_ = 0, above_ = 0, below_ = 0;
};

}  // namespace catena::sim::detail
