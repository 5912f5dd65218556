// SPDX-License-Identifier: Apache-2.0
// At: the arguments of Arm::eval: the state, and whatever else a quantity depends on.
#pragma once

#include <Eigen/Core>
#include <concepts>
#include <memory>
#include <optional>
#include <span>

#include "catena/core/math/dense.hpp"
#include "catena/core/math/spatial.hpp"
#include "catena/core/model/frame.hpp"

namespace catena {

using Wrench = Force<double>;  // (moment; force)

namespace detail {
[[noreturn]] void throw_not_contiguous();  // Error(usage)
}

// Contiguous numbers that are owned elsewhere: an Eigen vector, a map or a segment of one, a std::vector. Numbers that do
// not lie side by side, such as a row of a column-major matrix, are refused: pass a copy.
class Numbers {
 public:
  Numbers() = default;
  template <class Vector>
  requires requires(const Vector& x) {
    { x.data() } -> std::convertible_to<const double*>;
    x.size();
  }
  Numbers(const Vector& x) : span_(x.data(), static_cast<std::size_t>(x.size())) {
    if constexpr (requires { x.innerStride(); })
      if (x.innerStride() != 1 && x.size() > 1) detail::throw_not_contiguous();
  }
  operator std::span<const double>() const { return span_; }
  bool empty() const { return span_.empty(); }

 private:
  std::span<const double> span_;
};

// A matrix that is owned elsewhere: an Eigen matrix, a map or a block of one. A row-major matrix, or one with gaps between
// the numbers of a column, is copied.
class MatrixIn {
 public:
  MatrixIn() = default;
  template <class Matrix>
  requires requires(const Matrix& A) {
    { A.data() } -> std::convertible_to<const double*>;
    A.outerStride();
  }
  MatrixIn(const Matrix& A)
      : view_{A.data(), static_cast<int>(A.rows()), static_cast<int>(A.cols()),
              static_cast<int>(A.outerStride())} {
    if (Matrix::IsRowMajor || A.innerStride() != 1) {
      const auto copy = std::make_shared<const Eigen::MatrixXd>(A);
      view_ = {copy->data(), view_.rows, view_.cols, view_.rows};
      copy_ = copy;
    }
  }
  const MatView<const double>& view() const { return view_; }

 private:
  MatView<const double> view_ = {};
  std::shared_ptr<const Eigen::MatrixXd> copy_;
};

// The arguments of Arm::eval, by name: arm.eval(Quantity::id, {.q = q, .qd = qd, .qdd = qdd}). A quantity needs what its
// row in the table says (quantity.hpp). Defaults: `v` is qd, `V` the identity, `frame` the tool in base
// axes, `tip` zero. Each wrench is that of a link on its surroundings, about the origin of its frame, in its axes; id, fd and
// their derivatives need none. With wrench_axes = Axes::base_at_frame the wrenches are in base axes, and derivatives by q
// hold them fixed there; with Axes::base they are also about the origin of the base. A `damping` greater than zero is
// added to the diagonal of J M⁻¹ Jᵀ, which bounds operational-space inertias by 1/damping.
struct At {
  Numbers q = {}, qd = {}, qdd = {}, tau = {}, v = {};
  Wrench tip = Wrench::zero();
  std::optional<MatrixIn> V = {};
  std::span<const Wrench> wrenches = {};
  std::optional<Frame<double>> frame = {};
  double damping = 0;
  Axes wrench_axes = Axes::frame;
};

}  // namespace catena
