// SPDX-License-Identifier: Apache-2.0
// Coriolis and centrifugal torques relative to inertial ones along the path: sqrt(∫ cᵀ M⁻¹ c dt / ∫ q̈ᵀ M q̈ dt), c = C q̇.
// The metric M⁻¹ gives both one unit for revolute and prismatic joints, and the ratio does not depend on the speed along
// the path.
#include <algorithm>

#include "choose/criteria/criteria.hpp"
#include "choose/criteria/factors.hpp"

namespace catena::choose::detail {

Score coriolis_ratio(Subject& subject) {
  constexpr std::size_t kAtATime = 1024;  // a long motion of a long arm has gigabytes of matrices
  const auto n = static_cast<std::size_t>(subject.dof());
  const Path& path = subject.path();
  std::vector<double>&M = subject.scratch().b, &c = subject.scratch().c;
  double coriolis = 0, inertia = 0;
  for (std::size_t first = 0; first < path.states(); first += kAtATime) {
    const std::size_t states = std::min(kAtATime, path.states() - first);
    const auto part = [&](const std::vector<double>& x) {
      return std::span(x).subspan(first * n, states * n);
    };
    M.resize(states * n * n), c.resize(states * n);
    batch::inertia(subject.arm(), batch::Layout::state_major, part(path.q), subject.batch(), M);
    subject.add_rotors(M);
    batch::bias(subject.arm(), batch::Layout::state_major, part(path.q), part(path.qd), subject.batch(), c);
    for (std::size_t k = 0; k < states; ++k) {
      double *Mk = &M[k * n * n], *ck = &c[k * n];
      const double* a = &path.qdd[(first + k) * n];
      const double weight = path.weight[first + k];
      for (std::size_t j = 0; j < n; ++j)
        for (std::size_t i = 0; i < n; ++i) inertia += weight * a[i] * Mk[j * n + i] * a[j];
      if (!factor(n, Mk))
        return unavailable("the inertia matrix is singular or indefinite on the path; see 'catena check'");
      forward(n, Mk, ck);
      for (std::size_t i = 0; i < n; ++i) coriolis += weight * ck[i] * ck[i];
    }
  }
  if (!(inertia > 0)) return unavailable("no joint accelerates on the path");
  return {std::sqrt(coriolis / inertia)};
}

}  // namespace catena::choose::detail
