// SPDX-License-Identifier: Apache-2.0
// The numbers of a .npy file as doubles, and back.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "catena/io/npy.hpp"

namespace catena::io::detail {

// `count` numbers that stand one after another, to places `stride` apart. Throws Error(io) for an integer that no double
// equals.
void widen(const NpyHead& head, const char* raw, std::size_t count, std::size_t stride, double* to,
           const std::string& where);

// Little-endian doubles.
void narrow(std::span<const double> values, char* to);

// Where in a row, whose last index runs fastest, the numbers of a Fortran-ordered array go as they come. `shape` with
// the rows, two indices or more.
std::vector<std::size_t> column_places(std::span<const std::size_t> shape);

}  // namespace catena::io::detail
