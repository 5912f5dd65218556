// SPDX-License-Identifier: Apache-2.0
// Checks of an arm with its motors: what each quantity must be by the equation of motion
// τ = (M + R) q̈ + C q̇ + g + f(q̇), with M, C and g of the links, and R and f from the motors of the robot's table.
//
// Tolerances are those of verify without its search for rounding errors: 1000 n eps, times the condition number of M + R
// where the quantity divides by it.
#pragma once

#include <optional>
#include <vector>

#include "catena/check/verify.hpp"
#include "catena/core/arm.hpp"
#include "check/specimen.hpp"

namespace catena::check::detail {

class MotorChecks {
 public:
  MotorChecks(const Robot& robot, const std::optional<double>& tolerance);

  void add(const Specimen& s);  // a state
  void append_to(std::vector<Residual>& rows) &&;

 private:
  // The largest difference of x and y, relative to y and `scale`.
  void compare(const char* check, const char* method, const char* against, const Eigen::MatrixXd& x,
               const Eigen::MatrixXd& y, double scale, double tolerance);

  Arm links_, driven_;
  Eigen::VectorXd rotor_, viscous_, coulomb_plus_, coulomb_minus_;  // by joint, from the table
  std::optional<double> tolerance_;
  std::vector<Residual> rows_;
  std::size_t row_ = 0;  // of the next comparison
};

}  // namespace catena::check::detail
