// SPDX-License-Identifier: Apache-2.0
// Coriolis and centrifugal torques relative to inertial ones along the path: sqrt(∫ cᵀ M⁻¹ c dt / ∫ q̈ᵀ M q̈ dt), c = C q̇.
// The metric M⁻¹ gives both one unit for revolute and prismatic joints, and the ratio does not depend on the speed along
// the path.
#include "choose/criteria/criteria.hpp"
#include "choose/criteria/factors.hpp"

namespace catena::choose::detail {

Score coriolis_ratio(Subject& subject) {
  const auto n = static_cast<std::size_t>(subject.dof());
  const Path& path = subject.path();
  std::vector<double>&M = subject.scratch().b, &c = subject.scratch().c;
  M.resize(Path::kStates * n * n), c.resize(Path::kStates * n);
  batch::inertia(subject.arm(), batch::Layout::state_major, path.q, subject.batch(), M);
  subject.add_rotors(M);
  batch::bias(subject.arm(), batch::Layout::state_major, path.q, path.qd, subject.batch(), c);
  double coriolis = 0, inertia = 0;
  for (std::size_t k = 0; k < Path::kStates; ++k) {
    double *Mk = &M[k * n * n], *ck = &c[k * n];
    const double* a = &path.qdd[k * n];
    for (std::size_t j = 0; j < n; ++j)
      for (std::size_t i = 0; i < n; ++i) inertia += Path::weight(k) * a[i] * Mk[j * n + i] * a[j];
    if (!factor(n, Mk))
      return unavailable("the inertia matrix is singular or indefinite on the path; see 'catena check'");
    forward(n, Mk, ck);
    for (std::size_t i = 0; i < n; ++i) coriolis += Path::weight(k) * ck[i] * ck[i];
  }
  if (!(inertia > 0)) return unavailable("no joint accelerates on the path");
  return {std::sqrt(coriolis / inertia)};
}

}  // namespace catena::choose::detail
