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
  // (n) of each link on its surroundings, in its axes, about the origin of its frame; empty: none. For id and fd they are
  // treated by `Prepared`, outside the methods: they add torques to id, and take torques from those of fd.
  std::span<const Force<T>> wrenches = {};
  const Frame<T>* frame = nullptr;  // null: the tool, Axes::base_at_frame
  const T* damping = nullptr;       // of operational-space inertias, positive; null: none
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
  // `scratch` as made for this arm. Nothing allocates. Methods of id and fd disregard wrenches on the links.
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
      : method_(&method), arm_(&arm), scratch_(method.scratch->make(arm), method.scratch->drop) {
    if (method.quantity == Quantity::fd) torques_.assign(static_cast<std::size_t>(arm.dof()), T(0));
  }

  const Method<T>& method() const { return *method_; }

  Pivots<T> run(const Posture<T>& x, const State<T>& s, const Result<T>& out) {
    if (!s.wrenches.empty() && method_->quantity == Quantity::fd) {
      subtract_wrench_torques<T>(*arm_, x, s.wrenches, s.tau, torques_);
      State<T> left = s;
      left.tau = torques_;
      return method_->execute(*arm_, x, left, scratch_.get(), out);
    }
    const Pivots<T> found = method_->execute(*arm_, x, s, scratch_.get(), out);
    if (!s.wrenches.empty() && method_->quantity == Quantity::id)
      add_wrench_torques<T>(*arm_, x, s.wrenches, out.vector());
    return found;
  }
  Pivots<T> run(const Posture<T>& x, const State<T>& s, std::span<T> out) {
    return run(x, s, Result<T>(method_->quantity, arm_->dof(), out, s.V ? s.V->cols : -1));
  }

 private:
  const Method<T>* method_;
  const Chain<T>* arm_;
  std::unique_ptr<void, void (*)(void*)> scratch_;
  std::vector<T> torques_;  // (n) of fd, less those of the wrenches
};

}  // namespace catena
