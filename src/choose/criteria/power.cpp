// SPDX-License-Identifier: Apache-2.0
// Power delivered along the path, Σ max(0, τ_i q̇_i), without regeneration: its peak, its root mean square, and the
// energy of one run.
#include <algorithm>

#include "choose/criteria/criteria.hpp"

namespace catena::choose::detail {
namespace {

struct Power {
  double peak = 0, mean = 0, mean_square = 0;
};

Power power(Subject& subject) {
  const std::span<const double> tau = subject.torques();
  const Path& path = subject.path();
  const auto n = static_cast<std::size_t>(subject.dof());
  Power p;
  for (std::size_t k = 0; k < path.states(); ++k) {
    double now = 0;
    for (std::size_t i = k * n; i < (k + 1) * n; ++i) now += std::max(0.0, tau[i] * path.qd[i]);
    p.peak = std::max(p.peak, now);
    p.mean += path.weight[k] * now;
    p.mean_square += path.weight[k] * now * now;
  }
  return p;
}

}  // namespace

Score peak_power(Subject& subject) { return {power(subject).peak}; }
Score rms_power(Subject& subject) { return {std::sqrt(power(subject).mean_square)}; }
Score cycle_energy(Subject& subject) { return {power(subject).mean * subject.path().duration()}; }

}  // namespace catena::choose::detail
