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

// Of each posture, in the scratch; empty if one is singular.
std::span<double> conditions(Subject& subject) {
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
    if (!(range.least > 1e-14 * range.greatest)) return {};
    kappa[k] = range.greatest / range.least;
  }
  return kappa;
}

double median_of(std::span<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

}  // namespace

Score gim_condition(Subject& subject) {
  const std::span<double> kappa = conditions(subject);
  if (kappa.empty()) return unavailable(kSingular);
  // The replicates are independent: the spread of their medians gives the error, as that of means does.
  const int replicates = subject.postures().replicates;
  const std::size_t each = kappa.size() / static_cast<std::size_t>(replicates);
  std::vector<double> medians;
  for (int t = 0; t < replicates; ++t)
    medians.push_back(median_of(kappa.subspan(static_cast<std::size_t>(t) * each, each)));
  const Mean mean = mean_of(medians, replicates);
  return {mean.value, mean.error};
}

Score gim_condition_mean(Subject& subject) {
  const std::span<double> kappa = conditions(subject);
  if (kappa.empty()) return unavailable(kSingular);
  const Mean mean = mean_of(kappa, subject.postures().replicates);
  return {mean.value, mean.error};
}

}  // namespace catena::choose::detail
