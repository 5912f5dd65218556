// SPDX-License-Identifier: Apache-2.0
// The effective mass at the tool: d / tr(J M⁻¹ Jᵀ) with the d linear rows of J, the harmonic mean over all
// directions of Khatib's effective mass 1 / (uᵀ J M⁻¹ Jᵀ u).
#include <algorithm>

#include "choose/criteria/criteria.hpp"
#include "choose/criteria/factors.hpp"

namespace catena::choose::detail {

Score reflected_mass(Subject& subject) {
  const auto n = static_cast<std::size_t>(subject.dof());
  const std::span<const double> M = subject.inertias(), J = subject.jacobians();
  const int directions = std::min(subject.point().joints(), subject.point().plane() ? 2 : 3);
  std::vector<double>&L = subject.scratch().b, &row = subject.scratch().c, &mass = subject.scratch().values;
  L.resize(n * n), row.resize(n), mass.resize(subject.postures().count);
  for (std::size_t k = 0; k < mass.size(); ++k) {
    std::copy_n(&M[k * n * n], n * n, L.begin());
    if (!factor(n, L.data()))
      return unavailable(
          "the inertia matrix is singular or indefinite at a sampled posture; see 'catena check'");
    double trace = 0;
    for (int r = 3; r < 6; ++r) {
      for (std::size_t i = 0; i < n; ++i) row[i] = J[(k * n + i) * 6 + r];
      forward(n, L.data(), row.data());
      for (const double x : row) trace += x * x;
    }
    if (!(trace > 0)) return unavailable("no joint moves the tool at a sampled posture");
    mass[k] = directions / trace;
  }
  const Mean mean = mean_of(mass, subject.postures().replicates);
  return {mean.value, mean.error};
}

}  // namespace catena::choose::detail
