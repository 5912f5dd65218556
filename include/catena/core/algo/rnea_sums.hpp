// SPDX-License-Identifier: Apache-2.0
// Inverse dynamics by sums along the chain: Newton-Euler in the axes of the base, several links at once.
//
// Idea     see model/link_sums.hpp.
// Symbols  z_i axis of joint i | r_i from the origin of frame i-1 to that of frame i | w, wd, vd, U as in rnea.hpp
//          f, n force and moment that move link i | F_i = f_i + F_{i+1} | N_i moment about the origin of frame i:
//          N_i + r_i × F_i = n_i + r_i × F_i + (N_{i+1} + r_{i+1} × F_{i+1}), a sum again
// Frames   axes of frame -1, each vector at the origin of its link: no moment is taken about a distant point.
// Cost     159n - 47 mul, 137n - 50 add, all revolute, n > 1; n - 1 of the additions are done once for an arm,
//          when its LinkSums is made; asserted in rnea_sums_test.cpp.
#pragma once

#include "catena/core/math/rigid_acceleration.hpp"
#include "catena/core/model/chain_ends.hpp"
#include "catena/core/model/link_sums.hpp"

namespace catena {

namespace detail {

template <class T>
struct RneaSumsJob {
  int n;
  const Step<T>* steps;
  const T *qd, *qdd;
  const T *lift, *held;  // (3), (6) of ChainEnds
  T* rows;
  T* tau;
};

template <class G, class T>
CATENA_INLINE void rnea_sums_run(const RneaSumsJob<T>& job) {
  using Lane = Group<G, T>;
  using namespace link_row;
  constexpr int W = Lane::width;
  const int n = job.n;

  FrameWalk<G, T> walk;
  const Vec3<G> none = {G(0), G(0), G(0)};
  Vec3<G> w_sum = none, wd_sum = none, vd_sum = in_all<G, T>(job.lift);
  for (int i = 0; i < n; i += W) {
    const int count = n - i < W ? n - i : W;
    const SumRows<G, T> link{job.rows + LinkSums<T>::place(i)};
    const Placed<G> placed = walk.next(job.steps + i, count);
    const Mat3<G>& R = placed.R;
    const Vec3<G>& r = placed.r;
    const G qd = count == W ? Lane::load(job.qd + i) : Lane::load(job.qd + i, count);
    const G qdd = count == W ? Lane::load(job.qdd + i) : Lane::load(job.qdd + i, count);
    const G turns = link.get(sum_turns), slides = link.get(sum_slides);
    const G spin = turns * qd, spin_rate = turns * qdd, slide = slides * qd, slide_rate = slides * qdd;
    const Vec3<G> z = R.col_z();

    const Vec3<G> dw = spin * z;
    const Vec3<G> w = outward<G, T>(dw, w_sum), w1 = w - dw;
    const Vec3<G> w1z = cross(w1, z);
    const Vec3<G> dwd = spin_rate * z + spin * w1z;
    const Vec3<G> wd = outward<G, T>(dwd, wd_sum), wd1 = wd - dwd;
    const Vec3<G> dvd = (cross(wd1, r) + cross(w1, cross(w1, r))) + (slide_rate * z + (slide + slide) * w1z);
    const Vec3<G> vd = outward<G, T>(dvd, vd_sum);

    // the wrench on the link, in its own axes, where its moments of mass are constant
    const Vec3<G> wl = transpose_times(R, w), wdl = transpose_times(R, wd), vdl = transpose_times(R, vd);
    const Mat3<G> U = acceleration_gradient(wl, wdl);
    const Vec3<G> h = link.vec(sum_h);
    const Sym3<G> S = link.sym(sum_spread);
    link.put(sum_f, R * (link.get(sum_mass) * vdl + U * h));
    link.put(sum_n, R * (moment_of_gradient(U, S) + cross(h, vdl)));
    link.put(sum_r, r);
    link.put(sum_z, z);
  }

  const Mat3<T> last = walk.last();
  const Vec3<T> held_n = last * Vec3<T>{job.held[0], job.held[1], job.held[2]};
  const Vec3<T> held_f = last * Vec3<T>{job.held[3], job.held[4], job.held[5]};
  Vec3<G> N_sum = in_all<G, T>(&held_n.x), F_sum = in_all<G, T>(&held_f.x);
  for (int i = (n - 1) / W * W; i >= 0; i -= W) {
    const int count = n - i < W ? n - i : W;
    const SumRows<G, T> link{job.rows + LinkSums<T>::place(i)};
    const Vec3<G> z = link.vec(sum_z);
    const Vec3<G> F = inward<G, T>(link.vec(sum_f), F_sum);
    const Vec3<G> rF = cross(link.vec(sum_r), F);
    const Vec3<G> N = inward<G, T>(link.vec(sum_n) + rF, N_sum) - rF;
    const G tau = link.get(sum_turns) * dot(z, N) + link.get(sum_slides) * dot(z, F);
    store_some(job.tau + i, tau, count);
  }
}

// Common to the calls below.
template <class T>
void rnea_sums_from(const Chain<T>& arm, const Posture<T>& x, std::span<const T> qd, std::span<const T> qdd,
                    const ChainEnds<T>& ends, LinkSums<T>& work, std::span<T> tau) {
  rnea_sums_run<T, T>({arm.dof(), &x.step(0), qd.data(), qdd.data(), &ends.lift.x, &ends.held.ang.x,
                       work.rows(), tau.data()});
}

}  // namespace detail

// τ = M q̈ + C q̇ + g, as rnea. `work` was made for this arm.
template <class T>
void rnea_sums(const Chain<T>& arm, const Posture<T>& x, std::span<const T> qd, std::span<const T> qdd,
               const Vec3<T>& gravity, const Force<T>& tip, LinkSums<T>& work, std::span<T> tau) {
  detail::rnea_sums_from(arm, x, qd, qdd, ChainEnds<T>(arm, gravity, tip), work, tau);
}

// Without a wrench at the tool.
template <class T>
void rnea_sums(const Chain<T>& arm, const Posture<T>& x, std::span<const T> qd, std::span<const T> qdd,
               const Vec3<T>& gravity, LinkSums<T>& work, std::span<T> tau) {
  detail::rnea_sums_from(arm, x, qd, qdd, ChainEnds<T>(arm, gravity), work, tau);
}

}  // namespace catena
