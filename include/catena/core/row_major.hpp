// SPDX-License-Identifier: Apache-2.0
// The calls of Arm that write into row-major matrices. The memory of a row-major matrix is that of its transpose, column by
// column: a square result is transposed in place, and so are the n matrices of an n x n² result and regressors; others are copied
// from the workspace.
// Included by arm.hpp, at its end.
#pragma once

#include <cstddef>
#include <utility>

namespace catena {
namespace detail {

// A matrix stored column by column becomes the same matrix stored row by row. Element k = j rows + i belongs at i cols + j;
// each cycle of this permutation is carried out when k is its least element, so that no memory is needed.
inline void transpose_in_place(double* x, std::ptrdiff_t rows, std::ptrdiff_t cols) {
  const auto next = [&](std::ptrdiff_t k) { return k % rows * cols + k / rows; };
  for (std::ptrdiff_t start = 1; start + 1 < rows * cols; ++start) {
    std::ptrdiff_t k = next(start);
    while (k > start) k = next(k);
    if (k < start) continue;
    double carried = x[start];
    do {
      k = next(k);
      std::swap(carried, x[k]);
    } while (k != start);
  }
}

}  // namespace detail

// Calls with a column-major matrix in the place of `result`, which is left as it is if it is column-major itself.
template <class A, class Call>
void Arm::by_rows(Workspace& work, A& result, const Call& call) {
  if constexpr (!RowMajor<A>) return call(result);
  if (result.innerStride() != 1) detail::throw_not_contiguous();
  if (result.rows() == result.cols()) {
    Eigen::Map<Eigen::MatrixXd, 0, Eigen::OuterStride<>> memory(result.data(), result.rows(), result.cols(),
                                                                Eigen::OuterStride<>(result.outerStride()));
    call(memory);
    memory.transposeInPlace();
  } else if (result.size() <= static_cast<Eigen::Index>(work.rows.size())) {
    Eigen::Map<Eigen::MatrixXd> columns(work.rows.data(), result.rows(), result.cols());
    call(columns);
    result = columns;
  } else {
    if (result.outerStride() != result.cols()) detail::throw_not_contiguous();
    Eigen::Map<Eigen::MatrixXd> memory(result.data(), result.rows(), result.cols());
    call(memory);
    detail::transpose_in_place(result.data(), result.rows(), result.cols());
  }
}

// A view of any column-major matrix.
template <class A>
MatView<double> Arm::view_of(A& to) {
  return {to.data(), static_cast<int>(to.rows()), static_cast<int>(to.cols()),
          static_cast<int>(to.outerStride())};
}

// Element (i, k n + j) is computed at [k][j][i] of a cube in memory, and belongs at [i][k][j]: three elements change places.
template <class A, class Call>
void Arm::cube_by_rows(A& result, const Call& call) {
  const Eigen::Index n = result.rows();
  if (result.innerStride() != 1 || result.outerStride() != result.cols()) detail::throw_not_contiguous();
  Eigen::Map<Eigen::MatrixXd> memory(result.data(), n, result.cols());
  call(memory);  // refuses any other size than n x n²
  const auto at = [&](Eigen::Index a, Eigen::Index b, Eigen::Index c) -> double& {
    return result.data()[(a * n + b) * n + c];
  };
  for (Eigen::Index a = 0; a < n; ++a)
    for (Eigen::Index b = a + 1; b < n; ++b)
      for (Eigen::Index c = a; c < n; ++c) {
        const double last = at(b, c, a);
        at(b, c, a) = at(c, a, b);
        at(c, a, b) = at(a, b, c);
        at(a, b, c) = last;
      }
}

template <class A, class B, class C>
requires SomeRowMajor<A, B, C>
void Arm::id_derivatives(VecIn q, VecIn qd, VecIn qdd, Workspace& work, A&& by_q, B&& by_qd,
                         C&& by_qdd) const {
  id_derivatives(q, qd, qdd, Wrench::zero(), work, by_q, by_qd, by_qdd);
}
template <class A, class B, class C>
requires SomeRowMajor<A, B, C>
void Arm::id_derivatives(VecIn q, VecIn qd, VecIn qdd, const Wrench& tip, Workspace& work, A&& by_q,
                         B&& by_qd, C&& by_qdd) const {
  by_rows(work, by_q, [&](auto& a) {
    by_rows(work, by_qd, [&](auto& b) {
      by_rows(work, by_qdd,
              [&](auto& c) { id_derivatives(q, qd, qdd, tip, work, MatOut(a), MatOut(b), MatOut(c)); });
    });
  });
}
template <class A, class B, class C>
requires SomeRowMajor<A, B, C>
void Arm::fd_derivatives(VecIn q, VecIn qd, VecIn tau, Workspace& work, A&& by_q, B&& by_qd,
                         C&& by_tau) const {
  fd_derivatives(q, qd, tau, Wrench::zero(), work, by_q, by_qd, by_tau);
}
template <class A, class B, class C>
requires SomeRowMajor<A, B, C>
void Arm::fd_derivatives(VecIn q, VecIn qd, VecIn tau, const Wrench& tip, Workspace& work, A&& by_q,
                         B&& by_qd, C&& by_tau) const {
  by_rows(work, by_q, [&](auto& a) {
    by_rows(work, by_qd, [&](auto& b) {
      by_rows(work, by_tau,
              [&](auto& c) { fd_derivatives(q, qd, tau, tip, work, MatOut(a), MatOut(b), MatOut(c)); });
    });
  });
}
template <RowMajor A>
void Arm::christoffel(VecIn q, Workspace& work, A&& gamma) const {
  cube_by_rows(gamma, [&](auto& to) { christoffel(q, work, MatOut(to)); });
}
template <RowMajor A>
void Arm::inertia(VecIn q, Workspace& work, A&& M) const {
  by_rows(work, M, [&](auto& to) { inertia(q, work, MatOut(to)); });
}
template <RowMajor A>
void Arm::inertia_inverse(VecIn q, Workspace& work, A&& M_inv) const {
  by_rows(work, M_inv, [&](auto& to) { inertia_inverse(q, work, MatOut(to)); });
}
template <RowMajor A>
void Arm::inertia_rate(VecIn q, VecIn qd, Workspace& work, A&& Md) const {
  by_rows(work, Md, [&](auto& to) { inertia_rate(q, qd, work, MatOut(to)); });
}
template <RowMajor A>
void Arm::coriolis(VecIn q, VecIn qd, Workspace& work, A&& C) const {
  by_rows(work, C, [&](auto& to) { coriolis(q, qd, work, MatOut(to)); });
}
template <RowMajor A>
void Arm::udut(VecIn q, Workspace& work, A&& U, VecOut d) const {
  by_rows(work, U, [&](auto& to) { udut(q, work, MatOut(to), d); });
}
template <RowMajor A>
void Arm::jacobian(VecIn q, Workspace& work, A&& J) const {
  by_rows(work, J, [&](auto& to) { jacobian(q, work, MatOut(to)); });
}
template <RowMajor A>
void Arm::jacobian_rate(VecIn q, VecIn qd, Workspace& work, A&& Jd) const {
  by_rows(work, Jd, [&](auto& to) { jacobian_rate(q, qd, work, MatOut(to)); });
}
template <RowMajor A>
void Arm::pose(VecIn q, Workspace& work, A&& X) const {
  by_rows(work, X, [&](auto& to) { eval(Quantity::pose, {.q = q}, work, view_of(to)); });
}
template <RowMajor A>
void Arm::jacobian(VecIn q, const Frame<double>& frame, Workspace& work, A&& J) const {
  by_rows(work, J, [&](auto& to) { jacobian(q, frame, work, MatOut(to)); });
}
template <RowMajor A>
void Arm::jacobian_rate(VecIn q, VecIn qd, const Frame<double>& frame, Workspace& work, A&& Jd) const {
  by_rows(work, Jd, [&](auto& to) { jacobian_rate(q, qd, frame, work, MatOut(to)); });
}
template <RowMajor A>
void Arm::pose(VecIn q, const Frame<double>& frame, Workspace& work, A&& X) const {
  by_rows(work, X, [&](auto& to) { eval(Quantity::pose, {.q = q, .frame = frame}, work, view_of(to)); });
}
template <class A, class B>
requires SomeRowMajor<A, B>
void Arm::terms(VecIn q, VecIn qd, Workspace& work, A&& M, B&& C, VecOut g) const {
  by_rows(work, M,
          [&](auto& m) { by_rows(work, C, [&](auto& c) { terms(q, qd, work, MatOut(m), MatOut(c), g); }); });
}
template <RowMajor A>
void Arm::regressor(VecIn q, VecIn qd, VecIn qdd, Workspace& work, A&& Y) const {
  by_rows(work, Y, [&](auto& to) { regressor(q, qd, qdd, work, MatOut(to)); });
}
template <RowMajor A>
void Arm::momentum_regressor(VecIn q, VecIn qd, Workspace& work, A&& Y) const {
  by_rows(work, Y, [&](auto& to) { momentum_regressor(q, qd, work, MatOut(to)); });
}
template <RowMajor A>
void Arm::operational_inertia(VecIn q, FrameIn frame, double damping, Workspace& work, A&& L) const {
  by_rows(work, L, [&](auto& to) {
    eval(Quantity::operational_inertia, {.q = q, .frame = frame, .damping = damping}, work, view_of(to));
  });
}
template <RowMajor A>
void Arm::operational_inertia_inverse(VecIn q, FrameIn frame, Workspace& work, A&& L_inv) const {
  by_rows(work, L_inv, [&](auto& to) {
    eval(Quantity::operational_inertia_inverse, {.q = q, .frame = frame}, work, view_of(to));
  });
}
template <RowMajor A>
void Arm::jacobian_inverse(VecIn q, FrameIn frame, double damping, Workspace& work, A&& J_inv) const {
  by_rows(work, J_inv, [&](auto& to) { jacobian_inverse(q, frame, damping, work, MatOut(to)); });
}
template <RowMajor A>
void Arm::null_space(VecIn q, FrameIn frame, double damping, Workspace& work, A&& N) const {
  by_rows(work, N, [&](auto& to) { null_space(q, frame, damping, work, MatOut(to)); });
}

}  // namespace catena
