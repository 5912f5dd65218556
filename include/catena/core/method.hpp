// SPDX-License-Identifier: Apache-2.0
// A method: one way to compute one quantity, on any scalar. It is prepared once for an arm, which makes its scratch
// memory, and then runs at any number of states without allocating:
//
//   Prepared<double> id = find_method<double>(Quantity::id, "rnea")->prepare(chain);
//   id.run(posture, state, tau);
#pragma once

#include <array>
#include <memory>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

#include "catena/core/algo/aba.hpp"
#include "catena/core/algo/aba_rotors.hpp"
#include "catena/core/algo/articulated_solve.hpp"
#include "catena/core/algo/wrench_derivatives.hpp"
#include "catena/core/algo/wrench_torques.hpp"
#include "catena/core/math/dense.hpp"
#include "catena/core/model/chain.hpp"
#include "catena/core/model/frame.hpp"
#include "catena/core/model/posture.hpp"
#include "catena/core/quantity.hpp"

namespace catena {

// What a quantity may depend on. Spans that a quantity does not need may be empty.
template <class T>
struct State {
  std::span<const T> q, qd, qdd, tau;
  Vec3<T> gravity;            // in the robot's base frame
  Force<T> tip;               // wrench that the arm exerts on its surroundings at the tool, in tool axes
  std::span<const T> v = {};  // a vector to be multiplied; empty: qd is used
  const MatView<const T>* V = nullptr;  // a matrix of n rows to be multiplied; null: the identity
  // (n) of each link on its surroundings, in its axes, about the origin of its frame; empty: none. `Prepared` treats them
  // outside the methods (LinkWrenches): they add torques to id, take torques from those of fd and of the rates of ξ and ν, and
  // change the derivatives of id and fd.
  std::span<const Force<T>> wrenches = {};
  const Frame<T>* frame = nullptr;  // null: the tool, Axes::base_at_frame
  const T* damping = nullptr;       // of operational-space inertias, positive; null: none
  Axes wrench_axes = Axes::frame;   // of the wrenches, and those in which derivatives hold them fixed
};

// Where the arrays of a quantity go (QuantityInfo::arrays): vectors are matrices of one column.
template <class T>
class Result {
 public:
  Result(MatView<T> first, MatView<T> second = {}, MatView<T> third = {}, MatView<T> fourth = {})
      : arrays_{first, second, third, fourth} {}
  // Arrays one after the other in one piece of memory; `columns` of V. An array that does not fit is empty, which `Arm`
  // rejects as the wrong size.
  Result(Quantity quantity, int n, std::span<T> out, int columns = -1) {
    const QuantityInfo& about = info(quantity);
    for (std::size_t k = 0; k < about.arrays.size() && !out.empty(); ++k) {
      const Size size = size_of(about.arrays[k].shape, n, columns);
      if (size.count() > out.size()) return;
      arrays_[k] = {out.data(), size.rows, size.cols, size.rows};
      out = out.subspan(size.count());
    }
  }

  const MatView<T>& matrix(std::size_t k = 0) const { return arrays_[k]; }
  std::span<T> vector(std::size_t k = 0) const {
    return {arrays_[k].data, static_cast<std::size_t>(arrays_[k].rows)};
  }
  T& number() const { return arrays_[0].data[0]; }

 private:
  std::array<MatView<T>, kMostArrays> arrays_ = {};
};

// Wrenches on the links, for all methods of a quantity alike: `method` is the state in which the method runs, `finish` then
// completes its result.
template <class T>
struct LinkWrenches {
  static State<T> method(Quantity quantity, const Chain<T>& arm, const Posture<T>& x, const State<T>& s,
                         WrenchWork<T>& work) {
    State<T> left = s;
    if (s.wrench_axes != Axes::frame) {
      set_local_wrenches(arm, x, s.wrenches, s.wrench_axes, work);
      left.wrenches = work.local;
      left.wrench_axes = Axes::frame;
    }
    using enum Quantity;
    if (quantity == fd || quantity == dfd_dq || quantity == fd_derivatives || quantity == fd_vjp ||
        quantity == xi_rate || quantity == nu_rate) {
      subtract_wrench_torques<T>(arm, x, left.wrenches, s.tau, work.torques);
      left.tau = work.torques;
    }
    if (quantity == id_vjp) {  // kept, since the results may overwrite it
      const std::span<const T> v = s.v.empty() ? s.qd : s.v;
      std::copy(v.begin(), v.end(), work.torques.begin());
    }
    return left;
  }

  // `wrenches` in the axes of the links, as `method` returned them; `axes` as they were given. `rotors`: of M + R.
  static void finish(Quantity quantity, const Chain<T>& arm, const Posture<T>& x,
                     std::span<const Force<T>> wrenches, Axes axes, bool rotors, WrenchWork<T>& work,
                     const Result<T>& out) {
    using enum Quantity;
    if (quantity == id) add_wrench_torques<T>(arm, x, wrenches, out.vector());
    const bool changes_id = quantity == did_dq || quantity == id_derivatives;
    const bool product = quantity == id_vjp || quantity == fd_vjp;
    if (!changes_id && !product && quantity != dfd_dq && quantity != fd_derivatives) return;
    set_wrench_sums<T>(arm, x, wrenches, work);
    if (quantity == dfd_dq) set_articulated(arm, x, rotors, work);
    const int n = arm.dof();
    const MatView<T>& by_q = out.matrix(0);
    for (int j = 0; j < n; ++j) {
      std::span<T> column = work.column;  // j of the derivative of Σ Jᵀ w
      wrench_torques_by_q<T>(arm, axes, j, work, column);
      if (product) {  // vᵀ times it; for fd it is -M⁻¹ times it, and the third array is M⁻¹ v
        T sum = T(0);
        for (int k = 0; k < n; ++k)
          sum = quantity == id_vjp ? sum + work.torques[k] * column[k] : sum - out.vector(2)[k] * column[k];
        by_q(j, 0) = by_q(j, 0) + sum;
      } else if (changes_id) {
        for (int k = 0; k < n; ++k) by_q(k, j) = by_q(k, j) + column[k];
      } else if (quantity == dfd_dq) {  // q̈ = M⁻¹ (τ - Σ Jᵀ w - ...)
        articulated_solve<T>(arm, x, column, work.articulated, column);
        for (int k = 0; k < n; ++k) by_q(k, j) = by_q(k, j) - column[k];
      } else {  // likewise, and the third array is M⁻¹
        for (int k = 0; k < n; ++k)
          for (int i = 0; i < n; ++i) by_q(i, j) = by_q(i, j) - out.matrix(2)(i, k) * column[k];
      }
    }
  }

 private:
  // The articulated bodies of the arm, which solve for M⁻¹, by forward dynamics at rest.
  static void set_articulated(const Chain<T>& arm, const Posture<T>& x, bool rotors, WrenchWork<T>& work) {
    std::fill(work.column.begin(), work.column.end(), T(0));
    const std::span<const T> none = work.column;
    const auto run = rotors ? static_cast<Aba*>(aba_rotors<T>) : static_cast<Aba*>(aba<T>);
    run(arm, x, none, none, Vec3<T>::zero(), Force<T>::zero(), work.articulated, work.torques);
  }
  using Aba = void(const Chain<T>&, const Posture<T>&, std::span<const T>, std::span<const T>, const Vec3<T>&,
                   const Force<T>&, AbaWork<T>&, std::span<T>);
};

// D of M = U D Uᵀ, or its inverse, as a method that divides by M leaves it: it shows whether M was regular
// (model/pivot.hpp). Valid until the next run; null if the method has none.
template <class T>
struct Pivots {
  const T* values = nullptr;
  bool inverse = false;
  // Of a method that also inverts a Jacobian: the pivots of the matrix that it inverts, relative to the diagonal; 0 where the
  // Jacobian is rank-deficient.
  std::span<const T> rank = {};
};

// How the scratch memory of a method is made. Methods with the same scratch may share one, one after the other.
template <class T>
struct Scratch {
  void* (*make)(const Chain<T>& arm);
  void (*drop)(void* scratch);
  // Replaces the masses and inertias of the arm that it was made for, whose geometry is the same; null if it holds none.
  // Nothing allocates.
  void (*set_bodies)(void* scratch, const Chain<T>& arm);
};

template <class T>
class Prepared;

template <class T>
struct Method {
  Quantity quantity;
  std::string_view name;
  std::string_view summary;
  const Scratch<T>* scratch;
  // `scratch` as made for this arm. Nothing allocates. Methods disregard wrenches on the links, except those of
  // wrench_torques, which take them in the axes of the links.
  Pivots<T> (*execute)(const Chain<T>& arm, const Posture<T>& x, const State<T>& s, void* scratch,
                       const Result<T>& out);
  bool poses = false;  // starts from the poses of all frames in the base, whose cost some papers do not count
  bool roots = false;  // takes the square roots of D in M = U D Uᵀ: M must be positive definite
  bool rotors = false;  // computes M + R (rows/motors.hpp)

  Prepared<T> prepare(const Chain<T>& arm) const { return {*this, arm}; }

  // For one state: prepares, then writes size_of(quantity, n) numbers, matrices column by column.
  void run(const Chain<T>& arm, const Posture<T>& x, const State<T>& s, std::span<T> out) const {
    prepare(arm).run(x, s, out);
  }
};

// A method with its scratch memory, for one arm and one thread. The arm must outlive it.
template <class T>
class Prepared {
 public:
  Prepared(const Method<T>& method, const Chain<T>& arm)
      : method_(&method),
        arm_(&arm),
        scratch_(method.scratch->make(arm), method.scratch->drop),
        work_(info(method.quantity).needs(Input::wrenches) ? arm.dof() : 0) {}

  const Method<T>& method() const { return *method_; }

  Pivots<T> run(const Posture<T>& x, const State<T>& s, const Result<T>& out) {
    if (s.wrenches.empty() || work_.local.empty()) return method_->execute(*arm_, x, s, scratch_.get(), out);
    const State<T> left = LinkWrenches<T>::method(method_->quantity, *arm_, x, s, work_);
    const Pivots<T> found = method_->execute(*arm_, x, left, scratch_.get(), out);
    LinkWrenches<T>::finish(method_->quantity, *arm_, x, left.wrenches, s.wrench_axes, method_->rotors, work_,
                            out);
    return found;
  }
  Pivots<T> run(const Posture<T>& x, const State<T>& s, std::span<T> out) {
    return run(x, s, Result<T>(method_->quantity, arm_->dof(), out, s.V ? s.V->cols : -1));
  }

 private:
  const Method<T>* method_;
  const Chain<T>* arm_;
  std::unique_ptr<void, void (*)(void*)> scratch_;
  WrenchWork<T> work_;  // of quantities that take wrenches on the links
};

}  // namespace catena
