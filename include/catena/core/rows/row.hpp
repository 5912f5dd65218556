// SPDX-License-Identifier: Apache-2.0
// What the rows of the registry have in common.
#pragma once

#include <algorithm>
#include <vector>

#include "catena/core/algo/coriolis.hpp"
#include "catena/core/algo/kinematics.hpp"
#include "catena/core/math/dense.hpp"
#include "catena/core/method.hpp"

namespace catena::rows {

// The arguments of a method.
template <class T>
using Links = const Chain<T>&;
template <class T>
using Pos = const Posture<T>&;
template <class T>
using In = const State<T>&;
template <class T>
using Out = std::span<T>;

}  // namespace catena::rows

namespace catena::detail {

template <class T>
MatView<T> square(std::span<T> out, int n) {
  return {out.data(), n, n, n};
}

// Column j of a square matrix.
template <class T>
std::span<T> column(std::span<T> out, int n, int j) {
  const auto rows = static_cast<std::size_t>(n);
  return out.subspan(rows * static_cast<std::size_t>(j), rows);
}

template <class T>
std::vector<T> zeros(int n) {
  return std::vector<T>(static_cast<std::size_t>(n), T(0));
}

// y += A x for a column-major square matrix.
template <class T>
void add_product(std::span<const T> A, std::span<const T> x, std::span<T> y) {
  const std::size_t n = x.size();
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t i = 0; i < n; ++i) y[i] = y[i] + A[j * n + i] * x[j];
}

template <class T>
void coriolis_at(const Chain<T>& arm, const Posture<T>& x, std::span<const T> qd, std::span<T> out) {
  CoriolisWork<T> work(arm.dof());
  coriolis(arm, x, qd, work, square(out, arm.dof()));
}

template <class T>
Kinematics<T> kinematics_of(const Chain<T>& arm, const Posture<T>& x) {
  Kinematics<T> k(arm.dof());
  set_poses(arm, x, k);
  return k;
}

}  // namespace catena::detail
