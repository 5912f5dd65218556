// SPDX-License-Identifier: Apache-2.0
#include "reproduce/measure.hpp"
#include "catena/count/methods.hpp"

#include <fmt/format.h>

#include "catena/core/model/generate.hpp"
#include "catena/io/load.hpp"

namespace catena::reproduce::detail {
namespace {

constexpr int kFewest = 2, kMost = 40;  // joints among which `overtakes` looks

// Any numbers other than 0, 1 and -1 will do: no method branches on a value.
std::vector<Counted> any(int n, double from) {
  std::vector<Counted> v;
  for (int i = 0; i < n; ++i) v.push_back(Counted::general(from + 0.1 * i));
  return v;
}

}  // namespace

CountedArm::CountedArm(const Chain<double>& plain, Constants constants)
    : n(plain.dof()),
      arm(counted(plain, constants)),
      q(any(n, 0.3)),
      qd(any(n, 0.7)),
      qdd(any(n, 1.3)),
      tau(any(n, 2.3)),
      out(any(n, 0.5)),
      x(posture<Counted>(arm, q)),
      gravity{Counted::general(1.5), Counted::general(-2.5), Counted::general(-9.81)} {}

OpCount operator+(const OpCount& a, const OpCount& b) {
  return {a.mul + b.mul, a.add + b.add, a.sqrt + b.sqrt, a.trig + b.trig};
}

Chain<double> revolute_arm(int n) {
  Notes notes;
  return make_chain(generate_robot(fmt::format("chain:{}", n)), notes);
}

Chain<double> arm_of_catalogue(std::string_view stem) {
  Notes notes;
  return make_chain(load_robot(std::string(stem), notes), notes);
}

const Method<Counted>& counted_method(Quantity quantity, std::string_view name) {
  for (const Method<Counted>& m : methods<Counted>())
    if (m.quantity == quantity && m.name == name) return m;
  throw Error(ErrorKind::bug, std::string(name), "no such method");
}

Counting counting(Quantity quantity, std::string_view name) {
  const Method<Counted>& method = counted_method(quantity, name);
  return [&method](const Chain<double>& arm) { return cost(arm, method, Constants::general).work; };
}

CountSide measured(const Counting& count, const std::vector<int>& at) {
  const CostLaw law = cost_law(count);
  CountSide side{.mul = law.mul, .add = law.add, .total = {}, .at = {}, .words = {}};
  for (const int n : at) {
    const OpCount c = count(revolute_arm(n));
    side.at[n] = {static_cast<double>(c.mul), static_cast<double>(c.add), {}};
  }
  return side;
}

CountSide measured_total(const Counting& count, const std::vector<int>& at) {
  const CountSide parts = measured(count, at);
  CountSide side;
  if (parts.mul && parts.add) side.total = *parts.mul + *parts.add;
  for (const auto& [n, value] : parts.at) side.at[n].total = *value.mul + *value.add;
  return side;
}

CountSide measured_value(const OpCount& count, int n) {
  return value_at(n, static_cast<double>(count.mul), static_cast<double>(count.add));
}

CountSide said(std::string words) {
  CountSide side;
  side.words = std::move(words);
  return side;
}

std::string in_words(const OpCount& count) { return fmt::format("{}M {}A", count.mul, count.add); }

CountSide printed(P mul, P add) {
  CountSide side;
  side.mul = std::move(mul), side.add = std::move(add);
  return side;
}

CountSide printed_total(P total) {
  CountSide side;
  side.total = std::move(total);
  return side;
}

CountSide value_at(int n, double mul, double add) {
  CountSide side;
  side.at[n] = {mul, add, {}};
  return side;
}

int overtakes(const std::function<double(int n)>& low, const std::function<double(int n)>& high) {
  int from = 0;
  for (int n = kMost; n >= kFewest && low(n) < high(n); --n) from = n;
  return from;
}

}  // namespace catena::reproduce::detail
