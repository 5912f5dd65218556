// SPDX-License-Identifier: Apache-2.0
// The registry: for each quantity the formulations that compute it, on any scalar. `eval --method`, `methods`,
// `verify`, `count`, the tests and the benchmarks read this one list. To add a formulation, write its rows in
// rows/<stem>.hpp and name them here.
#pragma once

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "catena/core/rows/aba.hpp"
#include "catena/core/rows/actuation.hpp"
#include "catena/core/rows/augmented_body.hpp"
#include "catena/core/rows/brandl_johanni_otter.hpp"
#include "catena/core/rows/coriolis.hpp"
#include "catena/core/rows/crba.hpp"
#include "catena/core/rows/crba_coriolis.hpp"
#include "catena/core/rows/crba_udu.hpp"
#include "catena/core/rows/denoc.hpp"
#include "catena/core/rows/energy.hpp"
#include "catena/core/rows/fd_derivatives.hpp"
#include "catena/core/rows/frame_injection.hpp"
#include "catena/core/rows/frame_moments.hpp"
#include "catena/core/rows/gdahj.hpp"
#include "catena/core/rows/gdahj_sums.hpp"
#include "catena/core/rows/gim_mci.hpp"
#include "catena/core/rows/gravity.hpp"
#include "catena/core/rows/kalman.hpp"
#include "catena/core/rows/kic.hpp"
#include "catena/core/rows/kinematics.hpp"
#include "catena/core/rows/link_derivatives.hpp"
#include "catena/core/rows/quasi_dense.hpp"
#include "catena/core/rows/quasi_velocity.hpp"
#include "catena/core/rows/rnea.hpp"
#include "catena/core/rows/rnea_derivatives.hpp"
#include "catena/core/rows/rnea_sums.hpp"
#include "catena/core/rows/udut.hpp"
#include "catena/core/rows/walker_orin_1.hpp"
#include "catena/core/rows/walker_orin_2.hpp"
#include "catena/core/rows/walker_orin_3.hpp"
#include "catena/core/rows/walker_orin_4.hpp"

namespace catena {

// What is used for a quantity when nobody names a method: quick on arms of six or seven joints. For the others the first
// that its rows name.
struct DefaultMethod {
  Quantity quantity;
  std::string_view stem;
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
};

constexpr std::string_view default_stem(Quantity quantity) {
  for (const DefaultMethod& d : kDefaultMethods)
    if (d.quantity == quantity) return d.stem;
  return "";
}

// By quantity, in the order of `Quantity`; the default of each comes first.
template <Scalar T>
std::span<const Method<T>> methods() {
  static const std::vector<Method<T>> all = [] {
    std::vector<Method<T>> list;
    for (std::span<const Method<T>> rows : {
             // textbook
             rows::crba_rows<T>(),
             rows::aba_rows<T>(),
             rows::coriolis_rows<T>(),
             rows::gravity_rows<T>(),
             rows::rnea_rows<T>(),
             rows::rnea_sums_rows<T>(),
             rows::crba_udu_rows<T>(),
             rows::crba_coriolis_rows<T>(),
             rows::energy_rows<T>(),
             rows::kinematics_rows<T>(),
             rows::actuation_rows<T>(),
             rows::rnea_derivatives_rows<T>(),
             rows::link_derivatives_rows<T>(),
             rows::fd_derivatives_rows<T>(),
             // 000: Safeea, Bearee, Neto
             rows::gdahj_rows<T>(),
             rows::gdahj_sums_rows<T>(),
             rows::frame_injection_rows<T>(),
             rows::frame_moments_rows<T>(),
             // 001: Kang
             rows::kic_rows<T>(),
             rows::augmented_body_rows<T>(),
             // 002: Saha
             rows::denoc_rows<T>(),
             rows::udut_rows<T>(),
             // 003: Kozłowski
             rows::quasi_velocity_rows<T>(),
             rows::quasi_dense_rows<T>(),
             rows::kalman_rows<T>(),
             // 004: Bhangale, Saha, Agrawal
             rows::gim_mci_rows<T>(),
             // the rivals in their tables: Walker, Orin; Brandl, Johanni, Otter
             rows::walker_orin_1_rows<T>(),
             rows::walker_orin_2_rows<T>(),
             rows::walker_orin_3_rows<T>(),
             rows::walker_orin_4_rows<T>(),
             rows::brandl_johanni_otter_rows<T>(),
         })
      list.insert(list.end(), rows.begin(), rows.end());
    const auto place = [](const Method<T>& m) {
      return std::pair(m.quantity, m.stem != default_stem(m.quantity));
    };
    std::stable_sort(list.begin(), list.end(),
                     [&](const Method<T>& a, const Method<T>& b) { return place(a) < place(b); });
    return list;
  }();
  return all;
}

// The formulation of that name, or null; without a name the default.
template <Scalar T>
const Method<T>* find_method(Quantity quantity, std::string_view stem = {}) {
  for (const Method<T>& m : methods<T>())
    if (m.quantity == quantity && (stem.empty() || m.stem == stem)) return &m;
  return nullptr;
}

// Compiled once, in the library: what the front ends read.
extern template std::span<const Method<double>> methods<double>();

}  // namespace catena
