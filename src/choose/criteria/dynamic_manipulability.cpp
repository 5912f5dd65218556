// SPDX-License-Identifier: Apache-2.0
// Yoshikawa's dynamic manipulability, sqrt(det(J (Mᵀ M)⁻¹ Jᵀ)): accelerations of the tool for unit torques, in SI
// units. The rows of J are those of the manipulability.
#include <algorithm>

#include "choose/criteria/criteria.hpp"
#include "choose/criteria/factors.hpp"
#include "choose/criteria/manipulability.hpp"

namespace catena::choose::detail {

Score dynamic_manipulability(Subject& subject) {
  const auto n = static_cast<std::size_t>(subject.dof());
  const std::span<const double> M = subject.inertias(), J = subject.jacobians();
  std::vector<double>&L = subject.scratch().b, &row = subject.scratch().c, &JM = subject.scratch().d;
  std::vector<double>& w = subject.scratch().values;
  L.resize(n * n), row.resize(n), JM.resize(6 * n), w.resize(subject.postures().count);
  for (std::size_t k = 0; k < w.size(); ++k) {
    std::copy_n(&M[k * n * n], n * n, L.begin());
    if (!factor(n, L.data()))
      return unavailable(
          "the inertia matrix is singular or indefinite at a sampled posture; see 'catena check'");
    for (std::size_t r = 0; r < 6; ++r) {
      for (std::size_t i = 0; i < n; ++i) row[i] = J[(k * n + i) * 6 + r];
      forward(n, L.data(), row.data());
      backward(n, L.data(), row.data());
      for (std::size_t i = 0; i < n; ++i) JM[6 * i + r] = row[i];
    }
    w[k] = manipulability_of(JM, subject.point().plane());
  }
  const Mean mean = mean_of(w, subject.postures().replicates);
  return {mean.value, mean.error};
}

}  // namespace catena::choose::detail
