// SPDX-License-Identifier: Apache-2.0
// The rows of one method on their own: its answers against the golden data and its cost, without the whole registry.
#pragma once

#include <gtest/gtest.h>

#include <span>
#include <string>
#include <vector>

#include "catena/core/method.hpp"
#include "catena/count/counted_chain.hpp"
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

double tolerance_of(const Chain<double>& arm);

std::vector<double> answer(const Method<double>& m, const Case& c,
                           const Force<double>& tip = Force<double>::zero());

// All rows of a method (inertia, bias, id, fd) on all golden robots; at least one of them must be compared.
void expect_golden(std::span<const Method<double>> rows);

std::vector<Counted> counted_numbers(const std::vector<double>& v);

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

OpCount cost_of_row(const Method<Counted>& m, int n);

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
void expect_cost(const Method<Counted>& m, const Sixths& mul, const Sixths& add);

// An arm of the same numbers with all joints prismatic.
Case all_prismatic(const std::string& spec);

// An arm whose link i has neither mass nor inertia.
Case massless(const std::string& spec, std::size_t i);

}  // namespace catena::test
