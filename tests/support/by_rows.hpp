// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "catena/core/quantity.hpp"

namespace catena::test {

// An answer row by row, from what a method writes column by column.
inline std::vector<double> by_rows(const QuantityInfo& quantity, int n, const std::vector<double>& out) {
  std::vector<double> rows;
  std::size_t first = 0;
  for (const ArrayInfo& array : quantity.arrays) {
    const Extents extents = extents_of(array.shape, n);
    if (array.shape == Shape::none) break;
    for (std::size_t i = 0; i < extents[0]; ++i)
      for (std::size_t j = 0; j < extents[1]; ++j)
        for (std::size_t k = 0; k < extents[2]; ++k) rows.push_back(out[first + extents.place(i, j, k)]);
    first += extents.count();
  }
  return rows;
}

}  // namespace catena::test
