// SPDX-License-Identifier: Apache-2.0
// Low-discrepancy points in the unit cube, and means over them with an error estimate.
//
// Source   a Kronecker sequence, point k is frac(k α + shift), with α_j = φ^-j and φ^(d+1) = φ + 1: the golden ratio in
//          d dimensions (M. Roberts 2018). Up to 32 replicates, each with a random shift (Cranley, Patterson 1976): their
//          means are independent and unbiased, so that Student's t gives the interval.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace catena::choose::detail {

// A random number of [0, 1) for each counter: splitmix64, the same everywhere.
double random_unit(std::uint64_t seed, std::uint64_t counter);

class Lattice {
 public:
  Lattice(int dimensions, int samples, std::uint64_t seed);

  bool is(int dimensions, int samples, std::uint64_t seed) const {
    return dimensions == dimensions_ && samples == samples_ && seed == seed_;
  }
  int replicates() const { return replicates_; }
  int points() const { return replicates_ * each_; }       // at most `samples`
  std::span<const double> all() const { return points_; }  // point after point, replicate after replicate

 private:
  int dimensions_, samples_;
  std::uint64_t seed_;
  int replicates_, each_;
  std::vector<double> points_;
};

struct Mean {
  double value, error;  // half the width of the 95 % interval
};
// The mean of `values`: one value for each point, replicate after replicate.
Mean mean_of(std::span<const double> values, int replicates);

}  // namespace catena::choose::detail
