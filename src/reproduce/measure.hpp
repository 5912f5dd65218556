// SPDX-License-Identifier: Apache-2.0
// Running the papers' steps on counting scalars, for the measured side of their tables.
#pragma once

#include <functional>
#include <string_view>

#include "catena/count/cost.hpp"
#include "catena/reproduce/count_table.hpp"

namespace catena::reproduce::detail {

using P = Polynomial;
using Counting = std::function<OpCount(const Chain<double>& arm)>;

// What a run costs.
template <class Run>
OpCount operations(Run&& run) {
  const CountScope scope;
  run();
  return scope.count();
}

// An arm on counting scalars in a state of general numbers. Sines and cosines are given, as in all papers.
struct CountedArm {
  explicit CountedArm(const Chain<double>& plain, Constants constants = Constants::general);

  int n;
  Chain<Counted> arm;
  std::vector<Counted> q, qd, qdd, tau, out;
  Posture<Counted> x;
  Vec3<Counted> gravity;
  Force<Counted> tip = Force<Counted>::zero();
};

OpCount operator+(const OpCount& a, const OpCount& b);

Chain<double> revolute_arm(int n);                      // general in every parameter
Chain<double> arm_of_catalogue(std::string_view stem);  // by name

const Method<Counted>& counted_method(Quantity quantity, std::string_view name);
Counting counting(Quantity quantity, std::string_view name);  // of a row of the registry, without kinematics

// Polynomials from runs at n = 7 to 13, values from runs at the given n.
CountSide measured(const Counting& count, const std::vector<int>& at);
CountSide measured_total(const Counting& count, const std::vector<int>& at);
CountSide measured_value(const OpCount& count, int n);  // one run, no polynomial
CountSide said(std::string words);
std::string in_words(const OpCount& count);  // "8M 4A"

CountSide printed(P mul, P add);
CountSide printed_total(P total);
CountSide value_at(int n, double mul, double add);

// The number of joints from which `low` stays below `high`, up to 40 joints. 0: never.
int overtakes(const std::function<double(int n)>& low, const std::function<double(int n)>& high);

}  // namespace catena::reproduce::detail
