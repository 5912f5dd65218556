// SPDX-License-Identifier: Apache-2.0
// The results of `catena eval --batch`: a .npy file for each array of each quantity, with one row per state.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "catena/io/npy.hpp"
#include "eval_plan.hpp"

namespace catena::cli {

// One array of a quantity.
struct BatchPart {
  std::string name;   // of its file, without .npy
  NpyShape shape;     // for one state
  std::size_t each;   // numbers per state: the product of the shape
  std::size_t first;  // index of its first number in the result of the registry's methods
  Quantity quantity;
};

// The arrays of a quantity; `udut` has two, U and d.
std::vector<BatchPart> parts_of(Quantity quantity, int dof);

// Transposes from column-major, as the registry stores results, to row-major (C order).
void to_rows(const BatchPart& part, std::size_t states, std::span<const double> columns,
             std::span<double> rows);

// The file of each part: in a folder, which is created, or the single file if `output` ends in .npy. Throws Error.
std::vector<std::string> output_paths(const std::string& output, std::span<const BatchPart> parts);

}  // namespace catena::cli
