// SPDX-License-Identifier: Apache-2.0
// Rows of the registry: Newton-Euler by sums along the chain.
#pragma once

#include "catena/core/algo/rnea_sums.hpp"
#include "catena/core/rows/row.hpp"

namespace catena::detail {

template <class T>
struct RneaSumsBias {
  explicit RneaSumsBias(const Chain<T>& arm) : sums(arm), none(zeros<T>(arm.dof())) {}
  void set_bodies(const Chain<T>& arm) { sums.set_bodies(arm); }
  LinkSums<T> sums;
  std::vector<T> none;  // (n)
};

}  // namespace catena::detail

namespace catena::rows {

template <Scalar T>
std::span<const Method<T>> rnea_sums_rows() {
  using namespace detail;
  static const Method<T> rows[] = {
      row<T, LinkSums<T>>(Quantity::id, "rnea_sums",
                          "Newton-Euler by sums along the chain, several links at once",
                          [](Links<T> arm, Pos<T> x, In<T> s, LinkSums<T>& work, Out<T> out) {
                            rnea_sums<T>(arm, x, s.qd, s.qdd, s.gravity, s.tip, work, out.vector());
                          }),
      row<T, RneaSumsBias<T>>(
          Quantity::bias, "rnea_sums", "Newton-Euler by sums, without gravity and acceleration",
          [](Links<T> arm, Pos<T> x, In<T> s, RneaSumsBias<T>& work, Out<T> out) {
            rnea_sums<T>(arm, x, s.qd, work.none, Vec3<T>::zero(), Force<T>::zero(), work.sums, out.vector());
          }),
      row<T, RneaSumsBias<T>>(Quantity::nle, "rnea_sums", "Newton-Euler by sums, without acceleration",
                              [](Links<T> arm, Pos<T> x, In<T> s, RneaSumsBias<T>& work, Out<T> out) {
                                rnea_sums<T>(arm, x, s.qd, work.none, s.gravity, Force<T>::zero(), work.sums,
                                             out.vector());
                              }),
  };
  return rows;
}

}  // namespace catena::rows
