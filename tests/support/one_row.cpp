// SPDX-License-Identifier: Apache-2.0
#include "support/one_row.hpp"

#include <cmath>
#include <map>

namespace catena::test {

double tolerance_of(const Chain<double>& arm) { return arm.dof() >= 20 ? 1e-10 : 1e-11; }

std::vector<double> answer(const Method<double>& m, const Case& c, const Force<double>& tip) {
  std::vector<double> out(size_of(m.quantity, c.arm.dof()), NAN);
  m.run(c.arm, c.x(), {c.q, c.qd, c.qdd, c.tau, c.arm.gravity(), tip}, out);
  return out;
}

void expect_golden(std::span<const Method<double>> rows) {
  const std::map<Quantity, std::string> fields = {{Quantity::inertia, "M"},
                                                  {Quantity::bias, "coriolis"},
                                                  {Quantity::id, "tau"},
                                                  {Quantity::fd, "fd_qdd"}};
  int compared = 0;
  for (const Golden& g : all_golden()) {
    const Chain<double> arm = chain_of(g.robot);
    for (const GoldenState& state : g.states) {
      const auto q = state["q"], qd = state["qd"], qdd = state["qdd"], tau = state["fd_tau"];
      for (const Method<double>& m : rows) {
        std::vector<double> out(size_of(m.quantity, arm.dof()), NAN);
        m.run(arm, posture<double>(arm, q), {q, qd, qdd, tau, arm.gravity(), Force<double>::zero()}, out);
        EXPECT_LE(relative_error(out, state[fields.at(m.quantity)]), g.tolerance())
            << info(m.quantity).name << " by " << m.name << ", "
            << g.file;  // M is symmetric: rows are columns
        ++compared;
      }
    }
  }
  EXPECT_GE(compared, 100);
}

std::vector<Counted> counted_numbers(const std::vector<double>& v) {
  std::vector<Counted> out;
  for (double x : v) out.push_back(Counted::general(x));
  return out;
}

OpCount cost_of_row(const Method<Counted>& m, int n) {
  return cost_of_run(n, [&](const Chain<Counted>& arm, const Posture<Counted>& x, const State<Counted>& s) {
    std::vector<Counted> out(size_of(m.quantity, n), Counted(0.0));
    const CountScope scope;
    m.run(arm, x, s, out);
    return scope.count();
  });
}

void expect_cost(const Method<Counted>& m, const Sixths& mul, const Sixths& add) {
  for (int n : {3, 6, 7, 13, 30}) {
    const OpCount cost = cost_of_row(m, n);
    EXPECT_EQ(cost.mul, mul(n)) << m.name << ", multiplications, n = " << n;
    EXPECT_EQ(cost.add, add(n)) << m.name << ", additions, n = " << n;
    EXPECT_EQ(cost.sqrt + cost.trig, 0) << m.name;
  }
}

Case all_prismatic(const std::string& spec) {
  Case c(spec);
  for (RobotLink& link : c.robot.links) link.joint = JointKind::prismatic;
  c.arm = chain_of(c.robot);
  return c;
}

Case massless(const std::string& spec, std::size_t i) {
  Case c(spec);
  c.robot.allow_nonphysical = true;
  c.robot.links[i].mass = 0;
  c.robot.links[i].com = Vec3<double>::zero();
  c.robot.links[i].inertia = Sym3<double>::zero();
  c.arm = chain_of(c.robot);
  return c;
}

}  // namespace catena::test
