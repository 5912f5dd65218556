// SPDX-License-Identifier: Apache-2.0
#include "choose/criteria/median.hpp"

#include <algorithm>
#include <cmath>

namespace catena::choose::detail {
namespace {

// The largest k such that the interval from the k-th least to the k-th greatest of n values covers the median of their
// distribution at 95 % or more. Each value is below it with probability 1/2: the interval misses if fewer than k are below
// it, or fewer than k above.
std::size_t rank_of_interval(std::size_t n) {
  double term = std::pow(0.5, static_cast<double>(n)), below = 0;
  std::size_t k = 0;
  while (k < n / 2 && 2 * (below + term) <= 0.05) {
    below += term;
    term *= static_cast<double>(n - k) / static_cast<double>(k + 1);
    ++k;
  }
  return std::max<std::size_t>(k, 1);
}

}  // namespace

Score median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t n = values.size(), k = rank_of_interval(n);
  const double middle = n % 2 == 1 ? values[n / 2] : 0.5 * (values[n / 2 - 1] + values[n / 2]);
  return {middle, std::max(middle - values[k - 1], values[n - k] - middle)};
}

}  // namespace catena::choose::detail
