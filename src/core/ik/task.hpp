// SPDX-License-Identifier: Apache-2.0
// The task of a frame: its error against a target, and the Jacobian of that error, in scaled units.
//
// Rows     linear, in base axes, divided by `length`; then angular: for a pose the rotation vector to the target in base axes,
//          for an axis the two components normal to it, in the axes of the frame. With these the gradient of the squared error is
//          Jᵀ e exactly, and J is its derivative up to terms that vanish with the error.
#pragma once

#include <span>

#include "catena/core/ik.hpp"
#include "catena/core/model/poses.hpp"
#include "core/ik/bounded_step.hpp"
#include "core/ik/rotation_vector.hpp"
#include "core/kernels/kernels.hpp"

namespace catena::detail {

// The arm up to the link of the frame, which is its tool.
Chain<double> arm_up_to(const Chain<double>& arm, const Frame<double>& frame);

class IkTask {
 public:
  // `spans` (n): what prismatic joints can add to the reach.
  IkTask(const Chain<double>& part, IkGoal goal, std::span<const double> spans);

  int joints() const { return part_.dof(); }
  int rows() const { return goal_ == IkGoal::pose ? 6 : goal_ == IkGoal::position ? 3 : 5; }
  double length() const { return length_; }  // that counts as one radian
  bool revolute(int i) const { return part_.link(i).revolute(); }

  void aim(const Pose<double>& target) { target_ = target; }

  // The posture and its error; returns the squared error.
  double set(std::span<const double> q);
  const Pose<double>& pose() const { return now_.tool; }
  const double* error() const { return e_; }
  double position_error() const { return position_error_; }        // [m]
  double orientation_error() const { return orientation_error_; }  // [rad]

  // The columns of J at the posture, times weights of 1 for a radian and `length` for a metre.
  void columns(std::span<Column> J) const;
  // The same in the axes of the frame: linear rows first. All six rows.
  void own_columns(std::span<Column> J) const;

 private:
  Chain<double> part_;
  IkGoal goal_;
  const Kernels& kernels_;
  Posture<double> x_;
  Kinematics<double> now_;
  Pose<double> target_ = Pose<double>::identity();
  double length_ = 1;
  double e_[kMostRows] = {};
  double position_error_ = 0, orientation_error_ = 0;
};

}  // namespace catena::detail
