// SPDX-License-Identifier: Apache-2.0
// Copies of the inputs of a call that its results overwrite.
#pragma once

#include <algorithm>
#include <functional>
#include <vector>

#include "catena/core/inline.hpp"
#include "catena/core/method.hpp"

namespace catena::detail {

// Whether n numbers from x on overlap a matrix in memory.
CATENA_INLINE bool overlap(const double* x, std::ptrdiff_t n, const MatView<double>& A) {
  const double* const end = A.data + (A.cols - 1) * static_cast<std::ptrdiff_t>(A.stride) + A.rows;
  const bool starts_before = std::less<>()(x, end), ends_after = std::less<>()(A.data, x + n);
  return starts_before & ends_after;  // without a branch
}

// Results may overwrite the vectors that they are computed from. A second computation then needs copies of these vectors.
CATENA_INLINE void keep_inputs(const QuantityInfo& quantity, State<double>& state, const Result<double>& out,
                               std::vector<double>& saved) {
  double* room = saved.data();
  const auto keep = [&](std::span<const double>& input) {
    bool over = false;
    for (std::size_t k = 0; k < quantity.arrays.size(); ++k)
      if (quantity.arrays[k].shape != Shape::none)
        over |= overlap(input.data(), static_cast<std::ptrdiff_t>(input.size()), out.matrix(k));
    if (!over) [[likely]]
      return;
    std::copy(input.begin(), input.end(), room);
    input = {room, input.size()};
    room += input.size();
  };
  if (quantity.needs(Input::q)) keep(state.q);
  if (quantity.needs(Input::qd)) keep(state.qd);
  if (quantity.needs(Input::tau)) keep(state.tau);
  if (quantity.needs(Input::v)) keep(state.v);
}

}  // namespace catena::detail
