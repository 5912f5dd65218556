// SPDX-License-Identifier: Apache-2.0
// The calls of Arm that write into row-major matrices. The memory of a row-major matrix is that of its transpose, column by
// column: a square result is transposed in place, others are copied from the workspace. Included by arm.hpp, at its end.
#pragma once

namespace catena {

template <RowMajor A, class Call>
void Arm::by_rows(Workspace& work, A& result, const Call& call) {
  if (result.innerStride() != 1) detail::throw_not_contiguous();
  if (result.rows() == result.cols()) {
    Eigen::Map<Eigen::MatrixXd, 0, Eigen::OuterStride<>> memory(result.data(), result.rows(), result.cols(),
                                                                Eigen::OuterStride<>(result.outerStride()));
    call(memory);
    memory.transposeInPlace();
  } else {
    const bool fits = result.size() <= static_cast<Eigen::Index>(work.rows.size());
    Eigen::Map<Eigen::MatrixXd> columns(work.rows.data(), fits ? result.rows() : 0, fits ? result.cols() : 0);
    call(columns);  // refuses an empty result
    result = columns;
  }
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
  by_rows(work, X, [&](auto& to) {
    const MatView<double> view = {to.data(), static_cast<int>(to.rows()), static_cast<int>(to.cols()),
                                  static_cast<int>(to.outerStride())};
    eval(Quantity::pose, {.q = q}, work, view);
  });
}

}  // namespace catena
