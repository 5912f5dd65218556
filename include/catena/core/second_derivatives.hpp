// SPDX-License-Identifier: Apache-2.0
// Second derivatives of inverse dynamics, exact to rounding: what second-order methods of optimal control need.
//
//   catena::SecondDerivatives second(arm);                       // once; makes the memory
//   const catena::IdSecondDerivatives& d = second.id(q, qd, qdd);
//
// Method   algo/id_second_derivatives.hpp, O(n³).
// Not for two threads at once; nothing allocates in `id`.
#pragma once

#include <Eigen/Core>
#include <memory>

#include "catena/core/arm.hpp"

namespace catena {

// Each n x n², matrix k beside matrix k - 1: element (i, k n + j) is the derivative of τ_i by the first variable of joint j and
// the second variable of joint k.
struct IdSecondDerivatives {
  Eigen::MatrixXd by_q_q;    // ∂²τ_i / ∂q_j ∂q_k
  Eigen::MatrixXd by_qd_q;   // ∂²τ_i / ∂q̇_j ∂q_k
  Eigen::MatrixXd by_qd_qd;  // ∂²τ_i / ∂q̇_j ∂q̇_k
  Eigen::MatrixXd by_qdd_q;  // ∂²τ_i / ∂q̈_j ∂q_k = ∂M_ij / ∂q_k
};

class SecondDerivatives {
 public:
  explicit SecondDerivatives(const Arm& arm);
  ~SecondDerivatives();
  SecondDerivatives(SecondDerivatives&&) noexcept;

  // `tip` is the wrench that the arm exerts on its surroundings at the tool, in tool axes. Valid until the next call. Throws
  // Error(usage) for wrong sizes and numbers that are not finite.
  const IdSecondDerivatives& id(VecIn q, VecIn qd, VecIn qdd, const Wrench& tip = Wrench::zero());

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace catena
