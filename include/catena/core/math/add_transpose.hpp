// SPDX-License-Identifier: Apache-2.0
// A <- A + Aᵀ, in squares of as many rows as a group has lanes.
#pragma once

#include "catena/core/math/dense.hpp"
#include "catena/core/math/group.hpp"

namespace catena::detail {

template <class G, class T>
CATENA_INLINE void add_transpose(MatView<T> A) {
  using Lane = Group<G, T>;
  constexpr int W = Lane::width;
  if constexpr (W == 1) {
    for (int j = 0; j < A.cols; ++j)
      for (int i = 0; i <= j; ++i) A(i, j) = A(j, i) = A(i, j) + A(j, i);
  } else {
    const int n = A.cols;
    for (int j = 0; j < n; j += W)
      for (int i = 0; i <= j; i += W) {
        G above[W], below[W];
        for (int k = 0; k < W; ++k) {
          above[k] = j + k < n ? load_some<G>(&A(i, j + k), n - i) : Lane::all(T(0));
          below[k] = i + k < n ? load_some<G>(&A(j, i + k), n - j) : Lane::all(T(0));
        }
        Lane::transpose(below);
        for (int k = 0; k < W; ++k) above[k] = below[k] = above[k] + below[k];
        Lane::transpose(below);
        for (int k = 0; k < W; ++k) {
          if (j + k < n) store_some(&A(i, j + k), above[k], n - i);
          if (i + k < n) store_some(&A(j, i + k), below[k], n - j);
        }
      }
  }
}

}  // namespace catena::detail
