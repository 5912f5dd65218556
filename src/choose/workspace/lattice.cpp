// SPDX-License-Identifier: Apache-2.0
#include "choose/workspace/lattice.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace catena::choose::detail {

double random_unit(std::uint64_t seed, std::uint64_t counter) {
  std::uint64_t z = seed * 0xd1342543de82ef95 + (counter + 1) * 0x9e3779b97f4a7c15;
  for (int round = 0; round < 2; ++round) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    z ^= z >> 31;
  }
  return static_cast<double>(z >> 11) * 0x1p-53;
}

Lattice::Lattice(int dimensions, int samples, std::uint64_t seed)
    : dimensions_(dimensions),
      samples_(samples),
      seed_(seed),
      teams_(std::min(samples, 8)),
      each_(samples / teams_),
      points_(static_cast<std::size_t>(teams_) * each_ * dimensions) {
  double phi = 2;
  for (int i = 0; i < 64; ++i) phi = std::pow(1 + phi, 1.0 / (dimensions + 1));
  std::size_t at = 0;
  for (int team = 0; team < teams_; ++team)
    for (int k = 0; k < each_; ++k) {
      double alpha = 1;
      for (int j = 0; j < dimensions; ++j) {
        alpha /= phi;
        const double shift = random_unit(seed, static_cast<std::uint64_t>(team) * dimensions + j);
        const double x = shift + k * alpha;
        points_[at++] = x - std::floor(x);
      }
    }
}

Mean mean_of(std::span<const double> values, int teams) {
  constexpr std::array<double, 8> kStudent = {0, 12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365};
  const std::size_t each = values.size() / teams;
  std::array<double, 8> means{};
  double mean = 0;
  for (int t = 0; t < teams; ++t) {
    double sum = 0;
    for (std::size_t k = 0; k < each; ++k) sum += values[t * each + k];
    means[t] = sum / static_cast<double>(each);
    mean += means[t] / teams;
  }
  double squares = 0;
  for (int t = 0; t < teams; ++t) squares += (means[t] - mean) * (means[t] - mean);
  return {mean, kStudent[teams - 1] * std::sqrt(squares / (teams * (teams - 1.0)))};
}

}  // namespace catena::choose::detail
