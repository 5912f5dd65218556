// SPDX-License-Identifier: Apache-2.0
// Numbers, strings and quantities as JSON text, appended to a string. Numbers have 17 significant digits, so
// that they read back as the same double.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "catena/core/quantity.hpp"

namespace catena {

void append_json(std::string& out, double value);           // finite
void append_json(std::string& out, std::string_view text);  // quoted; bytes that are not UTF-8 become U+FFFD
void append_json(std::string& out, std::span<const double> row);

// A matrix that is stored column by column, as an array of its rows.
void append_json_matrix(std::string& out, std::span<const double> columns, std::size_t rows);

// "name": value, from the array that a method of the registry writes; matrices by rows, the cube as [i][j][k]. A
// quantity of several arrays gives one pair for each, such as "U" and "d". `columns` of V, negative without one (size_of in
// quantity.hpp).
void append_json(std::string& out, Quantity quantity, int dof, std::span<const double> values,
                 int columns = -1);

}  // namespace catena
