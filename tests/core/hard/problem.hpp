// SPDX-License-Identifier: Apache-2.0
// An arm and a state on any scalar, and what is computed of them: on `Long` (exact_results.hpp) and on `RoundingDepth`.
#pragma once

#include <span>
#include <vector>

#include "catena/core/algo/aba_derivatives.hpp"
#include "catena/core/algo/fd_derivatives.hpp"
#include "catena/core/algo/quasi_velocity.hpp"

namespace catena::test {

template <class T>
struct ProblemOn {
  std::vector<ChainLink<T>> links;
  std::vector<T> q, qd, tau;
  Vec3<T> gravity;
};

inline constexpr std::size_t kVectors = 3, kMatrices = 3;  // of the results

// All results one after the other: q̈, ν, ξ, then ∂q̈/∂q, ∂q̈/∂q̇ and ∂q̈/∂τ = M⁻¹ column by column. `stable`: by articulated
// bodies, as where M is ill-conditioned.
template <class T>
std::vector<T> results(const ProblemOn<T>& p, bool stable) {
  const auto here = Pose<T>::identity();
  const Chain<T> arm(p.links, here, here, p.gravity);
  const int n = arm.dof();
  const Posture<T> x = posture<T>(arm, p.q);
  std::vector<T> nu(p.q.size(), T(0.0)), xi(nu), qdd;
  QuasiFactors<T> factors(n);
  quasi_factors(arm, x, factors);
  quasi_roots(factors);
  nu_from_qd<T>(arm, x, factors, p.qd, nu);
  xi_from_qd<T>(arm, x, factors, p.qd, xi);
  MatX<T> by_q(n, n), by_qd(n, n), by_tau(n, n);
  const Force<T> tip = Force<T>::zero();
  if (stable) {
    AbaDerivativesWork<T> work(n);
    aba_derivatives<T>(arm, x, p.qd, p.tau, p.gravity, tip, work, {by_q.view(), by_qd.view(), by_tau.view()});
    qdd = work.qdd;
  } else {
    FdDerivativesWork<T> work(arm);
    fd_derivatives<T>(arm, x, p.qd, p.tau, p.gravity, tip, work, {by_q.view(), by_qd.view(), by_tau.view()});
    qdd = work.qdd;
  }
  std::vector<T> all = qdd;
  all.insert(all.end(), nu.begin(), nu.end());
  all.insert(all.end(), xi.begin(), xi.end());
  for (const MatX<T>* A : {&by_q, &by_qd, &by_tau})
    for (const T& v : A->values()) all.push_back(v);
  return all;
}

}  // namespace catena::test
