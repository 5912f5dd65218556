// SPDX-License-Identifier: Apache-2.0
// Inertia matrix M(q) by composite rigid bodies: links i..n as one body, moved by joint i alone.
//
// Source   Walker and Orin 1982, method 3; Featherstone 2008, table 6.2.
// Symbols  composite: links i..n as one body | F: the wrench that gives it a unit acceleration of joint i
// Frames   link i in frame i; a wrench is transformed from frame to frame towards the base.
// Cost     10n² + 20n - 30 mul, 6n² + 34n - 40 add, all revolute; asserted in cost_test.cpp.
#pragma once

#include "catena/core/math/dense.hpp"
#include "catena/core/model/joint.hpp"

namespace catena {

// Fills the full symmetric matrix.
template <class T>
void crba(const Chain<T>& arm, const Posture<T>& x, MatView<T> M) {
  const int n = arm.dof();
  RigidInertia<T> composite = arm.link(n - 1).body;
  for (int i = n - 1; i >= 0; --i) {
    // column i: the components of this wrench along joint i and all joints before it
    Force<T> F = along_joint(arm.link(i), composite);
    M(i, i) = joint_component(arm.link(i), F);
    for (int j = i - 1; j >= 0; --j) {
      F = to_parent(x.step(j + 1), F);
      M(i, j) = M(j, i) = joint_component(arm.link(j), F);
    }
    // add link i - 1 to the composite
    if (i > 0) composite = arm.link(i - 1).body + to_parent(x.step(i), composite);
  }
}

}  // namespace catena
