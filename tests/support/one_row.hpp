// SPDX-License-Identifier: Apache-2.0
// One stem's rows on their own: its answers against the golden data and its cost, without the whole registry.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string_view>

#include "catena/method.hpp"
#include "catena/model/counted_chain.hpp"
#include "support/arms.hpp"
#include "support/golden.hpp"

namespace catena::test {

template <class T>
const Method<T>& row_of(std::span<const Method<T>> rows, Quantity quantity) {
  for (const Method<T>& m : rows)
    if (m.quantity == quantity) return m;
  ADD_FAILURE() << "no row for " << info(quantity).name;
  return rows.front();
}

inline double tolerance_of(const Chain<double>& arm) { return arm.dof() >= 20 ? 1e-10 : 1e-11; }

inline std::vector<double> answer(const Method<double>& m, const Case& c,
                                  const Force<double>& tip = Force<double>::zero()) {
  std::vector<double> out(size_of(m.quantity, c.arm.dof()), NAN);
  m.run(c.arm, c.x(), {c.q, c.qd, c.qdd, c.tau, c.arm.gravity(), tip}, out);
  return out;
}

// All rows of a stem (inertia, bias, id, fd) on all golden robots; at least one of them must be compared.
inline void expect_golden(std::span<const Method<double>> rows) {
  const std::map<Quantity, std::string> fields = {{Quantity::inertia, "M"},
                                                  {Quantity::bias, "coriolis"},
                                                  {Quantity::id, "tau"},
                                                  {Quantity::fd, "fd_qdd"}};
  int compared = 0;
  for (const Golden& g : all_golden()) {
    const Chain<double> arm = chain_of(g.robot);
    for (const auto& state : g.states) {
      const auto q = numbers(state["q"]), qd = numbers(state["qd"]), qdd = numbers(state["qdd"]);
      const auto tau = numbers(state["fd_tau"]);
      for (const Method<double>& m : rows) {
        std::vector<double> out(size_of(m.quantity, arm.dof()), NAN);
        m.run(arm, posture<double>(arm, q), {q, qd, qdd, tau, arm.gravity(), Force<double>::zero()}, out);
        EXPECT_LE(relative_error(out, numbers(state.at(fields.at(m.quantity)))), g.tolerance())
            << info(m.quantity).name << " by " << m.stem << ", "
            << g.file;  // M is symmetric: rows are columns
        ++compared;
      }
    }
  }
  EXPECT_GE(compared, 100);
}

inline std::vector<Counted> counted_numbers(const std::vector<double>& v) {
  std::vector<Counted> out;
  for (double x : v) out.push_back(Counted::general(x));
  return out;
}

// What `run(arm, x, state)` costs on an all-revolute arm of general constants; sines and cosines are given.
template <class Run>
OpCount cost_of_run(int n, Run&& run) {
  const Case c("chain:" + std::to_string(n));
  const Chain<Counted> arm = counted(c.arm, Constants::general);
  const auto q = counted_numbers(c.q), qd = counted_numbers(c.qd), qdd = counted_numbers(c.qdd);
  const auto tau = counted_numbers(c.tau);
  const Counted g = Counted::general(-9.81);
  const State<Counted> s{q, qd, qdd, tau, {g, g, g}, Force<Counted>::zero()};
  return run(arm, posture<Counted>(arm, q), s);
}

inline OpCount cost_of_row(const Method<Counted>& m, int n) {
  return cost_of_run(n, [&](const Chain<Counted>& arm, const Posture<Counted>& x, const State<Counted>& s) {
    std::vector<Counted> out(size_of(m.quantity, n), Counted(0.0));
    const CountScope scope;
    m.run(arm, x, s, out);
    return scope.count();
  });
}

// n³, n², n, 1 in sixths: the polynomials of the papers have no other denominators.
struct Sixths {
  long n3, n2, n1, n0;
  long six_times(long n) const { return ((n3 * n + n2) * n + n1) * n + n0; }
  long operator()(long n) const {
    EXPECT_EQ(six_times(n) % 6, 0) << "not a whole number at n = " << n;
    return six_times(n) / 6;
  }
};

// The measured cost is exactly the header's polynomial.
inline void expect_cost(const Method<Counted>& m, const Sixths& mul, const Sixths& add) {
  for (int n : {3, 6, 7, 13, 30}) {
    const OpCount cost = cost_of_row(m, n);
    EXPECT_EQ(cost.mul, mul(n)) << m.stem << ", multiplications, n = " << n;
    EXPECT_EQ(cost.add, add(n)) << m.stem << ", additions, n = " << n;
    EXPECT_EQ(cost.sqrt + cost.trig, 0) << m.stem;
  }
}

// An arm of the same numbers with all joints prismatic.
inline Case all_prismatic(const std::string& spec) {
  Case c(spec);
  for (RobotLink& link : c.robot.links) link.joint = JointKind::prismatic;
  c.arm = chain_of(c.robot);
  return c;
}

// An arm whose link i has neither mass nor inertia.
inline Case massless(const std::string& spec, std::size_t i) {
  Case c(spec);
  c.robot.allow_nonphysical = true;
  c.robot.links[i].mass = 0;
  c.robot.links[i].com = Vec3<double>::zero();
  c.robot.links[i].inertia = Sym3<double>::zero();
  c.arm = chain_of(c.robot);
  return c;
}

}  // namespace catena::test
