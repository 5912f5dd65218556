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
      row<T, UdutWork<T>>(Quantity::fd, "udut", "reverse Gaussian elimination link by link, O(n)",
                          [](Links<T> arm, Pos<T> x, In<T> s, UdutWork<T>& work, Out<T> out) {
                            udut_fd<T>(arm, x, s.qd, s.tau, s.gravity, s.tip, work, out.vector());
                            return inverse_pivots(work.m_hat_inv);
                          }),
      row<T, UdutWork<T>>(Quantity::udut, "udut", "reverse Gaussian elimination link by link, without M",
                          [](Links<T> arm, Pos<T> x, In<T>, UdutWork<T>& work, Out<T> out) {
                            udut_factor(arm, x, work);
                            udut_factors(arm, x, work, out.matrix());
                            std::copy(work.m_hat.begin(), work.m_hat.end(), out.vector(1).begin());
                            return pivots(work.m_hat);
                          }),
      row<T, UdutWork<T>>(Quantity::inertia_inverse, "udut", "from U and D, without M",
                          [](Links<T> arm, Pos<T> x, In<T>, UdutWork<T>& work, Out<T> out) {
                            const MatView<T> F = out.matrix();
                            udut_factor(arm, x, work);
                            udut_factors(arm, x, work, F);
                            for (int i = 0; i < arm.dof(); ++i) F(i, i) = work.m_hat[i];
                            udu_inverse(F);
                            return pivots(work.m_hat);
                          }),
  };
  return rows;
}

}  // namespace catena::rows
