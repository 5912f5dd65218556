// SPDX-License-Identifier: Apache-2.0
// Rows of the registry: Walker and Orin's fourth method.
#pragma once

#include "catena/core/algo/walker_orin_4.hpp"
#include "catena/core/rows/walker_orin_1.hpp"

namespace catena::detail {

template <class T>
struct ConjugateWork {
  explicit ConjugateWork(int n) : bias(n), directions(n), phi(zeros<T>(n)) {}
  BiasWork<T> bias;
  WalkerOrin4Work<T> directions;
  std::vector<T> phi;  // (n)
};

}  // namespace catena::detail

namespace catena::rows {

template <Scalar T>
std::span<const Method<T>> walker_orin_4_rows() {
  using namespace detail;
  static const Method<T> rows[] = {
      row<T, ConjugateWork<T>>(Quantity::fd, "walker_orin_4",
                               "conjugate directions, M only through inverse dynamics",
                               [](Links<T> arm, Pos<T> x, In<T> s, ConjugateWork<T>& work, Out<T> out) {
                                 accelerating_torque<T>(arm, x, s, work.bias, work.phi);
                                 walker_orin_4<T>(arm, x, work.phi, work.directions, out.vector());
                                 return pivots(work.directions.delta);
                               }),
  };
  return rows;
}

}  // namespace catena::rows
