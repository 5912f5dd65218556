// SPDX-License-Identifier: Apache-2.0
// The registry: for each quantity the methods that compute it, on any scalar. `eval --method`, `methods`,
// `verify`, `count`, the tests and the benchmarks read this one list. To add a method, write its rows in
// rows/<method>.hpp and name them in rows/textbook.hpp or rows/papers.hpp.
#pragma once

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "catena/core/rows/papers.hpp"
#include "catena/core/rows/textbook.hpp"

namespace catena {

// The default method of a quantity: fast on arms of six or seven joints. For other quantities, the first method in
// the rows.
struct DefaultMethod {
  Quantity quantity;
  std::string_view method;
};
inline constexpr DefaultMethod kDefaultMethods[] = {
    {Quantity::inertia, "crba"},
    {Quantity::christoffel, "augmented_body"},
    {Quantity::bias, "rnea"},
    {Quantity::id, "rnea"},
    {Quantity::fd, "aba"},
    {Quantity::inertia_inverse, "crba_udu"},
    {Quantity::kinetic_energy, "energy"},
    {Quantity::did_dqd, "rnea_derivatives"},
    {Quantity::nle, "rnea"},
};

constexpr std::string_view default_method(Quantity quantity) {
  for (const DefaultMethod& d : kDefaultMethods)
    if (d.quantity == quantity) return d.method;
  return "";
}

// By quantity, in the order of `Quantity`; the default of each comes first.
template <Scalar T>
std::span<const Method<T>> methods() {
  static const std::vector<Method<T>> all = [] {
    std::vector<Method<T>> list;
    for (const auto& group : {rows::textbook_rows<T>(), rows::papers_rows<T>()})
      for (const std::span<const Method<T>> rows : group) list.insert(list.end(), rows.begin(), rows.end());
    const auto place = [](const Method<T>& m) {
      return std::pair(m.quantity, m.name != default_method(m.quantity));
    };
    std::stable_sort(list.begin(), list.end(),
                     [&](const Method<T>& a, const Method<T>& b) { return place(a) < place(b); });
    return list;
  }();
  return all;
}

// The method of that name, or null; without a name the default.
template <Scalar T>
const Method<T>* find_method(Quantity quantity, std::string_view name = {}) {
  for (const Method<T>& m : methods<T>())
    if (m.quantity == quantity && (name.empty() || m.name == name)) return &m;
  return nullptr;
}

// Compiled once, in the library: what the front ends read.
extern template std::span<const Method<double>> methods<double>();

}  // namespace catena
