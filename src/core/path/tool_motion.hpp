// SPDX-License-Identifier: Apache-2.0
// The first and second derivatives of joint positions with respect to the parameter of a tool path, at one posture.
//
// Symbols  J Jacobian of the goal, J' its derivative along q', V twist of the path, both with linear rows over a length
//          z motion that is preferred for the redundant joints: q' minimises |q' - z| among all that move the tool along the path
//          q'  = z + J⁺ (V - J z)
//          q'' = J⁺ (V' - J' q') + N (J'ᵀ λ + z'),  λ = J⁺ᵀ (q' - z),  N = 1 - J⁺ J        (from q' - z = Jᵀ λ)
#pragma once

#include <Eigen/SVD>

#include "catena/core/path/follow.hpp"

namespace catena::path::detail {

class ToolMotion {
 public:
  ToolMotion(const Arm& arm, const FollowOptions& options, double path_length);

  // Sets J and the error of the tool at q.
  void set(const Eigen::VectorXd& q, const PosePoint& at);
  double position_error() const { return position_error_; }        // [m]
  double orientation_error() const { return orientation_error_; }  // [rad]
  double inverse_condition() const;                                // of J at the last `set`

  // The Newton step back to the path.
  Eigen::VectorXd correction() const;
  // q' and q'' at the q of the last `set`.
  void derivatives(const Eigen::VectorXd& q, const PosePoint& at, Eigen::VectorXd& dq, Eigen::VectorXd& ddq);

  // The posture to which redundant joints return (Redundancy::start).
  void set_start(const Eigen::VectorXd& q) { start_ = q; }

  double lower(Eigen::Index i) const { return lower_[i]; }
  double upper(Eigen::Index i) const { return upper_[i]; }

 private:
  Eigen::VectorXd solve(const Eigen::VectorXd& twist) const;              // J⁺ twist
  Eigen::VectorXd solve_transposed(const Eigen::VectorXd& motion) const;  // J⁺ᵀ motion
  Eigen::VectorXd spare(const Eigen::VectorXd& motion) const;             // N motion
  Eigen::VectorXd rows(const Eigen::Vector3d& angular, const Eigen::Vector3d& linear) const;
  void wish(const Eigen::VectorXd& q, Eigen::VectorXd& z, Eigen::VectorXd& slope) const;
  void set_rank();

  const Arm& arm_;
  const FollowOptions& options_;
  Frame<double> frame_;  // that follows the path, in base axes
  double path_length_, length_ = 1;
  bool whole_;         // position and rotation
  Eigen::Index rank_;  // of J at a general posture
  Workspace work_;
  Eigen::VectorXd lower_, upper_, start_;
  Eigen::MatrixXd full_, J_;
  Eigen::VectorXd error_;
  double position_error_ = 0, orientation_error_ = 0;
  Eigen::JacobiSVD<Eigen::MatrixXd> svd_;
};

}  // namespace catena::path::detail
