// SPDX-License-Identifier: Apache-2.0
#include "choose/workspace/lattice.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace catena::choose::detail {
namespace {

constexpr int kReplicates = 32;
constexpr double kRounding = 1e-13;

// How many replicates: as many as leave four points for each, up to kReplicates, or a little fewer if that uses more of the
// samples.
int replicates_of(int samples) {
  const int most = std::clamp(samples / 4, std::min(samples, 8), kReplicates);
  int best = most;
  for (int r = most; r >= std::max(2, most - most / 4); --r)
    if (samples / r * r > samples / best * best) best = r;
  return best;
}

}  // namespace

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
      replicates_(replicates_of(samples)),
      each_(samples / replicates_),
      points_(static_cast<std::size_t>(replicates_) * each_ * dimensions) {
  double phi = 2;
  for (int i = 0; i < 64; ++i) phi = std::pow(1 + phi, 1.0 / (dimensions + 1));
  std::size_t at = 0;
  for (int replicate = 0; replicate < replicates_; ++replicate)
    for (int k = 0; k < each_; ++k) {
      double alpha = 1;
      for (int j = 0; j < dimensions; ++j) {
        alpha /= phi;
        const double shift = random_unit(seed, static_cast<std::uint64_t>(replicate) * dimensions + j);
        const double x = shift + k * alpha;
        points_[at++] = x - std::floor(x);
      }
    }
}

Mean mean_of(std::span<const double> values, int replicates) {
  // the 97.5 % point of Student's distribution with 0, 1, 2, .. degrees of freedom
  constexpr std::array<double, kReplicates> kStudent = {
      0,     12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228,
      2.201, 2.179,  2.16,  2.145, 2.131, 2.12,  2.11,  2.101, 2.093, 2.086, 2.08,
      2.074, 2.069,  2.064, 2.06,  2.056, 2.052, 2.048, 2.045, 2.042, 2.04};
  const std::size_t each = values.size() / replicates;
  std::array<double, kReplicates> means{};
  double mean = 0, size = 0;
  for (int t = 0; t < replicates; ++t) {
    double sum = 0;
    for (std::size_t k = 0; k < each; ++k)
      sum += values[t * each + k], size += std::abs(values[t * each + k]);
    means[t] = sum / static_cast<double>(each);
    mean += means[t] / replicates;
  }
  double squares = 0;
  for (int t = 0; t < replicates; ++t) squares += (means[t] - mean) * (means[t] - mean);
  const double error = kStudent[replicates - 1] * std::sqrt(squares / (replicates * (replicates - 1.0)));
  // replicates that differ by rounding errors alone: the mean is exact up to rounding
  return {mean, error <= kRounding * size / static_cast<double>(each * replicates) ? 0 : error};
}

}  // namespace catena::choose::detail
