// SPDX-License-Identifier: Apache-2.0
// The results of `catena eval --batch`: one .npy file for each quantity, two for `udut`, a row for each state.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "catena/io/npy.hpp"
#include "eval_plan.hpp"

namespace catena::cli {

// An array of a quantity.
struct BatchPart {
  std::string name;   // of its file, without .npy
  NpyShape shape;     // of a state
  std::size_t each;   // the product of it
  std::size_t first;  // number of the state's result, as the registry's methods write it
  Quantity quantity;
};

// `udut` has two.
std::vector<BatchPart> parts_of(Quantity quantity, int dof);

// From column by column, as the registry has it, to the last index running fastest.
void to_rows(const BatchPart& part, std::size_t states, std::span<const double> columns,
             std::span<double> rows);

// Where each part goes: into a folder, which is made, or to the one file that ends in .npy. Throws Error, also when a
// file is one of `taken`.
std::vector<std::string> output_paths(const std::string& output, std::span<const BatchPart> parts,
                                      std::span<const std::string> taken);

}  // namespace catena::cli
