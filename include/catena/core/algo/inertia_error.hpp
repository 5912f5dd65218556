// SPDX-License-Identifier: Apache-2.0
// The difference between two inertia matrices as one number.
//
// Paper    Safeea, Bearee, Neto 2018, eq 32: the sum of all differences over the largest element.
// Differs  the error of two equal matrices is 0 even if they vanish; that of A and -A is infinite.
// Cost     4n² - 2 add, 2 mul (one of them a division); asserted in inertia_error_test.cpp. The paper prints none.
#pragma once

#include "catena/core/math/dense.hpp"
#include "catena/core/scalar/concept.hpp"

namespace catena {

// Σ |A - B| / max |(A + B) / 2|. It grows with n²: divide by n² for the mean error of an element.
template <class T>
T inertia_error(MatView<T> A, MatView<T> B) {
  T sum = T(0), largest = T(0);
  for (int j = 0; j < A.cols; ++j)
    for (int i = 0; i < A.rows; ++i) {
      const T difference = A(i, j) - B(i, j), twice = A(i, j) + B(i, j);
      const T size = sign_select(twice, -twice, twice, twice);
      sum = sum + sign_select(difference, -difference, difference, difference);
      largest = sign_select(size - largest, largest, size, size);
    }
  const T e = sum / (T(0.5) * largest);  // 000 (32)
  return sign_select(sum, e, T(0), e);
}

}  // namespace catena
