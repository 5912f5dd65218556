// SPDX-License-Identifier: Apache-2.0
#include "reproduce/quartiles.hpp"

#include <algorithm>
#include <functional>

namespace catena::reproduce::detail {

Quartiles quartiles(std::vector<double> each) {
  std::sort(each.begin(), each.end());
  const std::size_t last = each.size() - 1;
  return {each[last / 2], each[last / 4], each[3 * last / 4]};
}

std::vector<double> quotients(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> q(a.size());
  std::transform(a.begin(), a.end(), b.begin(), q.begin(), std::divides<>());
  return q;
}

}  // namespace catena::reproduce::detail
