// SPDX-License-Identifier: Apache-2.0
#include "choose/criteria/reach.hpp"

#include <algorithm>

#include "choose/criteria/criteria.hpp"
#include "choose/workspace/farthest.hpp"

namespace catena::choose::detail {

Extreme reach_of(Subject& subject, const Vec3<double>& from_point) {
  const Postures& some = subject.postures_with_tools();
  std::vector<double>& squares = subject.scratch().values;
  squares.resize(some.count);
  for (std::size_t k = 0; k < some.count; ++k) {
    const Vec3<double> away = some.tools[k] - from_point;
    squares[k] = dot(away, away);
  }
  double farthest = 0;
  for (const double square : squares) farthest = std::max(farthest, square);
  Climbs all(1, std::sqrt(farthest));
  Starts starts(some, subject.box(), squares, 1, subject.task().seed);
  std::vector<double> q(static_cast<std::size_t>(subject.dof()));
  while (!all.enough()) {
    starts.next(q);
    all.add(farthest_from(subject.point(), subject.box(), from_point, q));
  }
  return all.extreme();
}

Score reach(Subject& subject) { return {subject.reach().value, subject.reach().error}; }

}  // namespace catena::choose::detail
