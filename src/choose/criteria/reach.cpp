// SPDX-License-Identifier: Apache-2.0
#include "choose/criteria/reach.hpp"

#include <algorithm>

#include "choose/criteria/criteria.hpp"
#include "choose/workspace/farthest.hpp"

namespace catena::choose::detail {

Extreme reach_of(Subject& subject, const Vec3<double>& from_point) {
  const Postures& some = subject.postures();
  const auto n = static_cast<std::size_t>(subject.dof());
  const std::size_t each = some.count / static_cast<std::size_t>(some.replicates);
  std::vector<double>& q = subject.scratch().a;
  double best = 0, next = 0;
  for (std::size_t first = 0; first < some.count; first += each) {
    std::size_t farthest = first;
    const auto away = [&](std::size_t k) {
      const Vec3<double> from_there = some.tools[k] - from_point;
      return dot(from_there, from_there);
    };
    for (std::size_t k = first; k < first + each; ++k)
      if (away(k) > away(farthest)) farthest = k;
    const auto from = some.q.begin() + static_cast<std::ptrdiff_t>(farthest * n);
    q.assign(from, from + static_cast<std::ptrdiff_t>(n));
    const double found = farthest_from(subject.point(), subject.box(), from_point, q);
    next = std::max(next, std::min(best, found));
    best = std::max(best, found);
  }
  const double gap = best - next;
  return {best, gap <= 1e-9 * best ? 0 : gap};
}

Score reach(Subject& subject) { return {subject.reach().value, subject.reach().error}; }

}  // namespace catena::choose::detail
