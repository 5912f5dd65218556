// SPDX-License-Identifier: Apache-2.0
// The Eigen types of Arm's arguments, and its results of several arrays.
#pragma once

#include <Eigen/Core>
#include <concepts>
#include <optional>
#include <string_view>
#include <type_traits>
#include <vector>

#include "catena/core/eigen_alignment.hpp"  // IWYU pragma: keep
#include "catena/core/model/frame.hpp"

namespace catena {

using VecIn = const Eigen::Ref<const Eigen::VectorXd>&;
using VecOut = Eigen::Ref<Eigen::VectorXd>;
using MatOut = Eigen::Ref<Eigen::MatrixXd>;
using SixOut = Eigen::Ref<Eigen::Vector<double, 6>>;
using SixSquareOut = Eigen::Ref<Eigen::Matrix<double, 6, 6>>;
using FrameIn = const std::optional<Frame<double>>&;  // none: the tool, Axes::base_at_frame

// Derivatives of inverse dynamics, n x n each.
struct IdDerivatives {
  Eigen::MatrixXd by_q, by_qd, by_qdd;  // column j: by joint j; by_qdd is M
};
// Second derivatives of inverse dynamics. Each n x n², matrix k beside matrix k - 1: element (i, k n + j) is the derivative of τ_i
// by the first variable of joint j and the second variable of joint k.
struct IdSecondDerivatives {
  Eigen::MatrixXd by_q_q;    // ∂²τ_i / ∂q_j ∂q_k
  Eigen::MatrixXd by_qd_q;   // ∂²τ_i / ∂q̇_j ∂q_k
  Eigen::MatrixXd by_qd_qd;  // ∂²τ_i / ∂q̇_j ∂q̇_k
  Eigen::MatrixXd by_qdd_q;  // ∂²τ_i / ∂q̈_j ∂q_k = ∂M_ij / ∂q_k
};
// Derivatives of forward dynamics, n x n each.
struct FdDerivatives {
  Eigen::MatrixXd by_q, by_qd, by_tau;  // by_tau is M⁻¹
};

// Gradients of vᵀ id with respect to the arguments of inverse dynamics, for a constant v: n numbers each.
struct IdGradients {
  Eigen::VectorXd by_q, by_qd, by_qdd;
};
// Likewise of vᵀ fd.
struct FdGradients {
  Eigen::VectorXd by_q, by_qd, by_tau;
};

// The terms of M q̈ + C q̇ + g = τ.
struct Terms {
  Eigen::MatrixXd M, C;  // n x n; C from Christoffel symbols
  Eigen::VectorXd g;     // n
};

// The factors of M = U diag(d) Uᵀ.
struct Udut {
  Eigen::MatrixXd U;  // n x n, unit upper triangular
  Eigen::VectorXd d;  // n
};

// A result of Arm::eval_with_digits.
struct Evaluated {
  std::vector<Eigen::MatrixXd> arrays;  // in the order of the table
  std::string_view method;              // that computed them
  double digits;  // decimal digits that can be trusted, of the worst element (digits.hpp)
};

// A row-major Eigen matrix, map or block that can be written to.
template <class A>
concept RowMajor = requires(std::remove_reference_t<A>& a) {
  { a.data() } -> std::same_as<double*>;
  requires bool(std::remove_reference_t<A>::IsRowMajor) &&
      !bool(std::remove_reference_t<A>::IsVectorAtCompileTime);
};

template <class... A>
concept SomeRowMajor = (RowMajor<A> || ...);

}  // namespace catena
