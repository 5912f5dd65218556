// SPDX-License-Identifier: Apache-2.0
// Rows of the registry: dynamics at a frame.
#pragma once

#include "catena/core/algo/aba.hpp"
#include "catena/core/algo/crba_udu.hpp"
#include "catena/core/algo/operational_space.hpp"
#include "catena/core/algo/response_solve.hpp"
#include "catena/core/rows/frame_motion.hpp"
#include "catena/core/rows/row.hpp"

namespace catena::detail {

// M⁻¹ times a vector, in place, by the factors of M.
template <class T>
struct InverseByFactors {
  explicit InverseByFactors(int n) : solve(n) {}
  CrbaUduWork<T> solve;

  auto solver(const Chain<T>& arm, const Posture<T>& x) {
    const MatView<T> F = solve.F.view();
    crba(arm, x, F);
    udu_factor(F);
    return [F](std::span<T> b) { udu_solve(F, b); };
  }
  Pivots<T> pivots() { return {diagonal_pivots(solve.F.view(), solve.delta).values, false, {}}; }
};

// The same by articulated bodies, without M: O(n).
template <class T>
struct InverseByAba {
  explicit InverseByAba(int n) : aba(n), torque(zeros<T>(n)), none(torque) {}
  AbaWork<T> aba;
  std::vector<T> torque, none;  // (n)

  auto solver(const Chain<T>& arm, const Posture<T>& x) {
    return [&arm, &x, this](std::span<T> b) {
      std::copy(b.begin(), b.end(), torque.begin());
      catena::aba<T>(arm, x, none, torque, Vec3<T>::zero(), aba, b);
    };
  }
  Pivots<T> pivots() { return {aba.delta_inv.data(), true, {}}; }
};

// The same for all columns together.
template <class T>
struct InverseByResponse {
  explicit InverseByResponse(int n) : response(n) {}
  AbaResponseWork<T> response;

  auto solver(const Chain<T>& arm, const Posture<T>& x) {
    return [&arm, &x, this](MatView<T> X) {
      solve_by_response<T, T>(response_job(arm, x, response, MatView<T>{}), {X.data, X.stride, X.cols});
    };
  }
  Pivots<T> pivots() { return {response.delta_inv.data(), true, {}}; }
};

// With the memory of the algorithm, which is the same for all of them.
template <class T, template <class> class Solve>
struct Operational : Solve<T> {
  explicit Operational(int n) : Solve<T>(n), space(n), inverse(n, 6) {}
  OperationalWork<T> space;
  MatX<T> inverse;  // (n x 6) J̄
};

template <class T>
void copy_to(const MatX<T>& A, MatView<T> to) {
  for (int j = 0; j < to.cols; ++j)
    for (int i = 0; i < to.rows; ++i) to(i, j) = A(i, j);
}

template <class T, class Work>
Pivots<T> with_rank(Work& work) {
  Pivots<T> found = work.pivots();
  found.rank = {work.space.rank.data(), static_cast<std::size_t>(work.space.pivots)};
  return found;
}

// Λ into the work, and J̄ if wanted.
template <class T, class Work>
void solve_space(const Chain<T>& arm, const Posture<T>& x, const State<T>& s, Work& work,
                 const MatView<T>* inverse) {
  operational_space(arm, x, frame_of(arm, s), s.damping, work.solver(arm, x), work.space, inverse);
}

}  // namespace catena::detail

namespace catena::rows {

// The four quantities by one way of solving with M.
template <Scalar T, class Work>
constexpr std::array<Method<T>, 4> operational_space_by(std::string_view name, std::string_view summary) {
  using namespace detail;
  return {row<T, Work>(Quantity::operational_inertia, name, summary,
                       [](Links<T> arm, Pos<T> x, In<T> s, Work& work, Out<T> out) {
                         solve_space<T>(arm, x, s, work, nullptr);
                         copy_to(work.space.L, out.matrix());
                         return with_rank<T>(work);
                       }),
          row<T, Work>(Quantity::operational_inertia_inverse, name, summary,
                       [](Links<T> arm, Pos<T> x, In<T> s, Work& work, Out<T> out) {
                         operational_inertia_inverse(arm, x, frame_of(arm, s), work.solver(arm, x),
                                                     work.space, out.matrix());
                         return work.pivots();
                       }),
          row<T, Work>(Quantity::jacobian_inverse, name, summary,
                       [](Links<T> arm, Pos<T> x, In<T> s, Work& work, Out<T> out) {
                         solve_space<T>(arm, x, s, work, &out.matrix());
                         return with_rank<T>(work);
                       }),
          row<T, Work>(Quantity::null_space, name, summary,
                       [](Links<T> arm, Pos<T> x, In<T> s, Work& work, Out<T> out) {
                         const MatView<T> inverse = work.inverse.view();
                         solve_space<T>(arm, x, s, work, &inverse);
                         null_space(arm.dof(), work.space, work.inverse, out.matrix());
                         return with_rank<T>(work);
                       })};
}

template <Scalar T>
std::span<const Method<T>> operational_space_rows() {
  using namespace detail;
  static const std::vector<Method<T>> rows = [] {
    std::vector<Method<T>> all;
    for (const auto& four : {operational_space_by<T, Operational<T, InverseByFactors>>(
                                 "crba_udu", "M by composite bodies, factorised"),
                             operational_space_by<T, Operational<T, InverseByAba>>(
                                 "aba", "forward dynamics from rest for each row of J, O(n)"),
                             operational_space_by<T, Operational<T, InverseByResponse>>(
                                 "aba_response", "all rows of J along articulated bodies, O(n)")})
      all.insert(all.end(), four.begin(), four.end());
    return all;
  }();
  return rows;
}

}  // namespace catena::rows
