// SPDX-License-Identifier: Apache-2.0
// The numbers of a .npy file as doubles, and back.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "catena/io/npy.hpp"

namespace catena::io::detail {

// Converts `count` consecutive numbers and stores them `stride` apart. Throws Error(io) for an integer that a double
// cannot represent.
void widen(const NpyHead& head, const char* raw, std::size_t count, std::size_t stride, double* to,
           const std::string& where);

// Little-endian doubles.
void narrow(std::span<const double> values, char* to);

// For each consecutive number of a Fortran-ordered array its position within a row whose last index runs fastest.
// `shape` includes the rows and has two indices or more.
std::vector<std::size_t> column_places(std::span<const std::size_t> shape);

}  // namespace catena::io::detail
