// SPDX-License-Identifier: Apache-2.0
// Inverse dynamics by sums along the chain: Newton-Euler in the axes of the base, several links at once.
//
// Idea     in one common frame a recursion is a sum: the angular velocity of link i is that of link i-1 plus q̇_i z_i,
//          a force is that of joint i+1 plus the link's own. Only the frames themselves follow one after the other;
//          all else is the same for every link and goes several links to a register (math/group.hpp), the sums in
//          the lanes. More operations than rnea.hpp, in less time.
// Symbols  z_i axis of joint i | r_i from the origin of frame i-1 to that of frame i | w, wd, vd, U as in rnea.hpp
//          f, n force and moment that move link i | F_i = f_i + F_{i+1} | N_i moment about the origin of frame i:
//          N_i + r_i × F_i = n_i + r_i × F_i + (N_{i+1} + r_{i+1} × F_{i+1}), a sum again
// Frames   axes of frame -1, each vector at the origin of its link: nothing is taken about a point far away.
// Cost     159n - 47 mul, 136n - 49 add, all revolute, n > 1; asserted in rnea_sums_test.cpp.
#pragma once

#include "catena/algo/rnea.hpp"
#include "catena/math/group.hpp"

namespace catena {

namespace link_row {
// What the sums know of each link: rows of a block of links.
enum SumRow : int {
  sum_turns = 0,  // 1 if the joint turns, 0 if it slides
  sum_slides,     // the reverse
  sum_mass,
  sum_h,                   // in link axes, as the next
  sum_spread = sum_h + 3,  // xx, yy, zz, xy, xz, yz
  sum_f = sum_spread + 6,  // scratch from here on
  sum_n = sum_f + 3,
  sum_r = sum_n + 3,
  sum_z = sum_r + 3,
  sum_rows = sum_z + 3,
};
}  // namespace link_row

// Made for one arm. Links stand in blocks of eight; a block holds row after row of its links. Links beyond the last
// have no mass.
template <class T>
class RneaSumsWork {
 public:
  static constexpr std::size_t block = 8;
  static constexpr std::size_t block_size = std::size_t{link_row::sum_rows} * block;

  // Where the first row of link i stands.
  CATENA_INLINE static std::size_t place(int i) {
    const auto k = static_cast<unsigned>(i);
    return k / block * block_size + k % block;
  }

  explicit RneaSumsWork(const Chain<T>& arm)
      : rows_((place(arm.dof() - 1) / block_size + 1) * block_size, T(0)) {
    for (int i = 0; i < arm.dof(); ++i) {
      const ChainLink<T>& l = arm.link(i);
      const Sym3<T>& S = l.spread;
      const T constants[] = {l.revolute() ? T(1) : T(0),
                             l.revolute() ? T(0) : T(1),
                             l.body.m,
                             l.body.h.x,
                             l.body.h.y,
                             l.body.h.z,
                             S.xx,
                             S.yy,
                             S.zz,
                             S.xy,
                             S.xz,
                             S.yz};
      T* to = rows_.data() + place(i);
      for (const T& c : constants) {
        *to = c;
        to += block;
      }
    }
  }

  T* rows() { return rows_.data(); }

 private:
  std::vector<T> rows_;
};

namespace detail {

template <class T>
struct RneaSumsJob {
  int n;
  const Step<T>* steps;
  const T *qd, *qdd;
  const T *lift, *held;  // (3), (6) as below
  T* rows;
  T* tau;
};

// What enters at the two ends of the chain.
template <class T>
struct RneaSumsInput {
  RneaSumsInput(const Chain<T>& arm, const Vec3<T>& gravity, const Force<T>& tip)
      : lift(transpose_times(arm.base().R, -gravity)), held(Force<T>::zero()) {
    const Pose<T>& t = arm.tool();
    held.lin = t.R * tip.lin;
    held.ang = t.R * tip.ang + cross(t.p, held.lin);
  }
  Vec3<T> lift;   // minus gravity, in the axes of frame -1
  Force<T> held;  // on what is held, at the origin of the last frame and in its axes
};

// The frames of neighbouring links, one after the other, in the axes of frame -1.
template <class G, class T>
struct FrameWalk;

template <class G>
struct Placed {
  Mat3<G> R;
  Vec3<G> r;  // from the frame before
};

template <class T>
struct FrameWalk<T, T> {
  Vec3<T> ex = {T(1), T(0), T(0)}, ey = {T(0), T(1), T(0)}, ez = {T(0), T(0), T(1)};

  CATENA_INLINE Placed<T> next(const Step<T>* step, int) {
    const Step<T>& s = *step;
    const Vec3<T> along = s.a * ex;
    by_twist(s, [&](const auto& ca, const auto& sa) {
      const Vec3<T> ey1 = ca * ey + sa * ez;
      ez = ca * ez - sa * ey;
      ey = s.c * ey1 - s.s * ex;
      ex = s.c * ex + s.s * ey1;
    });
    return {last(), along + s.d * ez};
  }
  CATENA_INLINE Mat3<T> last() const { return {ex.x, ey.x, ez.x, ex.y, ey.y, ez.y, ex.z, ey.z, ez.z}; }
};

template <class G, class T>
struct SumRows {
  T* data;
  CATENA_INLINE T* row(int r) const { return data + static_cast<std::size_t>(r) * RneaSumsWork<T>::block; }
  CATENA_INLINE G get(int r) const { return Group<G, T>::load(row(r)); }
  CATENA_INLINE Vec3<G> vec(int r) const { return {get(r), get(r + 1), get(r + 2)}; }
  CATENA_INLINE void put(int r, const Vec3<G>& x) const {
    Group<G, T>::store(row(r), x.x), Group<G, T>::store(row(r + 1), x.y), Group<G, T>::store(row(r + 2), x.z);
  }
};

template <class G, class T>
CATENA_INLINE Vec3<G> in_all(const T* x) {
  return {Group<G, T>::all(x[0]), Group<G, T>::all(x[1]), Group<G, T>::all(x[2])};
}

template <class G, class T>
CATENA_INLINE void rnea_sums_run(const RneaSumsJob<T>& job) {
  using Lane = Group<G, T>;
  using namespace link_row;
  constexpr int W = Lane::width;
  const int n = job.n;
  const auto outward = [](const G& x, G& before) { return Lane::sum_outward(x, before); };
  const auto inward = [](const G& x, G& before) { return Lane::sum_inward(x, before); };

  FrameWalk<G, T> walk;
  const Vec3<G> none = {G(0), G(0), G(0)};
  Vec3<G> w_sum = none, wd_sum = none, vd_sum = in_all<G, T>(job.lift);
  for (int i = 0; i < n; i += W) {
    const int count = n - i < W ? n - i : W;
    const SumRows<G, T> link{job.rows + RneaSumsWork<T>::place(i)};
    const Placed<G> placed = walk.next(job.steps + i, count);
    const Mat3<G>& R = placed.R;
    const Vec3<G>& r = placed.r;
    const G qd = count == W ? Lane::load(job.qd + i) : Lane::load(job.qd + i, count);
    const G qdd = count == W ? Lane::load(job.qdd + i) : Lane::load(job.qdd + i, count);
    const G turns = link.get(sum_turns), slides = link.get(sum_slides);
    const G spin = turns * qd, spin_rate = turns * qdd, slide = slides * qd, slide_rate = slides * qdd;
    const Vec3<G> z = R.col_z();

    const Vec3<G> dw = spin * z;
    const Vec3<G> w = summed(outward, dw, w_sum), w1 = w - dw;
    const Vec3<G> w1z = cross(w1, z);
    const Vec3<G> dwd = spin_rate * z + spin * w1z;
    const Vec3<G> wd = summed(outward, dwd, wd_sum), wd1 = wd - dwd;
    const Vec3<G> dvd = (cross(wd1, r) + cross(w1, cross(w1, r))) + (slide_rate * z + (slide + slide) * w1z);
    const Vec3<G> vd = summed(outward, dvd, vd_sum);

    // what moves the link, in its own axes, where its mass does not move
    const Vec3<G> wl = transpose_times(R, w), wdl = transpose_times(R, wd), vdl = transpose_times(R, vd);
    const Mat3<G> U = acceleration_gradient(wl, wdl);
    const Vec3<G> h = link.vec(sum_h), s0 = link.vec(sum_spread), s1 = link.vec(sum_spread + 3);
    const Sym3<G> S = {s0.x, s0.y, s0.z, s1.x, s1.y, s1.z};
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
    const SumRows<G, T> link{job.rows + RneaSumsWork<T>::place(i)};
    const Vec3<G> z = link.vec(sum_z);
    const Vec3<G> F = summed(inward, link.vec(sum_f), F_sum);
    const Vec3<G> rF = cross(link.vec(sum_r), F);
    const Vec3<G> N = summed(inward, link.vec(sum_n) + rF, N_sum) - rF;
    const G tau = link.get(sum_turns) * dot(z, N) + link.get(sum_slides) * dot(z, F);
    if (count == W)
      Lane::store(job.tau + i, tau);
    else
      Lane::store(job.tau + i, tau, count);
  }
}

}  // namespace detail

// τ = M q̈ + C q̇ + g, as rnea. `work` was made for this arm.
template <class T>
void rnea_sums(const Chain<T>& arm, const Posture<T>& x, std::span<const T> qd, std::span<const T> qdd,
               const Vec3<T>& gravity, const Force<T>& tip, RneaSumsWork<T>& work, std::span<T> tau) {
  const detail::RneaSumsInput<T> input(arm, gravity, tip);
  detail::rnea_sums_run<T, T>({arm.dof(), &x.step(0), qd.data(), qdd.data(), &input.lift.x, &input.held.ang.x,
                               work.rows(), tau.data()});
}

// For double with the vector instructions of the machine (src/simd), several links at once.
#if !defined(CATENA_HEADER_ONLY)
template <>
void rnea_sums<double>(const Chain<double>& arm, const Posture<double>& x, std::span<const double> qd,
                       std::span<const double> qdd, const Vec3<double>& gravity, const Force<double>& tip,
                       RneaSumsWork<double>& work, std::span<double> tau);
#endif

}  // namespace catena
