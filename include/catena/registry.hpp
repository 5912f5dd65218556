// SPDX-License-Identifier: Apache-2.0
// The registry: for each quantity the formulations that compute it, on any scalar. `eval --method`, `methods`,
// `verify`, `count`, the tests and the benchmarks read this one list. To add a formulation, write its rows in
// rows/<stem>.hpp and name them here; the first of a quantity is its default.
#pragma once

#include <algorithm>
#include <vector>

#include "catena/rows/aba.hpp"
#include "catena/rows/actuation.hpp"
#include "catena/rows/coriolis.hpp"
#include "catena/rows/crba.hpp"
#include "catena/rows/crba_coriolis.hpp"
#include "catena/rows/crba_udu.hpp"
#include "catena/rows/energy.hpp"
#include "catena/rows/gdahj.hpp"
#include "catena/rows/gim_mci.hpp"
#include "catena/rows/gravity.hpp"
#include "catena/rows/kinematics.hpp"
#include "catena/rows/rnea.hpp"

namespace catena {

// By quantity, in the order of `Quantity`.
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
             rows::crba_udu_rows<T>(),
             rows::crba_coriolis_rows<T>(),
             rows::energy_rows<T>(),
             rows::kinematics_rows<T>(),
             rows::actuation_rows<T>(),
             // Safeea, Bearee, Neto
             rows::gdahj_rows<T>(),
             // Bhangale, Saha, Agrawal
             rows::gim_mci_rows<T>(),
         })
      list.insert(list.end(), rows.begin(), rows.end());
    std::stable_sort(list.begin(), list.end(),
                     [](const Method<T>& a, const Method<T>& b) { return a.quantity < b.quantity; });
    return list;
  }();
  return all;
}

// Compiled once, in the library: what the front ends read.
extern template std::span<const Method<double>> methods<double>();

}  // namespace catena
