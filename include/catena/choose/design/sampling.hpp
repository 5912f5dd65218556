// SPDX-License-Identifier: Apache-2.0
// Points in the unit cube, each a function of its index only: any process can compute any point without the others.
#pragma once

#include <cstdint>
#include <span>

namespace catena::choose {

enum class Sampling { grid, latin_hypercube, sobol };

// The maximum number of coordinates of a Sobol point, and of points.
inline constexpr int kSobolDimensions = 40;
inline constexpr std::int64_t kSobolPoints = std::int64_t{1} << 32;

// Point `index` of the Sobol sequence (0: the origin), its digits shifted at random by `seed`; seed 0 shifts nothing.
// The first 2^k points are stratified: in every coordinate one lies in each of 2^k equal parts.
void sobol_point(std::int64_t index, std::uint64_t seed, std::span<double> out);

// Point `index` of a Latin hypercube of `points`: in every coordinate one lies in each of `points` equal parts.
void latin_hypercube_point(std::int64_t index, std::int64_t points, std::uint64_t seed,
                           std::span<double> out);

// A permutation of 0..size-1, without a table: where `index` goes.
std::int64_t shuffled(std::int64_t index, std::int64_t size, std::uint64_t key);

}  // namespace catena::choose
