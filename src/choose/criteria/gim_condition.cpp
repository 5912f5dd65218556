// SPDX-License-Identifier: Apache-2.0
// Condition number of the inertia matrix: λ_max / λ_min of S M S, where S is 1 for a revolute joint and the characteristic
// length of the task for a prismatic one, so that all elements are in kg m². The median over the postures; the mean is
// dominated by the few postures in which M is nearly singular.
#include <algorithm>

#include "choose/criteria/criteria.hpp"
#include "choose/criteria/spectrum.hpp"

namespace catena::choose::detail {
namespace {

constexpr const char* kSingular =
    "the inertia matrix is singular or indefinite at a sampled posture; see 'catena check'";

// The condition number of each posture, in the scratch memory; empty if a posture is singular.
std::span<double> conditions(Subject& subject) {
  const auto n = static_cast<std::size_t>(subject.dof());
  std::vector<double>&A = subject.scratch().b, &scale = subject.scratch().d;
  A.resize(n * n), scale.assign(n, 1.0);
  for (std::size_t i = 0; i < n; ++i)
    if (!subject.arm().chain().link(static_cast<int>(i)).revolute()) scale[i] = subject.length();
  const std::span<const double> M = subject.inertias();
  std::vector<double>& kappa = subject.scratch().values;
  kappa.resize(subject.postures().count);
  for (std::size_t k = 0; k < kappa.size(); ++k) {
    const double* Mk = &M[k * n * n];
    for (std::size_t j = 0; j < n; ++j)
      for (std::size_t i = 0; i < n; ++i) A[i + j * n] = scale[i] * scale[j] * Mk[i + j * n];
    const EigenRange range = eigen_range(subject.dof(), A);
    if (!(range.least > 1e-14 * range.greatest)) return {};
    kappa[k] = range.greatest / range.least;
  }
  return kappa;
}

// The value below which the given share of the sorted values lies, interpolated between two of them.
double quantile(std::span<const double> sorted, double share) {
  const double at = std::clamp(share, 0.0, 1.0) * static_cast<double>(sorted.size() - 1);
  const auto low = static_cast<std::size_t>(at);
  const std::size_t high = std::min(low + 1, sorted.size() - 1);
  return sorted[low] + (at - static_cast<double>(low)) * (sorted[high] - sorted[low]);
}

}  // namespace

Score gim_condition(Subject& subject) {
  const std::span<double> kappa = conditions(subject);
  if (kappa.empty()) return unavailable(kSingular);
  std::vector<double> sorted(kappa.begin(), kappa.end());
  std::sort(sorted.begin(), sorted.end());
  const double median = quantile(sorted, 0.5);
  // The share of values below the median is a mean over the postures, whose error the replicates give. The slope of the
  // distribution turns it into that of the median; it is taken over a tenth of the values, since between a few of them
  // it would depend on chance. Medians of the replicates would be biased, each by 1 / its size.
  for (double& k : kappa) k = k < median ? 1 : 0;
  const double share = mean_of(kappa, subject.postures().replicates).error;
  const double window = std::max(0.05, std::min(share, 0.5));
  return {median, share * (quantile(sorted, 0.5 + window) - quantile(sorted, 0.5 - window)) / (2 * window)};
}

Score gim_condition_mean(Subject& subject) {
  const std::span<double> kappa = conditions(subject);
  if (kappa.empty()) return unavailable(kSingular);
  const Mean mean = mean_of(kappa, subject.postures().replicates);
  return {mean.value, mean.error};
}

}  // namespace catena::choose::detail
