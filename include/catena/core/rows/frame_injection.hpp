// SPDX-License-Identifier: Apache-2.0
// Rows of the registry: frame injection.
#pragma once

#include "catena/core/algo/augmented_body.hpp"
#include "catena/core/algo/frame_injection.hpp"
#include "catena/core/algo/injected_torques.hpp"
#include "catena/core/rows/row.hpp"

namespace catena::detail {

template <class T>
struct FrameInjectionBias {
  explicit FrameInjectionBias(int n) : injection(n), none(zeros<T>(n)) {}
  FrameInjectionWork<T> injection;
  std::vector<T> none;  // (n)
};

// Calls each(i, j, injection) for what every frame j transfers to every link i, which is zero for j > i.
template <class T, class Each>
void for_injections(const Chain<T>& arm, const Posture<T>& x, const State<T>& s, FrameInjectionWork<T>& work,
                    const Each& each) {
  set_poses(arm, x, work.kinematics);
  set_bodies(arm, work);
  set_rates(arm, s.qd, s.qdd, work);
  const Injection<T> none = Injection<T>::zero();
  for (int i = 0; i < arm.dof(); ++i) {
    link_injections(arm, i, work);
    for (int j = 0; j < arm.dof(); ++j) each(i, j, j <= i ? work.injection[j] : none);
  }
}

// Element (., i, j) of array k, 3 x n x n.
template <class T>
void put_vector(const Result<T>& out, std::size_t k, int i, int j, int n, const Vec3<T>& v) {
  const MatView<T> A = out.matrix(k);
  A(0, j * n + i) = v.x, A(1, j * n + i) = v.y, A(2, j * n + i) = v.z;
}

// M and the Christoffel symbols.
template <class T>
struct TorquesByJoint {
  explicit TorquesByJoint(int n) : bodies(n), M(n, n), gamma(zeros<T>(n * n * n)) {}
  AugmentedWork<T> bodies;
  MatX<T> M;
  std::vector<T> gamma;  // (n x n x n)
};

}  // namespace catena::detail

namespace catena::rows {

template <Scalar T>
std::span<const Method<T>> frame_injection_rows() {
  using namespace detail;
  static const Method<T> rows[] = {
      row<T, FrameInjectionWork<T>>(
          Quantity::id, "frame_injection", "contributions of each joint to each link, summed",
          [](Links<T> arm, Pos<T> x, In<T> s, FrameInjectionWork<T>& work, Out<T> out) {
            frame_injection<T>(arm, x, s.qd, s.qdd, s.gravity, s.tip, work, out.vector());
          },
          {.poses = true}),
      row<T, FrameInjectionBias<T>>(
          Quantity::bias, "frame_injection", "normal and Coriolis parts of each joint on each link, summed",
          [](Links<T> arm, Pos<T> x, In<T> s, FrameInjectionBias<T>& work, Out<T> out) {
            frame_injection<T>(arm, x, s.qd, work.none, Vec3<T>::zero(), Force<T>::zero(), work.injection,
                               out.vector());
          },
          {.poses = true}),
      row<T, FrameInjectionWork<T>>(
          Quantity::injected_accelerations, "frame_injection", "the three parts of eq 11 of 000, O(n²)",
          [](Links<T> arm, Pos<T> x, In<T> s, FrameInjectionWork<T>& work, Out<T> out) {
            for_injections(arm, x, s, work, [&](int i, int j, const Injection<T>& in) {
              put_vector(out, 0, i, j, arm.dof(), in.tangential);
              put_vector(out, 1, i, j, arm.dof(), in.normal);
              put_vector(out, 2, i, j, arm.dof(), in.coriolis);
            });
          },
          {.poses = true}),
      row<T, FrameInjectionWork<T>>(
          Quantity::injected_moments, "frame_injection", "the three parts of eq 17 of 000, O(n²)",
          [](Links<T> arm, Pos<T> x, In<T> s, FrameInjectionWork<T>& work, Out<T> out) {
            for_injections(arm, x, s, work, [&](int i, int j, const Injection<T>& in) {
              put_vector(out, 0, i, j, arm.dof(), in.moment_tangential);
              put_vector(out, 1, i, j, arm.dof(), in.moment_normal);
              put_vector(out, 2, i, j, arm.dof(), in.moment_coriolis);
            });
          },
          {.poses = true}),
      row<T, FrameInjectionWork<T>>(
          Quantity::injected_torques, "frame_injection",
          "contributions of each joint to each link, taken to the joints",
          [](Links<T> arm, Pos<T> x, In<T> s, FrameInjectionWork<T>& work, Out<T> out) {
            injected_torques<T>(arm, x, s.qd, s.qdd, work, out.matrix(0), out.matrix(1), out.matrix(2));
          },
          {.poses = true}),
      row<T, TorquesByJoint<T>>(Quantity::injected_torques, "augmented_body",
                                "M_ij qdd_j, Gamma_ijj qd_j² and twice the Gamma_ijk qd_j qd_k of k > j",
                                [](Links<T> arm, Pos<T> x, In<T> s, TorquesByJoint<T>& work, Out<T> out) {
                                  const int n = arm.dof();
                                  const CubeView<T> gamma = {work.gamma.data(), n, n};
                                  augmented_body(arm, x, work.bodies, work.M.view(), gamma);
                                  for (int j = 0; j < n; ++j)
                                    for (int i = 0; i < n; ++i) {
                                      T sum = T(0);
                                      for (int k = j + 1; k < n; ++k) sum = sum + gamma(i, j, k) * s.qd[k];
                                      out.matrix(0)(i, j) = work.M(i, j) * s.qdd[j];
                                      out.matrix(1)(i, j) = gamma(i, j, j) * (s.qd[j] * s.qd[j]);
                                      out.matrix(2)(i, j) = (sum + sum) * s.qd[j];
                                    }
                                }),
  };
  return rows;
}

}  // namespace catena::rows
