// SPDX-License-Identifier: Apache-2.0
// M⁻¹ in O(n) for each column: the response of an articulated arm to torques. Its products with other matrices are in
// response_solve.hpp.
//
// Idea     After the articulated bodies of aba.hpp, a torque at joint j passes ψ_j on to the link before, and a joint i < j
//          that a wrench p reaches passes on p + ψ_i u_i, u_i = -S_i·p. Accelerations then run outward from the base:
//          q̈_i = u_i / δ_i - ψ_i·a, and a + S_i q̈_i is that of link i. In one common frame nothing is transformed on the
//          way: a joint takes two products of spatial vectors in each direction, and a vector register holds several columns.
//          M⁻¹ is symmetric, and beyond the joint with the torque all u_i are zero. So row i from the diagonal on takes the
//          outward run alone, once the acceleration of link i is known. It follows from Ω_i, the acceleration of link i by a
//          wrench on it: Ω_i = (1 - S ψᵀ) Ω_{i-1} (1 - ψ Sᵀ) + S Sᵀ / δ.
// Source   articulated bodies: Featherstone 1983; Ω: Kreutz-Delgado, Jain and Rodriguez 1992.
// Symbols  S axis of joint i | A articulated inertia, δ = Sᵀ A S, ψ = A S / δ | a acceleration | p wrench
// Frames   articulated bodies in link frames, as in aba.hpp, where they lose no digits; S, ψ, Ω, a, p in the axes of frame -1
//          about its origin, or about that of the last frame if joints slide (last_origin).
// Cost     6n² + 224n - 191 mul, (11n² + 445n) / 2 - 235 add, n > 1, all revolute; asserted in aba_response_test.cpp.
#pragma once

#include <array>
#include <cstddef>
#include <utility>

#include "catena/core/math/deflated.hpp"
#include "catena/core/math/dense.hpp"
#include "catena/core/model/aba_work.hpp"
#include "catena/core/model/joint.hpp"
#include "catena/core/model/link_sums.hpp"

namespace catena {

template <class T>
struct AbaResponseWork {
  static constexpr std::size_t most_columns = 32;  // that are solved side by side
  static constexpr std::size_t numbers = 16;       // of a joint: JointRecord
  static constexpr std::size_t rows = 7;           // that M⁻¹ begins with: RowStarts

  explicit AbaResponseWork(int n)
      : psi(static_cast<std::size_t>(n), Force<T>::zero()),
        delta_inv(static_cast<std::size_t>(n), T(0)),
        stride((static_cast<std::size_t>(n) + 7) / 8 * 8),
        joints(numbers * stride, T(0)),
        starts(rows * stride + 16, T(0)),
        columns(most_columns * stride, T(0)) {}
  std::vector<Force<T>> psi;  // (n) in link frames
  std::vector<T> delta_inv;   // (n) 1 / δ
  std::size_t stride;         // n, in whole groups
  std::vector<T> joints;      // (numbers x stride) joint after joint, zero beyond joint n
  std::vector<T> starts;      // (stride x rows), likewise; 16 more, since 24 rows are read side by side
  std::vector<T> columns;     // (most_columns x stride) of the matrices that are solved for
};

namespace detail {

template <class T>
struct AbaResponseJob {
  int n;
  const ChainLink<T>* links;
  const Step<T>* steps;
  Force<T>* psi;
  T* delta_inv;
  std::size_t stride;
  T *joints, *starts, *columns;
  T* M;
  std::ptrdiff_t ld;  // of M, between columns
};

// Articulated bodies: ψ in link frames, and 1/δ.
template <class T>
CATENA_INLINE void articulate(const AbaResponseJob<T>& job) {
  ArticulatedInertia<T> A = ArticulatedInertia<T>::rigid(RigidInertia<T>::zero());
  for (int i = job.n - 1; i >= 0; --i) {
    const ChainLink<T>& l = job.links[i];
    A = with_body(A, l.body);
    const Force<T> u = along_joint(l, A);
    job.delta_inv[i] = T(1) / joint_component(l, u);
    job.psi[i] = scaled_to_joint(l, job.delta_inv[i], u);
    if (i == 0) break;
    if (l.revolute())
      A = to_parent(job.steps[i], deflate_turning(A, u, job.psi[i]));
    else
      A = to_parent(job.steps[i], deflate_sliding(A, u, job.psi[i]));
  }
}

// A spatial vector of each column or row that a group holds.
template <class G>
struct Six {
  G x[6];
  CATENA_INLINE static Six zero() { return {G(0), G(0), G(0), G(0), G(0), G(0)}; }
};

// The numbers of one joint in the common frame.
template <class T>
struct JointRecord {
  const T* data;
  static constexpr int axis = 0, psi = 6, delta_inv = 12, coupling = 13;  // ψ_{i+1}·S_i

  CATENA_INLINE const T& operator[](int k) const { return data[k]; }
  CATENA_INLINE Vec3<T> vec(int k) const { return {data[k], data[k + 1], data[k + 2]}; }
  CATENA_INLINE JointRecord next() const { return {data + AbaResponseWork<T>::numbers}; }
};
template <class T>
CATENA_INLINE JointRecord<T> joint_at(const AbaResponseJob<T>& job, int i) {
  return {job.joints + i * static_cast<std::ptrdiff_t>(AbaResponseWork<T>::numbers)};
}

// S and ψ in the common frame.
template <class G, class T>
CATENA_INLINE void place_joints(const AbaResponseJob<T>& job) {
  using Lane = Group<G, T>;
  using Record = JointRecord<T>;
  constexpr int W = Lane::width;
  constexpr std::ptrdiff_t next = AbaResponseWork<T>::numbers;
  const auto local = [&](int row) { return job.starts + static_cast<std::size_t>(row) * job.stride; };
  bool slides = false;
  for (int i = 0; i < job.n; ++i) {  // all before any is loaded: a load of several recent stores would stall
    const Force<T>& psi = job.psi[i];
    slides |= !job.links[i].revolute();
    local(0)[i] = psi.ang.x, local(1)[i] = psi.ang.y, local(2)[i] = psi.ang.z;
    local(3)[i] = psi.lin.x, local(4)[i] = psi.lin.y, local(5)[i] = psi.lin.z;
    local(6)[i] = job.links[i].revolute() ? T(1) : T(0);
  }
  FrameWalk<G, T> walk;
  if (slides) walk.start_at(-last_origin(job.steps, -1, job.n));
  for (int i = 0; i < job.n; i += W) {
    const Placed<G> placed = walk.template next<true>(job.steps + i, job.n - i < W ? job.n - i : W);
    const auto own = [&](int row) { return Lane::load(local(row) + i); };
    const Vec3<G> z = placed.R.col_z(), k = own(6) * z, t = cross(placed.r, k) + (z - k);
    const Vec3<G> f = placed.R * Vec3<G>{own(3), own(4), own(5)};
    const Vec3<G> n = placed.R * Vec3<G>{own(0), own(1), own(2)} + cross(placed.r, f);
    T* const to = job.joints + i * next;
    if constexpr (W == 1) {
      T* x = to;
      for (const Vec3<T>* v : {&k, &t, &n, &f}) *x++ = v->x, *x++ = v->y, *x++ = v->z;
    } else {
      const G none = Lane::all(T(0));
      const G x[] = {k.x, k.y, k.z, t.x, t.y, t.z, n.x, n.y, n.z, f.x, f.y, f.z, none, none, none, none};
#pragma GCC unroll 8
      for (int first = 0; first < 16; first += W) {
        G square[W];
        for (int c = 0; c < W; ++c) square[c] = x[first + c];
        Lane::transpose(square);
        for (int c = 0; c < W; ++c) Lane::store(to + c * next + first, square[c]);
      }
    }
  }
  for (int i = 0; i < job.n; ++i) job.joints[i * next + Record::delta_inv] = job.delta_inv[i];
  if constexpr (W > 1)
    for (int i = 0; i + 1 < job.n; i += 2) {  // of the joints that pass_two takes together
      const Record joint = joint_at(job, i), beyond = joint.next();
      job.joints[i * next + Record::coupling] = dot(joint.vec(Record::axis), beyond.vec(Record::psi)) +
                                                dot(joint.vec(Record::axis + 3), beyond.vec(Record::psi + 3));
    }
}

// Ω: the acceleration of a link by a wrench on it.
template <class T>
struct LinkResponse {
  Sym3<T> turning;  // angular acceleration by a moment
  Mat3<T> mixed;    // angular acceleration by a force
  Sym3<T> moving;   // acceleration by a force

  CATENA_INLINE Motion<T> operator*(const Force<T>& F) const {
    return {turning * F.ang + mixed * F.lin, transpose_times(mixed, F.ang) + moving * F.lin};
  }
};

// A - x yᵀ - y xᵀ
template <class T>
CATENA_INLINE Sym3<T> less_both(const Sym3<T>& A, const Vec3<T>& x, const Vec3<T>& y) {
  const Vec3<T> x2 = x + x;
  return {A.xx - x2.x * y.x,
          A.yy - x2.y * y.y,
          A.zz - x2.z * y.z,
          A.xy - (x.x * y.y + x.y * y.x),
          A.xz - (x.x * y.z + x.z * y.x),
          A.yz - (x.y * y.z + x.z * y.y)};
}
template <class T>
CATENA_INLINE LinkResponse<T> less_both(const LinkResponse<T>& A, const Motion<T>& x, const Motion<T>& y) {
  const Vec3<T>&k = x.ang, &t = x.lin, &w = y.ang, &v = y.lin;
  const Mat3<T>& H = A.mixed;
  return {less_both(A.turning, k, w),
          {H.xx - (k.x * v.x + w.x * t.x), H.xy - (k.x * v.y + w.x * t.y), H.xz - (k.x * v.z + w.x * t.z),
           H.yx - (k.y * v.x + w.y * t.x), H.yy - (k.y * v.y + w.y * t.y), H.yz - (k.y * v.z + w.y * t.z),
           H.zx - (k.z * v.x + w.z * t.x), H.zy - (k.z * v.y + w.z * t.y), H.zz - (k.z * v.z + w.z * t.z)},
          less_both(A.moving, t, v)};
}

// What each row of M⁻¹ begins with: the acceleration of the link by a unit torque at its own joint, and the diagonal.
template <class G, class T>
struct RowStarts {
  T* data;
  std::size_t stride;
  CATENA_INLINE T* at(std::size_t row) const { return data + row * stride; }
  static constexpr std::size_t diagonal = 6;
};

template <class T>
CATENA_INLINE void start_rows(const AbaResponseJob<T>& job) {
  using Record = JointRecord<T>;
  const RowStarts<T, T> rows{job.starts, job.stride};
  LinkResponse<T> response = {Sym3<T>::zero(), Mat3<T>::zero(), Sym3<T>::zero()};
  for (int i = 0; i < job.n; ++i) {
    const Record joint = joint_at(job, i);
    const Motion<T> S = {joint.vec(Record::axis), joint.vec(Record::axis + 3)};
    const Force<T> psi = {joint.vec(Record::psi), joint.vec(Record::psi + 3)};
    const Motion<T> b = response * psi;  // that of link i-1 by ψ, reversed
    const T own = job.delta_inv[i] + dot(b, psi);
    const Vec3<T> turning = own * S.ang - b.ang, moving = own * S.lin - b.lin;
    rows.at(0)[i] = turning.x, rows.at(1)[i] = turning.y, rows.at(2)[i] = turning.z;
    rows.at(3)[i] = moving.x, rows.at(4)[i] = moving.y, rows.at(5)[i] = moving.z;
    rows.at(rows.diagonal)[i] = own;
    const T half = T(0.5) * own;
    response = less_both(response, S, Motion<T>{b.ang - half * S.ang, b.lin - half * S.lin});
  }
}

// x - v·(six numbers from `row` on), in two sums, because each product waits for the one before.
template <class G, class T>
CATENA_INLINE G less_dot(G x, const Six<G>& v, const T* row) {
  using Lane = Group<G, T>;
  G rest = v.x[3] * Lane::all(row[3]);
  x = x - v.x[0] * Lane::all(row[0]);
  rest = rest + v.x[4] * Lane::all(row[4]);
  x = x - v.x[1] * Lane::all(row[1]);
  rest = rest + v.x[5] * Lane::all(row[5]);
  x = x - v.x[2] * Lane::all(row[2]);
  return x - rest;
}
template <class G, class T>
CATENA_INLINE void add_times(const G& x, const T* row, Six<G>& v) {
  for (int c = 0; c < 6; ++c) v.x[c] = v.x[c] + x * Group<G, T>::all(row[c]);
}

// What a joint adds to a vector that runs along the chain: outward q̈ = x - ψ·a and a + S q̈, inward u = x - S·p and p + ψ u.
template <int measured, int added, class G, class T>
CATENA_INLINE G pass_joint(const JointRecord<T>& joint, const G& x, Six<G>& v) {
  const G y = less_dot(x, v, joint.data + measured);
  add_times(y, joint.data + added, v);
  return y;
}

// Two joints one after the other. The second measures v + b y with y of the first: both products with v begin at once, so that
// less has to wait. `coupling` is the product of b and what the second measures.
template <int measured, int added, class G, class T>
CATENA_INLINE void pass_two(const JointRecord<T>& first, const JointRecord<T>& second, const T& coupling,
                            G& x, G& y, Six<G>& v) {
  x = less_dot(x, v, first.data + measured);
  y = less_dot(y, v, second.data + measured) - x * Group<G, T>::all(coupling);
  add_times(x, first.data + added, v);
  add_times(y, second.data + added, v);
}

template <class V, std::size_t... k>
CATENA_INLINE std::array<V, sizeof...(k)> zeros_of(std::index_sequence<k...>) {
  return {((void)k, V::zero())...};
}

// Rows `first`.. of M⁻¹ from the diagonal on, and the columns that mirror them: `groups` groups of rows side by side.
template <int groups, class G, class T>
struct ResponseSweep {
  using Lane = Group<G, T>;
  using Record = JointRecord<T>;
  static constexpr int W = Lane::width, kRows = groups * W;
  const AbaResponseJob<T>& job;
  RowStarts<G, T> rows;
  int first;
  std::array<Six<G>, groups> a = zeros_of<Six<G>>(std::make_index_sequence<groups>());

  CATENA_INLINE T* at(int i, int j) const { return job.M + j * job.ld + i; }

  // One row, one number after the other.
  CATENA_INLINE void single() {
    *at(first, first) = rows.at(rows.diagonal)[first];
    for (std::size_t c = 0; c < 6; ++c) a[0].x[c] = rows.at(c)[first];
    for (int j = first + 1; j < job.n; ++j)
      *at(first, j) = *at(j, first) = pass_joint<Record::psi, Record::axis>(joint_at(job, j), T(0), a[0]);
  }

  // The square on the diagonal: row after row joins in where its joint is reached.
  CATENA_INLINE void diagonal_square() {
    T square[kRows * kRows];
    T window[2 * kRows] = {};  // of which kRows from some place on have a 1 where a row begins
    window[kRows] = T(1);
    const int end = first + kRows < job.n ? first + kRows : job.n;
#pragma GCC unroll 1
    for (int j = first; j < end; ++j) {
      T* const column = square + (j - first) * kRows;
#pragma GCC unroll 4
      for (int g = 0; g < groups; ++g) {
        Lane::store(column + g * W,
                    pass_joint<Record::psi, Record::axis>(joint_at(job, j), Lane::all(T(0)), a[g]));
        const G begins = Lane::load(window + kRows - (j - first) + g * W);
        for (std::size_t c = 0; c < 6; ++c)
          a[g].x[c] = a[g].x[c] + begins * Lane::load(rows.at(c) + first + g * W);
      }
      column[j - first] = rows.at(rows.diagonal)[j];
    }
    for (int j = first; j < end; ++j)
      for (int i = first; i <= j; ++i) *at(i, j) = *at(j, i) = square[(j - first) * kRows + (i - first)];
  }

  CATENA_INLINE void beyond() {
    for (int j = first + kRows; j < job.n; j += W) {
      T squares[groups * W * W];
#pragma GCC unroll 1
      for (int k = 0; k < W; k += 2) {
        const Record joint = joint_at(job, j + k);
#pragma GCC unroll 4
        for (int g = 0; g < groups; ++g) {
          G x = Lane::all(T(0)), y = x;
          pass_two<Record::psi, Record::axis>(joint, joint.next(), joint[Record::coupling], x, y, a[g]);
          Lane::store(squares + (g * W + k) * W, x), Lane::store(squares + (g * W + k + 1) * W, y);
        }
      }
#pragma GCC unroll 4
      for (int g = 0; g < groups; ++g) {
        G square[W];
        for (int k = 0; k < W; ++k) square[k] = Lane::load(squares + (g * W + k) * W);
        for (int k = 0; k < W && j + k < job.n; ++k) Lane::store(at(first + g * W, j + k), square[k]);
        Lane::transpose(square);
        for (int k = 0; k < W; ++k) store_some(at(j, first + g * W + k), square[k], job.n - j);
      }
    }
  }

  CATENA_INLINE void run() {
    if constexpr (W == 1) {
      single();
    } else {
      diagonal_square();
      beyond();
    }
  }
};

// Groups of rows or columns side by side: as many as the registers hold, because each step waits for the one before.
template <int width>
inline constexpr int kSideBySide = width == 1   ? 1
                                   : width == 8 ? 3
                                                : 2;

template <class G, class T>
CATENA_INLINE void respond(const AbaResponseJob<T>& job) {
  constexpr int W = Group<G, T>::width, groups = kSideBySide<W>;
  start_rows(job);
  for (int i = 0; i < job.n; i += groups * W)
    ResponseSweep<groups, G, T>{job, {job.starts, job.stride}, i}.run();
}

template <class T>
AbaResponseJob<T> response_job(const Chain<T>& arm, const Posture<T>& x, AbaResponseWork<T>& work,
                               MatView<T> M) {
  return {arm.dof(),   &arm.link(0),       &x.step(0),         work.psi.data(),     work.delta_inv.data(),
          work.stride, work.joints.data(), work.starts.data(), work.columns.data(), M.data,
          M.stride};
}

}  // namespace detail

// M⁻¹, the full matrix. `delta_inv` of the work holds 1/δ_i afterwards.
template <class T>
void aba_response(const Chain<T>& arm, const Posture<T>& x, AbaResponseWork<T>& work, MatView<T> M_inv) {
  const detail::AbaResponseJob<T> job = detail::response_job(arm, x, work, M_inv);
  detail::articulate(job);
  detail::place_joints<T, T>(job);
  detail::respond<T, T>(job);
}

}  // namespace catena
