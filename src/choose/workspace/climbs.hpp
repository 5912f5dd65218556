// SPDX-License-Identifier: Apache-2.0
// Search for an extreme over the joint ranges by many local searches (climbs): where they start, when there are enough of
// them, and what they may have missed.
//
// Rule     each climb ends at a local optimum. With K climbs that ended at w different values, the probability that the next
//          climb ends at a new one is w (w + 1) / (K (K - 1)) (Boender and Rinnooy Kan, "Bayesian stopping rules for
//          multistart global optimization methods", Math. Programming 37, 1987, with their uniform prior). Climbs go
//          on until this is below kUnseen and kWitnesses climbs have ended at the best value, between kClimbs and kMostClimbs.
// Error    one-sided: `value` belongs to an actual posture; in at most 5 % of the cases, the extreme itself is better by
//          more than `error`. The error is the difference between the best climb and the one in place kWitnesses, hence 0
//          if enough climbs agree. docs/error_bars.md has the measured rates.
#pragma once

#include <span>
#include <vector>

#include "choose/workspace/postures.hpp"

namespace catena::choose::detail {

inline constexpr std::size_t kClimbs = 32, kMostClimbs = 256, kWitnesses = 4;
inline constexpr double kUnseen = 0.01;
inline constexpr double kResolved = 1e-9;  // of the scale: values that differ by less are the same

struct Extreme {
  double value, error;
};

// Collects what climbs find. `sign` 1: maximum, -1: minimum.
class Climbs {
 public:
  Climbs(double sign, double scale, double resolved = kResolved)
      : sign_(sign), resolution_(resolved * scale) {}

  void add(double found);
  bool enough() const;
  Extreme extreme() const;

 private:
  double sign_, resolution_;
  std::vector<double> found_;  // times sign, the greatest first
};

// Where climbs start, given the values at the sampled postures: at the best of each share of the samples, then at the second
// best of each, and so on; at random postures when the samples are used up.
class Starts {
 public:
  Starts(const Postures& postures, const JointBox& box, std::span<const double> values, double sign,
         std::uint64_t seed);
  void next(std::span<double> q);

 private:
  const Postures& postures_;
  const JointBox& box_;
  std::uint64_t seed_;
  std::vector<std::size_t> order_;  // of the samples
  std::size_t used_ = 0;
};

}  // namespace catena::choose::detail
