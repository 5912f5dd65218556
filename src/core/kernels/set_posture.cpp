// SPDX-License-Identifier: Apache-2.0
#include "core/kernels/set_posture.hpp"

namespace catena::detail {

void set_slides(const Chain<double>& arm, std::span<const double> q, Step<double>* steps) {
  for (std::size_t i = 0; i < q.size(); ++i) {
    const ChainLink<double>& l = arm.link(static_cast<int>(i));
    if (l.revolute()) continue;
    steps[i].c = l.ct;
    steps[i].s = l.st;
    steps[i].d = l.d + q[i];
  }
}

}  // namespace catena::detail
