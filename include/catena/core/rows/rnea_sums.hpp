// SPDX-License-Identifier: Apache-2.0
// Rows of the registry: Newton-Euler by sums along the chain.
#pragma once

#include "catena/core/algo/rnea_sums.hpp"
#include "catena/core/rows/row.hpp"

namespace catena::rows {

template <Scalar T>
std::span<const Method<T>> rnea_sums_rows() {
  using namespace detail;
  static const Method<T> rows[] = {
      {Quantity::id, "rnea_sums", "Newton-Euler by sums along the chain, several links at once",
       [](Links<T> arm, Pos<T> x, In<T> s, Out<T> out) {
         LinkSums<T> work(arm);
         rnea_sums<T>(arm, x, s.qd, s.qdd, s.gravity, s.tip, work, out);
       }},
      {Quantity::bias, "rnea_sums", "Newton-Euler by sums, without gravity and acceleration",
       [](Links<T> arm, Pos<T> x, In<T> s, Out<T> out) {
         LinkSums<T> work(arm);
         const std::vector<T> none = zeros<T>(arm.dof());
         rnea_sums<T>(arm, x, s.qd, none, Vec3<T>::zero(), Force<T>::zero(), work, out);
       }},
  };
  return rows;
}

}  // namespace catena::rows
