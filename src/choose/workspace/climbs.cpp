// SPDX-License-Identifier: Apache-2.0
#include "choose/workspace/climbs.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

namespace catena::choose::detail {

void Climbs::add(double found) {
  const double x = sign_ * found;
  found_.insert(std::upper_bound(found_.begin(), found_.end(), x, std::greater<>()), x);
}

bool Climbs::enough() const {
  const std::size_t climbs = found_.size();
  if (climbs < kClimbs || climbs >= kMostClimbs) return climbs >= kMostClimbs;
  if (found_[0] - found_[kWitnesses - 1] > resolution_) return false;
  std::size_t different = 1;
  for (std::size_t k = 1; k < climbs; ++k) different += found_[k - 1] - found_[k] > 1e3 * resolution_;
  return static_cast<double>(different * (different + 1)) <=
         kUnseen * static_cast<double>(climbs * (climbs - 1));
}

Extreme Climbs::extreme() const {
  const double lead = found_[0] - found_[std::min(kWitnesses, found_.size()) - 1];
  return {sign_ * found_[0], lead <= resolution_ ? 0 : lead};
}

Starts::Starts(const Postures& postures, const JointBox& box, std::span<const double> values, double sign,
               std::uint64_t seed)
    : postures_(postures), box_(box), seed_(seed) {
  constexpr std::size_t kRounds = kMostClimbs / kClimbs;
  const std::size_t count = values.size(), shares = std::min(count, kClimbs);
  std::vector<std::size_t> share;
  std::vector<std::vector<std::size_t>> rounds(kRounds);
  for (std::size_t s = 0; s < shares; ++s) {
    share.resize((s + 1) * count / shares - s * count / shares);
    std::iota(share.begin(), share.end(), s * count / shares);
    const std::size_t best = std::min(kRounds, share.size());
    std::partial_sort(share.begin(), share.begin() + static_cast<std::ptrdiff_t>(best), share.end(),
                      [&](std::size_t a, std::size_t b) {
                        const double x = sign * values[a], y = sign * values[b];
                        return x != y ? x > y : a < b;
                      });
    for (std::size_t r = 0; r < best; ++r) rounds[r].push_back(share[r]);
  }
  for (const std::vector<std::size_t>& round : rounds)
    order_.insert(order_.end(), round.begin(), round.end());
}

void Starts::next(std::span<double> q) {
  const std::size_t n = q.size();
  if (used_ < order_.size()) {
    std::copy_n(postures_.q.begin() + static_cast<std::ptrdiff_t>(order_[used_] * n), n, q.begin());
  } else {
    for (std::size_t i = 0; i < n; ++i)
      q[i] = box_.joints[i].lower + box_.joints[i].span() * random_unit(seed_ ^ 0x57a27, used_ * n + i);
  }
  ++used_;
}

}  // namespace catena::choose::detail
