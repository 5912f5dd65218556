// SPDX-License-Identifier: Apache-2.0
// Inertia matrix M(q) column by column: only the links that move, and only the lower triangle.
//
// Source   Walker and Orin 1982, method 2: 003 (Table3): method 1 with the symmetry of M.
// Symbols  A acceleration of link i under q̈_j = 1, from rest | F wrench
// Frames   every quantity of link i is expressed in frame i, at its origin.
// Differs  from walker_orin_1: links before j are at rest, so the recursion starts at j and returns to j.
// Cost     32n² - 43n + 11 mul, 24n² - 35n + 11 add, all revolute; asserted in walker_orin_2_test.cpp.
#pragma once

#include "catena/core/math/dense.hpp"
#include "catena/core/model/joint.hpp"

namespace catena {

template <class T>
struct WalkerOrin2Work {
  explicit WalkerOrin2Work(int n) : wrench(static_cast<std::size_t>(n), Force<T>::zero()) {}
  std::vector<Force<T>> wrench;  // (n) the wrench that moves link i, then the one that joint i transmits
};

// Fills the full symmetric matrix.
template <class T>
void walker_orin_2(const Chain<T>& arm, const Posture<T>& x, WalkerOrin2Work<T>& work, MatView<T> M) {
  const int n = arm.dof();
  for (int j = 0; j < n; ++j) {
    // outward from joint j, the links before it are at rest
    Motion<T> A = Motion<T>::zero();
    (arm.link(j).revolute() ? A.ang.z : A.lin.z) = T(1);
    work.wrench[j] = along_joint(arm.link(j), arm.link(j).body);
    for (int i = j + 1; i < n; ++i) {
      A = to_child(x.step(i), A);
      work.wrench[i] = arm.link(i).body * A;
    }
    // inward as far as joint j: the rest follows by symmetry
    for (int i = n - 1; i >= j; --i) {
      M(i, j) = M(j, i) = joint_component(arm.link(i), work.wrench[i]);
      if (i > j) work.wrench[i - 1] += to_parent(x.step(i), work.wrench[i]);
    }
  }
}

}  // namespace catena
