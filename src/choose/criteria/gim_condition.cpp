// SPDX-License-Identifier: Apache-2.0
// Mean condition number of the inertia matrix: λ_max / λ_min of S M S, where S is 1 for a revolute joint and the
// characteristic length of the task for a prismatic one, so that all elements are in kg m².
#include "choose/criteria/criteria.hpp"
#include "choose/criteria/spectrum.hpp"

namespace catena::choose::detail {

Score gim_condition(Subject& subject) {
  const auto n = static_cast<std::size_t>(subject.dof());
  std::vector<double>&A = subject.scratch().b, &work = subject.scratch().c, &scale = subject.scratch().d;
  A.resize(n * n), work.resize(3 * n), scale.assign(n, 1.0);
  for (std::size_t i = 0; i < n; ++i)
    if (!subject.arm().chain().link(static_cast<int>(i)).revolute()) scale[i] = subject.length();
  const std::span<const double> M = subject.inertias();
  std::vector<double>& kappa = subject.scratch().values;
  kappa.resize(subject.postures().count);
  for (std::size_t k = 0; k < kappa.size(); ++k) {
    const double* Mk = &M[k * n * n];
    for (std::size_t j = 0; j < n; ++j)
      for (std::size_t i = 0; i < n; ++i) A[i + j * n] = scale[i] * scale[j] * Mk[i + j * n];
    const EigenRange range = eigen_range(subject.dof(), A, work);
    if (!(range.least > 1e-14 * range.greatest))
      return unavailable(
          "the inertia matrix is singular or indefinite at a sampled posture; see 'catena check'");
    kappa[k] = range.greatest / range.least;
  }
  const Mean mean = mean_of(kappa, subject.postures().replicates);
  return {mean.value, mean.error};
}

}  // namespace catena::choose::detail
