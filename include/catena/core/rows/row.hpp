// SPDX-License-Identifier: Apache-2.0
// What the rows of the registry have in common. A row names its quantity, its method and its scratch memory, which is
// made from the arm or from its number of joints. One that is made from the arm has a member set_bodies(arm) for the same
// arm with other masses.
//
//   row<T, UdutWork<T>>(Quantity::fd, "udut", "reverse Gaussian elimination link by link, O(n)",
//                       [](Links<T> arm, Pos<T> x, In<T> s, UdutWork<T>& work, Out<T> out) {
//                         udut_fd<T>(arm, x, s.qd, s.tau, s.gravity, s.tip, work, out.vector());
//                         return inverse_pivots<T>(work.m_hat_inv);
//                       })
#pragma once

#include <algorithm>
#include <vector>

#include "catena/core/math/dense.hpp"
#include "catena/core/method.hpp"

// Which methods a build has, as a constant expression. The others stay in the tables, but execute nothing: `execute` is null. Only
// the smaller WebAssembly module leaves methods out (web/core/wasm/first).
#ifndef CATENA_HAS_METHOD
#define CATENA_HAS_METHOD(quantity, name) true
#endif

namespace catena::rows {

// The arguments of a method.
template <class T>
using Links = const Chain<T>&;
template <class T>
using Pos = const Posture<T>&;
template <class T>
using In = const State<T>&;
template <class T>
using Out = const Result<T>&;

struct NoWork {};

struct Marks {
  bool poses = false, roots = false, rotors = false;  // of Method
};

template <class T, class Work>
void* make_scratch(const Chain<T>& arm) {
  if constexpr (std::is_constructible_v<Work, const Chain<T>&>)
    return new Work(arm);
  else if constexpr (std::is_constructible_v<Work, int>)
    return new Work(arm.dof());
  else
    return new Work();
}

template <class T, class Work>
void set_scratch_bodies(void* scratch, const Chain<T>& arm) {
  static_cast<Work*>(scratch)->set_bodies(arm);
}

template <class T, class Work>
constexpr auto scratch_bodies() -> void (*)(void*, const Chain<T>&) {
  if constexpr (requires(Work & work, const Chain<T>& arm) { work.set_bodies(arm); }) {
    return set_scratch_bodies<T, Work>;
  } else {
    static_assert(
        !std::is_constructible_v<Work, const Chain<T>&>,
        "scratch memory that is made from an arm needs set_bodies(arm), for a change of its masses");
    return nullptr;
  }
}

template <class T, class Work>
inline constexpr Scratch<T> kScratch = {make_scratch<T, Work>,
                                        [](void* scratch) { delete static_cast<Work*>(scratch); },
                                        scratch_bodies<T, Work>()};

// `Run` is a lambda without captures; it returns nothing, or Pivots.
template <class T, class Work = NoWork, class Run>
constexpr Method<T> row(Quantity quantity, std::string_view name, std::string_view summary, Run,
                        Marks marks = {}) {
  if (!CATENA_HAS_METHOD(quantity, name)) return {quantity, name, summary, &kScratch<T, NoWork>, nullptr};
  return {quantity,
          name,
          summary,
          &kScratch<T, Work>,
          [](Links<T> arm, Pos<T> x, In<T> s, void* scratch, Out<T> out) -> Pivots<T> {
            Work& work = *static_cast<Work*>(scratch);
            if constexpr (std::is_void_v<decltype(Run()(arm, x, s, work, out))>)
              return Run()(arm, x, s, work, out), Pivots<T>{};
            else
              return Run()(arm, x, s, work, out);
          },
          marks.poses,
          marks.roots,
          marks.rotors};
}

template <class T>
Pivots<T> pivots(const std::vector<T>& delta) {
  return {delta.data(), false};
}
template <class T>
Pivots<T> inverse_pivots(const std::vector<T>& delta_inv) {
  return {delta_inv.data(), true};
}

}  // namespace catena::rows

namespace catena::detail {

template <class T>
std::vector<T> zeros(int n) {
  return std::vector<T>(static_cast<std::size_t>(n), T(0));
}

// Column j of a matrix.
template <class T>
std::span<T> column(MatView<T> A, int j) {
  return {&A(0, j), static_cast<std::size_t>(A.rows)};
}

// y += A x
template <class T>
void add_product(MatView<T> A, std::span<const T> x, std::span<T> y) {
  for (int j = 0; j < A.cols; ++j)
    for (int i = 0; i < A.rows; ++i) y[i] = y[i] + A(i, j) * x[j];
}

template <class T>
void set_zero(std::span<T> x) {
  std::fill(x.begin(), x.end(), T(0));
}

template <class T>
void double_all(MatView<T> A) {
  for (int j = 0; j < A.cols; ++j)
    for (T& y : column(A, j)) y = y + y;
}

template <class T>
CubeView<T> cube(const Result<T>& out) {
  return {out.matrix().data, out.matrix().rows, out.matrix().rows};
}

// D of the factors that udu_factor leaves in a matrix, into `delta`.
template <class T>
Pivots<T> diagonal_pivots(MatView<T> F, std::vector<T>& delta) {
  for (int i = 0; i < F.rows; ++i) delta[i] = F(i, i);
  return {delta.data(), false};
}

}  // namespace catena::detail
