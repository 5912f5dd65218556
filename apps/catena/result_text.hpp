// SPDX-License-Identifier: Apache-2.0
// The results of `eval` for a person at a terminal: each quantity with its symbol and unit, its numbers in columns.
#pragma once

#include <span>
#include <string>

#include "catena/core/quantity.hpp"

namespace catena::cli {

// Appends what append_json (catena/io/json_write.hpp) writes, as text: six significant digits; a cube [i][j][k] is shown
// as its matrices [i][j], one for each k.
void append_text(std::string& out, Quantity quantity, int dof, std::span<const double> values,
                 int columns = -1);

}  // namespace catena::cli
