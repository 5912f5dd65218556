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
  // Arrays one after the other in one piece of memory; `columns` of V.
  Result(Quantity quantity, int n, std::span<T> out, int columns = -1) {
    T* at = out.data();
    const QuantityInfo& about = info(quantity);
    for (std::size_t k = 0; k < about.arrays.size() && at != out.data() + out.size(); ++k) {
      const Size size = size_of(about.arrays[k].shape, n, columns);
      arrays_[k] = {at, size.rows, size.cols, size.rows};
      at += size.count();
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
    if (quantity == Quantity::fd || quantity == Quantity::fd_derivatives || quantity == Quantity::xi_rate ||
        quantity == Quantity::nu_rate) {
      subtract_wrench_torques<T>(arm, x, left.wrenches, s.tau, work.torques);
      left.tau = work.torques;
    }
    return left;
  }

  // `wrenches` in the axes of the links, as `method` returned them; `axes` as they were given.
  static void finish(Quantity quantity, const Chain<T>& arm, const Posture<T>& x,
                     std::span<const Force<T>> wrenches, Axes axes, WrenchWork<T>& work,
                     const Result<T>& out) {
    const bool id = quantity == Quantity::did_dq || quantity == Quantity::id_derivatives;
    if (quantity == Quantity::id) add_wrench_torques<T>(arm, x, wrenches, out.vector());
    if (!id && quantity != Quantity::fd_derivatives) return;
    set_wrench_sums<T>(arm, x, wrenches, work);
    const MatView<T>& by_q = out.matrix(0);
    for (int j = 0; j < arm.dof(); ++j) {
      wrench_torques_by_q<T>(arm, axes, j, work, work.column);
      for (int k = 0; k < arm.dof(); ++k)
        if (id)
          by_q(k, j) = by_q(k, j) + work.column[k];
        else  // q̈ = M⁻¹ (τ - Σ Jᵀ w - ...), and the third array is M⁻¹
          for (int i = 0; i < arm.dof(); ++i) by_q(i, j) = by_q(i, j) - out.matrix(2)(i, k) * work.column[k];
    }
  }
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
    LinkWrenches<T>::finish(method_->quantity, *arm_, x, left.wrenches, s.wrench_axes, work_, out);
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
