// SPDX-License-Identifier: Apache-2.0
// The functions that a Compiled has loaded, and the sines that they take.
#pragma once

#include <cmath>
#include <utility>
#include <vector>

#include "catena/codegen/compiled.hpp"
#include "catena/codegen/emit_c.hpp"
#include "catena/core/model/pivot.hpp"
#include "codegen/library_cache.hpp"
#include "core/kernels/kernels.hpp"

namespace catena {

struct Compiled::Code {
  using In = const double*;

  codegen::detail::Library library;
  std::vector<double> theta;                               // (n) angles at q = 0
  std::vector<double> least_pivot, least_for_derivatives;  // (n) of D in M = U D Uᵀ; see pivot.hpp

  int (*id)(In q, In qd, In qdd, In s, In c, double* tau) = nullptr;
  int (*id_general)(In q, In qd, In qdd, In gravity, In tip, In s, In c, double* tau) = nullptr;
  int (*fd)(In q, In qd, In tau, In s, In c, double* qdd, double* d) = nullptr;
  int (*fd_general)(In q, In qd, In tau, In gravity, In tip, In s, In c, double* qdd, double* d) = nullptr;
  int (*gravity)(In q, In s, In c, double* g) = nullptr;
  int (*gravity_general)(In q, In gravity, In s, In c, double* g) = nullptr;
  int (*bias)(In q, In qd, In s, In c, double* out) = nullptr;
  int (*inertia)(In q, In s, In c, double* M) = nullptr;
  int (*jacobian)(In q, In s, In c, double* J) = nullptr;
  int (*coriolis)(In q, In qd, In s, In c, double* C) = nullptr;
  int (*inertia_inverse)(In q, In s, In c, double* M_inv, double* d) = nullptr;
  int (*christoffel)(In q, In s, In c, double* gamma) = nullptr;
  int (*udut)(In q, In s, In c, double* U_then_d) = nullptr;
  int (*id_derivatives)(In q, In qd, In qdd, In s, In c, double* by_q, double* by_qd, double* M) = nullptr;

  Code(codegen::detail::Library made, const Chain<double>& arm) : library(std::move(made)) {
    for (int i = 0; i < arm.dof(); ++i) theta.push_back(arm.link(i).theta);
    least_pivot = least_trusted(arm, false);
    least_for_derivatives = least_trusted(arm, true);
    find("arm", "id", id);
    find("general", "id", id_general);
    find("arm", "fd_udut", fd);
    find("general", "fd_udut", fd_general);
    find("arm", "gravity", gravity);
    find("general", "gravity", gravity_general);
    find("arm", "bias", bias);
    find("arm", "inertia", inertia);
    find("arm", "jacobian", jacobian);
    find("arm", "coriolis", coriolis);
    find("arm", "inertia_inverse_udut", inertia_inverse);
    find("arm", "christoffel", christoffel);
    find("arm", "udut", udut);
    find("arm", "did_dq_did_dqd_inertia", id_derivatives);
  }

  // Whether generated code is trusted with these pivots; if not, the library computes, and reports a singular M. Reads the
  // pivots one by one: a vector load of values just stored as scalars would stall.
  static bool trusted(const double* d, const std::vector<double>& least) {
    for (std::size_t i = 0; i < least.size(); ++i)
      if (!is_regular(std::abs(d[i]), least[i])) [[unlikely]]
        return false;
    return true;
  }

  template <class Function>
  void find(const char* stem, const char* name, Function*& function) const {
    function = reinterpret_cast<Function*>(library.symbol(c_function(stem, name)));
  }
};

struct Compiled::Turns {
  enum class Start { base, tip };  // of the recursion that they are for

  Turns(const Code& code, VecIn q, Start start) {
    detail::kernels().sines(code.theta.data(), q.data(), code.theta.size(), s, c, start == Start::tip);
  }

  alignas(64) double s[kMostJoints], c[kMostJoints];  // aligned: vector loads across cache lines are slow
};

}  // namespace catena
