// SPDX-License-Identifier: Apache-2.0
#include "catena/core/model/posture.hpp"

#include "core/kernels/sincos_kernel.hpp"

namespace catena {

template <>
void Posture<double>::set(const Chain<double>& arm, std::span<const double> q) {
  assert(static_cast<int>(q.size()) == arm.dof() && q.size() == steps_.size());
  if (q.empty()) return;
  static_assert(sizeof(Step<double>) % sizeof(double) == 0);
  detail::turns(theta_.data(), q.data(), q.size(), &steps_[0].c, sizeof(Step<double>) / sizeof(double));
  for (std::size_t i = 0; i < q.size() && slides_; ++i) {
    const ChainLink<double>& l = arm.link(static_cast<int>(i));
    if (l.revolute()) continue;
    steps_[i].c = l.ct;  // all were turned, which is quicker than asking
    steps_[i].s = l.st;
    steps_[i].d = l.d + q[i];
  }
}

}  // namespace catena
