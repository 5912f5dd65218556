// SPDX-License-Identifier: Apache-2.0
// x = M⁻¹ b with M by composite bodies, factorised as U D Uᵀ.
//
// Source   crba.hpp for M; Gaussian elimination from the last row upwards (math/dense.hpp). Beside 003 (Table3).
// Differs  composite bodies give the rows of M from the tip on; the library's kernels for few joints (src/core/kernels)
//          eliminate each row as soon as it is known, while the next one is computed.
#pragma once

#include "catena/core/algo/crba.hpp"

namespace catena {

template <class T>
struct CrbaUduWork {
  explicit CrbaUduWork(int n) : F(n, n), delta(static_cast<std::size_t>(n), T(0)) {}
  MatX<T> F;             // (n x n) scratch
  std::vector<T> delta;  // (n) D; not positive where M is not positive definite
};

// b <- M⁻¹ b. The work's `delta` holds D afterwards.
template <class T>
void crba_udu_solve(const Chain<T>& arm, const Posture<T>& x, CrbaUduWork<T>& work, std::span<T> b) {
  const MatView<T> F = work.F.view();
  crba(arm, x, F);
  udu_factor(F);
  for (int i = 0; i < F.rows; ++i) work.delta[static_cast<std::size_t>(i)] = F(i, i);
  udu_solve(F, b);
}

}  // namespace catena
