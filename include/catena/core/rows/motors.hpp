// SPDX-License-Identifier: Apache-2.0
// Rows for arms with motors (motors.hpp): quantities that divide by M + R, with R the reflected inertias of the rotors, all by
// articulated bodies with rotors. They are not in the registry, whose methods compute the links alone.
#pragma once

#include "catena/core/algo/aba_derivatives.hpp"
#include "catena/core/algo/aba_rotors.hpp"
#include "catena/core/algo/actuation.hpp"
#include "catena/core/algo/fd_vjp.hpp"
#include "catena/core/rows/inertia_solve.hpp"
#include "catena/core/rows/operational_space.hpp"
#include "catena/core/rows/quasi_dense.hpp"
#include "catena/core/rows/row.hpp"
#include "catena/core/rows/spatial_operators.hpp"

namespace catena::detail {

template <class T>
struct AbaMotors {
  explicit AbaMotors(int n) : aba(n), torque(zeros<T>(n)), none(torque) {}
  AbaRotorsWork<T> aba;
  std::vector<T> torque;  // (n) τ - friction, or a column
  std::vector<T> none;    // (n)
};

template <class T>
struct QuasiMotors : QuasiDense<T> {
  explicit QuasiMotors(int n) : QuasiDense<T>(n), aba(n) {}
  AbaMotors<T> aba;
};

template <class T>
struct DerivativesWithMotors : AbaDerivativesWork<T> {
  explicit DerivativesWithMotors(int n) : AbaDerivativesWork<T>(n), torque(zeros<T>(n)) {}
  std::vector<T> torque;  // (n) τ - friction
};

template <class T>
struct VjpWithMotors : FdVjpWork<T> {
  explicit VjpWithMotors(int n) : FdVjpWork<T>(n), torque(zeros<T>(n)) {}
  std::vector<T> torque;  // (n) τ - friction
};

// (M + R)⁻¹ times a vector, in place: operational space with rotors.
template <class T>
struct OperationalWithRotors {
  explicit OperationalWithRotors(int n) : space(n), inverse(n, 6), motors(n) {}
  OperationalWork<T> space;
  MatX<T> inverse;  // (n x 6) J̄
  AbaMotors<T> motors;

  auto solver(const Chain<T>& arm, const Posture<T>& x) {
    return [&arm, &x, this](std::span<T> b) {
      std::copy(b.begin(), b.end(), motors.torque.begin());
      aba_rotors<T>(arm, x, motors.none, motors.torque, Vec3<T>::zero(), Force<T>::zero(), motors.aba, b);
    };
  }
  Pivots<T> pivots() { return {motors.aba.delta_inv.data(), true, {}}; }
};

// τ - friction(q̇)
template <class T>
void driving_torque(const Chain<T>& arm, const State<T>& s, std::vector<T>& torque) {
  friction<T>(arm, s.qd, torque);
  for (int i = 0; i < arm.dof(); ++i) torque[i] = s.tau[i] - torque[i];
}

// Column j of (M + R)⁻¹ V.
template <class T>
void solve_with_rotors(const Chain<T>& arm, const Posture<T>& x, const MatView<const T>* V, int j,
                       AbaMotors<T>& work, std::span<T> out) {
  copy_column<T>(V, j, work.torque);
  aba_rotors<T>(arm, x, work.none, work.torque, Vec3<T>::zero(), Force<T>::zero(), work.aba, out);
}

// M + R = U D Uᵀ as udu_factor leaves it, U above the diagonal and D on it: ψ_i of the articulated bodies, moved to the
// joints before it, is column i of U.
template <class T>
Pivots<T> factor_with_rotors(const Chain<T>& arm, const Posture<T>& x, AbaMotors<T>& work, MatView<T> F) {
  aba_rotors<T>(arm, x, work.none, work.none, Vec3<T>::zero(), Force<T>::zero(), work.aba, work.torque);
  for (int i = 0; i < arm.dof(); ++i) {
    F(i, i) = T(1) / work.aba.delta_inv[i];
    Force<T> psi = work.aba.psi[i];
    for (int j = i - 1; j >= 0; --j) {
      psi = to_parent(x.step(j + 1), psi);
      F(j, i) = joint_component(arm.link(j), psi);
    }
  }
  return {work.aba.delta_inv.data(), true};
}

// C(θ,ξ) with friction, which is part of what the motors overcome, from the factors in work.F; ½ Ḋ ξ in work.half.
template <class T>
void cxi_with_motors(const Chain<T>& arm, const Posture<T>& x, const State<T>& s, QuasiMotors<T>& work,
                     std::span<T> out) {
  cxi_by_udu<T>(arm, x, s, work, out);
  friction<T>(arm, s.qd, work.aba.torque);
  udu_half_solve<T>(work.F.view(), work.aba.torque);
  for (int i = 0; i < arm.dof(); ++i) out[i] = out[i] + work.aba.torque[i];
}

}  // namespace catena::detail

namespace catena::rows {

template <Scalar T>
std::span<const Method<T>> motor_rows() {
  using namespace detail;
  constexpr const char *kAba = "articulated bodies with rotors", *kName = "aba_rotors";
  using Aba = AbaMotors<T>;
  using Quasi = QuasiMotors<T>;
  using Articulated = ArticulatedBodies<T>;
  using Derivatives = DerivativesWithMotors<T>;
  static const std::vector<Method<T>> rows = [] {
    std::vector<Method<T>> all = {
        row<T, Aba>(Quantity::fd, kName, kAba,
                    [](Links<T> arm, Pos<T> x, In<T> s, Aba& work, Out<T> out) {
                      driving_torque(arm, s, work.torque);
                      aba_rotors<T>(arm, x, s.qd, work.torque, s.gravity, s.tip, work.aba, out.vector());
                      return inverse_pivots(work.aba.delta_inv);
                    }),
        row<T, Aba>(Quantity::inertia_inverse, kName, kAba,
                    [](Links<T> arm, Pos<T> x, In<T>, Aba& work, Out<T> out) {
                      for (int j = 0; j < arm.dof(); ++j)
                        solve_with_rotors<T>(arm, x, nullptr, j, work, column(out.matrix(), j));
                      return inverse_pivots(work.aba.delta_inv);
                    }),
        row<T, Aba>(Quantity::inertia_solve, kName, kAba,
                    [](Links<T> arm, Pos<T> x, In<T> s, Aba& work, Out<T> out) {
                      const MatView<T> X = out.matrix();
                      for (int j = 0; j < X.cols; ++j)
                        solve_with_rotors<T>(arm, x, s.V, j, work, column(X, j));
                      return X.cols > 0 ? inverse_pivots(work.aba.delta_inv) : Pivots<T>{};
                    }),
        row<T, Aba>(Quantity::udut, kName, kAba,
                    [](Links<T> arm, Pos<T> x, In<T>, Aba& work, Out<T> out) {
                      const MatView<T> U = out.matrix();
                      const Pivots<T> found = factor_with_rotors(arm, x, work, U);
                      for (int i = 0; i < arm.dof(); ++i) {
                        out.vector(1)[i] = U(i, i);
                        U(i, i) = T(1);
                        for (int j = 0; j < i; ++j) U(i, j) = T(0);
                      }
                      return found;
                    }),
        row<T, Quasi>(Quantity::nu, kName, kAba,
                      [](Links<T> arm, Pos<T> x, In<T> s, Quasi& work, Out<T> out) {
                        using std::sqrt;
                        const Pivots<T> found = factor_with_rotors(arm, x, work.aba, work.F.view());
                        xi_by_udu<T>(work.F.view(), s.qd, work.xi);
                        for (int i = 0; i < arm.dof(); ++i) out.vector()[i] = sqrt(work.F(i, i)) * work.xi[i];
                        return found;
                      },
                      {.roots = true}),
        row<T, Quasi>(Quantity::xi, kName, kAba,
                      [](Links<T> arm, Pos<T> x, In<T> s, Quasi& work, Out<T> out) {
                        const Pivots<T> found = factor_with_rotors(arm, x, work.aba, work.F.view());
                        xi_by_udu<T>(work.F.view(), s.qd, work.xi);
                        std::copy(work.xi.begin(), work.xi.end(), out.vector().begin());
                        return found;
                      }),
        row<T, Quasi>(Quantity::cnu, kName, kAba,
                      [](Links<T> arm, Pos<T> x, In<T> s, Quasi& work, Out<T> out) {
                        using std::sqrt;
                        const Pivots<T> found = factor_with_rotors(arm, x, work.aba, work.F.view());
                        cxi_with_motors<T>(arm, x, s, work, out.vector());
                        for (int i = 0; i < arm.dof(); ++i)
                          out.vector()[i] = (out.vector()[i] - work.half[i]) / sqrt(work.F(i, i));
                        return found;
                      },
                      {.roots = true}),
        row<T, Quasi>(Quantity::cxi, kName, kAba,
                      [](Links<T> arm, Pos<T> x, In<T> s, Quasi& work, Out<T> out) {
                        const Pivots<T> found = factor_with_rotors(arm, x, work.aba, work.F.view());
                        cxi_with_motors<T>(arm, x, s, work, out.vector());
                        return found;
                      }),
        row<T, Quasi>(Quantity::kappa, kName, kAba,
                      [](Links<T> arm, Pos<T> x, In<T> s, Quasi& work, Out<T> out) {
                        const Pivots<T> found = factor_with_rotors(arm, x, work.aba, work.F.view());
                        kappa_by_udu<T>(work.F.view(), s.tau, out.vector());
                        return found;
                      }),
        row<T, Quasi>(Quantity::eps, kName, kAba,
                      [](Links<T> arm, Pos<T> x, In<T> s, Quasi& work, Out<T> out) {
                        using std::sqrt;
                        const std::span<T> eps = out.vector();
                        const Pivots<T> found = factor_with_rotors(arm, x, work.aba, work.F.view());
                        kappa_by_udu<T>(work.F.view(), s.tau, eps);
                        for (int i = 0; i < arm.dof(); ++i) eps[i] = eps[i] / sqrt(work.F(i, i));
                        return found;
                      },
                      {.roots = true}),
        row<T, Quasi>(Quantity::xi_rate, kName, kAba,
                      [](Links<T> arm, Pos<T> x, In<T> s, Quasi& work, Out<T> out) {
                        const std::span<T> rate = out.vector();
                        const Pivots<T> found = factor_with_rotors(arm, x, work.aba, work.F.view());
                        cxi_with_motors<T>(arm, x, s, work, work.bias);
                        scaled_xi_rate<T>(arm, x, s, work, rate);
                        for (int i = 0; i < arm.dof(); ++i) rate[i] = rate[i] / work.F(i, i);
                        return found;
                      }),
        row<T, Quasi>(Quantity::nu_rate, kName, kAba,
                      [](Links<T> arm, Pos<T> x, In<T> s, Quasi& work, Out<T> out) {
                        using std::sqrt;
                        const std::span<T> rate = out.vector();
                        const Pivots<T> found = factor_with_rotors(arm, x, work.aba, work.F.view());
                        cxi_with_motors<T>(arm, x, s, work, work.bias);
                        scaled_xi_rate<T>(arm, x, s, work, rate);
                        for (int i = 0; i < arm.dof(); ++i)
                          rate[i] = (rate[i] + work.half[i]) / sqrt(work.F(i, i));
                        return found;
                      },
                      {.roots = true}),
        row<T, Articulated>(Quantity::articulated_inertias, kName, kAba,
                            [](Links<T> arm, Pos<T> x, In<T>, Articulated& work, Out<T> out) {
                              return put_articulated_inertias(arm, x, true, work, out);
                            }),
        row<T, Articulated>(Quantity::articulated_operators, kName, kAba,
                            [](Links<T> arm, Pos<T> x, In<T>, Articulated& work, Out<T> out) {
                              return put_articulated_operators(arm, x, true, work, out);
                            }),
        row<T, Derivatives>(Quantity::dfd_dq, kName, kAba,
                            [](Links<T> arm, Pos<T> x, In<T> s, Derivatives& work, Out<T> out) {
                              driving_torque(arm, s, work.torque);
                              aba_derivatives<T, Motors::included>(arm, x, s.qd, work.torque, s.gravity,
                                                                   s.tip, work, {out.matrix(), {}, {}});
                              return inverse_pivots(work.delta_inv);
                            }),
        row<T, Derivatives>(Quantity::dfd_dqd, kName, kAba,
                            [](Links<T> arm, Pos<T> x, In<T> s, Derivatives& work, Out<T> out) {
                              set_zero<T>(work.torque);  // on which it does not depend
                              aba_derivatives<T, Motors::included>(arm, x, s.qd, work.torque, s.gravity,
                                                                   s.tip, work, {{}, out.matrix(), {}});
                              return inverse_pivots(work.delta_inv);
                            }),
        row<T, Derivatives>(Quantity::fd_derivatives, kName, kAba,
                            [](Links<T> arm, Pos<T> x, In<T> s, Derivatives& work, Out<T> out) {
                              driving_torque(arm, s, work.torque);
                              aba_derivatives<T, Motors::included>(
                                  arm, x, s.qd, work.torque, s.gravity, s.tip, work,
                                  {out.matrix(0), out.matrix(1), out.matrix(2)});
                              return inverse_pivots(work.delta_inv);
                            }),
        row<T, VjpWithMotors<T>>(Quantity::fd_vjp, kName, kAba,
                                 [](Links<T> arm, Pos<T> x, In<T> s, VjpWithMotors<T>& work, Out<T> out) {
                                   driving_torque(arm, s, work.torque);
                                   fd_vjp<T, Motors::included>(arm, x, s.qd, work.torque, s.gravity, s.tip,
                                                               s.v.empty() ? s.qd : s.v, work, out.vector(0),
                                                               out.vector(1), out.vector(2));
                                   return inverse_pivots(work.aba.delta_inv);
                                 }),
    };
    constexpr auto four = operational_space_by<T, OperationalWithRotors<T>>(kName, kAba);
    all.insert(all.end(), four.begin(), four.end());
    for (Method<T>& method : all) method.rotors = true;
    return all;
  }();
  return rows;
}

}  // namespace catena::rows
