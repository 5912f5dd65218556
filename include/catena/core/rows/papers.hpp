// SPDX-License-Identifier: Apache-2.0
// The methods of the papers and of the rivals that they compare with. To add one, write its rows in
// rows/<method>.hpp and name them here.
#pragma once

#include <vector>

#include "catena/core/rows/augmented_body.hpp"
#include "catena/core/rows/brandl_johanni_otter.hpp"
#include "catena/core/rows/denoc.hpp"
#include "catena/core/rows/frame_injection.hpp"
#include "catena/core/rows/frame_moments.hpp"
#include "catena/core/rows/gdahj.hpp"
#include "catena/core/rows/gdahj_sums.hpp"
#include "catena/core/rows/gim_mci.hpp"
#include "catena/core/rows/kalman.hpp"
#include "catena/core/rows/kic.hpp"
#include "catena/core/rows/quasi_dense.hpp"
#include "catena/core/rows/quasi_velocity.hpp"
#include "catena/core/rows/spatial_operators.hpp"
#include "catena/core/rows/torque_terms.hpp"
#include "catena/core/rows/udut.hpp"
#include "catena/core/rows/walker_orin_1.hpp"
#include "catena/core/rows/walker_orin_2.hpp"
#include "catena/core/rows/walker_orin_3.hpp"
#include "catena/core/rows/walker_orin_4.hpp"

namespace catena::rows {

template <Scalar T>
std::vector<std::span<const Method<T>>> papers_rows() {
  return {
      // 000: Safeea, Bearee, Neto
      gdahj_rows<T>(),
      gdahj_sums_rows<T>(),
      frame_injection_rows<T>(),
      frame_moments_rows<T>(),
      // 001: Kang
      kic_rows<T>(),
      augmented_body_rows<T>(),
      // 002: Saha
      denoc_rows<T>(),
      udut_rows<T>(),
      // 003: Kozłowski
      quasi_velocity_rows<T>(),
      quasi_dense_rows<T>(),
      kalman_rows<T>(),
      spatial_operators_rows<T>(),
      torque_terms_rows<T>(),
      // 004: Bhangale, Saha, Agrawal
      gim_mci_rows<T>(),
      // the rivals in their tables: Walker, Orin; Brandl, Johanni, Otter
      walker_orin_1_rows<T>(),
      walker_orin_2_rows<T>(),
      walker_orin_3_rows<T>(),
      walker_orin_4_rows<T>(),
      brandl_johanni_otter_rows<T>(),
  };
}

extern template std::vector<std::span<const Method<double>>> papers_rows<double>();

}  // namespace catena::rows
