// SPDX-License-Identifier: Apache-2.0
// The methods that textbooks teach. To add one, write its rows in rows/<method>.hpp and name them here.
#pragma once

#include <vector>

#include "catena/core/rows/aba.hpp"
#include "catena/core/rows/aba_derivatives.hpp"
#include "catena/core/rows/aba_response.hpp"
#include "catena/core/rows/actuation.hpp"
#include "catena/core/rows/coriolis.hpp"
#include "catena/core/rows/crba.hpp"
#include "catena/core/rows/crba_coriolis.hpp"
#include "catena/core/rows/crba_udu.hpp"
#include "catena/core/rows/energy.hpp"
#include "catena/core/rows/fd_derivatives.hpp"
#include "catena/core/rows/frame_motion.hpp"
#include "catena/core/rows/gravity.hpp"
#include "catena/core/rows/id_second_derivatives.hpp"
#include "catena/core/rows/id_vjp.hpp"
#include "catena/core/rows/inertia_solve.hpp"
#include "catena/core/rows/kinematics.hpp"
#include "catena/core/rows/link_derivatives.hpp"
#include "catena/core/rows/momentum.hpp"
#include "catena/core/rows/operational_space.hpp"
#include "catena/core/rows/regressor.hpp"
#include "catena/core/rows/rnea.hpp"
#include "catena/core/rows/rnea_derivatives.hpp"
#include "catena/core/rows/rnea_sums.hpp"
#include "catena/core/rows/wrench_torques.hpp"

namespace catena::rows {

template <Scalar T>
std::vector<std::span<const Method<T>>> textbook_rows() {
  // clang-format off
  return {
      crba_rows<T>(),
      aba_rows<T>(),
      coriolis_rows<T>(),
      gravity_rows<T>(),
      rnea_rows<T>(),
      rnea_sums_rows<T>(),
      crba_udu_rows<T>(),
      crba_coriolis_rows<T>(),
      inertia_solve_rows<T>(),
      energy_rows<T>(),
      momentum_rows<T>(),
      kinematics_rows<T>(),
      wrench_torques_rows<T>(),
      actuation_rows<T>(),
      rnea_derivatives_rows<T>(),
      id_second_derivatives_rows<T>(),
      link_derivatives_rows<T>(),
      fd_derivatives_rows<T>(),
      aba_derivatives_rows<T>(),
      id_vjp_rows<T>(),
      aba_response_rows<T>(),
      regressor_rows<T>(),
      frame_motion_rows<T>(),
      operational_space_rows<T>(),
  };
  // clang-format on
}

extern template std::vector<std::span<const Method<double>>> textbook_rows<double>();

}  // namespace catena::rows
