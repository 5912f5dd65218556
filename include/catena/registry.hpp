// SPDX-License-Identifier: Apache-2.0
// The registry: for each quantity the formulations that compute it, on any scalar. `eval --method`,
// `methods`, `verify`, the tests and the benchmarks read this one list. To add a formulation, add a row here.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "catena/algo/aba.hpp"
#include "catena/algo/actuation.hpp"
#include "catena/algo/coriolis.hpp"
#include "catena/algo/crba.hpp"
#include "catena/algo/energy.hpp"
#include "catena/algo/gdahj.hpp"
#include "catena/algo/gravity.hpp"
#include "catena/algo/kinematics.hpp"
#include "catena/algo/manipulability.hpp"
#include "catena/algo/rnea.hpp"
#include "catena/quantity.hpp"

namespace catena {

// What a quantity may depend on. Spans that a quantity does not need may be empty.
template <class T>
struct State {
  std::span<const T> q, qd, qdd, tau;
  Vec3<T> gravity;  // in the robot's base frame
  Force<T> tip;     // wrench that the arm exerts on its surroundings at the tool, in tool axes
};

template <class T>
struct Method {
  Quantity quantity;
  std::string_view stem;
  std::string_view summary;
  // Writes size_of(quantity, n) numbers, matrices column by column. Makes its own workspace: for repeated
  // calls use the algorithms themselves, or `Arm`.
  void (*run)(const Chain<T>& arm, const Posture<T>& x, const State<T>& s, std::span<T> out);
};

namespace detail {

template <class T>
MatView<T> square(std::span<T> out, int n) {
  return {out.data(), n, n, n};
}

template <class T>
std::vector<T> zeros(int n) {
  return std::vector<T>(static_cast<std::size_t>(n), T(0));
}

// C q̇ by rnea.
template <class T>
std::vector<T> bias_by_rnea(const Chain<T>& arm, const Posture<T>& x, std::span<const T> qd) {
  std::vector<T> out = zeros<T>(arm.dof());
  const std::vector<T> none = zeros<T>(arm.dof());
  RneaWork<T> work(arm.dof());
  rnea<T>(arm, x, qd, none, Vec3<T>::zero(), work, out);
  return out;
}

// The symmetric bilinear form of the bias, b(u, v) = (c(u + v) - c(u) - c(v)) / 2, so that c(q̇) = b(q̇, q̇).
template <class T>
std::vector<T> polar_bias(const Chain<T>& arm, const Posture<T>& x, std::span<const T> u,
                          std::span<const T> v) {
  std::vector<T> sum(u.begin(), u.end());
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] = sum[i] + v[i];
  std::vector<T> b = bias_by_rnea<T>(arm, x, sum);
  const std::vector<T> cu = bias_by_rnea<T>(arm, x, u), cv = bias_by_rnea<T>(arm, x, v);
  for (std::size_t i = 0; i < b.size(); ++i) b[i] = T(0.5) * (b[i] - cu[i] - cv[i]);
  return b;
}

template <class T>
void inertia_by_rnea(const Chain<T>& arm, const Posture<T>& x, std::span<T> out) {
  const int n = arm.dof();
  RneaWork<T> work(n);
  std::vector<T> unit = zeros<T>(n);
  const std::vector<T> none = zeros<T>(n);
  for (int j = 0; j < n; ++j) {
    unit[j] = T(1);
    rnea<T>(arm, x, none, unit, Vec3<T>::zero(), work, out.subspan(static_cast<std::size_t>(j * n), n));
    unit[j] = T(0);
  }
}

template <class T>
void coriolis_at(const Chain<T>& arm, const Posture<T>& x, std::span<const T> qd, std::span<T> out) {
  CoriolisWork<T> work(arm.dof());
  coriolis(arm, x, qd, work, square(out, arm.dof()));
}

// y += A x for a column-major square matrix.
template <class T>
void add_product(std::span<const T> A, std::span<const T> x, std::span<T> y) {
  const std::size_t n = x.size();
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t i = 0; i < n; ++i) y[i] = y[i] + A[j * n + i] * x[j];
}

template <class T>
Kinematics<T> kinematics_of(const Chain<T>& arm, const Posture<T>& x) {
  Kinematics<T> k(arm.dof());
  set_poses(arm, x, k);
  return k;
}

template <class T>
void udu_of_inertia(const Chain<T>& arm, const Posture<T>& x, MatView<T> F) {
  crba(arm, x, F);
  udu_factor(F);
}

}  // namespace detail

template <Scalar T>
std::span<const Method<T>> methods() {
  using Links = const Chain<T>&;
  using Pos = const Posture<T>&;
  using In = const State<T>&;
  using Out = std::span<T>;
  using namespace detail;
  static const Method<T> table[] = {
      {Quantity::inertia, "crba", "composite rigid bodies",
       [](Links arm, Pos x, In, Out out) { crba(arm, x, square(out, arm.dof())); }},
      {Quantity::inertia, "gdahj", "rank-6 product of joint axes and composite momenta",
       [](Links arm, Pos x, In, Out out) {
         GdahjWork<T> work(arm.dof());
         gdahj(arm, x, work, square(out, arm.dof()));
       }},
      {Quantity::inertia, "rnea_columns", "inverse dynamics, once for each column",
       [](Links arm, Pos x, In, Out out) { inertia_by_rnea(arm, x, out); }},

      {Quantity::coriolis, "coriolis", "composite mass flow, Christoffel, O(n^2)",
       [](Links arm, Pos x, In s, Out out) { coriolis_at(arm, x, s.qd, out); }},
      {Quantity::coriolis, "rnea_polar", "polarised inverse dynamics, Christoffel",
       [](Links arm, Pos x, In s, Out out) {
         const int n = arm.dof();
         std::vector<T> unit = zeros<T>(n);
         for (int j = 0; j < n; ++j) {
           unit[j] = T(1);
           const std::vector<T> b = polar_bias<T>(arm, x, unit, s.qd);
           std::copy(b.begin(), b.end(), out.begin() + j * n);
           unit[j] = T(0);
         }
       }},

      {Quantity::inertia_rate, "coriolis", "C + C^T",
       [](Links arm, Pos x, In s, Out out) {
         const int n = arm.dof();
         std::vector<T> C = zeros<T>(n * n);
         coriolis_at<T>(arm, x, s.qd, C);
         for (int i = 0; i < n; ++i)
           for (int j = 0; j < n; ++j) out[j * n + i] = C[j * n + i] + C[i * n + j];
       }},

      {Quantity::christoffel, "coriolis", "C at each unit velocity",
       [](Links arm, Pos x, In, Out out) {
         const int n = arm.dof();
         std::vector<T> unit = zeros<T>(n);
         for (int k = 0; k < n; ++k) {
           unit[k] = T(1);
           coriolis_at<T>(arm, x, unit,
                          out.subspan(size_of(Quantity::inertia, n) * static_cast<std::size_t>(k), n * n));
           unit[k] = T(0);
         }
       }},
      {Quantity::christoffel, "rnea_polar", "polarised inverse dynamics",
       [](Links arm, Pos x, In, Out out) {
         const int n = arm.dof();
         std::vector<T> ej = zeros<T>(n), ek = zeros<T>(n);
         for (int k = 0; k < n; ++k) {
           ek[k] = T(1);
           for (int j = 0; j < n; ++j) {
             ej[j] = T(1);
             const std::vector<T> b = polar_bias<T>(arm, x, ej, ek);
             std::copy(b.begin(), b.end(), out.begin() + static_cast<std::ptrdiff_t>(k * n + j) * n);
             ej[j] = T(0);
           }
           ek[k] = T(0);
         }
       }},

      {Quantity::bias, "rnea", "recursive Newton-Euler without gravity and acceleration",
       [](Links arm, Pos x, In s, Out out) {
         const std::vector<T> c = bias_by_rnea<T>(arm, x, s.qd);
         std::copy(c.begin(), c.end(), out.begin());
       }},
      {Quantity::bias, "coriolis", "C times qd",
       [](Links arm, Pos x, In s, Out out) {
         std::vector<T> C = zeros<T>(arm.dof() * arm.dof());
         coriolis_at<T>(arm, x, s.qd, C);
         std::fill(out.begin(), out.end(), T(0));
         add_product<T>(C, s.qd, out);
       }},

      {Quantity::gravity, "gravity", "composite first moments",
       [](Links arm, Pos x, In s, Out out) {
         GravityWork<T> work(arm.dof());
         gravity(arm, x, s.gravity, work, out);
       }},
      {Quantity::gravity, "rnea", "recursive Newton-Euler at rest",
       [](Links arm, Pos x, In s, Out out) {
         const std::vector<T> none = zeros<T>(arm.dof());
         RneaWork<T> work(arm.dof());
         rnea<T>(arm, x, none, none, s.gravity, work, out);
       }},

      {Quantity::id, "rnea", "recursive Newton-Euler",
       [](Links arm, Pos x, In s, Out out) {
         RneaWork<T> work(arm.dof());
         rnea<T>(arm, x, s.qd, s.qdd, s.gravity, s.tip, work, out);
       }},
      {Quantity::id, "crba_coriolis", "M qdd + C qd + g + J^T tip, assembled",
       [](Links arm, Pos x, In s, Out out) {
         const int n = arm.dof();
         std::vector<T> A = zeros<T>(n * n);
         GravityWork<T> work(n);
         gravity(arm, x, s.gravity, work, out);
         crba(arm, x, square<T>(A, n));
         add_product<T>(A, s.qdd, out);
         coriolis_at<T>(arm, x, s.qd, A);
         add_product<T>(A, s.qd, out);
         const Kinematics<T> k = kinematics_of(arm, x);
         std::vector<T> J = zeros<T>(6 * n);
         jacobian(arm, k, MatView<T>{J.data(), 6, n, 6});
         const Vec3<T> m = k.tool.R * s.tip.ang, f = k.tool.R * s.tip.lin;
         for (int i = 0; i < n; ++i) {
           const T* c = &J[static_cast<std::size_t>(6 * i)];
           out[i] = out[i] + (c[0] * m.x + c[1] * m.y + c[2] * m.z) + (c[3] * f.x + c[4] * f.y + c[5] * f.z);
         }
       }},

      {Quantity::fd, "aba", "articulated bodies, O(n)",
       [](Links arm, Pos x, In s, Out out) {
         AbaWork<T> work(arm.dof());
         aba<T>(arm, x, s.qd, s.tau, s.gravity, s.tip, work, out);
       }},
      {Quantity::fd, "crba_udu", "M by composite bodies, factorised and solved",
       [](Links arm, Pos x, In s, Out out) {
         const int n = arm.dof();
         RneaWork<T> work(n);
         const std::vector<T> none = zeros<T>(n);
         rnea<T>(arm, x, s.qd, none, s.gravity, s.tip, work, out);
         for (int i = 0; i < n; ++i) out[i] = s.tau[i] - out[i];
         MatX<T> F(n, n);
         udu_of_inertia(arm, x, F.view());
         udu_solve(F.view(), out);
       }},

      {Quantity::udut, "crba_udu", "M by composite bodies, reverse Gaussian elimination",
       [](Links arm, Pos x, In, Out out) {
         const int n = arm.dof();
         const MatView<T> U = square(out, n);
         udu_of_inertia(arm, x, U);
         for (int i = 0; i < n; ++i) {
           out[n * n + i] = U(i, i);
           U(i, i) = T(1);
           for (int j = 0; j < i; ++j) U(i, j) = T(0);
         }
       }},

      {Quantity::inertia_inverse, "crba_udu", "M by composite bodies, factorised and inverted",
       [](Links arm, Pos x, In, Out out) {
         udu_of_inertia(arm, x, square(out, arm.dof()));
         udu_inverse(square(out, arm.dof()));
       }},
      {Quantity::inertia_inverse, "aba_columns", "forward dynamics from rest, once for each column",
       [](Links arm, Pos x, In, Out out) {
         const int n = arm.dof();
         AbaWork<T> work(n);
         std::vector<T> unit = zeros<T>(n);
         const std::vector<T> none = zeros<T>(n);
         for (int j = 0; j < n; ++j) {
           unit[j] = T(1);
           aba<T>(arm, x, none, unit, Vec3<T>::zero(), work, out.subspan(static_cast<std::size_t>(j * n), n));
           unit[j] = T(0);
         }
       }},

      {Quantity::coriolis_transpose, "coriolis_transpose", "C^T qd by one recursion, O(n)",
       [](Links arm, Pos x, In s, Out out) {
         CoriolisWork<T> work(arm.dof());
         coriolis_transpose_times<T>(arm, x, s.qd, s.qd, work, out);
       }},
      {Quantity::coriolis_transpose, "coriolis", "the transpose of C, times qd",
       [](Links arm, Pos x, In s, Out out) {
         const int n = arm.dof();
         std::vector<T> C = zeros<T>(n * n);
         coriolis_at<T>(arm, x, s.qd, C);
         for (int i = 0; i < n; ++i) {
           out[i] = T(0);
           for (int j = 0; j < n; ++j) out[i] = out[i] + C[i * n + j] * s.qd[j];
         }
       }},

      {Quantity::kinetic_energy, "energy", "sum over the links",
       [](Links arm, Pos x, In s, Out out) { out[0] = kinetic_energy<T>(arm, x, s.qd); }},
      {Quantity::kinetic_energy, "crba", "qd^T M qd / 2",
       [](Links arm, Pos x, In s, Out out) {
         const int n = arm.dof();
         std::vector<T> M = zeros<T>(n * n), p = zeros<T>(n);
         crba(arm, x, square<T>(M, n));
         add_product<T>(M, s.qd, p);
         out[0] = T(0);
         for (int i = 0; i < n; ++i) out[0] = out[0] + T(0.5) * (p[i] * s.qd[i]);
       }},
      {Quantity::potential_energy, "energy", "-sum of m g.c over the links",
       [](Links arm, Pos x, In s, Out out) {
         out[0] = potential_energy(arm, kinematics_of(arm, x), s.gravity);
       }},

      {Quantity::jacobian, "kinematics", "geometric, rows angular then linear, base axes, at the tool",
       [](Links arm, Pos x, In, Out out) {
         jacobian(arm, kinematics_of(arm, x), MatView<T>{out.data(), 6, arm.dof(), 6});
       }},
      {Quantity::jacobian_rate, "kinematics", "time derivative of the Jacobian",
       [](Links arm, Pos x, In s, Out out) {
         Kinematics<T> k = kinematics_of(arm, x);
         set_velocities<T>(arm, s.qd, k);
         jacobian_rate(arm, k, MatView<T>{out.data(), 6, arm.dof(), 6});
       }},
      {Quantity::pose, "kinematics", "the tool in the base, 4 x 4",
       [](Links arm, Pos x, In, Out out) {
         const Pose<T> X = kinematics_of(arm, x).tool;
         const Vec3<T> col[] = {X.R.col_x(), X.R.col_y(), X.R.col_z(), X.p};
         for (int j = 0; j < 4; ++j) {
           out[4 * j] = col[j].x, out[4 * j + 1] = col[j].y, out[4 * j + 2] = col[j].z;
           out[4 * j + 3] = T(j == 3 ? 1 : 0);
         }
       }},
      {Quantity::manipulability, "kinematics", "Yoshikawa, sqrt(det(J J^T)); of J's linear rows when n < 6",
       [](Links arm, Pos x, In, Out out) { out[0] = manipulability(arm, kinematics_of(arm, x)); }},

      {Quantity::rotor_inertia, "actuation", "gear^2 x motor inertia at each joint",
       [](Links arm, Pos, In, Out out) { rotor_inertia(arm, out); }},
      {Quantity::friction, "actuation", "viscous and Coulomb friction at each joint",
       [](Links arm, Pos, In s, Out out) { friction<T>(arm, s.qd, out); }},
  };
  return table;
}

// Compiled once, in the library: what the front ends read.
extern template std::span<const Method<double>> methods<double>();

}  // namespace catena
