// SPDX-License-Identifier: Apache-2.0
// Products of M⁻¹ with many columns, in O(n) for each column: forward dynamics from rest by articulated bodies, several columns
// at once. With the derivatives of inverse dynamics for columns these are the derivatives of forward dynamics.
//
// Idea     see aba_response.hpp, which also places the joints.
// Symbols  as there | u torque that remains at a joint | p wrench that arrives from beyond it | a acceleration
// Frames   the axes of frame -1, about its origin.
// Cost     the derivatives of forward dynamics with M⁻¹: 71n² + 675n - 775 mul, (133n² + 1205n) / 2 - 801 add; by q alone
//          (65n² + 1165n) / 2 - 664 and (61n² + 1037n) / 2 - 658, by q̇ alone (65n² + 677n) / 2 - 408 and (61n² + 623n) / 2 - 411;
//          M⁻¹ times n columns (37n² + 247n) / 2 - 122 and 17n² + 118n - 138; n > 2, all revolute; asserted in
//          aba_response_test.cpp.
#pragma once

#include "catena/core/algo/aba_response.hpp"

namespace catena::detail {

// Some columns of a matrix.
template <class T>
struct ResponseColumns {
  T* data;
  std::ptrdiff_t stride;
  int count;
  bool minus = false;  // X <- -M⁻¹ X
};

// X <- M⁻¹ X or -M⁻¹ X for the columns of two matrices, some groups of them at a time.
template <class G, class T>
struct ResponseSolve {
  using Lane = Group<G, T>;
  using Record = JointRecord<T>;
  static constexpr int W = Lane::width, groups = kSideBySide<W>;
  static constexpr std::ptrdiff_t kNext = groups * W;  // numbers of a joint in `columns`
  const AbaResponseJob<T>& job;

  using Columns = ResponseColumns<T>;

  // Some columns, or the negative of them, joint after joint; and back.
  CATENA_INLINE void take(const Columns& from, int g) const {
    for (int i = 0; i < job.n; i += W) {
      T* const to = job.columns + i * kNext + g * W;
      if constexpr (W == 1) {
        *to = from.minus ? -from.data[i] : from.data[i];
      } else {
        G square[W];
        for (int k = 0; k < W; ++k)
          square[k] =
              k < from.count ? load_some<G>(from.data + k * from.stride + i, job.n - i) : Lane::all(T(0));
        Lane::transpose(square);
        for (int k = 0; k < W; ++k) Lane::store(to + k * kNext, from.minus ? -square[k] : square[k]);
      }
    }
  }
  CATENA_INLINE void give(const Columns& to, int g) const {
    for (int i = 0; i < job.n; i += W) {
      const T* const from = job.columns + i * kNext + g * W;
      if constexpr (W == 1) {
        to.data[i] = *from;
      } else {
        G square[W];
        for (int k = 0; k < W; ++k) square[k] = Lane::load(from + k * kNext);
        Lane::transpose(square);
        for (int k = 0; k < W && k < to.count; ++k)
          store_some(to.data + k * to.stride + i, square[k], job.n - i);
      }
    }
  }

  CATENA_INLINE void inward() const {
    auto p = zeros_of<Six<G>>(std::make_index_sequence<groups>());
    if constexpr (W == 1) {
      for (int i = job.n - 1; i >= 0; --i) {
        T& x = job.columns[i];
        x = pass_joint<Record::axis, Record::psi>(joint_at(job, i), x, p[0]) *
            joint_at(job, i)[Record::delta_inv];
      }
    } else {
#pragma GCC unroll 1
      for (int i = (job.n - 1) / 2 * 2; i >= 0; i -= 2) {
        const Record joint = joint_at(job, i), beyond = joint.next();
        T* const at = job.columns + i * kNext;
#pragma GCC unroll 4
        for (int g = 0; g < groups; ++g) {
          G x = Lane::load(at + kNext + g * W), y = Lane::load(at + g * W);
          pass_two<Record::axis, Record::psi>(beyond, joint, joint[Record::coupling], x, y, p[g]);
          Lane::store(at + kNext + g * W, x * Lane::all(beyond[Record::delta_inv]));
          Lane::store(at + g * W, y * Lane::all(joint[Record::delta_inv]));
        }
      }
    }
  }
  CATENA_INLINE void outward() const {
    auto a = zeros_of<Six<G>>(std::make_index_sequence<groups>());
    if constexpr (W == 1) {
      for (int i = 0; i < job.n; ++i) {
        T& x = job.columns[i];
        x = pass_joint<Record::psi, Record::axis>(joint_at(job, i), x, a[0]);
      }
    } else {
#pragma GCC unroll 1
      for (int i = 0; i < job.n; i += 2) {
        const Record joint = joint_at(job, i), beyond = joint.next();
        T* const at = job.columns + i * kNext;
#pragma GCC unroll 4
        for (int g = 0; g < groups; ++g) {
          G x = Lane::load(at + g * W), y = Lane::load(at + kNext + g * W);
          pass_two<Record::psi, Record::axis>(joint, beyond, joint[Record::coupling], x, y, a[g]);
          Lane::store(at + g * W, x), Lane::store(at + kNext + g * W, y);
        }
      }
    }
  }

  CATENA_INLINE void run(const Columns& first, const Columns& second) const {
    const auto in_groups = [](const Columns& X) { return (X.count + W - 1) / W; };
    const auto group = [&](int g) -> Columns {
      const bool late = g >= in_groups(first);
      const Columns& X = late ? second : first;
      const int j = (late ? g - in_groups(first) : g) * W;
      return {X.data + j * X.stride, X.stride, X.count - j, X.minus};
    };
    const int all = in_groups(first) + in_groups(second);
    for (int g = 0; g < all; g += groups) {
      const int here = all - g < groups ? all - g : groups;
      for (int k = 0; k < here; ++k) take(group(g + k), k);
      inward();
      outward();
      for (int k = 0; k < here; ++k) give(group(g + k), k);
    }
  }
};

// by_q <- -M⁻¹ by_q, by_qd <- -M⁻¹ by_qd and M⁻¹ into M, where each may be null; after ψ and 1/δ.
template <class T>
struct ResponseMatrices {
  T *by_q, *by_qd;
  std::ptrdiff_t q_stride, qd_stride;
};

template <class G, class T>
CATENA_INLINE void respond_to(const AbaResponseJob<T>& job, const ResponseMatrices<T>& X) {
  place_joints<G, T>(job);
  if (job.M) respond<G, T>(job);
  const ResponseSolve<G, T> solve{job};
  solve.run({X.by_q, X.q_stride, X.by_q ? job.n : 0, true},
            {X.by_qd, X.qd_stride, X.by_qd ? job.n : 0, true});
}

// X <- M⁻¹ X or -M⁻¹ X, with ψ and 1/δ. Nothing of M⁻¹ is formed.
template <class G, class T>
CATENA_INLINE void solve_by_response(const AbaResponseJob<T>& job, const ResponseColumns<T>& X) {
  articulate(job);
  place_joints<G, T>(job);
  const ResponseSolve<G, T> solve{job};
  solve.run(X, {nullptr, 0, 0});
}

}  // namespace catena::detail
