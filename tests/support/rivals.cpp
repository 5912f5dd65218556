// SPDX-License-Identifier: Apache-2.0
#include "support/rivals.hpp"

#include "catena/core/algo/aba.hpp"
#include "catena/core/algo/crba.hpp"

namespace catena::test {

std::vector<double> forward_by_aba(const Case& c, const Force<double>& tip) {
  std::vector<double> qdd(c.q.size());
  AbaWork<double> work(c.arm.dof());
  aba<double>(c.arm, c.x(), c.qd, c.tau, c.arm.gravity(), tip, work, qdd);
  return qdd;
}

std::vector<double> inertia_by_crba(const Case& c) {
  MatX<double> M(c.arm.dof(), c.arm.dof());
  crba(c.arm, c.x(), M.view());
  return {M.values().begin(), M.values().end()};
}

void expect_forward_dynamics(const Method<double>& m) {
  for (const Case& c : cases())
    EXPECT_LE(relative_error(answer(m, c, kTip), forward_by_aba(c, kTip)), tolerance_of(c.arm)) << c.label;
  for (const Case& c : {all_prismatic("chain:5"), massless("chain:4", 1)})
    EXPECT_LE(relative_error(answer(m, c, kTip), forward_by_aba(c, kTip)), 1e-11) << c.label;
}

void expect_inertia(const Method<double>& m) {
  for (const Case& c : cases())
    EXPECT_LE(relative_error(answer(m, c), inertia_by_crba(c)), tolerance_of(c.arm)) << c.label;
  for (const Case& c : {all_prismatic("chain:5"), massless("chain:4", 1), massless("mixed:6:1", 5)})
    EXPECT_LE(relative_error(answer(m, c), inertia_by_crba(c)), 1e-12) << c.label;
}

void expect_total_within(const Method<Counted>& m, const Sixths& printed) {
  for (int n : {2, 3, 6, 7, 13, 30}) {
    const OpCount cost = cost_of_row(m, n);
    EXPECT_LE(6 * (cost.mul + cost.add), printed.six_times(n)) << m.name << ", n = " << n;
  }
}

void expect_within(const Method<Counted>& m, const Sixths& mul, const Sixths& add) {
  for (int n : {2, 3, 6, 7, 13, 30}) {
    const OpCount cost = cost_of_row(m, n);
    EXPECT_LE(cost.mul, mul(n)) << m.name << ", n = " << n;
    EXPECT_LE(cost.add, add(n)) << m.name << ", n = " << n;
  }
}

}  // namespace catena::test
