// SPDX-License-Identifier: Apache-2.0
// Rows of the registry: M by composite bodies, factorised.
#pragma once

#include "catena/core/algo/crba_udu.hpp"
#include "catena/core/algo/rnea.hpp"
#include "catena/core/rows/bias_work.hpp"
#include "catena/core/rows/row.hpp"

namespace catena::detail {

template <class T>
void udu_of_inertia(const Chain<T>& arm, const Posture<T>& x, MatView<T> F) {
  crba(arm, x, F);
  udu_factor(F);
}

template <class T>
struct CrbaUduFd {
  explicit CrbaUduFd(int n) : bias(n), solve(n), phi(zeros<T>(n)) {}
  BiasWork<T> bias;
  CrbaUduWork<T> solve;
  std::vector<T> phi;  // (n)
};

template <class T>
struct CrbaUduDelta {
  explicit CrbaUduDelta(int n) : delta(zeros<T>(n)) {}
  std::vector<T> delta;  // (n) D of M = U D Uᵀ
};

}  // namespace catena::detail

namespace catena::rows {

template <Scalar T>
std::span<const Method<T>> crba_udu_rows() {
  using namespace detail;
  static const Method<T> rows[] = {
      row<T, CrbaUduFd<T>>(Quantity::fd, "crba_udu", "M by composite bodies, factorised and solved",
                           [](Links<T> arm, Pos<T> x, In<T> s, CrbaUduFd<T>& work, Out<T> out) {
                             accelerating_torque<T>(arm, x, s, work.bias, work.phi);
                             crba_udu_solve<T>(arm, x, work.solve, work.phi);
                             std::copy(work.phi.begin(), work.phi.end(),
                                       out.vector().begin());  // which may lie over the torques
                             return pivots(work.solve.delta);
                           }),
      row<T>(Quantity::udut, "crba_udu", "M by composite bodies, reverse Gaussian elimination",
             [](Links<T> arm, Pos<T> x, In<T>, NoWork&, Out<T> out) {
               const MatView<T> U = out.matrix();
               const std::span<T> d = out.vector(1);
               udu_of_inertia(arm, x, U);
               for (int i = 0; i < arm.dof(); ++i) {
                 d[i] = U(i, i);
                 U(i, i) = T(1);
                 for (int j = 0; j < i; ++j) U(i, j) = T(0);
               }
               return Pivots<T>{d.data(), false};
             }),
      row<T, CrbaUduDelta<T>>(Quantity::inertia_inverse, "crba_udu",
                              "M by composite bodies, factorised and inverted",
                              [](Links<T> arm, Pos<T> x, In<T>, CrbaUduDelta<T>& work, Out<T> out) {
                                udu_of_inertia(arm, x, out.matrix());
                                const Pivots<T> found = diagonal_pivots(out.matrix(), work.delta);
                                udu_inverse(out.matrix());
                                return found;
                              }),
  };
  return rows;
}

}  // namespace catena::rows
