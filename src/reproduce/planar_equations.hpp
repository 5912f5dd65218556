// SPDX-License-Identifier: Apache-2.0
// The equations of motion of a planar arm with revolute joints, written out: what paper 002 compares its three-DOF
// arm with. They share nothing with the algorithms.
//
// Angles φ_i of the links from the horizontal; a_i their lengths, s_i from joint to centre of mass, J_i about it:
//   Σ_j c_ij (cos(φ_i - φ_j) φ̈_j + sin(φ_i - φ_j) φ̇_j²) + g μ_i cos φ_i = τ_i - τ_i+1
//   c_ii = J_i + m_i s_i² + a_i² Σ_k>i m_k,  c_ij = a_i μ_j for i < j,  μ_j = m_j s_j + a_j Σ_k>j m_k
#pragma once

#include <Eigen/Core>
#include <vector>

#include "catena/core/model/robot.hpp"

namespace catena::reproduce::detail {

class PlanarEquations {
 public:
  // Standard DH rows with alpha = d = 0, centres of mass on the x axes, gravity along -y; else Error(usage).
  explicit PlanarEquations(const Robot& robot);

  Eigen::VectorXd fd(const Eigen::VectorXd& q, const Eigen::VectorXd& qd, const Eigen::VectorXd& tau) const;

 private:
  Eigen::VectorXd bias(const Eigen::VectorXd& phi, const Eigen::VectorXd& rate) const;
  Eigen::MatrixXd mass(const Eigen::VectorXd& phi) const;

  Eigen::MatrixXd c_;   // (n x n)
  Eigen::VectorXd mu_;  // (n)
  double g_;
};

}  // namespace catena::reproduce::detail
