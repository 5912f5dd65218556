// SPDX-License-Identifier: Apache-2.0
// How diagonal the inertia matrix is: with its elements divided by sqrt(M_ii M_jj), which makes them dimensionless, the
// fraction of the sum of squares on the diagonal. 1: diagonal; 1/n: all joints move as one.
#include "choose/criteria/criteria.hpp"

namespace catena::choose::detail {

Score gim_diagonality(Subject& subject) {
  const auto n = static_cast<std::size_t>(subject.dof());
  const std::span<const double> M = subject.inertias();
  std::vector<double>& share = subject.scratch().values;
  share.resize(subject.postures().count);
  for (std::size_t k = 0; k < share.size(); ++k) {
    const double* Mk = &M[k * n * n];
    double sum = 0;
    for (std::size_t j = 0; j < n; ++j)
      for (std::size_t i = 0; i < n; ++i) {
        const double square = Mk[i * n + i] * Mk[j * n + j];
        if (!(square > 0))
          return unavailable(
              "a diagonal element of the inertia matrix is not positive at a sampled posture; see 'catena "
              "check'");
        sum += Mk[j * n + i] * Mk[j * n + i] / square;
      }
    share[k] = static_cast<double>(n) / sum;
  }
  const Mean mean = mean_of(share, subject.postures().replicates);
  return {mean.value, mean.error};
}

}  // namespace catena::choose::detail
