// SPDX-License-Identifier: Apache-2.0
// The formulas of Kozłowski that are misprinted, or hold for revolute joints only: each as printed and corrected, compared with a
// value that is computed independently.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "catena/core/algo/spatial_operators.hpp"
#include "catena/core/scalar/dual.hpp"
#include "reproduce/claim.hpp"

namespace catena::reproduce::detail {

// An arm in motion, without gravity: its operators, their rates as corrected, and the exact rates of the components along q̇.
struct OperatedArm {
  explicit OperatedArm(const Specimen& s);

  const Specimen& s;
  operators::Operators<double> o;
  operators::OperatorRates<double> r;
  // By differentiation.
  operators::Operators<Dual<1>> moving;
  MatX<double> P_rate, E_Phi_rate, Phi_rate, D_rate, G_rate, taubar_rate, E_Psi_rate, m_rate;
  MatX<double> xi_rate;  // (n x 1) along q̈ too
};

struct PrintedFormula {
  const char* where;
  const char* what;
  const char* correction;
  double (*printed)(const OperatedArm&);    // relative difference from the right value
  double (*corrected)(const OperatedArm&);  // the same of the corrected form
};
std::span<const PrintedFormula> printed_formulas_003();

// Refuted if it fails on arms with revolute joints only; depends if it fails only with prismatic joints.
Statement judged(const PrintedFormula& formula, const std::vector<OperatedArm>& arms);

Eigen::MatrixXd dense(const MatX<double>& A);
double apart(const MatX<double>& a, const MatX<double>& b);  // relative difference
double worst_of(const std::vector<OperatedArm>& all, const std::function<double(const OperatedArm&)>& number);
// What section 2 says of the rates of operators.
void add_rate_claims_003(const std::vector<OperatedArm>& arms, std::vector<Statement>& s);
// C(theta, nu) as a matrix, with or without V x M.
MatX<double> bias_matrix(const OperatedArm& a, bool with_bodies);

}  // namespace catena::reproduce::detail
