// SPDX-License-Identifier: Apache-2.0
// Rows of the registry: UDUᵀ in closed form.
#pragma once

#include "catena/core/algo/udut.hpp"
#include "catena/core/rows/row.hpp"

namespace catena::rows {

template <Scalar T>
std::span<const Method<T>> udut_rows() {
  using namespace detail;
  static const Method<T> rows[] = {
      {Quantity::fd, "udut", "reverse Gaussian elimination link by link, O(n)",
       [](Links<T> arm, Pos<T> x, In<T> s, Out<T> out) {
         UdutWork<T> work(arm.dof());
         udut_fd<T>(arm, x, s.qd, s.tau, s.gravity, s.tip, work, out);
       }},
      {Quantity::udut, "udut", "reverse Gaussian elimination link by link, without M",
       [](Links<T> arm, Pos<T> x, In<T>, Out<T> out) {
         const int n = arm.dof();
         UdutWork<T> work(n);
         udut_factor(arm, x, work);
         udut_factors(arm, x, work, square(out, n));
         std::copy(work.m_hat.begin(), work.m_hat.end(), out.begin() + n * n);
       }},
      {Quantity::inertia_inverse, "udut", "from U and D, without M",
       [](Links<T> arm, Pos<T> x, In<T>, Out<T> out) {
         const int n = arm.dof();
         const MatView<T> F = square(out, n);
         UdutWork<T> work(n);
         udut_factor(arm, x, work);
         udut_factors(arm, x, work, F);
         for (int i = 0; i < n; ++i) F(i, i) = work.m_hat[i];
         udu_inverse(F);
       }},
  };
  return rows;
}

}  // namespace catena::rows
