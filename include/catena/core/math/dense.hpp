// SPDX-License-Identifier: Apache-2.0
// Dense matrices of any scalar, column by column, and the UDUᵀ factorisation of a symmetric one.
#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "catena/core/inline.hpp"
#include "catena/core/math/vec3.hpp"

namespace catena {

// A view of a matrix that is owned elsewhere (an Eigen matrix, a NumPy array).
template <class T>
struct MatView {
  T* data;
  int rows, cols;
  int stride;  // elements from one column to the next

  CATENA_INLINE T& operator()(int i, int j) const {
    return data[static_cast<std::ptrdiff_t>(j) * stride + i];
  }
};

// A matrix with its own memory. It derives from a view of itself, so that it is accepted wherever a MatView is.
template <class T>
class MatX : public MatView<T> {
 public:
  MatX(int rows, int cols)
      : MatView<T>{nullptr, rows, cols, rows},
        rows_(rows),
        cols_(cols),
        data_(static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols), T(0)) {
    this->data = data_.data();
  }
  MatX(const MatX& other) : MatView<T>(other), rows_(other.rows_), cols_(other.cols_), data_(other.data_) {
    this->data = data_.data();
  }
  MatX(MatX&& other) noexcept = default;  // the memory moves, and stays where it is
  MatX& operator=(MatX other) noexcept {
    MatView<T>::operator=(other);
    rows_ = other.rows_, cols_ = other.cols_, data_ = std::move(other.data_);
    return *this;
  }

  int rows() const { return rows_; }
  int cols() const { return cols_; }
  T& operator()(int i, int j) { return data_[index(i, j)]; }
  const T& operator()(int i, int j) const { return data_[index(i, j)]; }
  MatView<T> view() { return *this; }
  std::span<const T> values() const { return data_; }

 private:
  std::size_t index(int i, int j) const {
    return static_cast<std::size_t>(j) * static_cast<std::size_t>(rows_) + static_cast<std::size_t>(i);
  }
  int rows_, cols_;
  std::vector<T> data_;
};

// A view of an array with three indices: (i, j, k) is at data[(k cols + j) rows + i].
template <class T>
struct CubeView {
  T* data;
  int rows, cols;  // as many k as j

  T& operator()(int i, int j, int k) const {
    return data[(static_cast<std::ptrdiff_t>(k) * cols + j) * rows + i];
  }
};

// Column i of a matrix with six rows: (angular; linear).
template <class T>
void set_column(MatView<T> J, int i, const Vec3<T>& ang, const Vec3<T>& lin) {
  J(0, i) = ang.x, J(1, i) = ang.y, J(2, i) = ang.z;
  J(3, i) = lin.x, J(4, i) = lin.y, J(5, i) = lin.z;
}

// A = U D Uᵀ with U unit upper triangular, by eliminating from the last row upwards. In place: U above the
// diagonal, D on it; below the diagonal nothing is read or written.
template <class T>
void udu_factor(MatView<T> A) {
  for (int k = A.rows - 1; k >= 0; --k) {
    const T d_inv = T(1) / A(k, k);
    for (int j = k - 1; j >= 0; --j) {
      const T u = A(j, k) * d_inv;
      for (int i = 0; i <= j; ++i) A(i, j) = A(i, j) - A(i, k) * u;
      A(j, k) = u;
    }
  }
}

// x <- (U D Uᵀ)⁻¹ x
template <class T>
void udu_solve(MatView<T> F, std::span<T> x) {
  for (int k = F.rows - 1; k > 0; --k)
    for (int i = 0; i < k; ++i) x[i] = x[i] - F(i, k) * x[k];
  for (int k = 0; k < F.rows; ++k) {
    T y = x[k] / F(k, k);
    for (int i = 0; i < k; ++i) y = y - F(i, k) * x[i];
    x[k] = y;
  }
}

// A⁻¹ = U⁻ᵀ D⁻¹ U⁻¹ from the factors, in place, the full symmetric matrix.
template <class T>
void udu_inverse(MatView<T> F) {
  const int n = F.rows;
  // the upper triangle becomes V = U⁻¹ (unit, V_ij for i < j), the diagonal D⁻¹
  for (int j = 0; j < n; ++j) {
    F(j, j) = T(1) / F(j, j);
    for (int i = 0; i < j; ++i) {
      T v = -F(i, j);
      for (int k = i + 1; k < j; ++k) v = v - F(i, k) * F(k, j);
      F(i, j) = v;
    }
  }
  // A⁻¹_ij = Σ_{k <= i} V_ki D⁻¹_k V_kj for i <= j; into the lower triangle, column i from the last row up
  for (int i = n - 1; i >= 0; --i) {
    for (int j = n - 1; j > i; --j) {
      T s = F(i, i) * F(i, j);
      for (int k = 0; k < i; ++k) s = s + F(k, i) * F(k, k) * F(k, j);
      F(j, i) = s;
    }
    T s = F(i, i);
    for (int k = 0; k < i; ++k) s = s + F(k, i) * F(k, k) * F(k, i);
    F(i, i) = s;
  }
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < j; ++i) F(i, j) = F(j, i);
}

}  // namespace catena
