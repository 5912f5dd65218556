// SPDX-License-Identifier: Apache-2.0
// Sums, products and 6 x 6 blocks of dense matrices, for algo/spatial_operators.hpp. Every function allocates its result.
#pragma once

#include "catena/core/math/dense.hpp"

namespace catena::operators {

template <class T>
MatX<T> operator*(const MatX<T>& A, const MatX<T>& B) {
  MatX<T> C(A.rows(), B.cols());
  for (int j = 0; j < B.cols(); ++j)
    for (int k = 0; k < A.cols(); ++k)
      for (int i = 0; i < A.rows(); ++i) C(i, j) = C(i, j) + A(i, k) * B(k, j);
  return C;
}
template <class T>
MatX<T> combined(const T& a, const MatX<T>& A, const T& b, const MatX<T>& B) {
  MatX<T> C(A.rows(), A.cols());
  for (int j = 0; j < A.cols(); ++j)
    for (int i = 0; i < A.rows(); ++i) C(i, j) = a * A(i, j) + b * B(i, j);
  return C;
}
template <class T>
MatX<T> operator+(const MatX<T>& A, const MatX<T>& B) {
  return combined(T(1), A, T(1), B);
}
template <class T>
MatX<T> operator-(const MatX<T>& A, const MatX<T>& B) {
  return combined(T(1), A, T(-1), B);
}
template <class T>
MatX<T> scaled(const T& a, const MatX<T>& A) {
  return combined(a, A, T(0), A);
}
template <class T>
MatX<T> star(const MatX<T>& A) {  // the transpose
  MatX<T> B(A.cols(), A.rows());
  for (int j = 0; j < A.cols(); ++j)
    for (int i = 0; i < A.rows(); ++i) B(j, i) = A(i, j);
  return B;
}
template <class T>
MatX<T> identity(int n) {
  MatX<T> A(n, n);
  for (int i = 0; i < n; ++i) A(i, i) = T(1);
  return A;
}
template <class T>
MatX<T> column_of(std::span<const T> v) {
  MatX<T> A(static_cast<int>(v.size()), 1);
  for (int i = 0; i < A.rows(); ++i) A(i, 0) = v[static_cast<std::size_t>(i)];
  return A;
}
template <class T>
MatX<T> block(const MatX<T>& A, int bi, int bj) {  // 6 x 6
  MatX<T> B(6, 6);
  for (int j = 0; j < 6; ++j)
    for (int i = 0; i < 6; ++i) B(i, j) = A(6 * bi + i, 6 * bj + j);
  return B;
}
template <class T>
void put_block(const MatX<T>& B, int bi, int bj, MatX<T>& A) {
  for (int j = 0; j < 6; ++j)
    for (int i = 0; i < 6; ++i) A(6 * bi + i, 6 * bj + j) = B(i, j);
}
// The diagonal blocks of 6 x 6 alone.
template <class T>
MatX<T> diagonal_blocks(const MatX<T>& A) {
  MatX<T> B(A.rows(), A.cols());
  for (int j = 0; j < A.cols(); ++j)
    for (int i = j / 6 * 6; i < j / 6 * 6 + 6; ++i) B(i, j) = A(i, j);
  return B;
}
template <class T>
MatX<T> commutator(const MatX<T>& A, const MatX<T>& B) {
  return A * B - B * A;
}

}  // namespace catena::operators
