// SPDX-License-Identifier: Apache-2.0
// Sobol points and Latin hypercubes, point by point.
#include "catena/choose/design/sampling.hpp"

#include <array>
#include <bit>
#include <cassert>

#include "choose/design/sampling_sobol_table.hpp"

namespace catena::choose {
namespace {

constexpr int kBits = 32;
static_assert(std::size(detail::kSobolNumbers) + 1 >= kSobolDimensions);

// The finaliser of SplitMix64 (Steele, Lea, Flood 2014).
constexpr std::uint64_t mixed(std::uint64_t z) {
  z += 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}
constexpr std::uint64_t mixed(std::uint64_t a, std::uint64_t b) { return mixed(mixed(a) ^ b); }

using Directions = std::array<std::uint32_t, kBits>;

// v_k = a_1 v_{k-1} ^ ... ^ a_{s-1} v_{k-s+1} ^ v_{k-s} ^ (v_{k-s} >> s), with a_i the coefficient of x^{s-i}.
constexpr Directions directions(const detail::SobolNumbers& numbers) {
  const int s = numbers.degree;
  Directions v{};
  for (int k = 0; k < kBits; ++k) {
    if (k < s) {
      v[k] = numbers.m[k] << (kBits - 1 - k);
      continue;
    }
    v[k] = v[k - s] ^ (v[k - s] >> s);
    for (int i = 1; i < s; ++i)
      if ((numbers.polynomial >> (s - i)) & 1u) v[k] ^= v[k - i];
  }
  return v;
}

constexpr std::array<Directions, kSobolDimensions> all_directions() {
  std::array<Directions, kSobolDimensions> out{};
  for (int k = 0; k < kBits; ++k) out[0][k] = 1u << (kBits - 1 - k);  // the digits of the index in reverse
  for (int j = 1; j < kSobolDimensions; ++j) out[j] = directions(detail::kSobolNumbers[j - 1]);
  return out;
}
constexpr std::array<Directions, kSobolDimensions> kDirections = all_directions();

}  // namespace

void sobol_point(std::int64_t index, std::uint64_t seed, std::span<double> out) {
  assert(index >= 0 && index < kSobolPoints && out.size() <= kSobolDimensions);
  for (std::size_t j = 0; j < out.size(); ++j) {
    std::uint32_t x = seed == 0 ? 0 : static_cast<std::uint32_t>(mixed(seed, j) >> 32);
    for (auto rest = static_cast<std::uint64_t>(index); rest != 0; rest &= rest - 1)
      x ^= kDirections[j][std::countr_zero(rest)];
    out[j] = x * 0x1p-32;
  }
}

// A Feistel network of four rounds permutes the numbers of an even count of bits; what falls outside the range is
// permuted again until it is inside. The range is more than a quarter of the numbers, so that this ends soon.
std::int64_t shuffled(std::int64_t index, std::int64_t size, std::uint64_t key) {
  assert(index >= 0 && index < size);
  const int bits = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(size - 1))),
            half = (bits + 1) / 2;
  if (half == 0) return 0;
  const std::uint64_t mask = (std::uint64_t{1} << half) - 1;
  auto x = static_cast<std::uint64_t>(index);
  do {
    std::uint64_t left = x >> half, right = x & mask;
    for (std::uint64_t round = 0; round < 4; ++round) {
      const std::uint64_t next = left ^ (mixed(key + round, right) & mask);
      left = right, right = next;
    }
    x = (left << half) | right;
  } while (x >= static_cast<std::uint64_t>(size));
  return static_cast<std::int64_t>(x);
}

void latin_hypercube_point(std::int64_t index, std::int64_t points, std::uint64_t seed,
                           std::span<double> out) {
  assert(index >= 0 && index < points);
  for (std::size_t j = 0; j < out.size(); ++j) {
    const std::uint64_t key = mixed(seed, j);
    const std::int64_t part = shuffled(index, points, key);
    const double within = static_cast<double>(mixed(~key, static_cast<std::uint64_t>(index)) >> 11) * 0x1p-53;
    const double u = (static_cast<double>(part) + within) / static_cast<double>(points);
    out[j] = u < 1 ? u : 1 - 0x1p-53;  // rounding must not leave the cube
  }
}

}  // namespace catena::choose
