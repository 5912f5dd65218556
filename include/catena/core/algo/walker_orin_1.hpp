// SPDX-License-Identifier: Apache-2.0
// Inertia matrix M(q) column by column: the inverse dynamics of each joint's unit acceleration, from rest.
//
// Source   Walker and Orin 1982, method 1: 003 (Table3); after Luh, Walker, Paul 1980.
// Symbols  A acceleration of link i (angular; of the frame's origin), from rest | wrench: the one that accelerates a link
// Frames   every quantity of link i is expressed in frame i, at its origin.
// Differs  the recursion is written for rest, so that no velocity is multiplied by zero; general constants.
// Cost     42n² - 53n + 9 mul, 30n² - 41n + 9 add, all revolute; asserted in walker_orin_1_test.cpp.
//          Forward dynamics: rnea for the bias, udu_factor and udu_solve on top.
#pragma once

#include "catena/core/math/dense.hpp"
#include "catena/core/model/joint.hpp"

namespace catena {

template <class T>
struct AtRestWork {
  explicit AtRestWork(int n) : wrench(static_cast<std::size_t>(n), Force<T>::zero()) {}
  std::vector<Force<T>> wrench;  // (n) wrench that accelerates link i, then the one in joint i
};

namespace detail {

// The motion of link i under that of link i-1 and its own joint, from rest.
template <class T>
CATENA_INLINE Motion<T> acceleration_at_rest(const ChainLink<T>& l, const Step<T>& s, const Motion<T>& A,
                                             const T& qdd) {
  Motion<T> out = to_child(s, A);
  (l.revolute() ? out.ang.z : out.lin.z) = (l.revolute() ? out.ang.z : out.lin.z) + qdd;
  return out;
}

}  // namespace detail

// y = M v in O(n): inverse dynamics at rest, without gravity.
template <class T>
void inertia_times(const Chain<T>& arm, const Posture<T>& x, std::span<const T> v, AtRestWork<T>& work,
                   std::span<T> y) {
  const int n = arm.dof();
  Motion<T> A = Motion<T>::zero();
  for (int i = 0; i < n; ++i) {
    A = detail::acceleration_at_rest(arm.link(i), x.step(i), A, v[i]);
    work.wrench[i] = arm.link(i).body * A;
  }
  for (int i = n - 1; i >= 0; --i) {
    y[i] = joint_component(arm.link(i), work.wrench[i]);
    if (i > 0) work.wrench[i - 1] += to_parent(x.step(i), work.wrench[i]);
  }
}

template <class T>
struct WalkerOrin1Work {
  explicit WalkerOrin1Work(int n) : at_rest(n), unit(static_cast<std::size_t>(n), T(0)) {}
  AtRestWork<T> at_rest;
  std::vector<T> unit;  // (n) acceleration of one joint
};

// Column j = M e_j. Both triangles are computed, so that M is symmetric to rounding only.
template <class T>
void walker_orin_1(const Chain<T>& arm, const Posture<T>& x, WalkerOrin1Work<T>& work, MatView<T> M) {
  const int n = arm.dof();
  for (int j = 0; j < n; ++j) {
    work.unit[j] = T(1);
    inertia_times<T>(arm, x, work.unit, work.at_rest, {&M(0, j), static_cast<std::size_t>(n)});
    work.unit[j] = T(0);
  }
}

}  // namespace catena
